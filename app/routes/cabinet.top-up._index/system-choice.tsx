import { type PaymentSystem } from '~/contract/settings'
import { RadioField } from '~/forms/fields'
import { boundsText } from '~/investments/bounds'
import { systemName } from '~/investments/names'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { type I18n } from '~/locale/create'
import * as styles from './system-choice.css'

/** The payment systems for top-ups, with their requirements for top-ups and withdrawals. */
export function SystemChoice({ systems }: { systems: readonly PaymentSystem[] }) {
  const i18n = useI18n()
  const choices = systems.map((system) => ({
    value: system.id,
    title: systemName(system),
    side: given(system.network, (network) => i18n.t('cabinet:topUp.network', { network })),
    text: (
      <>
        <span className={styles.terms}>{termsIn(i18n, system).join(' ')}</span>
        <span className={styles.terms}>{termsOut(i18n, system).join(' ')}</span>
      </>
    ),
  }))
  return <RadioField name="system" label={i18n.t('cabinet:topUp.system')} choices={choices} />
}

function termsIn(i18n: I18n, { currency, refill }: PaymentSystem): string[] {
  const bounds = boundsText(i18n, refill, currency)
  const minutes = refill.timeoutMinutes
  return [
    ...(bounds === null ? [] : [`${bounds}.`]),
    ...(minutes === null ? [] : [i18n.t('cabinet:topUp.lives', { count: minutes })]),
  ]
}

/** The requirements of a withdrawal are shown here, before anything is paid. */
function termsOut(i18n: I18n, { currency, payment }: PaymentSystem): string[] {
  const { t } = i18n
  if (!payment.enabled) return [t('cabinet:topUp.outClosed')]
  const required = payment.requires.map((one) => t(`cabinet:topUp.requires.${one}`))
  return [
    ...costsOut(i18n, currency, payment),
    t('cabinet:topUp.outWithin', { count: payment.hours }),
    required.length > 0
      ? t('cabinet:topUp.requires.sentence', { list: required.join(', ') })
      : t('cabinet:topUp.requires.none'),
  ]
}

/** The minimum of a withdrawal and its fee, as far as they are known. */
function costsOut({ t, amount }: I18n, currency: string, { min, fee }: PaymentSystem['payment']): string[] {
  const exact = (figure: string) => amount(figure, currency, { exact: true })
  if (min !== null && fee !== null) return [t('cabinet:topUp.outFrom', { min: exact(min), fee: exact(fee) })]
  if (min !== null) return [t('cabinet:topUp.outFromPlain', { min: exact(min) })]
  return fee === null ? [] : [t('cabinet:topUp.outFee', { fee: exact(fee) })]
}
