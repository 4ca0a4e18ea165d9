import { z } from 'zod'
import { call } from './call'
import { passwordErrors } from './errors'
import { operations } from './statement'
import {
  Amount,
  CalendarDate,
  Currency,
  CurrentPassword,
  Id,
  Language,
  Login,
  Percent,
  Text,
  Time,
  listOf,
  listQuery,
  word,
} from './values'

/** The investor: who they are, what they hold, whom they invited. */

export const ranks = ['spark', 'chimera', 'monarch', 'goliath', 'whale'] as const
export const Rank = word(...ranks)

export const Subscription = z.object({
  optionId: Id,
  title: Text,
  startedAt: Time,
  expiresAt: Time,
  status: word('active', 'expired'),
})
export type Subscription = z.infer<typeof Subscription>

export const User = z.object({
  id: Id,
  login: Login,
  /** The confirmed address; where there is none, the one that waits for its code. */
  email: z.string().nullable(),
  /** Whether `email` is confirmed. Absent: this upstream does not say. */
  emailConfirmed: z.boolean().optional(),
  /** The address that waits for its code, beside the one in force or instead of one. */
  pendingEmail: z.string().nullable().optional(),
  phone: z.string().nullable(),
  phoneConfirmed: z.boolean(),
  registeredAt: Time,
  inviter: Login.nullable(),
  country: Text.nullable(),
  city: Text.nullable(),
  instagram: Text.nullable(),
  telegram: Text.nullable(),
  vk: Text.nullable(),
  language: Language,
  role: word('investor', 'operator'),
  rank: Rank.nullable(),
  subscription: Subscription.nullable(),
  verification: word('none', 'in_process', 'successful', 'rejected'),
  notifications: z.object({ unread: z.number().int().min(0) }),
})
export type User = z.infer<typeof User>

export const Balance = z.object({
  type: z.literal('balance'),
  balance: Amount,
  balance_dep: Amount,
  currency: z.literal('USDT'),
  currencies: z.record(
    Currency,
    z.object({ balance: Amount, balance_dep: Amount, rate: Amount, inUsdt: Amount }),
  ),
  totalInUsdt: Amount,
  asOf: Time,
})
export type Balance = z.infer<typeof Balance>

export const Exchange = z.object({
  id: Id,
  from: Currency,
  to: Currency,
  amountFrom: Amount,
  amountTo: Amount,
  rate: Amount,
  createdAt: Time,
})
export type Exchange = z.infer<typeof Exchange>

export const Rate = z.object({
  coin: Currency,
  title: Text,
  exchangeable: z.boolean(),
  rate: Amount,
  change24h: Percent,
  updatedAt: Time,
})
export type Rate = z.infer<typeof Rate>

export const Statistics = z.object({
  refills: Amount,
  payments: Amount,
  depositsActive: Amount,
  income: Amount,
  incomeToday: Amount,
  accruals: z.object({ referral: Amount, matching: Amount, bonus: Amount }),
  series: z.array(z.object({ date: CalendarDate, balance: Amount, balance_dep: Amount, income: Amount })),
  currency: z.literal('USDT'),
})
export type Statistics = z.infer<typeof Statistics>

/** A reward that is shown and not free yet. */
export const HeldReward = z.object({
  id: Id,
  kind: word('referral', 'matching', 'bonus'),
  amount: Amount,
  currency: z.literal('USDT'),
  /** Whose deposit brought it, and on which level. */
  partner: z.object({ login: Login, level: z.number().int().min(1).max(3) }),
  /** Of a bonus: the rank that was reached. */
  rank: Rank.nullable(),
  /** When that deposit has run its first term: the reward is on the balance then. */
  releasesAt: Time,
})
export type HeldReward = z.infer<typeof HeldReward>

export const Partner = z.object({
  login: Login,
  level: z.number().int().min(1).max(3),
  turnover: Amount,
  bonus: Amount,
  accruals: Amount,
  /** What of `accruals` is not free yet, where an upstream holds rewards. */
  held: Amount.optional(),
  registeredAt: Time,
  partners: z.number().int().min(0),
})
export type Partner = z.infer<typeof Partner>

const partnersQuery = listQuery(
  ['login', 'level', 'turnover', 'bonus', 'accruals', 'registeredAt', 'partners'],
  { level: z.coerce.number<number>().int().min(1).max(3).optional() },
)

const PartnersPage = listOf(Partner, {
  summary: z.object({
    partners: z.number().int().min(0),
    turnover: Amount,
    bonus: Amount,
    accruals: Amount,
    levels: z.array(
      z.object({
        level: z.number().int().min(1).max(3),
        partners: z.number().int().min(0),
        turnover: Amount,
      }),
    ),
  }),
})
export type PartnersPage = z.infer<typeof PartnersPage>

