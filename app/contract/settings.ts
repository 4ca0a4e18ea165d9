import { z } from 'zod'
import { call } from './call'
import { currencyScales } from './currencies'
import { faqFigures } from './faq-figures'
import { type Understood, adapted, alsoNamed, ifGiven, isFields, orElse } from './reading'
import { Rank, ranks } from './user'
import { Amount, CalendarDate, Currency, Id, Link, Percent, Text, listOf, word } from './values'

/** Settings of the upstream: bounds, company data, plans, payment systems. */

const hours = z.number().int().min(0).max(720)

/** The schemas of the stored values, built with the given schemas for texts, ranks, amounts and percentages. */
function valuesOf<
  TextSchema extends z.ZodType,
  RankSchema extends z.ZodType,
  AmountSchema extends z.ZodType,
  PercentSchema extends z.ZodType,
  SpreadSchema extends z.ZodType,
  FigureSchema extends z.ZodType,
>({
  text,
  rank,
  amount,
  percent,
  spread,
  figure,
}: {
  text: TextSchema
  rank: RankSchema
  amount: AmountSchema
  percent: PercentSchema
  spread: SpreadSchema
  figure: FigureSchema
}) {
  return {
    limits: z.object({
      exchange: z.object({ min: ifGiven(amount), spreadPercent: spread.optional() }),
      refill: z.object({ min: ifGiven(amount) }),
      /** `stopped`: new withdrawals are refused, of everybody. */
      payment: z.object({
        minUsd: orElse(z.record(z.string(), amount), {}),
        stopped: z.boolean().optional(),
      }),
      deposit: z.object({ min: ifGiven(amount) }),
      /**
       * Hours that withdrawals rest after a change of contacts or password, 24 by default and 0 for no rest; how long after
       * an operator's decision lost second factors are removed and lost contacts replaced, 72 by default; and how long a new wallet rests where an
       * investor withdraws to saved ones alone, 24 by default.
       */
      rest: z
        .object({
          withdrawalHours: hours,
          factorRemovalHours: hours.optional(),
          walletHours: hours.optional(),
        })
        .optional(),
      /** Whether a code is sent to an account without a second factor at a step-up; else its password is enough. */
      stepUp: z.object({ code: z.boolean() }).optional(),
    }),
    company: z.object({
      name: text,
      country: ifGiven(text),
      code: text.nullable(),
      /** Null if the company has none; absent if the upstream does not provide it. */
      licence: text.nullable().optional(),
      registeredAt: CalendarDate.nullable(),
      team: orElse(z.array(z.object({ role: text, text })), []),
    }),
    contacts: z.object({
      email: ifGiven(z.string()),
      messenger: ifGiven(z.object({ name: text, url: Link })),
      hours: ifGiven(text),
    }),
    disclosures: z.object({
      guarantee: z.object({ text, provider: text, document: Link }).nullable(),
      insurance: z.object({ text, provider: text, document: Link }).nullable(),
      notCovered: z.array(text),
    }),
    ranks: z.array(z.object({ rank, turnover: amount, percent, bonus: amount })),
    referral: z.array(z.object({ level: z.number().int().min(1), percent })),
    /** Whether a reward becomes free only after the first term of the partner's deposit. */
    rewards: z.object({ holdFirstTerm: z.boolean() }),
    /** Questions in their order; an answer may end with a figure that is read from the terms when it is shown. */
    faq: z.array(z.object({ question: text, answer: text, figure: figure.nullable().optional() })),
    vacancies: z.array(
      z.object({
        id: Id,
        title: text,
        postedAt: ifGiven(CalendarDate, 'date', 'datePosted'),
        location: ifGiven(text),
        description: alsoNamed(text, 'text', 'jobDescription'),
        qualifications: orElse(z.array(text), []),
      }),
    ),
  }
}

export const settingValues = {
  ...valuesOf({
    text: Text,
    rank: Rank,
    amount: Amount,
    percent: Percent,
    spread: Percent,
    figure: word(...faqFigures),
  }),
  extensions: z.array(z.string().max(64)),
  telegramAuthAvailable: z.boolean(),
} as const

