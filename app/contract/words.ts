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

/** What is recorded of an account, by the group that a list of records is filtered by. */
export const activityKinds = {
  access: [
    'registered',
    'signed_in',
    'sign_in_refused',
    'signed_out',
    'session_ended',
    'used_elsewhere',
    'password_wrong',
    'factor_code_wrong',
    'step_up_code_sent',
    'stepped_up',
  ],
  account: [
    'password_changed',
    'password_reset',
    'email_change_asked',
    'email_changed',
    'phone_changed',
    'contacts_replaced',
    'profile_changed',
    'wallet_saved',
    'wallet_removed',
    'documents_sent',
    'data_exported',
    'deletion_asked',
    'factor_added',
    'factor_removed',
    'factors_removed',
    'recovery_codes_renewed',
    'mail_phrase_changed',
    'wallet_list_on',
    'wallet_list_off',
  ],
  money: [
    'refill_requested',
    'deposit_opened',
    'deposit_closed',
    'exchanged',
    'subscription_bought',
    'withdrawal_requested',
    'withdrawal_cancelled',
    'withdrawal_completed',
    'withdrawal_rejected',
  ],
} as const

export type ActivityGroup = keyof typeof activityKinds
export type ActivityKind = (typeof activityKinds)[ActivityGroup][number]

export const activityGroups = ['access', 'account', 'money'] as const satisfies ActivityGroup[]
export const activityOutcomes = ['done', 'refused'] as const
