import { type CallAnswer } from '~/contract/call'
import { type house } from '~/contract/extensions/operator/house'
import { Due } from '~/cases/due'
import { Amount } from '~/investments/amount'
import { StateTag } from '~/investments/state-tag'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Soft } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { Section } from '~/ui/section/section'
import { type Column, Table } from '~/ui/table/table'
import { Tag } from '~/ui/tag/tag'

type DueList = NonNullable<CallAnswer<typeof house.summary>['due']>

interface DueFirstProps {
  /** In the order in which their time ends. */
  due: DueList
  /** The upstream's time, in milliseconds since the epoch. */
  now: number
}

/** The withdrawals that were promised for the earliest times, each as a link to its case. */
export function DueFirst({ due, now }: DueFirstProps) {
  const { t } = useI18n()
  const columns: Column<DueList[number]>[] = [
    {
      key: 'investor',
      label: t('cases:fact.investor'),
      lead: true,
      cell: ({ id, owner, takenBy }) => (
        <>
          <Link href={operatorPaths.withdrawal(id)}>{owner.login}</Link>
          {takenBy !== null && <Soft small>{`${t('cases:fact.takenBy')}: ${takenBy}`}</Soft>}
        </>
      ),
    },
    {
      key: 'amount',
      label: t('cases:fact.net'),
      figures: true,
      cell: ({ amount, currency }) => <Amount value={amount} currency={currency} />,
    },
    {
      key: 'due',
      label: t('cases:fact.expectedBy'),
      cell: ({ expectedBy }) => <Due at={expectedBy} now={now} isOpen />,
    },
    {
      key: 'state',
      label: t('cases:fact.state'),
      cell: ({ status, approved }) =>
        approved ? (
          <Tag icon="check" meaning="success">
            {t('operator:today.approved')}
          </Tag>
        ) : (
          <StateTag entry="payment" state={status} />
        ),
    },
  ]
  return (
    <Section
      id="due"
      title={t('operator:today.due')}
      aside={<Link href={operatorPaths.withdrawals()}>{t('operator:today.allWithdrawals')}</Link>}
    >
      {due.length === 0 ? (
        <EmptyState title={t('operator:today.noWithdrawals')} icon="checkCircle" />
      ) : (
        <Table
          caption={t('operator:today.due')}
          captionHidden
          columns={columns}
          rows={due}
          rowKey={({ id }) => id}
        />
      )}
    </Section>
  )
}
