import { type ReactNode } from 'react'
import { type Balance, type Statistics } from '~/contract/user'
import { Amount, inUsdt } from '~/investments/amount'
import { FailedPanel } from '~/layouts/banners'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { Card } from '~/ui/card/card'
import { Link } from '~/ui/link/link'
import * as styles from './dashboard.css'

interface WorthProps {
  balance: Balance | null
  /** Null if it could not be read, which the course says; undefined if the upstream does not provide it. */
  earned: Pick<Statistics, 'income' | 'incomeToday' | 'currency'> | null | undefined
  /** What the next seven days will credit; null if it is not known. */
  ahead: string | null
  /** Beside the heading. */
  aside: ReactNode
  children: ReactNode
}

/** What all of the money is worth and what it has earned, with its course below. */
export function Worth({ balance, earned, ahead, aside, children }: WorthProps) {
  const { t } = useI18n()
  return (
    <Card as="section" aria-labelledby="worth">
      <div className={styles.figure}>
        <div className={styles.worthHead}>
          <h2 id="worth" className={styles.caption}>
            {t('cabinet:dashboard.accounts')}
          </h2>{' '}
          {aside}
        </div>
        {balance && balance.totalInUsdt !== null && (
          <p>
            <Amount value={balance.totalInUsdt} currency={balance.currency} size="display" />
          </p>
        )}
        {(ahead !== null || earned?.income || earned?.incomeToday) && (
          <dl className={styles.earned}>
            {earned && <Earned {...earned} />}
            {given(ahead, (worth) => (
              <div className={styles.ahead}>
                <dt className={styles.soft}>
                  <Link href="#week">{t('cabinet:dashboard.week.title')}</Link>
                </dt>
                <dd>{inUsdt(worth)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      {balance === null && <FailedPanel />}
      {children}
    </Card>
  )
}

function Earned({ income, incomeToday, currency }: NonNullable<WorthProps['earned']>) {
  const { t } = useI18n()
  return (
    <>
      {given(incomeToday, (value) => (
        <div className={styles.earnedFigure}>
          <dt className={styles.soft}>{t('cabinet:dashboard.earnings.today')}</dt>
          <dd>
            <Amount value={value} currency={currency} />
          </dd>
        </div>
      ))}
      {given(income, (value) => (
        <div className={styles.earnedFigure}>
          <dt className={styles.soft}>{t('cabinet:dashboard.earnings.inAll')}</dt>
          <dd>
            <Amount value={value} currency={currency} />
          </dd>
        </div>
      ))}
    </>
  )
}
