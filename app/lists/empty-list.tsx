import { type ReactNode } from 'react'
import { useI18n } from '~/locale/context'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { ButtonLink } from '~/ui/button/button'
import { type ListPage, hasNoEntries } from './list-page'

interface EmptyListProps {
  /** A page without items: behind its filters there is nothing, or its address names a page past the last one. */
  list: ListPage
  isFiltered: boolean
  /** The list's first page without filters. */
  href: string
  /** The list's first page behind these filters. */
  start: string
  /** The text of an empty list. */
  title: string
  text: string
  action?: ReactNode
}

/** Why a list shows nothing: nothing yet, nothing behind these filters, or no such page. */
export function EmptyList({ list, isFiltered, href, start, title, text, action }: EmptyListProps) {
  const { t } = useI18n()
  // Entries exist but could not be read, which a message above the list explains.
  if (list.leftOut) return null
  if (!hasNoEntries(list)) {
    return (
      <EmptyState
        title={t('common:list.pastEnd')}
        action={<ButtonLink href={start}>{t('common:list.toStart')}</ButtonLink>}
      />
    )
  }
  if (isFiltered) {
    return (
      <EmptyState
        title={t('common:list.noMatches')}
        icon="search"
        action={<ButtonLink href={href}>{t('common:action.clearFilters')}</ButtonLink>}
      />
    )
  }
  return (
    <EmptyState title={title} action={action}>
      <p>{text}</p>
    </EmptyState>
  )
}
