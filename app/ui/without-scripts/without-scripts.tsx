import { type ReactNode } from 'react'
import * as styles from './without-scripts.css'

/**
 * What takes the place of a script: at once where none run, and after four seconds where they have not come. What they
 * bring hides it: hydration and a passkey's button mark the document with `data-scripted`, and Telegram's
 * is a frame beside it.
 */
export function WithoutScripts({ children }: { children: ReactNode }) {
  return <div className={styles.help}>{children}</div>
}
