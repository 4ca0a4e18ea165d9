import { z } from 'zod'
import { call } from './call'
import { Rank } from './user'
import { Amount, CalendarDate, Currency, Id, Link, Percent, Text, listOf, word } from './values'

/** What the upstream decides for everyone: bounds, company facts, plans, payment systems. */

export const settingValues = {
  limits: z.object({
    exchange: z.object({ min: Amount }),
    refill: z.object({ min: Amount }),
    payment: z.object({ minUsd: z.record(z.string(), Amount) }),
    deposit: z.object({ min: Amount }),
  }),
  company: z.object({
    name: Text,
    country: Text,
    code: Text.nullable(),
    licence: Text.nullable(),
    registeredAt: CalendarDate.nullable(),
    team: z.array(z.object({ role: Text, text: Text })),
  }),
  contacts: z.object({
    email: z.string(),
    messenger: z.object({ name: Text, url: Link }),
    hours: Text,
  }),
  disclosures: z.object({
    guarantee: z.object({ text: Text, provider: Text, document: Link }).nullable(),
    insurance: z.object({ text: Text, provider: Text, document: Link }).nullable(),
    notCovered: z.array(Text),
  }),
  ranks: z.array(z.object({ rank: Rank, turnover: Amount, percent: Percent, bonus: Amount })),
  referral: z.array(z.object({ level: z.number().int().min(1), percent: Percent })),
  vacancies: z.array(
    z.object({
      id: Id,
      title: Text,
      postedAt: CalendarDate,
      location: Text,
      description: Text,
      qualifications: z.array(Text),
    }),
  ),
  extensions: z.array(z.string().max(64)),
  telegramAuthAvailable: z.boolean(),
} as const

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
