import { useI18n } from '~/locale/context'
import { Soft } from '~/ui/layout/layout'
import { type ListPage } from './list-page'

/** Shown above a list of which some entries could not be read, so that a missing one is not taken for lost. */
export function LeftOut({ list: { leftOut = 0 } }: { list: Pick<ListPage, 'leftOut'> }) {
  const { t } = useI18n()
  if (leftOut === 0) return null
  return <Soft small>{t('common:list.leftOut', { count: leftOut })}</Soft>
}
