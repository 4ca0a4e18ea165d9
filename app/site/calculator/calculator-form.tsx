import { useLocation } from '@remix-run/react'
import { boundsText } from '~/investments/bounds'
import { useI18n } from '~/locale/context'
import { languageKey } from '~/locale/languages'
import { paths } from '~/paths'
import { Button } from '~/ui/button/button'
import { Select } from '~/ui/select/select'
import { AmountInput } from '~/ui/text-input/text-input'
import * as styles from './calculator.css'
import { type CalculatorView } from './calculator.server'

/**
 * The values are in the address, so that each answer can be bookmarked and shows the typed values again. The focus
 * moves to the answer or to the errors without a script. A fragment could do that too, but text browsers lose the query
 * after it.
 */
export function CalculatorForm({ coins, plans, request, problem, bounds, isAnswer }: CalculatorView) {
  const i18n = useI18n()
  const { t, language } = i18n
  const { search } = useLocation()
  return (
    <form method="get" action={paths.home()} className={styles.form} noValidate>
      {search.includes(languageKey) && <input type="hidden" name={languageKey} value={language} />}
      <Select
        id="calculator-plan"
        name="plan"
        label={t('site:calculator.plan')}
        defaultValue={request.plan}
        options={plans.map(({ id, title }) => ({ value: id, label: title }))}
      />
      <Select
        id="calculator-coin"
        name="coin"
        label={t('site:calculator.coin')}
        defaultValue={request.coin}
        options={coins.map((coin) => ({ value: coin, label: coin }))}
      />
      <div className={styles.wide}>
        <AmountInput
          id="calculator-amount"
          name="amount"
          label={t('site:calculator.amount')}
          hint={(bounds && boundsText(i18n, bounds, request.coin)) ?? t('site:calculator.amountHint')}
          error={problem}
          defaultValue={request.amount}
          maxLength={64}
          autoFocus={isAnswer && problem !== null}
        />
      </div>
      <Select
        id="calculator-unit"
        name="unit"
        label={t('site:calculator.unit')}
        defaultValue={request.unit}
        options={[
          { value: 'sec', label: t('site:calculator.second') },
          { value: 'month', label: t('site:calculator.month') },
          { value: 'year', label: t('site:calculator.year') },
        ]}
      />
      <Select
        id="calculator-by"
        name="by"
        label={t('site:calculator.chart')}
        defaultValue={request.by}
        options={[
          { value: 'day', label: t('site:calculator.chartByDay') },
          { value: 'month', label: t('site:calculator.chartByMonth') },
        ]}
      />
      <div className={styles.wide}>
        <Button type="submit">{t('site:calculator.submit')}</Button>
      </div>
    </form>
  )
}
