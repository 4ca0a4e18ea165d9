import { forwardRef } from 'react'
import { Icon } from '../icon/icon'
import * as styles from './error-summary.css'

export interface SummaryItem {
  text: string
  /** The id of the control to go to; without one the item is about the form as a whole. */
  fieldId?: string
}

interface ErrorSummaryProps {
  title: string
  items: readonly SummaryItem[]
}

/** All that is wrong with a form, on top of it. It takes focus when it appears, with scripts and without. */
export const ErrorSummary = forwardRef<HTMLDivElement, ErrorSummaryProps>(function ErrorSummary(
  { title, items },
  ref,
) {
  return (
    <div
      ref={ref}
      className={styles.summary}
      role="alert"
      tabIndex={-1}
      aria-labelledby="error-summary-title"
      autoFocus
    >
      <h2 className={styles.title} id="error-summary-title">
        <Icon name="warning" />
        {title}
      </h2>
      <ul className={styles.list} role="list">
        {items.map(({ text, fieldId }) => (
          <li key={`${fieldId}${text}`}>
            {fieldId ? (
              <a className={styles.link} href={`#${fieldId}`}>
                {text}
              </a>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </div>
  )
})
