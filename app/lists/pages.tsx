import { useI18n } from '~/locale/context'
import { Pagination } from '~/ui/pagination/pagination'
import { type ListPage, isLastPage } from './list-page'

interface PagesProps {
  list: ListPage
  /** The address of a page of this list, its filters kept. */
  href: (page: number) => string
  /** The name of this navigation, where a page has another list. */
  label?: string
}

/** The position in a list, and the links to other pages; the last page is labelled as the last. */
export function Pages({ list, href, label }: PagesProps) {
  const { t } = useI18n()
  const place = usePlace(list)
  if (list.items.length === 0 && !list.leftOut) return null
  const { page } = list
  const isEnd = isLastPage(list)
  return (
    <Pagination
      label={label ?? t('common:list.pages')}
      place={isEnd ? `${place}. ${t('common:list.end')}` : place}
      previous={page > 1 ? { href: href(page - 1), label: t('common:list.previous') } : null}
      next={isEnd ? null : { href: href(page + 1), label: t('common:list.next') }}
    />
  )
}

/** Which entries of how many these are, as far as they were counted; of nobody knows how many, the number of the page. */
function usePlace({ items, total, moreThan, page, limit }: ListPage): string {
  const { t, number } = useI18n()
  const before = (page - 1) * limit
  const [from, to] = [number(before + 1), number(before + items.length)]
  if (items.length > 0 && total !== null) return t('common:list.place', { from, to, total: number(total) })
  if (items.length > 0 && moreThan !== undefined)
    return t('common:list.placeOfMore', { from, to, count: number(moreThan) })
  return t('common:list.page', { page: number(page) })
}
