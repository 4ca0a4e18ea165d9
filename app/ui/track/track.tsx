import { type ReactNode } from 'react'
import * as styles from './track.css'

interface TrackStop {
  key: string
  /** Where on the track it is, from 0 to 100. */
  place: number
  title: ReactNode
  /** In its place on a phone, for the eye. */
  short?: string
  note?: ReactNode
}

interface TrackProps {
  /** What the track is, and how far it has come, for those who listen. */
  label: string
  /** How far it has come, from 0 to 100. */
  value: number
  /** In their order, the first at 0 and the last at 100. */
  stops: readonly TrackStop[]
}

/** A way from a start to an end, with what is passed on it and how far it has come. Text keeps its size at any width. */
export function Track({ label, value, stops }: TrackProps) {
  return (
    <div className={styles.track}>
      <svg className={styles.line} role="img" aria-label={label}>
        <line className={styles.whole} x1="0" x2="100%" y1="50%" y2="50%" />
        {value > 0 && <line className={styles.done} x1="0" x2={`${value}%`} y1="50%" y2="50%" />}
        {stops.map(({ key, place }) => (
          <circle
            key={key}
            className={place <= value ? styles.passed : styles.ahead}
            cx={`${place}%`}
            cy="50%"
            r="5"
          />
        ))}
        <circle className={styles.now} cx={`${value}%`} cy="50%" r="8" />
      </svg>
      <ol role="list" className={styles.stops}>
        {stops.map(({ key, title, short, note }) => (
          <li key={key} className={styles.stop}>
            <span className={styles.title} data-short={short}>
              {short ? <span className={styles.long}>{title}</span> : title}
            </span>{' '}
            {note && <span className={styles.note}>{note}</span>}
          </li>
        ))}
      </ol>
    </div>
  )
}
