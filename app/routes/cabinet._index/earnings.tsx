import { type ReactNode } from 'react'
import { type Statistics } from '~/contract/user'
import { FailedPanel } from '~/layouts/failed-panel'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'
import * as styles from './dashboard.css'
import { type DepositLine } from './deposits.server'

interface EarningsProps {
  /** null where it could not be asked for. */
  earned: Pick<Statistics, 'income' | 'incomeToday' | 'currency'> | null
  /** The running deposit that earns next; null where none does, undefined where that is not known and not said. */
  next: DepositLine | null | undefined
}

/** What comes next, which is what one looks for, and what deposits have brought. */
export function Earnings({ earned, next }: EarningsProps) {
  const { t } = useI18n()
  return (
    <Section id="earnings" title={t('cabinet:dashboard.earnings.title')}>
      {!earned && <FailedPanel />}
      {(earned || next !== undefined) && (
        <dl className={styles.figures}>
          {next !== undefined && (
            <Figure term={t('cabinet:dashboard.earnings.next')}>
              {next ? <Next deposit={next} /> : t('cabinet:dashboard.earnings.none')}
            </Figure>
          )}
          {earned && (
            <>
              <Figure term={t('cabinet:dashboard.earnings.today')}>
                <Amount value={earned.incomeToday} currency={earned.currency} size="large" />
              </Figure>
              <Figure term={t('cabinet:dashboard.earnings.inAll')}>
                <Amount value={earned.income} currency={earned.currency} size="large" />
              </Figure>
            </>
          )}
        </dl>
      )}
    </Section>
  )
}

function Figure({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt className={styles.soft}>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Next({ deposit: { id, title, amount, currency, next } }: { deposit: DepositLine }) {
  const { t, dateTime } = useI18n()
  if (!next) return null
  return (
    <>
      <Amount value={next.amount} currency={currency} size="large" />
      <p>
        <time dateTime={next.at}>{dateTime(next.at)}</time>,{' '}
        <Link href={paths.deposit(id)}>
          {title}, <Amount value={amount} currency={currency} />
        </Link>
      </p>
      {currency !== 'USDT' && <p className={styles.soft}>{t('cabinet:dashboard.earnings.inUsdt')}</p>}
    </>
  )
}
