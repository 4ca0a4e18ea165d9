import { shownDecimals } from './currencies'

/**
 * Amounts for readers. The digits come from the decimal string itself and never pass through a float; `Intl` groups
 * the whole part and names the decimal sign. Excess digits are cut, so that nothing looks like more than it is.
 */

export interface AmountParts {
  /** `−` or nothing. */
  sign: '−' | ''
  /** The whole part in groups: `1,000`. */
  integer: string
  /** The decimal sign of the language, or nothing where there is no fraction. */
  separator: string
  /** The digits after it. */
  fraction: string
  /** Empty without a currency. */
  currency: string
}

export interface AmountOptions {
  /** All digits, not only those that the currency usually shows. */
  exact?: boolean
}

const nbsp = '\u00a0'

/**
 * @param value a decimal string such as `"-1000.5"`
 * @param currency null if it is not known: then all digits are shown, since the number of its decimals is not known
 */
export function splitAmount(
  locale: string,
  value: string,
  currency: string | null,
  { exact = currency === null }: AmountOptions = {},
): AmountParts {
  const minDecimals = currency === null ? 0 : shownDecimals(currency)
  const [whole = '0', digits = ''] = value.replace(/^-/, '').split('.')
  const fraction = exact
    ? digits.replace(/0+$/, '').padEnd(minDecimals, '0')
    : digits.slice(0, minDecimals).padEnd(minDecimals, '0')
  const isZero = /^0*$/.test(whole + fraction)
  return {
    sign: value.startsWith('-') && !isZero ? '−' : '',
    integer: wholeFormat(locale).group(whole),
    separator: fraction === '' ? '' : wholeFormat(locale).separator,
    fraction,
    currency: currency ?? '',
  }
}

/** `1,000.50 USDT`, with a space that does not break. */
export function formatAmount(
  locale: string,
  value: string,
  currency: string | null,
  options?: AmountOptions,
): string {
  const { sign, integer, separator, fraction } = splitAmount(locale, value, currency, options)
  return withCurrency(`${sign}${integer}${separator}${fraction}`, currency)
}

/** Figures and the currency that they are in, with a space that does not break. */
export function withCurrency(figures: string, currency: string | null): string {
  return currency === null ? figures : `${figures}${nbsp}${currency}`
}

/** A decimal string in percent with all of its digits: `3.33%`, «3,33 %». */
export function formatPercent(locale: string, value: string): string {
  const { group, separator, percent } = wholeFormat(locale)
  const [whole = '0', digits = ''] = value.replace(/^-/, '').split('.')
  const fraction = digits.replace(/0+$/, '')
  const sign = value.startsWith('-') && /[1-9]/.test(whole + fraction) ? '−' : ''
  return `${sign}${group(whole)}${fraction && separator + fraction}${percent}`
}

interface WholeFormat {
  group: (digits: string) => string
  separator: string
  percent: string
}

const formats = new Map<string, WholeFormat>()

function wholeFormat(locale: string): WholeFormat {
  const known = formats.get(locale)
  if (known) return known
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const sample = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1 }).formatToParts(
    0,
  )
  const made: WholeFormat = {
    group: (digits) => numbers.format(BigInt(digits)).replace(/\s/g, nbsp),
    separator: sample.find((part) => part.type === 'decimal')?.value ?? '.',
    percent: sample
      .slice(sample.findIndex((part) => part.type === 'fraction') + 1)
      .map((part) => part.value)
      .join('')
      .replace(/\s/g, nbsp),
  }
  formats.set(locale, made)
  return made
}
