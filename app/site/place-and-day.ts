import { type SettingValue } from '~/contract/settings'
import { type I18n } from '~/locale/create'

/** The place and the date of a vacancy, as far as the company provides them. */
export function placeAndDay(
  { t, day }: I18n,
  { location, postedAt }: Pick<SettingValue<'vacancies'>[number], 'location' | 'postedAt'>,
): string {
  const posted = postedAt && t('site:vacancies.posted', { date: day(postedAt) })
  return [location, posted].filter(Boolean).join('. ')
}
