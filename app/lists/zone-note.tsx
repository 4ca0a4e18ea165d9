import { useI18n } from '~/locale/context'
import { Soft } from '~/ui/layout/layout'

/** The zone of all times of a list, said once. */
export function ZoneNote() {
  const { t, timeZone } = useI18n()
  return <Soft small>{t('common:list.zone', { zone: timeZone })}</Soft>
}
