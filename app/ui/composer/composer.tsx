import { type FormEventHandler, type ReactNode, type Ref } from 'react'
import { DescriptionList, type Facts } from '../description-list/description-list'
import { Cluster, Soft, Stack } from '../layout/layout'
import * as styles from './composer.css'

interface ComposerProps {
  /** The field of the amount. */
  amount: ReactNode
  /** The field of its currency, beside it. */
  currency?: ReactNode
  /** The fields of two currencies, below it. */
  currencies?: ReactNode
  /** A line below the amount: all that is free, by one press. */
  all?: ReactNode
  /** An `Estimate` of what the fields come to. */
  receipt: ReactNode
  /** The other fields. */
  children?: ReactNode
  buttons: ReactNode
  /** The fields are observed, so that the receipt can follow them. */
  live?: { ref: Ref<HTMLDivElement>; onInput: FormEventHandler<HTMLDivElement> }
}

/** A form about an amount: the amount first, what it comes to in view of it, then all else. */
export function Composer({
  amount,
  currency,
  currencies,
  all,
  receipt,
  children,
  buttons,
  live,
}: ComposerProps) {
  return (
    <div className={styles.composer} {...live}>
      <div className={styles.amount}>
        {currency ? (
          <div className={styles.amountAndCurrency}>
            {amount}
            {currency}
          </div>
        ) : (
          amount
        )}
        {currencies && <div className={styles.currencies}>{currencies}</div>}
        {all && <p className={styles.all}>{all}</p>}
      </div>
      <div className={styles.receipt} aria-live="polite">
        {receipt}
      </div>
      <div className={styles.rest}>{children}</div>
      <Cluster className={styles.buttons}>{buttons}</Cluster>
    </div>
  )
}

interface EstimateProps {
  id?: string
  title: ReactNode
  /** Empty until there is an amount. */
  facts?: Facts | null
  /** Instead of the figures, while there are none. */
  none: ReactNode
  /** What holds for any amount. */
  children?: ReactNode
}

/** What an amount that is being typed comes to: a receipt that is not confirmed yet. */
export function Estimate({ id = 'receipt', title, facts, none, children }: EstimateProps) {
  return (
    <section className={styles.paper} aria-labelledby={id}>
      <Stack gap={3}>
        <h2 id={id} className={styles.paperTitle}>
          {title}
        </h2>
        {facts ? <DescriptionList figures facts={facts} /> : <Soft small>{none}</Soft>}
        {children}
      </Stack>
    </section>
  )
}
