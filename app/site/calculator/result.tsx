import { type ReactNode } from 'react'
import { useI18n } from '~/locale/context'
import { CourseChart } from './course-chart'
import { accruedAt, Figure } from './figure'
import * as styles from './calculator.css'
import { type CalculatorView } from './calculator.server'

/**
 * What the deposit would bring. It carries all that the island needs to recalculate the figures: every element with a
 * `data-day` shows what has accrued by that day (`data-total`: with the principal, `data-worth`: in USDT).
 */
export function Result(view: CalculatorView) {
  const { t } = useI18n()
  const { terms, totals, coinRate } = view
  const bothDays = terms.days + terms.restDays
  const days = (count: number) => t('site:calculator.term', { count })
  return (
    <div id="calculator-result" className={styles.result} {...dataOf(view)}>
      <div className={styles.course}>
        <h3 className={styles.resultTitle} tabIndex={-1} autoFocus={view.isAnswer && view.problem === null}>
          {t('site:calculator.result')}
        </h3>
        <CourseChart {...view} />
      </div>
      <dl className={styles.figures}>
        <Fact term={t('site:calculator.profit')} note={days(terms.days)}>
          <output className={styles.lead}>
            <Figure day={terms.days} value={accruedAt(view, terms.days)} coin={view.request.coin} />
          </output>
        </Fact>
        <Fact term={t('site:calculator.total')}>
          <Figure day={terms.days} kind="total" value={totals && totals.first} coin={view.request.coin} />
        </Fact>
        {coinRate && (
          <Fact term={t('site:calculator.worth')}>
            <Figure day={terms.days} kind="worth" value={totals && totals.worth} coin="USDT" />
          </Fact>
        )}
        {terms.restDays > 0 && (
          <>
            <Fact term={t('site:calculator.profitBoth')} note={days(bothDays)}>
              <Figure day={bothDays} value={accruedAt(view, bothDays)} coin={view.request.coin} />
            </Fact>
            <Fact term={t('site:calculator.totalBoth')}>
              <Figure day={bothDays} kind="total" value={totals && totals.both} coin={view.request.coin} />
            </Fact>
          </>
        )}
        <Fact term={t('site:calculator.rate')}>
          <SimpleRate {...view} />
        </Fact>
      </dl>
      <Notes {...view} />
    </div>
  )
}

function Fact({ term, note, children }: { term: string; note?: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.term}>
        {term}
        {note && <span className={styles.note}>, {note}</span>}
      </dt>
      <dd className={styles.figure}>{children}</dd>
    </div>
  )
}

function SimpleRate({ simpleRate, request }: CalculatorView) {
  const { t, percent } = useI18n()
  const text = { sec: 'perSecond', month: 'perMonth', year: 'perYear' } as const
  return <>{t(`site:calculator.${text[request.unit]}`, { value: percent(simpleRate) })}</>
}

function Notes({ request, terms: { days, restDays, multiplier } }: CalculatorView) {
  const { t } = useI18n()
  return (
    <p className={styles.notes}>
      {request.coin !== 'USDT' && t('site:calculator.note')}{' '}
      {restDays > 0 && t('site:calculator.noteSecond', { multiplier: multiplier.replace(/\.0+$/, '') })}{' '}
      {t('site:calculator.noteRate', { count: days + restDays })}
    </p>
  )
}

/**
 * `data-for` names the choice that the figures belong to: for any other the island fetches the server's. Without
 * `data-min` the plan does not accept the coin; if the minimum is not known, any amount is accepted.
 */
function dataOf({ request, terms, bounds, notation, coinRate }: CalculatorView) {
  return {
    'data-for': [request.plan, request.coin, request.unit, request.by].join(' '),
    'data-percent': terms.percent,
    'data-days': terms.days,
    'data-multiplier': terms.multiplier,
    'data-rest-days': terms.restDays,
    'data-min': bounds ? (bounds.min ?? '0') : undefined,
    'data-max': bounds?.max ?? undefined,
    'data-coin': notation.coin,
    'data-group': notation.group,
    'data-point': notation.point,
    'data-scale': notation.scale,
    'data-shown': notation.shown,
    'data-rate': coinRate ?? undefined,
  }
}
