import { type FlashKey } from '~/session/flash.server'
import { type Session } from '~/session/session.server'
import { type FailureDetails, type UpstreamFailure } from '~/upstream/failure.server'
import { type PressBudget, type Upstream, type UpstreamLog } from '~/upstream/types'

/** The forms that move money. Their names are the upstream's calls. */
export const formNames = [
  'refills.create',
  'deposits.create',
  'deposits.close',
  'payments.create',
  'paymentCancel.cancel',
  'user.exchange',
  'user.subscription',
  'operator.takeBackRewards',
  'operator.decideUser',
  'operator.unfreezeUser',
  'operator.removeFactors',
  'operator.replaceContacts',
  'operator.endSessions',
  'operator.correctBalance',
  'operator.createNews',
  'operator.publishNews',
  'operator.withdrawNews',
  'operator.createMailing',
  'operator.createPlan',
  'operator.createSubscriptionOption',
  'operator.addAddresses',
  'operator.decidePayment',
  'operator.decideRefill',
  'operator.decideTransfer',
  'operator.decideVerification',
  'operator.setRate',
  'operator.decideInquiry',
  'operator.clearAnomaly',
  'operator.decideApplication',
  'operator.decideProposal',
  'operator.createBatch',
  'operator.dissolveBatch',
  'operator.takeOutOfBatch',
  'operator.reportTransfers',
] as const
export type FormName = (typeof formNames)[number]

/** The sent values, as plain strings under the contract's names. */
export type SubmittedValues = Readonly<Record<string, string>>

/**
 * The entry that a form made. Its id leads to the page that shows it. Null if the upstream
 * reported success, but neither returned the entry nor lists one that fits.
 */
export interface Entry {
  id: string | null
  /** The flash message, where the form has more than one. */
  flash?: FlashKey
}

/** The outcome of a form. `href` is a page that reconciles an open one. */
export type Outcome =
  | { kind: 'done'; value: Entry; /** The same id had been done before. */ replayed: boolean }
  | { kind: 'refused'; failure: UpstreamFailure }
  | { kind: 'running'; href: string }
  | { kind: 'unknown'; href: string }
  /** The key was used with other values. */
  | { kind: 'mismatch' }
  /** The key is missing, too old or of another form, and is known not to have been sent. */
  | { kind: 'stale' }
  /** The key is another account's, which may have sent the form. This post sent nothing. */
  | { kind: 'foreign' }
  /**
   * No key can be acquired now, so that this post sent nothing. An earlier post of the same form may have; `isUnseen` if
   * the upstream reports that none has arrived so far.
   */
  | { kind: 'store_unavailable'; isUnseen: boolean }

/** A submission whose outcome may be open, of any account. */
export interface NotedSubmission {
  key: string
  userId: string
  /** When it was noted first, by our clock, in milliseconds since the epoch. */
  notedAt: number
}

/** An opened key of one call. */
export interface IdempotencyKey {
  key: string
  /** When the form was made, in milliseconds since the epoch. */
  issuedAt: number
}

/** A key as a browser sent it back. */
export interface PostedKey extends IdempotencyKey {
  /** False if it is too old or its seal no longer opens: it sends nothing, and only its outcome can be queried. */
  maySend: boolean
}

/** All that is needed to find out the outcome of a call. It is sealed into an address, so that any instance can do it. */
export interface SubmissionTicket {
  key: string
  form: FormName
  values: SubmittedValues
  userId: string
  /** By our clock, in milliseconds since the epoch. */
  startedAt: number
  /** The same moment by the upstream's clock, ISO 8601. */
  sentAt: string
  /**
   * Names of the entries with the same values that were there before: none of them is this one. Absent where the
   * upstream has `outcomes`, or where its list could not be read.
   */
  before?: readonly string[]
  /**
   * When the upstream was first asked whether an earlier post had sent this form, by our clock. The times above are then
   * those of the form, which may have been sent later or not at all.
   */
  firstCheckedAt?: number
}

/**
 * A form that makes several calls, one for each of its parts, each with a key of its own. It is sealed into the address of
 * the page with their outcomes.
 */
export interface SubmissionSeries extends Pick<
  SubmissionTicket,
  'key' | 'form' | 'values' | 'userId' | 'startedAt' | 'sentAt'
> {
  /** The ids of what the calls are about; `values` are what all of them have in common. */
  parts: readonly string[]
}

/** A series as its address and its record still know it. */
export type OpenedSeries = Omit<SubmissionSeries, 'parts'> & { parts: SubmissionSeries['parts'] | null }

export type UnreadableTicket = Pick<SubmissionTicket, 'form' | 'key'>

