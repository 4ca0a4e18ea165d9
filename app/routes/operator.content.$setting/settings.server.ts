import { DayField } from '~/forms/day-fields.server'
import { z } from 'zod'
import { type Language, languages } from '~/contract/languages'
import { type FaqFigure, faqFigures } from '~/contract/faq-figures'
import { type SettingValue } from '~/contract/settings'
import { ranks } from '~/contract/user'
import {
  countField,
  decimalField,
  optionalLinkField,
  optionalTextsField,
  optionalWordField,
  percentField,
  textsField,
  textsOrNull,
  tickField,
  versionField,
} from '~/content/form-schemas.server'
import { typedDecimal, typedTexts, typedTick } from '~/content/typed'
import { allTexts } from '~/locale/texts.server'
import { anomalies } from './anomalies.server'
import { type SettingForm, defineForm } from './define-form.server'
import { type SettingName } from './names'

/**
 * The settings that have a form: how a stored value becomes fields, and the fields a value. A value is always stored
 * whole, so a form that shows a part of it keeps the rest as it is.
 */

type Company = SettingValue<'company'>
type Disclosures = SettingValue<'disclosures'>
type Protection = NonNullable<Disclosures['guarantee']>
type Limits = SettingValue<'limits'>

const company = defineForm({
  key: 'company',
  schema: () =>
    z.object({
      version: versionField,
      name: textsField(200),
      country: optionalTextsField(200),
      code: optionalTextsField(100),
      licence: optionalTextsField(1000),
      registeredAt: z.union([z.literal(''), DayField]).default(''),
    }),
  typed: (stored: Company | null) => ({
    name: typedTexts(stored?.name),
    country: typedTexts(stored?.country),
    code: typedTexts(stored?.code),
    licence: typedTexts(stored?.licence),
    registeredAt: stored?.registeredAt ?? '',
  }),
  value: ({ name, country, code, licence, registeredAt }, stored) => ({
    name,
    country: textsOrNull(country),
    code: textsOrNull(code),
    licence: textsOrNull(licence),
    registeredAt: registeredAt || null,
    team: stored?.team ?? [],
  }),
})

const team = defineForm({
  key: 'company',
  schema: () =>
    z.object({
      version: versionField,
      team: z
        .array(z.object({ role: textsField(200), text: textsField(3000) }))
        .max(50)
        .default([]),
    }),
  typed: (stored: Company | null) => ({
    team: (stored?.team ?? []).map(({ role, text }) => ({ role: typedTexts(role), text: typedTexts(text) })),
  }),
  value: (typed, stored) => ({ ...stored, team: typed.team }),
})

const contacts = defineForm({
  key: 'contacts',
  schema: () =>
    z
      .object({
        version: versionField,
        email: z.string('email_required').trim().min(1, 'email_required').pipe(z.email('email_invalid')),
        messenger: z.object({ name: optionalTextsField(100), url: optionalLinkField }),
        hours: optionalTextsField(300),
      })
      .superRefine(({ messenger: { name, url } }, context) => {
        if ((name.ru === '') === (url === '')) return
        const missing = url === '' ? [['url']] : languages.map((language) => ['name', language])
        for (const path of missing)
          context.addIssue({ code: 'custom', message: 'required', path: ['messenger', ...path], input: '' })
      }),
  typed: (stored: SettingValue<'contacts'> | null) => ({
    email: stored?.email ?? '',
    messenger: { name: typedTexts(stored?.messenger?.name), url: stored?.messenger?.url ?? '' },
    hours: typedTexts(stored?.hours),
  }),
  value: ({ email, messenger: { name, url }, hours }) => ({
    email,
    // A name that is the same in both languages is stored once.
    messenger: name.ru === '' ? null : { name: name.ru === name.en ? name.ru : name, url },
    hours: textsOrNull(hours),
  }),
})

const faqRow = z.object({
  question: textsField(300),
  answer: textsField(5000),
  figure: z.union([z.literal(''), z.enum(faqFigures, 'invalid')]).default(''),
})

const faq = defineForm({
  key: 'faq',
  schema: () => z.object({ version: versionField, items: z.array(faqRow).max(60).default([]) }),
  typed: (stored: SettingValue<'faq'> | null) => ({
    items:
      stored && stored.length > 0
        ? stored.map(({ question, answer, figure }) => ({
            question: typedTexts(question),
            answer: typedTexts(answer),
            figure: figure ?? '',
          }))
        : ownQuestions(),
  }),
  value: ({ items }) => items.map(({ figure, ...texts }) => ({ ...texts, figure: figure || null })),
})