/** A text that an operator enters: in both languages, or once for both, such as a name. */
const WrittenText = z.union([Text, z.object({ ru: Text, en: Text })])

/** An amount of USD that an operator enters: not negative, with at most the ledger's decimals. */
export const SetAmount = z.string().regex(/^\d{1,12}(\.\d{1,6})?$/)

/** A percentage that an operator enters, from 0 to 100. */
export const SetPercent = z.string().regex(/^(100(\.0{1,6})?|\d{1,2}(\.\d{1,6})?)$/)

/** A spread of exchanges in percent, from 0 to 20. */
export const SetSpread = z.string().regex(/^(20(\.0{1,6})?|1?\d(\.\d{1,6})?)$/)

const threshold = z.number().int().min(1).max(1_000_000)

/** When a withdrawal is held for an operator; null switches a rule off. Only operators see it. */
export const AnomalyRules = z.object({
  /** Refused sign-ins of the account within a day, and the number of networks that they came from. */
  refusedSignIns: z.object({ attempts: threshold, networks: threshold }).nullable(),
  /** From a device and to a wallet that are both new: this percentage of the balance within a day. */
  takeover: z.object({ percent: SetPercent }).nullable(),
  /** So many times the largest earlier withdrawal, once there were `earlier` ones. */
  unusualAmount: z.object({ times: SetAmount, earlier: threshold }).nullable(),
  /** So many hours from the time of day of any earlier withdrawal, once there were `earlier` ones. */
  unusualHour: z.object({ hours: z.number().int().min(1).max(12), earlier: threshold }).nullable(),
  /** So many investors with one wallet. */
  sharedWallet: z.object({ investors: threshold.min(2) }).nullable(),
})

/**
 * When a change needs a second operator. Off, one operator is enough for everything; decisions on withdrawals and top-ups
 * need a second one if they are worth more than so much USDT. Only operators see it.
 */
export const FourEyes = z.object({
  on: z.boolean(),
  over: z.object({ payment: SetAmount, refill: SetAmount }),
})

/** The complete schemas of the settings that an operator can change: strict, and with both languages of each text. */
export const settingDrafts = {
  ...valuesOf({
    text: WrittenText,
    rank: z.enum(ranks),
    amount: SetAmount,
    percent: SetPercent,
    spread: SetSpread,
    figure: z.enum(faqFigures),
  }),
  anomalies: AnomalyRules,
  fourEyes: FourEyes,
}

export type DraftedSetting = keyof typeof settingDrafts

export const draftedSettings = Object.keys(settingDrafts) as [DraftedSetting, ...DraftedSetting[]]

export type SettingKey = keyof typeof settingValues
export type SettingValue<Key extends SettingKey> = Understood<(typeof settingValues)[Key]>

export const settingKeys = Object.keys(settingValues) as [SettingKey, ...SettingKey[]]

/** `{key, value}` with the value's shape chosen by the key. */
export const Setting = z.discriminatedUnion('key', [
  z.object({ key: z.literal('limits'), value: settingValues.limits }),
  z.object({ key: z.literal('company'), value: settingValues.company }),
  z.object({ key: z.literal('contacts'), value: settingValues.contacts }),
  z.object({ key: z.literal('disclosures'), value: settingValues.disclosures }),
  z.object({ key: z.literal('ranks'), value: settingValues.ranks }),
  z.object({ key: z.literal('referral'), value: settingValues.referral }),
  z.object({ key: z.literal('rewards'), value: settingValues.rewards }),
  z.object({ key: z.literal('faq'), value: settingValues.faq }),
  z.object({ key: z.literal('vacancies'), value: settingValues.vacancies }),
  z.object({ key: z.literal('extensions'), value: settingValues.extensions }),
  z.object({ key: z.literal('telegramAuthAvailable'), value: settingValues.telegramAuthAvailable }),
])

export const tariffs = ['breeze', 'depth', 'tsunami'] as const
export const Tariff = word(...tariffs)

