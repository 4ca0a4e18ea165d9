import { type FormEventHandler, type ReactNode, type Ref } from 'react'
import { DescriptionList, type Facts } from '../description-list/description-list'
import { Cluster, Soft, Stack } from '../layout/layout'
import * as styles from './composer.css'

/** The id of the line below the amount: it describes the field of the amount. */
export const allOfItId = 'all-of-it'

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
  /** What one may lose by it, right above the buttons. */
  warning?: ReactNode
  buttons: ReactNode
  /** What happens then, below them. */
  after?: ReactNode
  /** The fields are observed, so that the receipt can follow them. */
  live?: { ref: Ref<HTMLDivElement>; onInput: FormEventHandler<HTMLDivElement> }
}

/** A form about an amount: the amount first, what is chosen for it, what both come to, and the button. */
export function Composer({
  amount,
  currency,
  currencies,
  all,
  receipt,
  children,
  warning,
  buttons,
  after,
  live,
}: ComposerProps) {
  return (
    <div className={styles.composer} {...live}>
      <div className={styles.amount}>
        {currency ? (
          <div className={styles.amountAndCurrency}>
            <div className={styles.besideCurrency}>{amount}</div>
            <div className={styles.currencyBeside}>{currency}</div>
          </div>
        ) : (
          amount
        )}
        {currencies && <div className={styles.currencies}>{currencies}</div>}
        {all && (
          <p className={styles.all} id={allOfItId}>
            {all}
          </p>
        )}
      </div>
      <div className={styles.rest}>{children}</div>
      <div className={styles.receipt} aria-live="polite">
        {receipt}
      </div>
      <div className={styles.end}>
        {warning && (
          <div className={styles.warning} role="note">
            {warning}
          </div>
        )}
        <Cluster className={styles.buttons}>{buttons}</Cluster>
        {after}
      </div>
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
  /** While nothing is typed: what an amount comes to that is named as an example. */
  example?: { title: ReactNode; facts: Facts } | null
  /** What holds for any amount. */
  children?: ReactNode
}

/** What an amount that is being typed comes to: a receipt that is not confirmed yet. */
export function Estimate({ id = 'receipt', title, facts, none, example, children }: EstimateProps) {
  return (
    <section className={styles.paper} aria-labelledby={id}>
      <Stack gap={2}>
        <h2 id={id} className={styles.paperTitle}>
          {title}
        </h2>
        {facts ? (
          <DescriptionList figures facts={facts} />
        ) : example ? (
          <div className={styles.example}>
            <Soft small>{example.title}</Soft>
            <DescriptionList figures facts={example.facts} />
          </div>
        ) : (
          <Soft small>{none}</Soft>
        )}
        {children}
      </Stack>
    </section>
  )
}