/** The product's own questions, which are shown until the company has some: a start to go on from. */
function ownQuestions() {
  const figures: Record<number, FaqFigure> = {
    ...{ 4: 'minDeposit', 5: 'termDays', 6: 'extensionDays', 11: 'processingHours', 13: 'referral' },
  }
  const textIn = (language: Language, key: string) =>
    ((allTexts[language]['site'] as Record<string, Record<string, string>>)['faq'] ?? {})[key]
  const both = (key: string) =>
    Object.fromEntries(languages.map((language) => [language, textIn(language, key)]))
  const rows = []
  for (let n = 1; textIn('en', `q${n}`) !== undefined; n += 1)
    rows.push({ question: both(`q${n}`), answer: both(`a${n}`), figure: figures[n] ?? '' })
  return rows
}

const vacancies = defineForm({
  key: 'vacancies',
  schema: () =>
    z.object({
      version: versionField,
      items: z
        .array(
          z.object({
            id: optionalWordField(60),
            title: textsField(200),
            postedAt: DayField,
            location: textsField(200),
            description: textsField(5000),
            qualifications: optionalTextsField(5000),
          }),
        )
        .max(30)
        .default([]),
    }),
  typed: (stored: SettingValue<'vacancies'> | null) => ({
    items: (stored ?? []).map(({ id, title, postedAt, location, description, qualifications }) => ({
      id,
      title: typedTexts(title),
      postedAt: postedAt ?? '',
      location: typedTexts(location),
      description: typedTexts(description),
      qualifications: linesOf(qualifications),
    })),
  }),
  value: ({ items }) => {
    const taken = new Set(items.map(({ id }) => id))
    return items.map(({ id, qualifications, ...item }) => ({
      ...item,
      id: id || newId(item.title.en, taken),
      qualifications: textsOfLines(qualifications),
    }))
  },
})

/** Texts in both languages as two texts with a line each. */
function linesOf(texts: readonly unknown[]) {
  const typed = texts.map(typedTexts)
  return { ru: typed.map(({ ru }) => ru).join('\n'), en: typed.map(({ en }) => en).join('\n') }
}

/** A line that one language lacks is the other's. */
function textsOfLines({ ru, en }: { ru: string; en: string }) {
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  const [russian, english] = [lines(ru), lines(en)]
  return (russian.length > english.length ? russian : english).map((line, at) => ({
    ru: russian[at] ?? line,
    en: english[at] ?? line,
  }))
}

/** An address for a new vacancy, of the words of its title. */
function newId(title: string, taken: Set<string>): string {
  const words =
    title
      .toLowerCase()
      .match(/[a-z\d]+/g)
      ?.join('-')
      .slice(0, 50) || 'vacancy'
  let id = words
  for (let n = 2; taken.has(id); n += 1) id = `${words}-${n}`
  taken.add(id)
  return id
}

const protectionFields = z
  .object({
    shown: tickField,
    text: optionalTextsField(3000),
    provider: optionalTextsField(300),
    document: optionalLinkField,
  })
  .superRefine(({ shown, text, provider, document }, context) => {
    if (!shown) return
    const missing = [
      ...(text.ru === ''
        ? [
            ['text', 'ru'],
            ['text', 'en'],
          ]
        : []),
      ...(provider.ru === ''
        ? [
            ['provider', 'ru'],
            ['provider', 'en'],
          ]
        : []),
      ...(document === '' ? [['document']] : []),
    ]
    for (const path of missing)
      context.addIssue({ code: 'custom', message: 'substance_required', path, input: '' })
  })

const disclosures = defineForm({
  key: 'disclosures',
  schema: () =>
    z.object({
      version: versionField,
      guarantee: protectionFields,
      insurance: protectionFields,
      notCovered: z.array(textsField(1000)).max(30).default([]),
    }),
  typed: (stored: Disclosures | null) => ({
    guarantee: typedProtection(stored?.guarantee ?? null),
    insurance: typedProtection(stored?.insurance ?? null),
    notCovered: (stored?.notCovered ?? []).map(typedTexts),
  }),
  value: ({ guarantee, insurance, notCovered }) => ({
    guarantee: protectionOf(guarantee),
    insurance: protectionOf(insurance),
    notCovered,
  }),
})

