import { Form } from '@remix-run/react'
import { type ReactNode } from 'react'
import { useI18n } from '~/locale/context'
import { Button } from '~/ui/button/button'
import * as styles from './filter-form.css'

interface FilterFormProps {
  /** The list's address without its query. */
  action: string
  /** The kit's inputs with their `defaultValue` from the address. */
  children: ReactNode
  /** Many fields fold away on a phone; open while one of them filters the list, or has an error. */
  fold?: { isOpen: boolean }
}

/** The filters of a list, in its address: each state of the list can be bookmarked and shared. */
export function FilterForm({ action, children, fold }: FilterFormProps) {
  const i18n = useI18n()
  const form = (
    <Form
      method="get"
      action={action}
      role="search"
      aria-label={i18n.t('common:list.filters')}
      className={styles.form}
    >
      {children}
      <Button type="submit">{i18n.t('common:action.show')}</Button>
    </Form>
  )
  if (!fold) return form
  return (
    <details className={styles.fold} open={fold.isOpen}>
      <summary className={styles.foldSummary}>{i18n.t('common:list.filters')}</summary>
      {form}
    </details>
  )
}
