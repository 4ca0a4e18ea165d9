import { z } from 'zod'
import { type Understood } from '../../reading'
import { type OperatorRole } from '../../operator-roles'
import { call } from '../../call'
import { Amount, Currency, Id, Language, Login, PageNumber, Text, Time, word } from '../../values'
import { HeldPayment } from './anomalies'
import { access, extension } from './call'
import { linkKinds } from './links'
import { Application, Decision, Inquiry, OwnedPayment, OwnedRefill, Verification } from './queues'
import { WaitingTransfer } from './transfers'

/**
 * One entry of a queue with all that its decision needs, and the work on it that decides nothing: an operator takes it,
 * or writes a note.
 */

export const caseQueues = [
  'payments',
  'refills',
  'transfers',
  'verifications',
  'inquiries',
  'applications',
] as const
export type CaseQueue = (typeof caseQueues)[number]

/** What notes are written on: the cases of each queue, and investors. */
const noted = [...caseQueues, 'investors'] as const
export type Noted = (typeof noted)[number]

/** An operator has taken a case, so that no other decides on it at the same time. */
const Taken = z.object({ by: Login, isOwn: z.boolean(), at: Time })

const Totals = z.object({
  count: z.number().int().min(0),
  /** In USDT, at the present rates. */
  worth: Amount,
  largest: Amount,
  lastAt: Time.nullable(),
})

/** Who the case is about, and their history with the company. */
const CaseInvestor = z.object({
  id: Id,
  login: Login,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  country: Text.nullable(),
  /** The investor's: a reason is read in it. */
  language: Language,
  registeredAt: Time,
  verification: word('none', 'in_process', 'successful', 'rejected'),
  suspended: z.boolean(),
  frozen: z.boolean(),
  balances: z.array(z.object({ currency: Currency, free: Amount, deposits: Amount })),
  /** Completed ones alone. */
  withdrawals: Totals,
  topUps: Totals,
  openDeposits: z.number().int().min(0),
  /** Other accounts that were seen with the same document, wallet, device or network. */
  shared: z.array(
    z.object({
      kind: word(...linkKinds),
      accounts: z.array(z.object({ id: Id, login: Login, suspended: z.boolean() })),
    }),
  ),
})
export type CaseInvestor = Understood<typeof CaseInvestor>

/** What an operator has written for others; nobody whom it is about reads it. */
export const Note = z.object({ id: Id, by: Login, text: Text, at: Time })
export type Note = Understood<typeof Note>

/** Which page of its notes a case or an investor is read with. */
export const notesQuery = z.object({ notesPage: PageNumber.optional() })

const Case = z.object({
  taken: Taken.nullable(),
  /** A page of them, newest first. */
  notes: z.array(Note),
  /** How many there are on all pages; absent: those are all. */
  noteCount: z.number().int().min(0).optional(),
  /** The decisions on it so far, newest first. */
  decisions: z.array(
    z.object({ action: z.string().max(64), by: Login.nullable(), reason: Text.nullable(), at: Time }),
  ),
  investor: CaseInvestor.nullable(),
  /** The next open case of the queue, which nobody else has taken; null if there is none. */
  next: Id.nullable(),
})
export type Case = Understood<typeof Case>

/** What is known of the wallet of a withdrawal. */
const WalletFacts = z.object({
  /** Completed withdrawals of this investor to it. */
  paid: z.number().int().min(0),
  lastPaidAt: Time.nullable(),
  /** Since when it is among the saved wallets; null if it is not. */
  savedSince: Time.nullable(),
})

/** What the investor will read. */
const Preview = z.object({
  language: Language,
  /** The text of the notification; null if there is none. */
  notification: Text.nullable(),
  /** The mails, in the order in which they are sent. */
  mails: z.array(z.object({ subject: Text, text: Text })),
  /** Whether the decision waits for a second operator: until then the investor reads nothing. */
  needsSecond: z.boolean().optional(),
})
export type Preview = Understood<typeof Preview>

const one = z.object({ queue: z.enum(caseQueues), id: Id })
const errors = ['not_found', 'already_decided', 'case_taken'] as const

function caseOf<Shape extends z.ZodRawShape>(
  queue: CaseQueue,
  shape: Shape,
  roles: readonly OperatorRole[] = ['support', 'cashier'],
  of: string = extension,
) {
  return call({
    method: 'GET',
    path: `/ext/operator/${queue}/{id}`,
    access,
    roles,
    extension: of,
    summary: `One of the ${queue}, with what its decision needs`,
    params: z.object({ id: Id }),
    query: notesQuery,
    output: z.object({ ...shape, case: Case }),
    errors: ['not_found'],
  })
}

export const cases = {
  payment: caseOf('payments', {
    payment: OwnedPayment,
    wallet: WalletFacts,
    /** In USDT, at the present rates. */
    worth: Amount,
    held: HeldPayment.pick({ found: true, heldAt: true, cleared: true }).nullable(),
  }),
  refill: caseOf('refills', { refill: OwnedRefill }),
  transfer: caseOf(
    'transfers',
    {
      transfer: WaitingTransfer,
      /** The top-ups that it can be credited to, the likeliest first. */
      candidates: z.array(OwnedRefill),
    },
    undefined,
    'transfers',
  ),
  verification: caseOf('verifications', { verification: Verification }),
  inquiry: caseOf('inquiries', { inquiry: Inquiry }, ['support']),
  application: caseOf('applications', { application: Application }, ['support'], 'applications'),
  takeCase: call({
    method: 'POST',
    path: '/ext/operator/cases/{queue}/{id}/take',
    access,
    roles: ['support', 'cashier'],
    extension,
    summary: 'Takes a case; `over` takes it from another operator',
    params: one,
    body: z.object({ over: z.boolean().optional() }),
    output: z.object({ taken: Taken }),
    errors,
  }),
  releaseCase: call({
    method: 'POST',
    path: '/ext/operator/cases/{queue}/{id}/release',
    access,
    roles: ['support', 'cashier'],
    extension,
    summary: 'Gives a case back that the caller has taken',
    params: one,
    output: z.object({}),
    errors: ['not_found', 'case_taken'],
  }),
  addNote: call({
    method: 'POST',
    path: '/ext/operator/cases/{queue}/{id}/notes',
    access,
    roles: ['support', 'cashier'],
    extension,
    summary:
      'Writes a note on a case or an investor, for operators alone; the same one twice in a row is one',
    params: z.object({ queue: z.enum(noted), id: Id }),
    body: z.object({ text: z.string().trim().min(1).max(2000) }),
    output: z.object({ id: Id }),
    status: 201,
    errors: ['not_found'],
  }),
  previewDecision: call({
    method: 'POST',
    path: '/ext/operator/cases/{queue}/{id}/preview',
    access,
    roles: ['support', 'cashier'],
    extension,
    summary: 'What the investor will read after a decision; nothing is decided',
    params: one,
    body: Decision,
    output: Preview,
    errors: [...errors, 'payment_batched', 'payment_resting', 'proposal_open', 'withdrawals_frozen'],
  }),
}
