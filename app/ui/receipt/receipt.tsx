import { type ComponentType, type ReactNode } from 'react'
import { DescriptionList, type Facts } from '../description-list/description-list'
import { Icon } from '../icon/icon'
import { VisuallyHidden } from '../layout/layout'
import { Money, type MoneyParts } from '../money/money'
import * as styles from './receipt.css'

interface Place {
  term: string
  value: ReactNode
}

type TitleElement = ComponentType<{ className?: string; children: ReactNode }>

interface ReceiptProps {
  title: ReactNode
  /** What the title is: the heading of the page by default, or the name of a dialog. */
  TitleAs?: TitleElement
  /** One sentence below the title. */
  lead?: ReactNode
  amount: { term: string; parts: MoneyParts }
  from: Place
  to: Place
  /** What follows from it, in about three lines. */
  lines: Facts
  /** What one may lose by it, or can't take back. */
  risk?: ReactNode
  /** Messages above the receipt. */
  before?: ReactNode
  /** The buttons. */
  children: ReactNode
  /** Further figures, below the buttons. */
  rest?: ReactNode
}

/** What will happen to an amount, before it does: all that decides is on the first screen of a phone. */
export function Receipt({
  title,
  TitleAs = PageTitle,
  lead,
  amount,
  from,
  to,
  lines,
  risk,
  before,
  children,
  rest,
}: ReceiptProps) {
  const { integer, fraction } = amount.parts
  const isLong = integer.length + fraction.length > 8
  return (
    <>
      {before}
      <div className={styles.receipt}>
        <TitleAs className={styles.title}>{title}</TitleAs>
        {lead && <p>{lead}</p>}
        <dl>
          <div>
            <dt>
              <VisuallyHidden>{amount.term}</VisuallyHidden>
            </dt>
            <dd className={isLong ? styles.longAmount : styles.amount}>
              <Money parts={amount.parts} />
            </dd>
          </div>
        </dl>
        <div className={styles.direction}>
          <PlaceOf {...from} />
          <Icon name="arrowRight" className={styles.arrow} />
          <PlaceOf {...to} />
        </div>
        <div className={styles.paper}>
          <DescriptionList figures facts={lines} />
        </div>
        {risk && (
          <div className={styles.risk} role="note">
            {risk}
          </div>
        )}
        {children}
      </div>
      {rest && <div className={styles.rest}>{rest}</div>}
    </>
  )
}

const PageTitle: TitleElement = (props) => <h1 {...props} tabIndex={-1} />

function PlaceOf({ term, value }: Place) {
  return (
    <dl className={styles.place}>
      <div>
        <dt className={styles.term}>{term}</dt>
        <dd>{value}</dd>
      </div>
    </dl>
  )
}

/** What a button does, with the amount: `Open a deposit · 300.00 USDT`. */
export const actOf = (name: string, amount: string): string => `${name}\u00A0· ${amount}`

/** What somebody will read of it, and the buttons below that. */
export function ReceiptReading({ children }: { children: ReactNode }) {
  return <div className={styles.reading}>{children}</div>
}

/** The form that does it and the form or link that goes back, side by side. */
export function ReceiptButtons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}
