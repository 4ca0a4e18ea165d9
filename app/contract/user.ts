import { z } from 'zod'
import { call } from './call'
import { passwordErrors, stepUpErrors } from './errors'
import { type Understood, adapted, alsoNamed, ifGiven, isFields, orElse, shorthand } from './reading'
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

/** The investor: profile, balances, partners. */

export const ranks = ['spark', 'chimera', 'monarch', 'goliath', 'whale'] as const
export const Rank = word(...ranks)

export const Subscription = z.object({
  optionId: ifGiven(Id),
  title: ifGiven(Text, 'name'),
  startedAt: ifGiven(Time),
  expiresAt: ifGiven(Time),
  status: word('active', 'expired'),
})
export type Subscription = Understood<typeof Subscription>

export const User = z.object({
  id: Id,
  login: Login,
  /** The confirmed address, else the one that awaits confirmation. */
  email: z.string().nullable(),
  /** Whether `email` is confirmed; absent if the upstream does not provide it. */
  emailConfirmed: z.boolean().optional(),
  /** The address that awaits confirmation, beside a confirmed one or alone. */
  pendingEmail: z.string().nullable().optional(),
  phone: z.string().nullable(),
  /** True by default: an upstream without confirmation does not send it, and one with it refuses calls until then. */
  phoneConfirmed: orElse(z.boolean(), true),
  registeredAt: ifGiven(Time, 'registrationDate', 'createdAt'),
  inviter: alsoNamed(Login.nullable(), 'inviterLogin'),
  country: Text.nullable(),
  city: Text.nullable(),
  instagram: Text.nullable(),
  telegram: Text.nullable(),
  vk: Text.nullable(),
  language: ifGiven(Language),
  role: orElse(word('investor', 'operator'), 'investor'),
  rank: Rank.nullable(),
  subscription: shorthand(Subscription, 'expiresAt').nullable(),
  verification: word('none', 'in_process', 'successful', 'rejected'),
  notifications: ifGiven(
    adapted(z.object({ unread: ifGiven(z.number().int().min(0)) }), (given) =>
      isFields(given) ? given : { unread: typeof given === 'boolean' || Array.isArray(given) ? null : given },
    ),
  ),
})
export type User = Understood<typeof User>

/**
 * Converts other forms of the balance: currencies listed beside it, or as rows. A balance in another currency than USDT is
 * added to the currencies.
 */
const withMainCurrency = (given: unknown): unknown => {
  if (!isFields(given) || (given.balance === undefined && !Array.isArray(given.currencies))) return given
  const listed = byCurrency(given.currencies)
  const { balance, balance_dep = given.balanceDep } = given
  const main = typeof given.currency === 'string' ? given.currency.trim().toUpperCase() : 'USDT'
  const isListed = Object.keys(listed).some((name) => name.toUpperCase() === main)
  const own = { balance, balance_dep, ...(main === 'USDT' && { rate: '1' }) }
  const currencies = balance === undefined || isListed ? listed : { [main]: own, ...listed }
  if (main !== 'USDT') return { type: given.type, currencies, asOf: given.asOf }
  return currencies === given.currencies ? given : { ...given, currencies }
}

/** Converts `[{currency, balance}]` to `{[currency]: {balance}}`. */
function byCurrency(given: unknown): Record<string, unknown> {
  if (isFields(given)) return given
  const rows = Array.isArray(given) ? given.filter(isFields) : []
  return Object.fromEntries(
    rows.flatMap((row): [string, unknown][] => {
      const code = row.currency ?? row.coin ?? row.code
      return typeof code === 'string' ? [[code, row]] : []
    }),
  )
}

export const Balance = adapted(
  z.object({
    type: orElse(z.literal('balance'), 'balance'),
    balance: ifGiven(Amount),
    balance_dep: ifGiven(Amount, 'balanceDep'),
    currency: z.literal('USDT'),
    currencies: orElse(
      z.record(
        Currency,
        shorthand(
          z.object({
            balance: ifGiven(Amount),
            balance_dep: ifGiven(Amount, 'balanceDep'),
            rate: ifGiven(Amount),
            inUsdt: ifGiven(Amount),
          }),
          'balance',
        ),
      ),
      {},
    ),
    totalInUsdt: ifGiven(Amount),
    asOf: ifGiven(Time),
  }),
  withMainCurrency,
)
export type Balance = Understood<typeof Balance>

export const Exchange = z.object({
  id: ifGiven(Id),
  from: Currency,
  to: Currency,
  amountFrom: ifGiven(Amount, 'amount'),
  amountTo: ifGiven(Amount),
  rate: ifGiven(Amount),
  createdAt: ifGiven(Time, 'creationDate'),
})
export type Exchange = Understood<typeof Exchange>

export const Rate = z.object({
  coin: alsoNamed(Currency, 'currency'),
  title: ifGiven(Text, 'name'),
  exchangeable: orElse(z.boolean(), true),
  rate: alsoNamed(Amount, 'price'),
  change24h: ifGiven(Percent),
  updatedAt: ifGiven(Time),
})
export type Rate = Understood<typeof Rate>

/** Converts an object with a rate for each coin's code to a list. */
const withRatesListed = (given: unknown): unknown => {
  if (!isFields(given)) return given
  const rates = isFields(given.rates) ? given.rates : given
  const byCoin = Object.entries(rates).filter(([name]) => !besideRates.includes(name))
  // The fields of an envelope such as `{list, count}` could be codes of coins, too.
  const isByCoin = byCoin.every(([coin, rate]) => isCurrency(coin) && isRate(rate))
  if (!isByCoin || byCoin.length === 0) return given
  const rows = byCoin.map(([coin, rate]) => (isFields(rate) ? { ...rate, coin } : { coin, rate }))
  return { ...(given.base !== undefined && { base: given.base }), items: rows }
}

