import { type PaymentSystem } from '~/contract/settings'
import { RadioField } from '~/forms/fields'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import * as styles from './system-choice.css'

/** The ways to pay in, each with what paying in and taking out again will ask for. */
export function SystemChoice({ systems }: { systems: readonly PaymentSystem[] }) {
  const i18n = useI18n()
  const choices = systems.map((system) => ({
    value: system.id,
    title: system.title,
    side: i18n.t('cabinet:topUp.network', { network: system.network }),
    text: (
      <>
        <span className={styles.terms}>{termsIn(i18n, system).join(' ')}</span>
        <span className={styles.terms}>{termsOut(i18n, system).join(' ')}</span>
      </>
    ),
  }))
  return <RadioField name="system" label={i18n.t('cabinet:topUp.system')} choices={choices} />
}

function termsIn({ t, amount }: I18n, { currency, refill }: PaymentSystem): string[] {
  const [min, max] = [refill.min, refill.max].map(
    (bound) => bound && amount(bound, currency, { exact: true }),
  )
  return [
    max ? t('cabinet:topUp.range', { min: min ?? '', max }) : t('cabinet:topUp.min', { min: min ?? '' }),
    t('cabinet:topUp.lives', { count: refill.timeoutMinutes }),
  ]
}

/** What a withdrawal will require stands here, before anything is paid. */
function termsOut({ t, amount }: I18n, { currency, payment }: PaymentSystem): string[] {
  if (!payment.enabled) return [t('cabinet:topUp.outClosed')]
  const [min, fee] = [payment.min, payment.fee].map((figure) => amount(figure, currency, { exact: true }))
  const required = payment.requires.map((one) => t(`cabinet:topUp.requires.${one}`))
  return [
    t('cabinet:topUp.outFrom', { min: min ?? '', fee: fee ?? '' }),
    t('cabinet:topUp.outWithin', { count: payment.hours }),
    required.length > 0
      ? t('cabinet:topUp.requires.sentence', { list: required.join(', ') })
      : t('cabinet:topUp.requires.none'),
  ]
}
