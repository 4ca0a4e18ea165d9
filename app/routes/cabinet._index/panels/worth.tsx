import { type ReactNode } from 'react'
import { type Balance, type Statistics } from '~/contract/user'
import { Amount } from '~/investments/amount'
import { FailedPanel } from '~/layouts/banners'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { Card } from '~/ui/card/card'
import * as styles from './dashboard.css'

interface WorthProps {
  balance: Balance | null
  /** Null if it could not be read, which the course says; undefined if the upstream does not provide it. */
  earned: Pick<Statistics, 'income' | 'incomeToday' | 'currency'> | null | undefined
  /** Beside the heading. */
  aside: ReactNode
  children: ReactNode
}

/** What all of the money is worth and what it has earned, with its course below. */
export function Worth({ balance, earned, aside, children }: WorthProps) {
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
        {earned && <Earned {...earned} />}
      </div>
      {balance === null && <FailedPanel />}
      {children}
    </Card>
  )
}

function Earned({ income, incomeToday, currency }: NonNullable<WorthProps['earned']>) {
  const { t } = useI18n()
  if (income === null && incomeToday === null) return null
  return (
    <dl className={styles.earned}>
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
    </dl>
  )
}
