import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { unbroken } from '~/cases/cases.css'
import { CopiedAddress, CopyScript } from '~/cases/copied-address'
import { queueTitle } from '~/cases/case-title'
import { QueuePage } from '~/cases/queue-page'
import { offerViews } from '~/cases/saved-views.server'
import { offerSeveral } from '~/cases/several.server'
import { NetworkTag, TransferTag } from '~/cases/transfer-tag'
import { Waits } from '~/cases/waits'
import { type PageHandle } from '~/framework/page'
import { Amount } from '~/investments/amount'
import { readListQuery } from '~/lists/list-query.server'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { requireExtension } from '~/upstream/settings.server'

export const handle: PageHandle = { title: queueTitle('transfers'), amounts: 'shown' }

const states = ['open', 'credited', 'closed', 'all'] as const

/** Those that wait, the oldest on top; of the others the newest. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'transfers')
  await requireExtension(upstream, 'transfers')
  const { searchParams } = context.url
  const { status: known, ...query } = readListQuery('operator.transfers', searchParams, [
    'status',
    'search',
    'sort',
    'sortDir',
    'page',
  ])
  const status = known ?? (searchParams.get('status') === 'all' ? undefined : 'open')
  const { sort = 'waitsSince' } = query
  const usual = sort === 'waitsSince' && status === 'open' ? ('asc' as const) : ('desc' as const)
  const order = { sort, sortDir: query.sortDir ?? usual }
  const [list, several, views] = await Promise.all([
    upstream.operator.transfers({ ...query, status, ...order }),
    status === 'open' ? offerSeveral(context, 'transfers') : null,
    offerViews(context, 'transfers', { ...query, status: status ?? 'all' }),
  ])
  return {
    ...{ query: { ...query, status: status ?? 'all' }, order, list, several, views },
    now: upstream.now().getTime(),
  }
}

export default function OperatorTransfers() {
  const { query, order, list, several, views, now } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  const sortBy = (sort: 'waitsSince' | 'amount') => ({
    href: operatorPaths.transfers({
      ...{ ...query, page: undefined, sort },
      sortDir: sort === order.sort && order.sortDir === 'asc' ? 'desc' : 'asc',
    }),
    direction:
      sort === order.sort ? ({ asc: 'ascending', desc: 'descending' } as const)[order.sortDir] : null,
  })
  return (
    <>
      <QueuePage
        queue="transfers"
        several={several}
        views={views}
        list={list}
        query={query}
        states={states}
        sorting={{
          value: order.sort,
          options: (['waitsSince', 'amount'] as const).map((value) => ({
            value,
            label: t(value === 'amount' ? 'cases:fact.amount' : 'cases:fact.waiting'),
          })),
        }}
        columns={[
          {
            key: 'problem',
            label: t('cases:fact.problem'),
            lead: true,
            cell: ({ id, problem, takenBy = null, proposal = null }) => (
              <>
                <Link href={operatorPaths.transfer(id)}>{t(`cases:problem.${problem}`)}</Link>
                {takenBy !== null && <Soft small>{`${t('cases:fact.takenBy')}: ${takenBy}`}</Soft>}
                {proposal !== null && <Soft small>{t('operator:approvals.waits')}</Soft>}
              </>
            ),
          },
          {
            key: 'amount',
            label: t('cases:fact.amount'),
            figures: true,
            sort: sortBy('amount'),
            cell: ({ amount, currency, network, report = null }) => (
              <>
                {report === null && <Amount value={amount} currency={currency} exact />}
                <Soft small>
                  <span className={unbroken}>{network}</span>
                </Soft>
              </>
            ),
          },
          {
            key: 'where',
            label: t('cases:fact.addressAndHash'),
            cell: ({ address, transactionHash }) => (
              <Stack gap={2}>
                {address && <CopiedAddress value={address} of="address" short />}
                {transactionHash && <CopiedAddress value={transactionHash} of="hash" short />}
              </Stack>
            ),
          },
          {
            key: 'investor',
            label: t('cases:fact.investor'),
            cell: ({ owner }) => owner && <Link href={operatorPaths.investor(owner.id)}>{owner.login}</Link>,
          },
          {
            key: 'waiting',
            label: t('cases:fact.waiting'),
            sort: sortBy('waitsSince'),
            cell: ({ waitsSince, status }) => (
              <Waits since={waitsSince} now={now} isOpen={status === 'open'} />
            ),
          },
          {
            key: 'state',
            label: t('cases:fact.state'),
            cell: ({ state, status, report = null }) => (
              <Stack gap={1}>
                {report === null && <NetworkTag state={state} />}
                {status !== 'open' && <TransferTag status={status} />}
              </Stack>
            ),
          },
        ]}
      />
      <CopyScript />
    </>
  )
}
