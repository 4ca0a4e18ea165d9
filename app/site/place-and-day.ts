import { type SettingValue } from '~/contract/settings'
import { type I18n } from '~/locale/create'

/** Where a vacancy is and since when, as far as the company says. */
export function placeAndDay(
  { t, day }: I18n,
  { location, postedAt }: Pick<SettingValue<'vacancies'>[number], 'location' | 'postedAt'>,
): string {
  const posted = postedAt && t('site:vacancies.posted', { date: day(postedAt) })
  return [location, posted].filter(Boolean).join('. ')
}
