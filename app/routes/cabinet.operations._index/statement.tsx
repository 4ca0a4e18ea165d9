import { type Operation } from '~/contract/statement'
import { StateTag } from '~/investments/state-tag'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Money } from '~/ui/money/money'
import { Table } from '~/ui/table/table'

/** What an operation belongs to has a page where it is the investor's own; a reward's deposit is a partner's. */
const pagesOf: Partial<Record<Operation['type'], (id: string) => string>> = {
  refill: paths.topUp,
  payment: paths.withdrawal,
  payment_return: paths.withdrawal,
  deposit_open: paths.deposit,
  accrual: paths.deposit,
  deposit_close: paths.deposit,
}

/** One row for each account that was touched, newest first, figures to the last digit. */
export function Statement({ operations }: { operations: readonly Operation[] }) {
  const { t, dateTime, amountParts } = useI18n()
  return (
    <Table
      caption={t('cabinet:operations.list')}
      captionHidden
      rows={operations}
      rowKey={(operation) => operation.id}
      columns={[
        {
          key: 'type',
          label: t('cabinet:operations.type'),
          lead: true,
          cell: ({ type, reference }) => {
            const name = t(`common:operation.${type}`)
            const page = pagesOf[type]
            return page && reference ? <Link href={page(reference.id)}>{name}</Link> : name
          },
        },
        {
          key: 'createdAt',
          label: t('cabinet:operations.date'),
          cell: ({ createdAt }) => <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
        },
        {
          key: 'account',
          label: t('cabinet:operations.account'),
          cell: ({ account }) => t(`common:account.${account}`),
        },
        {
          key: 'status',
          label: t('cabinet:operations.status'),
          cell: ({ status }) => <StateTag entry="operation" state={status} />,
        },
        {
          key: 'amount',
          label: t('cabinet:operations.amount'),
          figures: true,
          cell: ({ amount, currency, direction }) => (
            <Money parts={amountParts(amount, currency, { exact: true })} direction={direction} />
          ),
        },
        {
          key: 'balanceAfter',
          label: t('cabinet:operations.balanceAfter'),
          figures: true,
          cell: ({ balanceAfter, currency }) => (
            <Money parts={amountParts(balanceAfter, currency, { exact: true })} />
          ),
        },
      ]}
    />
  )
}
