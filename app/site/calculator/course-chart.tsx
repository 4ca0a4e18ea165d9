import { useI18n } from '~/locale/context'
import { Chart } from '~/ui/chart/chart'
import { monthDays } from '~/investments/accrual'
import { accruedAt, Figure, nothing } from './figure'
import { type CalculatorView } from './calculator.server'

/** The accruals over time. The amount does not change the drawing, only its labels. */
export function CourseChart(view: CalculatorView) {
  const { t, amount } = useI18n()
  const { request, terms, drawing } = view
  return (
    <Chart
      drawing={drawing}
      caption={t('site:calculator.course', { coin: request.coin })}
      names={[t('site:calculator.accrued')]}
      legend={
        terms.restDays > 0 ? [t('site:calculator.firstTerm'), t('site:calculator.secondTerm')] : undefined
      }
      at={(day) => placeOf(Number(day))}
      value={(_, day) => <tspan data-day={day}>{shortly(accruedAt(view, Number(day)))}</tspan>}
      exact={(_, day) => (
        <Figure day={Number(day)} value={accruedAt(view, Number(day))} coin={request.coin} />
      )}
      table={{ label: t('site:calculator.asTable'), at: t('site:calculator.by') }}
    />
  )

  function placeOf(day: number) {
    if (day === 0) return t('site:calculator.opening')
    if (request.by === 'day' || day % monthDays !== 0) return t('site:calculator.byDay', { day })
    return t('site:calculator.byMonth', { month: day / monthDays })
  }

  /** Cut at the decimals that the coin usually shows: there is little room. */
  function shortly(accrued: string | null) {
    return accrued === null ? nothing : amount(accrued, request.coin)
  }
}