/** What an investor may change of the own account; a field left out stays as it is, `null` empties it. */
export const ProfileChange = z.object({
  email: z.email().max(254).optional(),
  phone: z.string().max(32).optional(),
  country: z.string().trim().max(80).nullable().optional(),
  city: z.string().trim().max(80).nullable().optional(),
  instagram: z.string().trim().max(80).nullable().optional(),
  telegram: z.string().trim().max(80).nullable().optional(),
  vk: z.string().trim().max(80).nullable().optional(),
  language: Language.optional(),
  /** For another e-mail or phone of an account that is in use. */
  currentPassword: CurrentPassword,
})

export const user = {
  balance: call({
    method: 'GET',
    path: '/user/balance',
    access: 'investor',
    summary: 'The balance account and the deposit account, by currency',
    output: Balance,
  }),
  exchange: call({
    method: 'POST',
    path: '/user/exchange',
    access: 'investor',
    summary: 'Exchanges one currency of the balance for another at a quoted rate',
    body: z.object({ from: Currency, to: Currency, amount: Amount, rateId: Id }),
    output: z.object({ exchange: Exchange, balance: Balance }),
    status: 201,
    keyed: true,
    errors: ['rate_expired', 'insufficient_funds', 'amount_negative', 'amount_below_min', 'amount_above_max'],
  }),
  profile: call({
    method: 'POST',
    path: '/user/profile',
    access: 'signed_in',
    summary: 'Changes contact data and language',
    body: ProfileChange,
    output: z.object({ user: User }),
    errors: ['email_taken', 'phone_taken', 'network_quota', ...passwordErrors],
  }),
  statistics: call({
    method: 'GET',
    path: '/user/statistics',
    access: 'investor',
    summary: 'Totals in USDT and a daily series',
    query: z.object({ days: z.coerce.number<number>().int().min(7).max(3650).optional() }),
    output: Statistics,
  }),
  subscription: call({
    method: 'POST',
    path: '/user/subscription',
    access: 'investor',
    summary: 'Pays for a subscription from the USDT balance',
    body: z.object({ optionId: Id }),
    output: z.object({ subscription: Subscription, balance: Balance }),
    status: 201,
    keyed: true,
    errors: ['insufficient_funds', 'not_found'],
  }),
  referral: call({
    method: 'GET',
    path: '/user/referral/{login}',
    access: 'public',
    summary: 'Whether a login can be named as inviter',
    params: z.object({ login: Login }),
    output: z.object({
      login: Login,
      exists: z.boolean(),
      inviter: Login.nullable(),
      rank: Rank.nullable(),
      registeredAt: Time.nullable(),
    }),
  }),
  referrals: call({
    method: 'GET',
    path: '/user/referrals',
    access: 'investor',
    summary: 'Partners on all three levels',
    query: partnersQuery,
    output: PartnersPage,
  }),
  referralsOf: call({
    method: 'GET',
    path: '/user/referrals/{login}',
    access: 'investor',
    summary: "One partner's direct partners",
    params: z.object({ login: Login }),
    query: partnersQuery,
    output: PartnersPage,
    errors: ['not_found'],
  }),
  bonus: call({
    method: 'GET',
    path: '/user/bonus',
    access: 'investor',
    summary: 'Rank, the way to the next one, and what partners brought',
    output: z.object({
      rank: Rank.nullable(),
      next: z.object({ rank: Rank, turnover: Amount }).nullable(),
      turnover: Amount,
      ranks: z.array(z.object({ rank: Rank, turnover: Amount, percent: Percent })),
      accruals: z.object({ referral: Amount, matching: Amount, bonus: Amount, total: Amount }),
      currency: z.literal('USDT'),
      /**
       * What of it is not free yet: all of it, how many rewards that is, and those that become free first. Absent where
       * an upstream holds none.
       */
      held: z
        .object({ total: Amount, count: z.number().int().min(0), items: z.array(HeldReward).max(100) })
        .optional(),
    }),
  }),
  password: call({
    method: 'PATCH',
    path: '/user/password',
    access: 'investor',
    summary: 'Changes the password and ends every other token of the investor',
    body: z.object({ currentPassword: z.string().max(1024), password: z.string().max(1024) }),
    output: z.object({ refreshToken: z.string().min(1).max(2048) }),
    errors: [...passwordErrors, 'password_too_simple'],
  }),
  exchangeRate: call({
    method: 'GET',
    path: '/user/exchange-rate',
    access: 'public',
    summary: 'Rates in USDT; with a bearer, `rateId` quotes them to that investor until `expiresAt`',
    output: z.object({
      base: z.literal('USDT'),
      rateId: Id,
      expiresAt: Time,
      items: z.array(Rate),
      spreadPercent: Percent.optional().meta({
        description: 'By how many percent less is given than the rates say; none where it is not told',
      }),
    }),
  }),
  operations,
}
