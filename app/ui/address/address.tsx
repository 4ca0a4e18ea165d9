import { Fragment } from 'react'
import * as styles from './address.css'

interface AddressProps {
  value: string
  /** Only its beginning and its end, where a list has no room for all of it. */
  short?: boolean
}

/** A wallet's address or a transaction's hash: groups of four to compare by eye, one string to copy. */
export function Address({ value, short = false }: AddressProps) {
  const groups = short && value.length > wholeUpTo ? ends(value) : groupsOf(value)
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

/** One of fewer characters is as short as its ends with the sign between them. */
const wholeUpTo = 20

const groupsOf = (value: string): string[] => value.match(/.{1,4}/gu) ?? []

const ends = (value: string): string[] => [...groupsOf(value.slice(0, 8)), '…', ...groupsOf(value.slice(-8))]
