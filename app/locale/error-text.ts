import { minShown, maxShown } from '~/money/shown-bounds'
import { addressFormOf } from '~/contract/networks'
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
  const text = key && i18n.t(key, written(i18n, params)).trim()
  return text && code === 'wallet_invalid' ? `${text}. ${addressText(i18n, params['network'])}` : text
}

/** The text for an address that its network does not have, with what one there looks like. */
export const walletInvalidText = (i18n: I18n, network: string): string =>
  `${i18n.t('refusals:code.wallet_invalid', { network })}. ${addressText(i18n, network)}`

function addressText({ t }: I18n, network: string | number | undefined): string {
  const form = addressFormOf(String(network ?? ''))
  return t(form ? `refusals:address.${form}` : 'refusals:address.other')
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

/** Up to here the wait is a few minutes, as the sentence has it. */
const fewMinutesS = 600
const hourS = 3_600

/**
 * The message after too many attempts, with the actual wait if it is known.
 * @param retryAfterS seconds until the next attempt can succeed
 * @param what the kind of attempt, if it has its own sentence
 */
export function tooOftenText(
  { t, duration }: Pick<I18n, 't' | 'duration'>,
  retryAfterS: number | undefined,
  what?: string,
): string {
  const inStepsOf = (unitS: number) => duration(Math.ceil((retryAfterS ?? 0) / unitS) * unitS * 1000)
  if (retryAfterS === undefined) return what ?? t('refusals:code.too_many_requests')
  if (retryAfterS > fewMinutesS) {
    const time = inStepsOf(retryAfterS > hourS ? hourS : 300)
    if (what) return `${what}. ${t('refusals:wait.left', { time })}`
    return t('refusals:code.too_many_requests_until', { time })
  }
  const time = inStepsOf(retryAfterS > 60 ? 60 : 1)
  return `${what ?? t('refusals:code.too_many_requests')}. ${t('refusals:wait.left', { time })}`
}