/** A submission whose outcome is not known yet, and the page that reconciles it. */
export interface OpenSubmission {
  key: string
  form: FormName
  /** By the upstream's clock, ISO 8601. */
  sentAt: string
  href: string
}

export type StoredOutcome =
  | { state: 'running' }
  | { state: 'unknown' }
  /** Answered with 401: asked or searched for before the form is sent again. */
  | { state: 'unauthorized' }
  | ({ state: 'done' } & Entry)
  | { state: 'refused'; failure: FailureDetails }

/** The record of an acquired key. */
export interface IdempotencyRecord {
  /** Of the form's name and values; the values themselves are not stored. */
  hash: string
  startedAt: number
  sentAt: string
  before?: readonly string[]
  /** Of a form that makes several calls: what they are about, where an address has no room for it. */
  parts?: readonly string[]
  outcome: StoredOutcome
}

/** The store of acquired keys. Every method may fail; after a failed acquire there must be no call. */
export interface IdempotencyStore {
  /**
   * The time since which no acquired key has been forgotten, in milliseconds since the epoch: the start of this
   * process for a store in its memory, and for Redis the moment when it was last empty.
   */
  remembersSince(): Promise<number>
  /** Acquires the key for this record, atomically. Null when acquired; else the existing record. */
  acquire(key: string, record: IdempotencyRecord): Promise<IdempotencyRecord | null>
  find(key: string): Promise<IdempotencyRecord | null>
  saveOutcome(key: string, record: IdempotencyRecord): Promise<void>
  /** Releases a key whose call was certainly not made. */
  release(key: string): Promise<void>
  /** The key that the forms of a slot were last given: those of one account and subject that share one unused key. */
  issuedFor(slot: string): Promise<IdempotencyKey | null>
  /**
   * Replaces the key that was seen in the slot (null: none), atomically.
   * @returns the key that the slot has then: the given one, or one that a concurrent request issued first
   */
  issueFor(slot: string, fresh: IdempotencyKey, seen: IdempotencyKey | null): Promise<IdempotencyKey>
  /** Notes a submission whose outcome is open, for its account. */
  addOpen(userId: string, submission: OpenSubmission): Promise<void>
  openOf(userId: string): Promise<OpenSubmission[]>
  /** Those of all accounts, oldest first; of very many the oldest. */
  allOpen(): Promise<NotedSubmission[]>
  removeOpen(userId: string, key: string): Promise<void>
  /** Records that this submission made the entry. False if another one is known to have made it. */
  own(entry: string, key: string): Promise<boolean>
}

/** Keys and tickets of one account. */
export interface IdempotencyKeys {
  /**
   * The sealed key for the hidden field `submission`. Until it is used, every page that shows this form to the account
   * carries the same one, so that two tabs are one intent.
   * @param subject what the form is about if there are several, such as the deposit to be closed
   */
  issue: (form: FormName, subject?: string) => Promise<string>
  /** Reads a key from the browser; null if it is none, or of another account or form. */
  open: (form: FormName, sealed: string) => Promise<PostedKey | null>
  /** The account that a key was issued to, which need not be this one, and its form; null if it does not open. */
  issuedTo: (sealed: string) => Promise<{ userId: string; form: FormName } | null>
  /** The address of the page that reconciles a submission, which is noted as open until it has an outcome. */
  hrefOf: (ticket: SubmissionTicket) => Promise<string>
  /** The ticket of an address, or its readable part if its secret was removed; null if it belongs to another user. */
  openTicket: (sealed: string) => Promise<SubmissionTicket | UnreadableTicket | null>
  /** For the address of the page with the outcomes of a series, whose record has its parts if the address has no room for them. */
  sealSeries: (series: SubmissionSeries) => Promise<string>
  /**
   * The series of an address; null if it belongs to another user or no longer opens. Its parts are null if they stood in a
   * record that is gone.
   * @throws whatever the store does
   */
  openSeries: (sealed: string) => Promise<OpenedSeries | null>
  /** Stops warning about a submission whose outcome has been shown. */
  closeSubmission: (key: string) => Promise<void>
  /** The account's submissions without an outcome, oldest first; none where the store can't be asked. */
  openSubmissions: () => Promise<OpenSubmission[]>
  /** Counts the outcome of a form. */
  onOutcome: (form: FormName, outcome: string) => void
  readonly store: IdempotencyStore
  readonly log: UpstreamLog
  /** This process's clock, in milliseconds since the epoch. */
  now: () => number
}

/** The part of a request's context that a submission needs. */
export interface SubmissionContext {
  form: FormData | null
  session: Pick<Session, 'user'>
  requestId: string
  upstream: Upstream
  /** How long the post may take before it is answered with "under way". */
  press: Pick<PressBudget, 'leftMs'>
  idempotencyKeys: IdempotencyKeys
}