const typedProtection = (stored: Protection | null) => ({
  shown: typedTick(stored !== null),
  text: typedTexts(stored?.text),
  provider: typedTexts(stored?.provider),
  document: stored?.document ?? '',
})

const protectionOf = ({ shown, ...substance }: z.output<typeof protectionFields>) =>
  shown ? substance : null

const rankForm = defineForm({
  key: 'ranks',
  schema: (language) =>
    z.object({
      version: versionField,
      items: z
        .array(
          z.object({
            rank: z.enum(ranks, 'invalid'),
            turnover: decimalField(language),
            percent: percentField(language),
            bonus: decimalField(language),
          }),
        )
        .max(ranks.length)
        .default([]),
    }),
  typed: (stored: SettingValue<'ranks'> | null, language) => ({
    items: ranks.map((rank) => {
      const known = stored?.find((one) => one.rank === rank)
      return {
        rank,
        turnover: typedDecimal(known?.turnover, language),
        percent: typedDecimal(known?.percent, language),
        bonus: typedDecimal(known?.bonus, language),
      }
    }),
  }),
  value: ({ items }) => items,
})

/** Rewards are paid on three levels. */
const levels = [1, 2, 3]

const referral = defineForm({
  key: 'referral',
  schema: (language) =>
    z.object({
      version: versionField,
      items: z
        .array(z.object({ level: countField(1, levels.length), percent: percentField(language) }))
        .max(levels.length)
        .default([]),
    }),
  typed: (stored: SettingValue<'referral'> | null, language) => ({
    items: levels.map((level) => ({
      level: String(level),
      percent: typedDecimal(stored?.find((one) => one.level === level)?.percent ?? '0', language),
    })),
  }),
  value: ({ items }) => items,
})

const rewards = defineForm({
  key: 'rewards',
  schema: () => z.object({ version: versionField, holdFirstTerm: tickField }),
  typed: (stored: SettingValue<'rewards'> | null) => ({ holdFirstTerm: typedTick(stored?.holdFirstTerm) }),
  value: ({ holdFirstTerm }) => ({ holdFirstTerm }),
})

const limits = defineForm({
  key: 'limits',
  schema: (language) =>
    z.object({
      version: versionField,
      exchangeMin: decimalField(language),
      spreadPercent: percentField(language, '20'),
      refillMin: decimalField(language),
      withdrawalHours: countField(0, 720),
      factorRemovalHours: countField(0, 720),
      walletHours: countField(0, 720),
      stepUpCode: tickField,
      withdrawalsStopped: tickField,
    }),
  typed: (stored: Limits | null, language) => ({
    exchangeMin: typedDecimal(stored?.exchange.min, language),
    spreadPercent: typedDecimal(stored?.exchange.spreadPercent ?? '0', language),
    refillMin: typedDecimal(stored?.refill.min, language),
    withdrawalHours: String(stored?.rest?.withdrawalHours ?? 24),
    factorRemovalHours: String(stored?.rest?.factorRemovalHours ?? 72),
    walletHours: String(stored?.rest?.walletHours ?? 24),
    stepUpCode: typedTick(stored?.stepUp?.code ?? true),
    withdrawalsStopped: typedTick(stored?.payment.stopped),
  }),
  value: (typed, stored) => ({
    ...stored,
    exchange: { min: typed.exchangeMin, spreadPercent: typed.spreadPercent },
    refill: { min: typed.refillMin },
    rest: {
      withdrawalHours: typed.withdrawalHours,
      factorRemovalHours: typed.factorRemovalHours,
      walletHours: typed.walletHours,
    },
    payment: { minUsd: stored?.payment.minUsd ?? {}, stopped: typed.withdrawalsStopped },
    stepUp: { code: typed.stepUpCode },
  }),
  fieldOf: {
    'exchange.min': 'exchangeMin',
    'exchange.spreadPercent': 'spreadPercent',
    'refill.min': 'refillMin',
    'rest.withdrawalHours': 'withdrawalHours',
    'rest.factorRemovalHours': 'factorRemovalHours',
    'rest.walletHours': 'walletHours',
    'payment.stopped': 'withdrawalsStopped',
    'stepUp.code': 'stepUpCode',
  },
})

export const settingForms: Record<SettingName, SettingForm> = {
  ...{ company, team, contacts, faq, vacancies, disclosures, ranks: rankForm, referral, rewards, limits },
  anomalies,
}