const isRate = (rate: unknown): boolean =>
  isFields(rate) ? 'rate' in rate || 'price' in rate : !Array.isArray(rate)

/** Names of fields that are not coins. */
const besideRates =
  'ok success status code updated date time timestamp base rate price rates coin currency'.split(' ')

const isCurrency = (name: string) => Currency.safeParse(name.toUpperCase()).success

export const Statistics = z.object({
  refills: ifGiven(Amount),
  payments: ifGiven(Amount),
  depositsActive: ifGiven(Amount),
  income: ifGiven(Amount),
  incomeToday: ifGiven(Amount),
  accruals: adapted(
    z.object({ referral: ifGiven(Amount), matching: ifGiven(Amount), bonus: ifGiven(Amount) }),
    // A total does not reveal its parts.
    (given) => (isFields(given) ? given : {}),
  ),
  series: ifGiven(
    z.array(
      z.object({
        date: CalendarDate,
        balance: ifGiven(Amount),
        balance_dep: ifGiven(Amount),
        income: ifGiven(Amount),
      }),
    ),
  ),
  currency: z.literal('USDT'),
})
export type Statistics = Understood<typeof Statistics>

/** A reward that is held until the partner's deposit has run its first term. */
export const HeldReward = z.object({
  id: Id,
  kind: word('referral', 'matching', 'bonus'),
  amount: Amount,
  currency: z.literal('USDT'),
  /** The partner whose deposit earned it, and their level. */
  partner: z.object({ login: Login, level: z.number().int().min(1).max(3) }),
  /** For a bonus: the rank that was reached. */
  rank: Rank.nullable(),
  /** When the reward is added to the free balance: the end of that deposit's first term. */
  releasesAt: Time,
})
export type HeldReward = Understood<typeof HeldReward>

export const Partner = z.object({
  login: Login,
  /** The distance in invitations; an upstream may count further than the three that it rewards here. */
  level: ifGiven(z.number().int().min(1)),
  turnover: ifGiven(Amount),
  bonus: ifGiven(Amount, 'premium'),
  accruals: ifGiven(Amount),
  /** The held part of `accruals`, on upstreams that hold rewards. */
  held: Amount.optional(),
  registeredAt: ifGiven(Time, 'registrationDate'),
  partners: ifGiven(z.number().int().min(0)),
})
export type Partner = Understood<typeof Partner>

const partnersQuery = listQuery(
  ['login', 'level', 'turnover', 'bonus', 'accruals', 'registeredAt', 'partners'],
  { level: z.coerce.number<number>().int().min(1).max(3).optional() },
)

const PartnersPage = listOf(Partner, {
  summary: ifGiven(
    z.object({
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
  ),
})
export type PartnersPage = Understood<typeof PartnersPage>

/** The fields of the own account that an investor may change; an absent field is kept, `null` clears it. */
export const ProfileChange = z.object({
  email: z.email().max(254).optional(),
  phone: z.string().max(32).optional(),
  country: z.string().trim().max(80).nullable().optional(),
  city: z.string().trim().max(80).nullable().optional(),
  instagram: z.string().trim().max(80).nullable().optional(),
  telegram: z.string().trim().max(80).nullable().optional(),
  vk: z.string().trim().max(80).nullable().optional(),
  language: Language.optional(),
  /** Required to change the e-mail or phone of an active account. */
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
    /** Without `rateId` on an upstream that quotes no rates; the backend here requires it. */
    body: z.object({ from: Currency, to: Currency, amount: Amount, rateId: Id.optional() }),
    output: z.object({ exchange: ifGiven(Exchange), balance: ifGiven(Balance) }),
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
    output: z.object({ user: ifGiven(User) }),
    errors: ['email_taken', 'phone_taken', 'network_quota', ...passwordErrors, ...stepUpErrors],
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
    output: z.object({ subscription: ifGiven(Subscription), balance: ifGiven(Balance) }),
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
      login: ifGiven(Login),
      /** True by default: an upstream that answers has found the login. */
      exists: orElse(z.boolean(), true),
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
      turnover: ifGiven(Amount),
      ranks: orElse(z.array(z.object({ rank: Rank, turnover: Amount, percent: Percent })), []),
      accruals: z.object({
        referral: ifGiven(Amount),
        matching: ifGiven(Amount),
        bonus: ifGiven(Amount),
        total: ifGiven(Amount),
      }),
      currency: z.literal('USDT'),
      /** Held rewards: their total, their number, and those that become free first. Absent if the upstream holds none. */
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
    /** Null if the current bearer stays valid. */
    output: z.object({ refreshToken: ifGiven(z.string().min(1).max(2048), 'token', 'accessToken') }),
    errors: [...passwordErrors, ...stepUpErrors, 'password_too_simple'],
  }),
  exchangeRate: call({
    method: 'GET',
    path: '/user/exchange-rate',
    access: 'public',
    summary: 'Rates in USDT; with a bearer, `rateId` quotes them to that investor until `expiresAt`',
    output: adapted(
      z.object({
        base: z.literal('USDT'),
        rateId: ifGiven(Id),
        expiresAt: ifGiven(Time),
        items: z.array(Rate),
        spreadPercent: Percent.optional().meta({
          description: 'By how many percent less is given than the rates say; none where it is not told',
        }),
      }),
      withRatesListed,
    ),
  }),
  operations,
}
