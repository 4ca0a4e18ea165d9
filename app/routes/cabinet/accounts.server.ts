import { type Balance } from '~/contract/user'
import { isZero } from '~/money/decimal'

export interface Held {
  currency: string
  /** Decimal string; null if the upstream does not provide it. */
  value: string | null
}

export interface HeldAccounts {
  balance: Held[]
  balance_dep: Held[]
}

/** The amounts of each account: the balance's own currency first, then the others that are not zero. */
export function heldAccounts(balance: Balance): HeldAccounts {
  const held = (account: 'balance' | 'balance_dep'): Held[] => [
    { currency: balance.currency, value: balance[account] },
    ...Object.entries(balance.currencies)
      .map(([currency, amounts]) => ({ currency, value: amounts[account] }))
      .filter(({ currency, value }) => currency !== balance.currency && value !== null && !isZero(value)),
  ]
  return { balance: held('balance'), balance_dep: held('balance_dep') }
}
