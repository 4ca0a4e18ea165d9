import * as styles from './terms.css'

interface Term {
  name: string
  value: string
}

/** The terms of a choice, named, so that they can be compared with those of the others. Spans: all of it is a label. */
export function Terms({ terms }: { terms: readonly (Term | false | null)[] }) {
  return (
    <span className={styles.terms}>
      {terms
        .filter((term): term is Term => Boolean(term))
        .map(({ name, value }) => (
          <span key={name} className={styles.term}>
            <span className={styles.name}>{`${name}: `}</span>
            <span className={styles.value}>{`${value} `}</span>
          </span>
        ))}
    </span>
  )
}
