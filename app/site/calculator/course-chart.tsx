import { useI18n } from '~/i18n/context'
import { visuallyHidden } from '~/ui/layout/layout.css'
import { accruedAt, Figure, nothing } from './figure'
import * as styles from './chart.css'
import { type CalculatorView } from './calculator.server'

/** How it accrues, drawn for those who see and told day by day for those who listen. */
export function CourseChart(view: CalculatorView) {
  const { t } = useI18n()
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>{t('site:calculator.course')}</figcaption>
      <Drawing {...view} />
      <table className={visuallyHidden}>
        <caption>{t('site:calculator.courseText')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('site:calculator.day')}</th>
            <th scope="col">{t('site:calculator.accrued')}</th>
          </tr>
        </thead>
        <tbody>
          {view.course.map(({ day, accrued }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>
                <Figure day={day} value={accrued} coin={view.asked.coin} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

/** Labels are cut at the decimals that the coin usually shows: there is little room. */
function Drawing(view: CalculatorView) {
  const { t, amount } = useI18n()
  const { width, height, waterline, line, terms, ends } = view.drawing
  return (
    <svg className={styles.drawing} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {terms.map((shape, place) => (
        <path key={shape} d={shape} className={place === 0 ? styles.first : styles.second} />
      ))}
      <path d={line} className={styles.line} />
      <path d={`M0,${waterline}H${width}`} className={styles.waterline} />
      {ends.map(({ day, x, y }) => {
        const accrued = accruedAt(view, day)
        return (
          <g key={day} className={styles.label}>
            <circle cx={x} cy={y} r={3.5} />
            <text x={x} y={y - 10} data-day={day}>
              {accrued === null ? nothing : amount(accrued, view.asked.coin)}
            </text>{' '}
            <text x={x} y={height - 6} className={styles.day}>
              {t('site:calculator.byDay', { day })}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
