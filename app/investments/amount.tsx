import { MissingValue } from '~/lists/missing-value'
import { useI18n } from '~/locale/context'
import { Money } from '~/ui/money/money'

interface AmountProps {
  /** Decimal string; null if the upstream does not provide it. */
  value: string | null
  /** Null if the upstream does not provide it. */
  currency: string | null
  size?: Parameters<typeof Money>[0]['size']
  direction?: 'in' | 'out' | null
  isOwn?: boolean
  /** All digits, not only those that the currency usually shows. */
  exact?: boolean
}

/** An amount in the reader's language: cut, never rounded. An unknown one is labelled so. */
export function Amount({ value, currency, exact, ...rest }: AmountProps) {
  const { amountParts } = useI18n()
  if (value === null) return <MissingValue />
  return <Money {...rest} parts={amountParts(value, currency, { exact })} />
}

/** An amount of USDT, as most totals are. */
export const inUsdt = (value: string) => <Amount value={value} currency="USDT" />
