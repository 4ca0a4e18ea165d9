/** What looks like somebody's in a text: e-mail addresses, phones, tokens, wallets, amounts in a row of digits. */
const personal: [pattern: RegExp, instead: string][] = [
  // Parameters of an address, and what stands in quotes: databases and parsers quote the value that they refuse.
  [/\?[^\s'"]*/g, '?[…]'],
  [/(["'`«])[^"'`«»]{3,}?(["'`»])/g, '$1[…]$2'],
  [/[^\s@<>"'(]+@[^\s@<>"')]+/g, '[e-mail]'],
  [/\+?\d[\d\s().-]{6,}\d/g, '[number]'],
  // Bearers, cookies, keys, hashes and wallets are long words of letters and digits.
  [/\b(?=[\w.~+/=-]*\d)[\w.~+/=-]{20,}/g, '[word]'],
]

const maxLength = 300

/** A text without what looks like somebody's, of at most 300 characters. */
export const scrubbed = (text: string): string =>
  personal.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text).slice(0, maxLength)
