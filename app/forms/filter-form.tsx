import { Form } from '@remix-run/react'
import { type ReactNode } from 'react'
import { useI18n } from '~/i18n/context'
import { Button } from '~/ui/button/button'
import * as styles from './filter-form.css'

interface FilterFormProps {
  /** The list's address without its query. */
  action: string
  /** The kit's inputs with their `defaultValue` from the address. */
  children: ReactNode
}

/** The filters of a list, kept in its address: each state of the list can be bookmarked and shared. */
export function FilterForm({ action, children }: FilterFormProps) {
  const i18n = useI18n()
  return (
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
}
