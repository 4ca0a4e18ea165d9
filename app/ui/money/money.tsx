import { Fragment } from 'react'
import { Icon } from '../icon/icon'
import { cx } from '../theme/cx'
import * as styles from './money.css'

/** An amount as i18n cuts it. */
export interface MoneyParts {
  sign: string
  /** The whole part in its groups. */
  integer: string
  separator: string
  fraction: string
  /** Empty if it is not known. */
  currency: string
}

interface MoneyProps {
  parts: MoneyParts
  size?: keyof typeof styles.size
  /** For a list of operations: `in` carries a plus and its colour, `out` a minus. */
  direction?: 'in' | 'out' | null
  /** Moved from one of the reader's accounts to the other: neither gained nor spent, so it has an arrow and no colour. */
  isOwn?: boolean
}

/** The whole part leads, decimals step back, the currency is smaller. It is read out and copied as one line. */
export function Money({ parts, size = 'body', direction, isOwn }: MoneyProps) {
  return (
    <span className={cx(styles.money, styles.size[size], direction === 'in' && !isOwn && styles.incoming)}>
      {isOwn && <Icon name="arrowRight" size={16} className={styles.arrow} />}
      {direction ? { in: '+', out: '−' }[direction] : parts.sign}
      {parts.integer}
      {parts.fraction && (
        <span className={styles.fraction}>
          {parts.separator}
          {breakable(parts.fraction)}
        </span>
      )}
      {parts.currency && (
        <span className={styles.currency}>
          {'\u00A0'}
          {parts.currency}
        </span>
      )}
    </span>
  )
}

/** A long fraction may wrap to the next line instead of widening its column. It is still copied as one number. */
function breakable(fraction: string) {
  if (fraction.length <= 8) return fraction
  return fraction.match(/.{1,6}/g)?.map((digits, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {digits}
    </Fragment>
  ))
}
