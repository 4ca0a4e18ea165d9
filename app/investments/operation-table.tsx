import { type Operation } from '~/contract/statement'
import { Table } from '~/lists/table'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { type IconName } from '~/ui/icon/icon'
import { Soft, VisuallyHidden } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { type Column } from '~/ui/table/table'
import { Amount } from './amount'
import { StateTag } from './state-tag'

type Kind = Operation['type']

/** The entry of an operation has a page if it is the investor's own; a reward's deposit belongs to a partner. */
const pagesOf: Partial<Record<Kind, (id: string) => string>> = {
  refill: paths.topUp,
  payment: paths.withdrawal,
  payment_return: paths.withdrawal,
  deposit_open: paths.deposit,
  accrual: paths.deposit,
  deposit_close: paths.deposit,
}

const icons: Record<Kind, IconName> = {
  refill: 'topUp',
  payment: 'withdraw',
  payment_return: 'topUp',
  deposit_open: 'deposits',
  accrual: 'wave',
  deposit_close: 'deposits',
  exchange_out: 'exchange',
  exchange_in: 'exchange',
  subscription: 'calendar',
  referral: 'referrals',
  matching: 'referrals',
  bonus: 'star',
  correction: 'operations',
  unknown: 'operations',
}

/** Between the investor's own accounts. */
const ownMoves: readonly Kind[] = ['deposit_open', 'deposit_close', 'exchange_out', 'exchange_in']

/** One row for each account that was touched, newest first, below the day on which it was. */
export function OperationTable({ operations }: { operations: readonly Operation[] }) {
  const { t, day, hours, calendarDate } = useI18n()
  // Only what is not completed shows it, and without any such the column is left out.
  const hasStates = operations.some(({ status }) => status !== 'unknown' && status !== 'completed')
  const columns: Column<Operation>[] = [
    {
      key: 'type',
      label: t('cabinet:operations.type'),
      lead: true,
      icon: ({ type }) => icons[type],
      cell: (operation) => <What {...operation} />,
    },
    {
      key: 'createdAt',
      label: t('cabinet:operations.time'),
      phone: 'note',
      cell: ({ createdAt }) => given(createdAt, (at) => <time dateTime={at}>{hours(at)}</time>),
    },
    {
      key: 'account',
      label: t('cabinet:operations.account'),
      phone: 'note',
      cell: ({ account }) => given(account, (name) => t(`common:account.${name}`)),
    },
    {
      key: 'status',
      label: t('cabinet:operations.status'),
      phone: 'note',
      cell: ({ status }) => {
        if (!hasStates) return null
        if (status === 'completed')
          return <VisuallyHidden>{t('common:status.operation.completed')}</VisuallyHidden>
        return <StateTag entry="operation" state={status} />
      },
    },
    {
      key: 'amount',
      label: t('cabinet:operations.amount'),
      figures: true,
      phone: 'figure',
      cell: ({ type, amount, currency, direction }) => (
        <Amount value={amount} currency={currency} direction={direction} isOwn={ownMoves.includes(type)} />
      ),
    },
    {
      key: 'balanceAfter',
      label: t('cabinet:operations.balanceAfter'),
      figures: true,
      phone: 'omitted',
      cell: ({ balanceAfter, currency }) =>
        given(balanceAfter, (value) => <Amount value={value} currency={currency} />),
    },
  ]
  return (
    <Table
      caption={t('cabinet:operations.list')}
      captionHidden
      compact
      rows={operations}
      rowKey={({ id }) => id}
      headingOf={({ createdAt }) =>
        createdAt === null ? t('cabinet:operations.dayUnknown') : day(calendarDate(createdAt))
      }
      columns={columns}
    />
  )
}

function What({ type, reference, reason }: Pick<Operation, 'type' | 'reference' | 'reason'>) {
  const { t } = useI18n()
  const name = t(`common:operation.${type}`)
  const page = reference && pagesOf[type]
  if (page) return <Link href={page(reference.id)}>{name}</Link>
  if (!reason) return name
  return (
    <>
      {name} <Soft small>{reason}</Soft>
    </>
  )
}
