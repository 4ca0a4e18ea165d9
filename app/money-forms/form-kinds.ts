import { type FormName } from './types'

/** What each form that moves money asks for, as `cabinet:submissions.kind` names it. */
const kinds = {
  'refills.create': 'refills',
  'deposits.create': 'open',
  'deposits.close': 'close',
  'payments.create': 'payments',
  'paymentCancel.cancel': 'cancel',
  'user.exchange': 'exchange',
  'user.subscription': 'subscription',
} as const

/** Null for a form of the company's content, whose own page shows its outcome. */
export const formKind = (form: FormName): (typeof kinds)[keyof typeof kinds] | null =>
  Object.hasOwn(kinds, form) ? kinds[form as keyof typeof kinds] : null
