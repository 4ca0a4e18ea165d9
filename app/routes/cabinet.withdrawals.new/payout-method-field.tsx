import { RadioField } from '~/forms/fields'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { type ShownPayoutMethod } from './payout-methods.server'

/** The ways out, each with its bounds, its fee, what is free for it and what stands in the way. */
export function PayoutMethodField({ ways }: { ways: readonly ShownPayoutMethod[] }) {
  const i18n = useI18n()
  const choices = ways.map((way) => ({
    value: way.id,
    title: way.title,
    side: i18n.t('cabinet:withdrawals.new.network', { network: way.network }),
    text: [...termsOf(i18n, way), ...unmetTextOf(i18n, way)].join(' '),
  }))
  return <RadioField name="system" label={i18n.t('cabinet:withdrawals.new.system')} choices={choices} />
}

function termsOf(i18n: I18n, { currency, min, max, fee, free }: ShownPayoutMethod): string[] {
  const { t, amount } = i18n
  const exact = (value: string) => amount(value, currency, { exact: true })
  const range =
    max === null
      ? t('cabinet:withdrawals.new.from', { min: exact(min) })
      : t('cabinet:withdrawals.new.range', { min: exact(min), max: exact(max) })
  return [
    `${range}.`,
    feeText(i18n, { currency, fee }),
    t('cabinet:withdrawals.new.balance', { amount: exact(free) }),
  ]
}

/** What is kept back of an amount. */
export function feeText(
  { t, amount }: I18n,
  { currency, fee }: Pick<ShownPayoutMethod, 'currency' | 'fee'>,
): string {
  return fee === null
    ? t('cabinet:withdrawals.new.noFee')
    : t('cabinet:withdrawals.new.fee', { fee: amount(fee, currency, { exact: true }) })
}

function unmetTextOf({ t }: I18n, { unmet }: ShownPayoutMethod): string[] {
  if (unmet.length === 0) return [t('cabinet:withdrawals.new.met')]
  return unmet.map((requirement) => `${t(`errors:code.${requirement}_required`)}.`)
}
