import { useNavigation } from '@remix-run/react'
import * as styles from './navigation-line.css'

/** A line along the top of the window while another page, or the answer to a form, is on its way. */
export function NavigationLine() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className={styles.line} aria-hidden="true" />
}
