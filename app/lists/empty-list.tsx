import { type ReactNode } from 'react'
import { useI18n } from '~/locale/context'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { ButtonLink } from '~/ui/button/button'

interface EmptyListProps {
  /** Entries behind the filters; not 0 when the address names a page past the last one. */
  total: number
  isFiltered: boolean
  /** The list's first page without filters. */
  href: string
  /** The list's first page behind these filters. */
  start: string
  /** What is said when there is nothing at all. */
  title: string
  text: string
  action?: ReactNode
}

/** Why a list shows nothing: nothing yet, nothing behind these filters, or no such page. */
export function EmptyList({ total, isFiltered, href, start, title, text, action }: EmptyListProps) {
  const { t } = useI18n()
  if (total > 0) {
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
