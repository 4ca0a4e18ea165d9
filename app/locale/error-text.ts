import { minShown, maxShown } from '~/money/shown-bounds'
import { type I18n } from './create'

/**
 * The text of an error code, if there is one. Bounds are decimal strings with their currency in another parameter; they
 * are shown in digits that can be typed. `until` and `at` are instants.
 */
export function errorText(
  i18n: I18n,
  code: string,
  params: Record<string, string | number> = {},
): string | undefined {
  const key = [`refusals:code.${code}`, `errors:code.${code}`].find((one) => i18n.has(one))
  return key ? i18n.t(key, written(i18n, params)).trim() : undefined
}

function written(i18n: I18n, params: Record<string, string | number>): Record<string, string | number> {
  const { currency } = params
  for (const name of ['until', 'at']) {
    const instant = params[name]
    if (typeof instant === 'string' && !Number.isNaN(Date.parse(instant)))
      return { ...params, [name]: i18n.dateTime(instant) }
  }
  if (typeof currency !== 'string') return params
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      name !== 'currency' && /^-?\d+(\.\d+)?$/.test(String(value))
        ? i18n.amount(shownBound(name, String(value), currency), currency, { exact: true })
        : value,
    ]),
  )
}

function shownBound(name: string, value: string, currency: string): string {
  if (name === 'min') return minShown(value, currency)
  return name === 'max' ? maxShown(value, currency) : value
}
