import { useId } from 'react'
import * as styles from './progress.css'

interface ProgressProps {
  value: number
  max: number
  /** The label of what has passed, such as "Day 12 of 50"; names the bar. */
  label: string
  /** What is left, at the end of the line. */
  rest?: string | null
}

export function Progress({ value, max, label, rest }: ProgressProps) {
  const id = useId()
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <span id={id}>{label}</span> {rest && <span>{rest}</span>}
      </div>
      <progress className={styles.bar} value={value} max={max} aria-labelledby={id} />
    </div>
  )
}
