import { type Balance } from '~/contract/user'
import { FailedPanel } from '~/layouts/banners'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { Soft, Stack } from '~/ui/layout/layout'
import { Section } from '~/ui/section/section'
import { type Column, Table } from '~/ui/table/table'
import { StateTag } from '~/investments/state-tag'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Link } from '~/ui/link/link'
import { Progress } from '~/ui/progress/progress'
import * as styles from './dashboard.css'
import { type AtWork, type DepositLine } from './overview.server'
import { type Operation } from '~/contract/statement'

type Row = { currency: string } & Balance['currencies'][string]

/** Both accounts by currency with their worth, and the worth of all. */
export function Balances({ balance }: { balance: Balance | null }) {
  const { t, dateTime } = useI18n()
  return (
    <Section id="accounts" title={t('cabinet:dashboard.accounts')}>
      {balance ? (
        <>
          <Stack gap={1}>
            <Soft>{t('cabinet:dashboard.total')}</Soft>
            <p>
              <Amount value={balance.totalInUsdt} currency={balance.currency} size="large" />
            </p>
            <Soft small>{t('cabinet:dashboard.asOf', { time: dateTime(balance.asOf) })}</Soft>
          </Stack>
          <Currencies balance={balance} />
        </>
      ) : (
        <FailedPanel />
      )}
    </Section>
  )
}

function Currencies({ balance }: { balance: Balance }) {
  const { t } = useI18n()
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
      cell: ({ currency, ...held }) => <Amount value={held.balance} currency={currency} />,
    },
    {
      key: 'balance_dep',
      label: t('common:account.balance_dep'),
      figures: true,
      cell: ({ currency, ...held }) => <Amount value={held.balance_dep} currency={currency} />,
    },
    {
      key: 'worth',
      label: t('cabinet:dashboard.worth'),
      figures: true,
      cell: ({ inUsdt }) => <Amount value={inUsdt} currency={balance.currency} />,
    },
  ]
  const rows = Object.entries(balance.currencies).map(([currency, held]): Row => ({ currency, ...held }))
  return (
    <Table
      caption={t('cabinet:dashboard.accounts')}
      captionHidden
      columns={columns}
      rows={rows}
      rowKey={({ currency }) => currency}
    />
  )
}

/** What is at work, with how far it has come; what waits for the investor stands first. */
export function Deposits({ deposits }: { deposits: AtWork | null }) {
  const { t, number } = useI18n()
  return (
    <Section
      id="deposits"
      title={t('cabinet:dashboard.deposits')}
      aside={
        <Link href={paths.deposits()}>
          {deposits && deposits.total > deposits.shown.length
            ? t('cabinet:dashboard.depositsOf', {
                shown: number(deposits.shown.length),
                total: number(deposits.total),
              })
            : t('cabinet:dashboard.allDeposits')}
        </Link>
      }
    >
      {deposits === null ? (
        <FailedPanel />
      ) : deposits.shown.length === 0 ? (
        <EmptyState
          title={t('cabinet:dashboard.noDeposits')}
          icon="deposits"
          action={<ButtonLink href={paths.newDeposit()}>{t('common:action.openDeposit')}</ButtonLink>}
        >
          {t('cabinet:dashboard.noDepositsText')}
        </EmptyState>
      ) : (
        <ul role="list" className={styles.deposits}>
          {deposits.shown.map((deposit) => (
            <Deposit key={deposit.id} deposit={deposit} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Deposit({ deposit }: { deposit: DepositLine }) {
  const { t, date, dateTime, amount } = useI18n()
  const { id, title, currency, status, term, day, days, endsAt, next, canClose } = deposit
  const isRunning = status === 'in_progress'
  return (
    <li className={styles.deposit}>
      <div className={styles.depositHead}>
        <h3 className={styles.name}>
          <Link href={paths.deposit(id)}>
            {title}, <Amount value={deposit.amount} currency={currency} />
          </Link>
        </h3>
        <StateTag entry="deposit" state={status} />
      </div>
      {isRunning && (
        <Progress
          value={day}
          max={days}
          label={t(term === 1 ? 'cabinet:dashboard.day' : 'cabinet:dashboard.secondTerm', {
            day,
            days,
          })}
          rest={t('cabinet:dashboard.until', { date: date(endsAt) })}
        />
      )}
      <div className={styles.depositFoot}>
        <p>
          {t('cabinet:dashboard.accrued')} <Amount value={deposit.accrued} currency={currency} />
        </p>
        <p className={styles.soft}>
          {isRunning &&
            next &&
            t(currency === 'USDT' ? 'cabinet:dashboard.next' : 'cabinet:dashboard.nextInUsdt', {
              amount: amount(next.amount, currency),
              time: dateTime(next.at),
            })}
          {status === 'awaiting_completion' && t('cabinet:dashboard.waiting')}
          {isRunning && canClose && ` ${t('cabinet:dashboard.closable')}`}
        </p>
      </div>
    </li>
  )
}

/** The newest; where there are none at all, the page begins otherwise. */
export function Operations({ operations }: { operations: Operation[] | null }) {
  const { t } = useI18n()
  return (
    <Section
      id="operations"
      title={t('cabinet:dashboard.operations')}
      aside={<Link href={paths.operations()}>{t('cabinet:dashboard.allOperations')}</Link>}
    >
      {operations === null ? <FailedPanel /> : <Recent operations={operations} />}
    </Section>
  )
}

function Recent({ operations }: { operations: Operation[] }) {
  const { t, dateTime } = useI18n()
  const columns: Column<Operation>[] = [
    {
      key: 'operation',
      label: t('cabinet:dashboard.operation'),
      lead: true,
      cell: ({ type }) => t(`common:operation.${type}`),
    },
    {
      key: 'date',
      label: t('cabinet:dashboard.date'),
      cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
    },
    {
      key: 'account',
      label: t('cabinet:operations.account'),
      cell: ({ account }) => t(`common:account.${account}`),
    },
    {
      key: 'amount',
      label: t('cabinet:dashboard.amount'),
      figures: true,
      cell: ({ amount, currency, direction }) => (
        <Amount value={amount} currency={currency} direction={direction} />
      ),
    },
  ]
  return (
    <Table
      caption={t('cabinet:dashboard.operations')}
      captionHidden
      columns={columns}
      rows={operations}
      rowKey={({ id }) => id}
    />
  )
}
