import { z } from 'zod'
import { call } from './call'
import { Rank, ranks } from './user'
import { Amount, CalendarDate, Currency, Id, Link, Percent, Text, listOf, word } from './values'

/** What the upstream decides for everyone: bounds, company facts, plans, payment systems. */

/** The values that are stored, made of the given notation for texts, ranks, amounts and percentages. */
function valuesOf<
  Said extends z.ZodType,
  Named extends z.ZodType,
  Counted extends z.ZodType,
  Shared extends z.ZodType,
  Spread extends z.ZodType,
>({
  text,
  rank,
  amount,
  percent,
  spread,
}: {
  text: Said
  rank: Named
  amount: Counted
  percent: Shared
  spread: Spread
}) {
  return {
    limits: z.object({
      exchange: z.object({ min: amount, spreadPercent: spread.optional() }),
      refill: z.object({ min: amount }),
      payment: z.object({ minUsd: z.record(z.string(), amount) }),
      deposit: z.object({ min: amount }),
    }),
    company: z.object({
      name: text,
      country: text,
      code: text.nullable(),
      licence: text.nullable(),
      registeredAt: CalendarDate.nullable(),
      team: z.array(z.object({ role: text, text })),
    }),
    contacts: z.object({
      email: z.string(),
      messenger: z.object({ name: text, url: Link }),
      hours: text,
    }),
    disclosures: z.object({
      guarantee: z.object({ text, provider: text, document: Link }).nullable(),
      insurance: z.object({ text, provider: text, document: Link }).nullable(),
      notCovered: z.array(text),
    }),
    ranks: z.array(z.object({ rank, turnover: amount, percent, bonus: amount })),
    referral: z.array(z.object({ level: z.number().int().min(1), percent })),
    /** Whether what a partner's deposit brings becomes free only when that deposit has run its first term. */
    rewards: z.object({ holdFirstTerm: z.boolean() }),
    vacancies: z.array(
      z.object({
        id: Id,
        title: text,
        postedAt: CalendarDate,
        location: text,
        description: text,
        qualifications: z.array(text),
      }),
    ),
  }
}

export const settingValues = {
  ...valuesOf({ text: Text, rank: Rank, amount: Amount, percent: Percent, spread: Percent }),
  extensions: z.array(z.string().max(64)),
  telegramAuthAvailable: z.boolean(),
} as const

/** A text as an operator writes it: in both languages, or once where both say the same, as a name does. */
const WrittenText = z.union([Text, z.object({ ru: Text, en: Text })])

/** An amount of USD that is set: none below zero, and none finer than the ledger keeps it. */
export const SetAmount = z.string().regex(/^\d{1,12}(\.\d{1,6})?$/)

/** A percentage that is set, from 0 to 100. */
export const SetPercent = z.string().regex(/^(100(\.0{1,6})?|\d{1,2}(\.\d{1,6})?)$/)

/** A spread of exchanges in percent, from 0 to 20. */
export const SetSpread = z.string().regex(/^(20(\.0{1,6})?|1?\d(\.\d{1,6})?)$/)

/**
 * What an operator can set, whole: strict where reading is tolerant, and with both languages of each text. What is not
 * here follows from what the upstream has.
 */
export const settingDrafts = valuesOf({
  text: WrittenText,
  rank: z.enum(ranks),
  amount: SetAmount,
  percent: SetPercent,
  spread: SetSpread,
})

export type DraftedSetting = keyof typeof settingDrafts

export const draftedSettings = Object.keys(settingDrafts) as [DraftedSetting, ...DraftedSetting[]]

export type SettingKey = keyof typeof settingValues
export type SettingValue<Key extends SettingKey> = z.infer<(typeof settingValues)[Key]>

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
  z.object({ key: z.literal('vacancies'), value: settingValues.vacancies }),
  z.object({ key: z.literal('extensions'), value: settingValues.extensions }),
  z.object({ key: z.literal('telegramAuthAvailable'), value: settingValues.telegramAuthAvailable }),
])

export const tariffs = ['breeze', 'depth', 'tsunami'] as const
export const Tariff = word(...tariffs)

export const Plan = z.object({
  id: Id,
  tariff: Tariff,
  title: Text,
  currencies: z.array(Currency),
  min: Amount,
  max: Amount.nullable(),
  bounds: z.record(Currency, z.object({ min: Amount, max: Amount.nullable() })),
  dailyPercent: Percent,
  termDays: z.number().int().min(1),
  extension: z.object({ days: z.number().int().min(0), multiplier: Amount }),
  available: z.boolean(),
})
export type Plan = z.infer<typeof Plan>

export const Requirement = word('refill', 'deposit', 'verification')

export const PaymentSystem = z.object({
  id: Id,
  title: Text,
  currency: Currency,
  network: Text,
  decimals: z.number().int().min(0).max(18),
  explorer: Link.nullable(),
  refill: z.object({
    enabled: z.boolean(),
    min: Amount,
    max: Amount.nullable(),
    timeoutMinutes: z.number().int().min(1),
  }),
  payment: z.object({
    enabled: z.boolean(),
    min: Amount,
    max: Amount.nullable(),
    fee: Amount,
    hours: z.number().int().min(0),
    requires: z.array(Requirement),
  }),
})
export type PaymentSystem = z.infer<typeof PaymentSystem>

export const SubscriptionOption = z.object({
  id: Id,
  title: Text,
  days: z.number().int().min(1),
  price: Amount,
  currency: Currency,
  benefits: z.array(Text),
})
export type SubscriptionOption = z.infer<typeof SubscriptionOption>

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
