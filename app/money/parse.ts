import { type Language } from '~/contract/languages'

/**
 * Amounts as people type them. A sign that means thousands to one reader and decimals to another is refused as
 * ambiguous, never guessed: `1.000` is a thousand to half of those who type it in Russian, and one to the rest.
 */

export type AmountProblem =
  | 'amount_required'
  | 'amount_invalid'
  | 'amount_ambiguous'
  | 'amount_exponent'
  | 'amount_negative'
  | 'amount_sign'
  | 'amount_digits'
  | 'amount_decimals'

/** `params` fill the text of the code: `count` is how many decimals the currency has. */
export type ParsedAmount =
  | { ok: true; value: string }
  | { ok: false; code: AmountProblem; params?: Record<string, number> }

/** More digits than any amount has, and few enough to cost nothing. */
const maxCharacters = 64

const spaces = /[\s\u00a0\u2009\u202f]/g

/** A decimal as calls and hidden fields have it: digits with at most one point, no sign, no exponent. */
export const plainDecimal = /^\d{1,40}(\.\d{1,40})?$/

/**
 * The decimal string of a typed amount: `1000.50` and `1,000.50` in English, `1000,50`, `1 000,50` and `1000.5` in
 * Russian. Leading zeros and those at the end of the fraction are dropped.
 * @param maxDecimals how many decimals the currency has; zeros at the end do not count
 */
export function parseAmount(typed: string, language: Language, maxDecimals: number): ParsedAmount {
  const text = typed.trim().replace(spaces, ' ')
  const problem = findProblem(text)
  if (problem) return { ok: false, code: problem }

  const plain = language === 'ru' ? fromRussian(text) : fromEnglish(text)
  if (plain === null) return { ok: false, code: 'amount_ambiguous' }

  const [whole = '', digits = ''] = plain.split('.')
  const fraction = digits.replace(/0+$/, '')
  if (fraction.length > maxDecimals) {
    return { ok: false, code: 'amount_decimals', params: { count: maxDecimals } }
  }
  return { ok: true, value: (whole.replace(/^0+/, '') || '0') + (fraction && `.${fraction}`) }
}

/** Texts that are no amount in any language. */
function findProblem(text: string): AmountProblem | null {
  if (text === '') return 'amount_required'
  if (text.length > maxCharacters) return 'amount_invalid'
  if (/^[-−–]/.test(text)) return 'amount_negative'
  if (text.startsWith('+')) return 'amount_sign'
  if (/^[\d.,]+e[-+]?\d+$/i.test(text)) return 'amount_exponent'
  if (/(?!\d)\p{N}/u.test(text)) return 'amount_digits'
  if (!/^(?:\d[\d., ]*|[.,]\d+)$/.test(text) || !/\d$/.test(text)) return 'amount_invalid'
  return null
}

/** A comma or a space groups thousands; a point precedes the decimals. Null: ambiguous. */
function fromEnglish(text: string): string | null {
  const plain = /^\d*(?:\.\d+)?$/
  const byComma = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/
  const bySpace = /^[1-9]\d{0,2}(?: \d{3})+(?:\.\d+)?$/
  return [plain, byComma, bySpace].some((form) => form.test(text)) ? text.replace(/[, ]/g, '') : null
}

/**
 * A space groups thousands and a comma precedes the decimals. A point may do so too, unless it could separate
 * thousands. Null: ambiguous.
 */
function fromRussian(text: string): string | null {
  const couldBeThousands = /^[1-9][\d ]{0,}\.\d{3}$/.test(text) && !/^\d{4,}\./.test(text)
  if (couldBeThousands) return null
  const plain = /^\d*(?:[.,]\d+)?$/
  const bySpace = /^[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d+)?$/
  return [plain, bySpace].some((form) => form.test(text)) ? text.replace(/ /g, '').replace(',', '.') : null
}
