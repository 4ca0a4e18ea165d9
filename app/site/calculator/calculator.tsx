import { useDocumentFacts } from '~/framework/document'
import { useI18n } from '~/locale/context'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { CalculatorForm } from './calculator-form'
import * as styles from './calculator.css'
import { Result } from './result'
import { type CalculatorView } from './calculator.server'

interface CalculatorProps {
  /** Null if there is no plan. */
  view: CalculatorView | null
  /** The island that answers while one types; without it the form answers when it is sent. */
  script: string | null
}

/** The island finds its parts by these names. */
export const calculatorId = 'calculator'

export function Calculator({ view, script }: CalculatorProps) {
  const { t } = useI18n()
  const { nonce } = useDocumentFacts()
  return (
    <section id={calculatorId} className={styles.calculator} aria-labelledby="calculator-title">
      <header className={styles.head}>
        <h2 id="calculator-title" className={styles.title}>
          {t('site:calculator.title')}
        </h2>
        <p className={styles.note}>{t('site:calculator.lead')}</p>
      </header>
      {view ? (
        <>
          <CalculatorForm {...view} />
          <Result {...view} />
          {script && <script type="module" src={script} nonce={nonce} />}
        </>
      ) : (
        <EmptyState title={t('site:calculator.none')}>{t('site:calculator.noneText')}</EmptyState>
      )}
    </section>
  )
}
