import {
  formatAmount,
  formatPercent,
  splitAmount,
  type AmountOptions,
  type AmountParts,
} from '~/money/format'
import { compileTexts, type Texts, type TextValues } from './compile'
import { type TextKey } from './keys'
import { type Language } from '~/contract/languages'
import { locales } from './languages'
import { createTimeFormats, type TimeFormats } from './times'

/** Texts, amounts, numbers and times of one language. Each function works on its own. */
export interface I18n extends TimeFormats {
  readonly language: Language
  /** The zone that times are shown in and days are counted by. */
  readonly timeZone: string
  /** The text of a key; `count` chooses the form of a plural. A key without a text answers itself. */
  t: (key: TextKey, values?: TextValues) => string
  /** Whether there is a text for a key from outside, such as an upstream's error code. */
  has: (key: string) => key is TextKey
  /**
   * `1,000.50 USDT`: cut, never rounded, at the currency's shown decimals; `exact` shows all of them. Without a
   * currency (null) only the figure is shown.
   */
  amount: (value: string, currency: string | null, options?: AmountOptions) => string
  /** The same in parts, so that the fraction can be dimmed and the currency set smaller. */
  amountParts: (value: string, currency: string | null, options?: AmountOptions) => AmountParts
  /** A round amount beside a chart: `20K`, «20 тыс.». */
  amountInShort: (value: string) => string
  /** A decimal string in percent, all of its digits: `3.33%`, «3,33 %». */
  percent: (value: string) => string
  /** A count: `12,345`. */
  number: (value: number) => string
}

/**
 * @param texts the namespaces that this side has: all on the server, those of the cabinet in the browser
 * @param timeZone an IANA name
 */
export function createI18n(language: Language, texts: Texts, timeZone: string): I18n {
  const compiled = compileTexts(language, texts)
  const locale = locales[language]
  const numbers = new Intl.NumberFormat(locale)
  const short = new Intl.NumberFormat(locale, { notation: 'compact' })
  return {
    language,
    timeZone,
    t: (key, values) => compiled.get(key)?.(values) ?? withoutText(key),
    has: (key): key is TextKey => compiled.has(key),
    amount: (value, currency, options) => formatAmount(locale, value, currency, options),
    amountParts: (value, currency, options) => splitAmount(locale, value, currency, options),
    amountInShort: (value) => short.format(Number(value)),
    percent: (value) => formatPercent(locale, value),
    number: (value) => numbers.format(value),
    ...createTimeFormats(locale, timeZone),
  }
}

/** Told in the console: a key on a page is a defect, such as a text of the server's named by a page with scripts. */
function withoutText(key: string): string {
  // oxlint-disable-next-line no-console
  console.error(key)
  return key
}
