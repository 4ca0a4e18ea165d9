import { type PaymentSystem } from '~/contract/settings'
import { RadioField } from '~/forms/fields'
import { boundsText } from '~/investments/bounds'
import { systemName } from '~/investments/names'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { type I18n } from '~/locale/create'
import { Terms } from '~/ui/choice/terms'
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
        <Terms terms={termsOf(i18n, system)} />
        <span className={styles.needs}>{needsOf(i18n, system)}</span>
      </>
    ),
  }))
  return <RadioField name="system" label={i18n.t('cabinet:topUp.system')} choices={choices} />
}

/** Those of a top-up, and then those of the withdrawal, which are shown before anything is paid. */
function termsOf(i18n: I18n, { currency, refill, payment }: PaymentSystem) {
  const { t, amount } = i18n
  const bounds = boundsText(i18n, refill, currency)
  const exact = (figure: string) => amount(figure, currency, { exact: true })
  const out = payment.enabled
  return [
    bounds !== null && { name: t('cabinet:topUp.amount'), value: bounds },
    out && payment.min !== null && { name: t('cabinet:topUp.out'), value: exact(payment.min) },
    out && payment.fee !== null && { name: t('cabinet:topUp.outFee'), value: exact(payment.fee) },
  ]
}

function needsOf({ t }: I18n, { payment }: PaymentSystem): string {
  if (!payment.enabled) return t('cabinet:topUp.outClosed')
  const required = payment.requires.map((one) => t(`cabinet:topUp.requires.${one}`))
  return required.length > 0
    ? t('cabinet:topUp.requires.sentence', { list: required.join(', ') })
    : t('cabinet:topUp.requires.none')
}
