import { type notifications } from '../db/schema/notifications'
import { isZero } from '../domain/decimal'
import { reasonText } from '../domain/house-reasons'
import { type Language } from '~/contract/languages'
import { ifNotYou, unknownDevice } from './security-texts'
import { notificationTexts, pathsOf, rankTexts } from './texts'

/**
 * Puts a stored notification into words. Invariants: values never bring HTML with them; only `written` texts, which the
 * company wrote, have any.
 */

type Stored = Pick<typeof notifications.$inferSelect, 'kind' | 'type' | 'values'>

/**
 * HTML, except for the type `bonus`, which is plain text; it links to what the notification is about. A kind that this
 * version does not know has an empty text.
 */
export function messageOf(stored: Stored, language: Language): string {
  const { kind, type, values } = stored
  const path = type === 'bonus' ? null : pathsOf[kind]?.(values)
  if (!path) return unlinkedMessageOf(stored, language)
  const link = `<a href="${escapeHtml(path)}">`
  return templateOf(stored, language)
    .split(/([[\]])/)
    .map((part) => {
      if (part === '[') return link
      return part === ']' ? '</a>' : escapeHtml(filledIn(part, values, language))
    })
    .join('')
    .trim()
}

/** The same without the link, for a reader outside the cabinet. */
export function unlinkedMessageOf({ kind, type, values }: Stored, language: Language): string {
  if (kind === 'written') return textOf(values[language])
  const text = plainTextOf({ kind, values }, language)
  return type === 'bonus' ? text : escapeHtml(text)
}

/** What happened, as plain text, without the advice for an owner who did not do it. */
export function eventText(event: Pick<Stored, 'kind' | 'values'>, language: Language): string {
  return plainTextOf(event, language).replace(ifNotYou[language], '').replace(/ +/g, ' ').trim()
}

/** The text as the owner reads it, without HTML. */
export function plainTextOf(stored: Pick<Stored, 'kind' | 'values'>, language: Language): string {
  const text = templateOf(stored, language).replace(/[[\]]/g, '')
  // A reason that was not given leaves its space.
  return filledIn(text, stored.values, language).trim()
}

const templateOf = ({ kind, values }: Pick<Stored, 'kind' | 'values'>, language: Language): string =>
  notificationTexts[textKindOf(kind, values)]?.[language] ?? ''

const filledIn = (text: string, values: Stored['values'], language: Language): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => valueOf(values, name, language))

/**
 * The text of a rank without a bonus omits it; that of an old rejection without `returned` omits the returned amounts; that
 * of a deposit that has ended with its first term omits the second.
 */
function textKindOf(
  kind: string,
  { bonus, returned, term }: Stored['values'],
): keyof typeof notificationTexts {
  if (kind === 'deposit_awaiting_completion' && term === 1) return 'deposit_awaiting_completion_plainly'
  if (kind === 'payment_rejected' && !Array.isArray(returned)) return 'payment_rejected_plainly'
  if (kind === 'rank_reached' && isZero(textOf(bonus) || '0')) return 'rank_reached_alone'
  return kind as keyof typeof notificationTexts
}

function valueOf(values: Record<string, unknown>, name: string, language: Language): string {
  if (name === 'returned') return amountsText(values[name], language)
  const value = textOf(values[name])
  if (name === 'reason') return reasonText(value, language)
  if (name === 'amount' || name === 'net') return amountText(value, textOf(values.currency), language)
  if (name === 'bonus') return amountText(value, 'USDT', language)
  if (name === 'device') return value || unknownDevice[language]
  if (name === 'day') return dayText(value, language)
  if (name === 'rank') return rankText(value, language)
  return value
}

/** `1,000.50 USDT`: cut, never rounded, at the decimals that the currency is shown with (docs/rules.md). */
export function amountText(amount: string, currency: string, language: Language): string {
  const decimals = currency === 'BTC' || currency === 'ETH' ? 8 : 2
  const format = new Intl.NumberFormat(language === 'ru' ? 'ru-RU' : 'en-GB', {
    minimumFractionDigits: 2,
    maximumFractionDigits: decimals,
    roundingMode: 'trunc',
  })
  // A decimal string is formatted digit by digit; as a number it would lose some.
  return `${format.format(amount as unknown as number)} ${currency}`
}

/** Amounts in several currencies: `0.002 BTC, 150.00 USDT`. */
function amountsText(amounts: unknown, language: Language): string {
  const each = Array.isArray(amounts) ? (amounts as Record<string, unknown>[]) : []
  return each.map(({ amount, currency }) => amountText(textOf(amount), textOf(currency), language)).join(', ')
}

function rankText(rank: string, language: Language): string {
  return (rankTexts as Record<string, Record<Language, string>>)[rank]?.[language] ?? rank
}

/** A calendar date in words, in the style of the language. */
function dayText(day: string, language: Language): string {
  const locale = language === 'ru' ? 'ru-RU' : 'en-GB'
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}

/** Values were stored as JSON; those that are shown are texts. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
}
