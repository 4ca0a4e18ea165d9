import { type ReactNode } from 'react'
import { type Balance, type Statistics } from '~/contract/user'
import { Amount, inUsdt } from '~/investments/amount'
import { FailedPanel } from '~/layouts/banners'
import { Table } from '~/lists/table'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { Card } from '~/ui/card/card'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { Soft } from '~/ui/layout/layout'
import { type Column } from '~/ui/table/table'
import * as styles from './dashboard.css'

interface WorthProps {
  balance: Balance | null
  /** Null if it could not be read, which the course says; undefined if the upstream does not provide it. */
  earned: Pick<Statistics, 'income' | 'incomeToday' | 'currency'> | null | undefined
  /** Beside the heading. */
  aside: ReactNode
  children: ReactNode
}

/** What all of the money is worth and what it has earned, with its course below, and both accounts by currency. */
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
      {balance && <Currencies balance={balance} />}
    </Card>
  )
}

function Earned({ income, incomeToday, currency }: NonNullable<WorthProps['earned']>) {
  const { t } = useI18n()
  if (income === null && incomeToday === null) return null
  return (
    <dl className={styles.earned}>
      {given(incomeToday, (value) => (
        <div>
          <dt className={styles.soft}>{t('cabinet:dashboard.earnings.today')}</dt>
          <dd>
            <Amount value={value} currency={currency} />
          </dd>
        </div>
      ))}
      {given(income, (value) => (
        <div>
          <dt className={styles.soft}>{t('cabinet:dashboard.earnings.inAll')}</dt>
          <dd>
            <Amount value={value} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Row = { currency: string } & Balance['currencies'][string]

function Currencies({ balance }: { balance: Balance }) {
  const { t, dateTime } = useI18n()
  const columns: Column<Row>[] = [
    {
      key: 'currency',
      label: t('common:account.currency'),
      lead: true,
      cell: ({ currency }) => currency,
    },
    {
      key: 'balance',
      label: t('common:account.balance'),
      figures: true,
      cell: ({ currency, ...held }) =>
        given(held.balance, (value) => <Amount value={value} currency={currency} />),
    },
    {
      key: 'balance_dep',
      label: t('common:account.balance_dep'),
      figures: true,
      cell: ({ currency, ...held }) =>
        given(held.balance_dep, (value) => <Amount value={value} currency={currency} />),
    },
    {
      key: 'worth',
      label: t('cabinet:dashboard.worth'),
      figures: true,
      cell: ({ inUsdt: worth }) => given(worth, inUsdt),
    },
  ]
  const rows = Object.entries(balance.currencies).map(([currency, held]): Row => ({ currency, ...held }))
  if (rows.length === 0) return null
  return (
    <Disclosure title={t('cabinet:dashboard.byCurrency')} isOpen={balance.totalInUsdt === null}>
      <Table
        caption={t('cabinet:dashboard.byCurrency')}
        captionHidden
        columns={columns}
        rows={rows}
        rowKey={({ currency }) => currency}
      />
      {given(balance.asOf, (asOf) => (
        <Soft small>{t('cabinet:dashboard.asOf', { time: dateTime(asOf) })}</Soft>
      ))}
    </Disclosure>
  )
}
