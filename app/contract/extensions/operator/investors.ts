import { z } from 'zod'
import { type Understood } from '../../reading'
import { call } from '../../call'
import { Deposit, Payment, Refill } from '../../funds'
import { Notification } from '../../notification'
import { Operation } from '../../statement'
import { PersonalData, VerificationState, Wallet } from '../../user-data'
import {
  Amount,
  Currency,
  Id,
  Language,
  Login,
  Text,
  Time,
  boundedListOf,
  listQuery,
  word,
} from '../../values'
import { Activity } from '../activity'
import { Session } from '../investor'
import { Factor } from '../second-factors'
import { OpenProposal, proposed } from './approvals'
import { access, extension } from './call'
import { Note, notesQuery } from './cases'
import { AuditRecord } from './house'
import { Inquiry, OperatorUser } from './queues'

/** Investors as the company works with them: the search, and everything about one of them. */

/** By what a search finds an investor. */
export const investorFinds = ['login', 'email', 'phone', 'wallet', 'transaction', 'reference'] as const

export const investorStates = ['suspended', 'frozen'] as const

const Named = z.object({ id: Id, login: Login })

const FoundInvestor = Named.extend({
  /** The confirmed address, else the one that awaits confirmation. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  registeredAt: Time,
  verification: word('none', 'in_process', 'successful', 'rejected'),
  suspended: z.boolean(),
  frozen: z.boolean(),
  erased: z.boolean(),
  /** What the balance and the deposits are worth in USDT now. */
  worth: Amount,
  /** By what the search found this investor; empty without a search. */
  found: z.array(word(...investorFinds)),
})
export type FoundInvestor = Understood<typeof FoundInvestor>

/** The newest entries of a list, and how many there are in all. */
const newest = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item).max(20), total: z.number().int().min(0) })

/** All accounts of the ledger in one currency. */
const CurrencyAccounts = z.object({
  currency: Currency,
  /** Free, in deposits, set aside for withdrawals, and rewards that are not free yet. */
  balance: Amount,
  balance_dep: Amount,
  held: Amount,
  rewards_held: Amount,
  /** What balance and deposits are worth in USDT; null while the currency has no rate. */
  inUsdt: Amount.nullable(),
})

/** A message that left by mail or SMS, by its subject: the text may hold a code. */
const SentMessage = z.object({
  id: Id,
  channel: word('email', 'sms'),
  recipient: z.string().max(254),
  subject: Text,
  createdAt: Time,
  sentAt: Time.nullable(),
  /** It was not sent, and is too old by now. */
  givenUp: z.boolean(),
})

export const InvestorCase = z.object({
  user: OperatorUser,
  erased: z.boolean(),
  /** Until when new withdrawals rest; null while they do not. */
  withdrawalsRestUntil: Time.nullable(),
  accounts: z.array(CurrencyAccounts),
  totalInUsdt: Amount,
  deposits: newest(Deposit),
  operations: z.object({ items: z.array(Operation).max(20) }),
  payments: newest(Payment),
  refills: newest(Refill),
  inviter: Named.nullable(),
  partners: newest(Named.extend({ registeredAt: Time, turnover: Amount })),
  /** The worth of what partners on all levels have opened, in USDT. */
  turnover: Amount,
  person: PersonalData,
  /** `id` names the newest submission. */
  verification: VerificationState.extend({ id: Id.nullable() }),
  sessions: z.array(Session.omit({ current: true })),
  activity: z.array(Activity).max(20),
  /** `others`: how many other investors have saved the address. */
  wallets: z.array(Wallet.extend({ others: z.number().int().min(0) })),
  factors: z.object({ items: z.array(Factor).max(100), recoveryCodesLeft: z.number().int().min(0) }),
  /** In the investor's language, as the investor reads them. */
  notifications: newest(Notification),
  messages: newest(SentMessage),
  inquiries: z.array(Inquiry).max(20),
  /** What operators have written about the investor: a page of it, newest first, and how much there is in all. */
  notes: z.array(Note).optional(),
  noteCount: z.number().int().min(0).optional(),
  /** Changes of the account that wait for a second operator. */
  proposals: z
    .array(OpenProposal.extend({ call: z.string().max(64) }))
    .max(20)
    .optional(),
  /** What operators did to the account and to what belongs to it. */
  records: z.array(AuditRecord).max(20),
})
export type InvestorCase = Understood<typeof InvestorCase>

