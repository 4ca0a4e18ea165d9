import { type SettingValue } from '~/contract/settings'
import { useI18n } from '~/locale/context'
import { useTextLanguage } from '~/locale/text-language'

/** The place and the date of a vacancy, as far as the company provides them. */
export function PlaceAndDay({
  location,
  postedAt,
}: Pick<SettingValue<'vacancies'>[number], 'location' | 'postedAt'>) {
  const { t, day } = useI18n()
  const langOf = useTextLanguage()
  return (
    <>
      {location && <span lang={langOf(location)}>{location}</span>}
      {location && postedAt && '. '}
      {postedAt && t('site:vacancies.posted', { date: day(postedAt) })}
    </>
  )
}
