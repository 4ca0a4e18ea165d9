import { Fragment } from 'react'
import * as styles from './address.css'

/** A wallet's address or a transaction's hash: groups of four to compare by eye, one string to copy. */
export function Address({ value }: { value: string }) {
  const groups = value.match(/.{1,4}/gu) ?? []
  return (
    <span className={styles.address} translate="no">
      {groups.map((group, at) => (
        <Fragment key={at}>
          <span className={styles.group}>{group}</span>
          {at < groups.length - 1 && <wbr />}
        </Fragment>
      ))}
    </span>
  )
}
