/**
 * Double entry. Invariants: every event is one entry of two or more lines that sums to zero per currency, each line at
 * its currency's scale, and each event is booked once by its event id. The database enforces the same rules.
 */
import { scaleOf } from './currencies'
import { type Decimal, decimalsOf, isZero, negate, sum } from './decimal'

export type InvestorAccount = 'balance' | 'balance_dep' | 'held' | 'rewards_held'
export type HouseAccount = 'outside' | 'fees' | 'yield' | 'rewards' | 'exchange' | 'subscriptions'

/**
 * One account: an investor's (free balance, principal at work, set aside for withdrawals, rewards not free yet) or the
 * house's.
 */
export type Account =
  | { userId: string; kind: InvestorAccount; currency: string }
  | { userId: null; kind: HouseAccount; currency: string }

/** The type that the investor sees in the statement. */
export type OperationType =
  | 'refill'
  | 'payment'
  | 'payment_return'
  | 'deposit_open'
  | 'accrual'
  | 'deposit_close'
  | 'exchange_out'
  | 'exchange_in'
  | 'subscription'
  | 'referral'
  | 'matching'
  | 'bonus'
  | 'correction'

/**
 * Kinds of events. Some are in no statement: a completed payment, whose money had left the balance, and a reward that
 * is taken back, which never reached it. A reward that becomes free is shown under its kind: referral, matching or
 * bonus.
 */
export type EntryType =
  | Exclude<OperationType, 'exchange_out' | 'exchange_in'>
  | 'exchange'
  | 'payment_complete'
  | 'reward_release'
  | 'reward_take_back'

export interface PostingLine {
  account: Account
  /** Above zero: into the account. Never zero. */
  amount: Decimal
  type: OperationType | 'payment_complete'
}

export interface Entry {
  /** The event's name for all time, such as `accrual:{deposit}:{k}`: a second booking of it is refused. */
  eventId: string
  type: EntryType
  /** The investor that the event belongs to. */
  userId: string
  /** Of referral and matching: the partner that it came from. */
  sourceUserId?: string
  /** When it was due; a late job books at the due time. */
  occurredAt: Date
  reference: { kind: string; id: string } | null
  /** Of a correction: why. */
  reason?: string
  lines: PostingLine[]
}

/** The account's key in the ledger. */
export const accountId = ({ userId, kind, currency }: Account): string =>
  `${userId ?? 'house'}/${kind}/${currency}`

export const investor = (userId: string, kind: InvestorAccount, currency: string): Account => ({
  userId,
  kind,
  currency,
})

export const house = (kind: HouseAccount, currency: string): Account => ({ userId: null, kind, currency })

/** Whose event it is and when it was due. */
export interface Occasion {
  userId: string
  occurredAt: Date
}

/** The two lines that move an amount from one account to another; none for zero. */
export function move(from: Account, to: Account, amount: Decimal, type: PostingLine['type']): PostingLine[] {
  if (isZero(amount)) return []
  return [
    { account: from, amount: negate(amount), type },
    { account: to, amount, type },
  ]
}

/** Throws an Error when the entry breaks the rule above, which is always a bug. */
export function checkEntry({ eventId, lines }: Entry): void {
  const broken = (why: string) => new Error(`ledger entry ${eventId} ${why}`)
  if (lines.length < 2) throw broken('has fewer than two lines')
  const byCurrency = new Map<string, Decimal[]>()
  for (const { account, amount } of lines) {
    if (isZero(amount)) throw broken(`has a line of nothing on ${accountId(account)}`)
    if (decimalsOf(amount) > scaleOf(account.currency)) {
      throw broken(`has ${amount} on ${accountId(account)}, finer than the currency`)
    }
    byCurrency.set(account.currency, [...(byCurrency.get(account.currency) ?? []), amount])
  }
  for (const [currency, amounts] of byCurrency) {
    if (!isZero(sum(amounts))) throw broken(`does not sum to zero in ${currency}`)
  }
}
