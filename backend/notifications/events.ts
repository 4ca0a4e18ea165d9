import { type Db } from '../db/connect'
import { notifications } from '../db/schema/notifications'
import { announce } from './announce'
import { type SecurityKind } from './security-texts'

/**
 * Events that investors are notified of. Kind and values are stored in the transaction of the event; the text is chosen
 * when it is read.
 */
export type NotificationEvent = { userId: string; at: Date } & (
  | { kind: 'refill_credited'; values: { refillId: string; amount: string; currency: string } }
  /** The network shows a transfer that is not final yet, or has taken it back. */
  | { kind: 'refill_seen' | 'refill_dropped'; values: { refillId: string; amount: string; currency: string } }
  | { kind: 'refill_rejected'; values: { refillId: string; reason: string } }
  | { kind: 'refill_expired'; values: { refillId: string; amount: string; currency: string } }
  | { kind: 'deposit_closable'; values: { depositId: string; amount: string; currency: string } }
  | {
      kind: 'deposit_awaiting_completion'
      /** `term`: its last one, 1 without a second term. */
      values: { depositId: string; amount: string; currency: string; term: number }
    }
  | { kind: 'payment_completed'; values: { paymentId: string; net: string; currency: string } }
  | {
      kind: 'payment_rejected'
      /** `returned`: the amounts that went back to the balance, by currency. */
      values: {
        paymentId: string
        amount: string
        currency: string
        returned: { currency: string; amount: string }[]
        reason: string | null
      }
    }
  | {
      kind: 'income_of_day' | 'matching_of_day' | 'matching_held_of_day'
      /** `day` is `YYYY-MM-DD`. */
      values: { day: string; amount: string; currency: string }
    }
  | {
      /** `referral_held`: not free yet; `rewards_released`: all that one deposit brought and that is free now. */
      kind: 'referral_paid' | 'referral_held' | 'rewards_released'
      values: { depositId: string; amount: string; currency: string }
    }
  | { kind: 'rank_reached' | 'rank_reached_held'; values: { rank: string; bonus: string } }
  /** A correction of a balance by the company: `amount` without a sign. */
  | {
      kind: 'balance_credited' | 'balance_debited'
      values: { correctionId: string; amount: string; currency: string; reason: string }
    }
  | { kind: 'rewards_taken_back'; values: { amount: string; currency: string; reason: string } }
  | { kind: 'long_login'; values: Record<string, never> }
  | { kind: 'subscription_ended'; values: { subscriptionId: string } }
  | { kind: 'deletion_answered'; values: { reason: string } }
  | { kind: 'verification_successful'; values: { verificationId: string } }
  | { kind: 'verification_rejected'; values: { verificationId: string; reason: string } }
  | { kind: 'withdrawals_rested'; values: Record<string, never> }
  | { kind: SecurityKind; values: Record<string, string> }
)

export type NotificationKind = NotificationEvent['kind']

/** The contract's type of each kind: a `refill` shows longer, a `bonus` is plain text. */
const typeOf: Record<NotificationKind, 'refill' | 'bonus' | 'long_login' | 'other'> = {
  refill_credited: 'refill',
  refill_seen: 'other',
  refill_dropped: 'other',
  refill_rejected: 'other',
  refill_expired: 'other',
  deposit_closable: 'other',
  deposit_awaiting_completion: 'other',
  payment_completed: 'other',
  payment_rejected: 'other',
  income_of_day: 'other',
  matching_of_day: 'bonus',
  matching_held_of_day: 'bonus',
  referral_paid: 'bonus',
  referral_held: 'bonus',
  rank_reached: 'bonus',
  rank_reached_held: 'bonus',
  rewards_released: 'bonus',
  rewards_taken_back: 'other',
  balance_credited: 'other',
  balance_debited: 'other',
  long_login: 'long_login',
  subscription_ended: 'other',
  deletion_answered: 'other',
  verification_successful: 'other',
  verification_rejected: 'other',
  payment_requested: 'other',
  password_changed: 'other',
  email_change_asked: 'other',
  email_changed: 'other',
  phone_changed: 'other',
  wallet_saved: 'other',
  wallet_removed: 'other',
  new_sign_in: 'other',
  session_elsewhere: 'other',
  data_exported: 'other',
  deletion_asked: 'other',
  factor_added: 'other',
  factor_removed: 'other',
  recovery_codes_renewed: 'other',
  mail_phrase_changed: 'other',
  wallet_list_on: 'other',
  wallet_list_off: 'other',
  recovery_code_used: 'other',
  factor_guessed: 'other',
  factors_lost: 'other',
  factor_removal_planned: 'other',
  factor_removal_cancelled: 'other',
  factors_removed: 'other',
  contact_replacement_planned: 'other',
  contact_replacement_cancelled: 'other',
  contacts_replaced: 'other',
  payment_sent: 'other',
  account_frozen: 'other',
  account_unfrozen: 'other',
  account_suspended: 'other',
  account_restored: 'other',
  sessions_ended: 'other',
  withdrawals_rested: 'other',
}

/**
 * Stores the notifications and returns their ids. When the transaction commits, they appear and are sent to connected
 * investors.
 */
export async function notify(tx: Db, newId: () => string, events: NotificationEvent[]): Promise<string[]> {
  if (events.length === 0) return []
  const rows = events.map(({ userId, at, kind, values }) => ({
    id: newId(),
    userId,
    type: typeOf[kind],
    kind,
    values,
    createdAt: at,
  }))
  await tx.insert(notifications).values(rows)
  await announce(tx, rows)
  return rows.map(({ id }) => id)
}