/** The default terms of a plan: fifty days, then fifty days at twice the percentage. */
export const depositTerm = { days: 50, extension: { days: 50, multiplier: '2' } }

export const Plan = z.object({
  id: Id,
  tariff: alsoNamed(Tariff, 'plan', 'name', 'title'),
  title: ifGiven(Text, 'name'),
  currencies: orElse(z.array(Currency), ['USDT']),
  min: ifGiven(Amount, 'minimumDeposit', 'minDeposit'),
  max: Amount.nullable(),
  bounds: orElse(z.record(Currency, z.object({ min: Amount, max: Amount.nullable() })), {}),
  dailyPercent: alsoNamed(Percent, 'dailyProfitability', 'profitability', 'percent'),
  termDays: orElse(z.number().int().min(1), depositTerm.days, 'term'),
  extension: orElse(z.object({ days: z.number().int().min(0), multiplier: Amount }), depositTerm.extension),
  available: orElse(z.boolean(), true),
})
export type Plan = Understood<typeof Plan>

export const Requirement = word('refill', 'deposit', 'verification')

/** The default number of hours within which a withdrawal is processed. */
export const processingHours = 96

/** Converts a system that is only a name, or whose currency is only in its name, such as `USDT TRC-20`. */
const withCurrency = (given: unknown): unknown => {
  if (typeof given === 'string') return withCurrency({ id: given, title: given })
  if (!isFields(given) || (given.currency ?? null) !== null) return given
  const words = [given.title, given.name, given.id].flatMap((name) =>
    String(name)
      .toUpperCase()
      .split(/[^A-Z]+/),
  )
  const currency = words.find((word) => Object.hasOwn(currencyScales, word))
  return currency === undefined ? given : { ...given, currency }
}

const PaymentSystemRow = z.object({
  id: Id,
  title: ifGiven(Text, 'name'),
  currency: Currency,
  network: ifGiven(Text),
  decimals: ifGiven(z.number().int().min(0).max(18)),
  explorer: Link.nullable(),
  refill: z.object({
    enabled: orElse(z.boolean(), true),
    min: ifGiven(Amount),
    max: Amount.nullable(),
    timeoutMinutes: ifGiven(z.number().int().min(1)),
  }),
  payment: z.object({
    enabled: orElse(z.boolean(), true),
    min: ifGiven(Amount),
    max: Amount.nullable(),
    fee: ifGiven(Amount),
    hours: orElse(z.number().int().min(0), processingHours),
    requires: orElse(z.array(Requirement), []),
  }),
})
export const PaymentSystem = adapted(PaymentSystemRow, withCurrency)
export type PaymentSystem = Understood<typeof PaymentSystem>

export const SubscriptionOption = z.object({
  id: Id,
  title: ifGiven(Text, 'name'),
  days: ifGiven(z.number().int().min(1)),
  price: alsoNamed(Amount, 'amount'),
  currency: orElse(Currency, 'USDT'),
  benefits: orElse(z.array(Text), []),
})
export type SubscriptionOption = Understood<typeof SubscriptionOption>

const all = <Item extends z.ZodType>(item: Item) => listOf(item).pick({ items: true })

export const settings = {
  get: call({
    method: 'GET',
    path: '/settings/{key}',
    access: 'public',
    summary: 'One setting',
    params: z.object({ key: z.enum(settingKeys) }),
    output: Setting,
    errors: ['not_found'],
  }),
  subscriptionOptions: call({
    method: 'GET',
    path: '/settings/subscription/options',
    access: 'public',
    summary: 'What a subscription costs and gives',
    output: all(SubscriptionOption),
  }),
  paymentSystems: call({
    method: 'GET',
    path: '/payment-systems',
    access: 'public',
    summary: 'Networks for top-ups and withdrawals with their bounds and fees',
    output: all(PaymentSystem),
  }),
  plans: call({
    method: 'GET',
    path: '/settings_other/plans/available',
    access: 'public',
    summary: 'Tariff plans',
    output: all(Plan),
  }),
}