/** What an operator changes of an account, in the words of the calls that do it. */
export const investorChanges = [
  'suspend',
  'restore',
  'end_sessions',
  'unfreeze',
  'remove_factors',
  'replace_contacts',
  'keep_contacts',
  'credit',
  'debit',
] as const

const ReasonText = z.string().trim().max(300)

const Correction = z.object({
  id: Id,
  direction: word('credit', 'debit'),
  currency: Currency,
  /** Without a sign. */
  amount: Amount,
  reason: Text,
  createdAt: Time,
})

const one = z.object({ id: Id })

export const investors = {
  investors: call({
    method: 'GET',
    path: '/ext/operator/investors',
    access,
    roles: ['support', 'cashier'],
    extension,
    summary:
      'Investors; a search takes the beginning of a login, an e-mail or a phone, or a whole wallet, transaction hash or reference',
    query: listQuery(['registeredAt', 'login'], {
      state: z.enum(investorStates).optional(),
      /** Only those that this investor has invited. */
      inviter: Id.optional(),
    }),
    output: boundedListOf(FoundInvestor),
  }),
  investor: call({
    method: 'GET',
    path: '/ext/operator/investors/{id}',
    access,
    roles: ['support', 'cashier'],
    extension,
    summary: 'Everything about one investor, with the newest entries of each list',
    params: one,
    query: notesQuery,
    output: InvestorCase,
    errors: ['not_found'],
  }),
  investorPreview: call({
    method: 'GET',
    path: '/ext/operator/investors/{id}/preview',
    access,
    roles: ['support', 'cashier'],
    extension,
    summary: 'What an investor will read of a change, word by word in their language; nothing is changed',
    params: one,
    query: z.object({
      change: z.enum(investorChanges),
      reason: ReasonText.optional(),
      /** Of a replacement of contacts. */
      email: z.email().max(254).optional(),
      /** Of a correction. */
      amount: Amount.optional(),
      currency: Currency.optional(),
    }),
    output: z.object({
      language: Language,
      texts: z.array(
        z.object({ places: z.array(word('sign_in', 'cabinet', 'email', 'sms')).min(1), text: Text }),
      ),
      /** Whether it waits for a second operator first. */
      needsSecond: z.boolean().optional(),
    }),
    errors: ['not_found'],
  }),
  endSessions: call({
    method: 'POST',
    path: '/ext/operator/investors/{id}/end-sessions',
    access,
    roles: ['support', 'cashier'],
    extension,
    summary: 'Ends every session of an investor, and the trust in every browser',
    params: one,
    body: z.object({ reason: ReasonText }),
    output: z.object({ ended: z.number().int().min(0), user: OperatorUser }),
    keyed: true,
    errors: ['not_found'],
  }),
  replaceContacts: call({
    method: 'POST',
    path: '/ext/operator/users/{id}/replace-contacts',
    access,
    roles: [],
    extension: 'contactReplacement',
    summary:
      'Plans that an e-mail replaces all contacts of an owner who has lost them, after a delay and notices, or cancels it',
    params: one,
    body: z.object({
      decision: z.enum(['plan', 'cancel']),
      /** Of a plan. */
      email: z.email().max(254).optional(),
      reason: ReasonText,
    }),
    output: z.object({ user: OperatorUser, ...proposed }),
    keyed: true,
    errors: ['already_decided', 'not_found', 'email_taken', 'proposal_open'],
  }),
  correctBalance: call({
    method: 'POST',
    path: '/ext/operator/investors/{id}/corrections',
    access,
    roles: ['cashier'],
    extension,
    summary:
      'Corrects a free balance by an entry of its own; a debit never takes more than is free, and the investor reads the reason',
    params: one,
    body: z.object({
      direction: z.enum(['credit', 'debit']),
      currency: Currency,
      amount: Amount,
      reason: ReasonText,
    }),
    output: z.object({
      /** Null while it waits for a second operator. */
      correction: Correction.nullable(),
      owner: Named,
      /** The free balance of the currency. */
      before: Amount,
      after: Amount,
      ...proposed,
    }),
    keyed: true,
    slow: true,
    errors: [
      'not_found',
      'insufficient_funds',
      'amount_negative',
      'amount_below_min',
      'amount_above_max',
      'proposal_open',
    ],
  }),
}
