import { type PaymentSystem } from '~/contract/settings'
import { RowsField } from '~/forms/fields'
import { boundsText } from '~/investments/bounds'
import { systemName } from '~/investments/names'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'

/** The payment systems for top-ups, with their requirements for top-ups and withdrawals. */
export function SystemChoice({ systems }: { systems: readonly PaymentSystem[] }) {
  const i18n = useI18n()
  const choices = systems.map((system) => ({
    value: system.id,
    title: systemName(system),
    side: boundsText(i18n, system.refill, system.currency),
    detail: termsOf(i18n, system),
  }))
  return <RowsField name="system" label={i18n.t('cabinet:topUp.system')} choices={choices} />
}

/** Its network, and what its withdrawal asks for, which is shown before anything is paid. */
function termsOf({ t, amount }: I18n, { currency, network, payment }: PaymentSystem): string {
  if (!payment.enabled) return t('cabinet:topUp.outClosed')
  const exact = (figure: string) => amount(figure, currency, { exact: true })
  const terms = [
    network !== null && t('cabinet:withdrawals.new.onNetwork', { network }),
    payment.min !== null && `${t('cabinet:topUp.out')} ${exact(payment.min)}.`,
    payment.fee !== null && `${t('cabinet:topUp.outFee')} ${exact(payment.fee)}.`,
  ].filter((term) => term !== false)
  const required = payment.requires.map((one) => t(`cabinet:topUp.requires.${one}`))
  const needs =
    required.length > 0
      ? t('cabinet:topUp.requires.sentence', { list: required.join(', ') })
      : t('cabinet:topUp.requires.none')
  return [...terms, needs].join(' ')
}
