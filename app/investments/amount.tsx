import { useI18n } from '~/locale/context'
import { Money } from '~/ui/money/money'

interface AmountProps {
  /** Decimal string. */
  value: string
  currency: string
  size?: Parameters<typeof Money>[0]['size']
  direction?: 'in' | 'out'
  /** All digits, not only those that the currency usually shows. */
  exact?: boolean
}

/** An amount in the reader's language: cut, never rounded. */
export function Amount({ value, currency, exact, ...look }: AmountProps) {
  return <Money {...look} parts={useI18n().amountParts(value, currency, { exact })} />
}
