import { useI18n } from '~/locale/context'
import { Icon } from '~/ui/icon/icon'
import { VisuallyHidden } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import * as styles from './chosen-filters.css'

export interface ChosenFilter {
  /** What it selects, as the reader chose it: `Income`. */
  label: string
  /** The list without it. */
  href: string
}

/** The filters of a list, each with the link that takes it off. */
export function ChosenFilters({ filters }: { filters: readonly ChosenFilter[] }) {
  const { t } = useI18n()
  if (filters.length === 0) return null
  return (
    <ul role="list" className={styles.chips} aria-label={t('common:list.chosen')}>
      {filters.map(({ label, href }) => (
        <li key={href}>
          <Link href={href} className={styles.chip}>
            <VisuallyHidden>{t('common:list.takeOff')} </VisuallyHidden>
            {label}
            <Icon name="cross" size={16} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
