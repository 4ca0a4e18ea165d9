import { useI18n } from '~/locale/context'
import { Pagination } from '~/ui/pagination/pagination'

interface PagesProps {
  /** As every list answers: `total` counts all that the filters let through. */
  list: { items: readonly unknown[]; total: number; page: number; limit: number }
  /** The address of a page of this list, its filters kept. */
  href: (page: number) => string
  /** The name of this navigation, where a page has another list. */
  label?: string
}

/** Where the reader is in a list, and the way on; the last page says that it is the last. */
export function Pages({ list: { items, total, page, limit }, href, label }: PagesProps) {
  const { t, number } = useI18n()
  if (items.length === 0) return null
  const first = (page - 1) * limit + 1
  const last = first + items.length - 1
  const isEnd = last >= total
  const place = t('common:list.place', { from: number(first), to: number(last), total: number(total) })
  return (
    <Pagination
      label={label ?? t('common:list.pages')}
      place={isEnd ? `${place}. ${t('common:list.end')}` : place}
      previous={page > 1 ? { href: href(page - 1), label: t('common:list.previous') } : null}
      next={isEnd ? null : { href: href(page + 1), label: t('common:list.next') }}
    />
  )
}
