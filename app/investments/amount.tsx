import { NotTold } from '~/lists/not-told'
import { useI18n } from '~/locale/context'
import { Money } from '~/ui/money/money'

interface AmountProps {
  /** Decimal string; null where nobody says how much it is. */
  value: string | null
  /** Null where nobody says which it is. */
  currency: string | null
  size?: Parameters<typeof Money>[0]['size']
  direction?: 'in' | 'out' | null
  /** All digits, not only those that the currency usually shows. */
  exact?: boolean
}

/** An amount in the reader's language: cut, never rounded. One that isn't known says so. */
export function Amount({ value, currency, exact, ...rest }: AmountProps) {
  const { amountParts } = useI18n()
  if (value === null) return <NotTold />
  return <Money {...rest} parts={amountParts(value, currency, { exact })} />
}

/** An amount of USDT, as most totals are. */
export const inUsdt = (value: string) => <Amount value={value} currency="USDT" />
