import { type ReactNode } from 'react'
import { Icon } from '~/ui/icon/icon'
import * as styles from './fold.css'

/** What a phone opens when it is wanted, so that the overview is two screens of it; open where there is room. */
export function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.fold}>
      <summary className={styles.title}>
        {title}
        <Icon name="chevronDown" className={styles.mark} />
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
