import { type ReactNode } from 'react'
import { Icon, type IconName } from '../icon/icon'
import { visuallyHidden } from '../layout/layout.css'
import * as styles from './timeline.css'

export interface TimelineStep {
  key: string
  title: ReactNode
  /** When it was, or when it is due. */
  time?: ReactNode
  /** What it means. */
  text?: ReactNode
  state: keyof typeof styles.markOf
  /** The state as a word, for screen readers. */
  stateLabel: string
}

const icons: Record<TimelineStep['state'], IconName> = { done: 'check', current: 'wave', ahead: 'clock' }

/** Past, present and future steps. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol role="list" className={styles.timeline}>
      {steps.map(({ key, title, time, text, state, stateLabel }) => (
        <li key={key} className={styles.step} aria-current={state === 'current' ? 'step' : undefined}>
          <span className={styles.markOf[state]}>
            <Icon name={icons[state]} size={16} />
          </span>
          <div className={styles.body}>
            <p className={styles.titleOf[state]}>
              {title} <span className={visuallyHidden}>({stateLabel})</span>
            </p>
            {time && <p className={styles.time}>{time}</p>}
            {text && <p>{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  )
}
