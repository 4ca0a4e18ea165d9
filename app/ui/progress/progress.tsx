import * as styles from './progress.css'

interface ProgressProps {
  value: number
  max: number
  /** What has passed, such as "Day 12 of 50". */
  label: string
  /** What is left, at the end of the line. */
  rest?: string | null
}

/** The bar draws what the words before it say, so a screen reader has these alone. */
export function Progress({ value, max, label, rest }: ProgressProps) {
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <span>{label}</span> {rest && <span>{rest}</span>}
      </div>
      <progress className={styles.bar} value={value} max={max} aria-hidden />
    </div>
  )
}
