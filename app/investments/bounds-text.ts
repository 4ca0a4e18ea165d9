import { type I18n } from '~/locale/create'

/** The least and the most that is taken, decimal strings; null where there is none, or none is told. */
export interface ToldBounds {
  min: string | null
  max: string | null
}

/** Both bounds in words, in all of their digits; null where none is told. */
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
