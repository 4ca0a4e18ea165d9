import { type PartnersPage } from '~/contract/user'
import { Amount } from '../amount'
import { useI18n } from '~/locale/context'
import { Disclosure } from '~/ui/disclosure/disclosure'
import * as styles from './totals.css'

const amounts = ['turnover', 'bonus', 'accruals'] as const

/** The totals of all partners of a list, regardless of the search; folded on a phone, whose list begins on the first screen. */
export function Totals({ summary }: { summary: NonNullable<PartnersPage['summary']> }) {
  const { t, number } = useI18n()
  const totals = [
    { name: 'partners' as const, figure: number(summary.partners), note: null },
    ...amounts.map((name) => ({
      name,
      figure: <Amount value={summary[name]} currency="USDT" />,
      note: t(`partners:totals.${name}`),
    })),
  ]
  return (
    <Disclosure isOfPhone title={t('partners:totals.title')}>
      <section aria-label={t('partners:totals.title')}>
        <dl className={styles.totals}>
          {totals.map(({ name, figure, note }) => (
            <div key={name} className={styles.total}>
              <dt className={styles.name}>{t(`partners:column.${name}`)}</dt>
              <dd className={styles.figure}>{figure}</dd>
              {note && <dd className={styles.note}>{note}</dd>}
            </div>
          ))}
        </dl>
      </section>
    </Disclosure>
  )
}
