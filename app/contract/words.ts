/** The contract's lists of words, apart from its schemas, because pages need them in the browser. */

export const operationTypes = [
  'refill',
  'payment',
  'payment_return',
  'deposit_open',
  'accrual',
  'deposit_close',
  'exchange_out',
  'exchange_in',
  'subscription',
  'referral',
  'matching',
  'bonus',
  'correction',
] as const

export const accounts = ['balance', 'balance_dep'] as const

export const operationStatuses = ['pending', 'completed', 'rejected'] as const
