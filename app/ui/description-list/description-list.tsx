import { type ReactNode } from 'react'
import { cx } from '../theme/cx'
import * as styles from './description-list.css'

export interface Fact {
  term: string
  /** Null: it is not known, and the row is left out. */
  value: ReactNode
  /** A line in small type below the value. */
  note?: ReactNode
  /** What the page is about: the sum at the end, what arrives. */
  strong?: boolean
}

export type Facts = readonly (Fact | false | null | undefined)[]

interface DescriptionListProps {
  facts: Facts
  /** The values are figures to be compared. */
  figures?: boolean
}

/** Names and values: one thing in full, or the figures of a review page. */
export function DescriptionList({ facts, figures }: DescriptionListProps) {
  return (
    <dl className={styles.list}>
      {facts.filter(isKnown).map(({ term, value, note, strong }) => (
        <div key={term} className={cx(styles.row, figures && !note && styles.inOneLine)}>
          <dt className={styles.term}>{term}</dt>
          <dd className={cx(styles.value, figures && styles.figures, strong && styles.strong)}>
            {value}
            {note && <div className={styles.note}>{note}</div>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const isKnown = (fact: Facts[number]): fact is Fact => Boolean(fact) && (fact as Fact).value !== null

/** Whether there is anything to be listed. */
export const hasFacts = (facts: Facts): boolean => facts.some(isKnown)
