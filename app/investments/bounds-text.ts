import { type I18n } from '~/locale/create'

/** The minimum and the maximum, decimal strings; null if there is none, or the upstream does not provide it. */
export interface ToldBounds {
  min: string | null
  max: string | null
}

/** Both bounds as text, with all digits; null if neither is known. */
export function boundsText(
  { t, amount }: Pick<I18n, 't' | 'amount'>,
  { min, max }: ToldBounds,
  currency: string,
): string | null {
  const exact = (bound: string) => amount(bound, currency, { exact: true })
  if (min !== null && max !== null) return t('common:bounds.range', { min: exact(min), max: exact(max) })
  if (min !== null) return t('common:bounds.from', { min: exact(min) })
  return max === null ? null : t('common:bounds.upTo', { max: exact(max) })
}
