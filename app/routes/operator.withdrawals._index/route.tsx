import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Due } from '~/cases/due'
import { unbroken } from '~/cases/cases.css'
import { queueTitle } from '~/cases/case-title'
import { QueuePage } from '~/cases/queue-page'
import { offerViews } from '~/cases/saved-views.server'
import { offerSeveral } from '~/cases/several.server'
import { type PageHandle } from '~/framework/page'
import { Amount } from '~/investments/amount'
import { StateTag } from '~/investments/state-tag'
import { readListQuery } from '~/lists/list-query.server'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { operatorPermissions } from '~/session/operator-permissions.server'
import { Address } from '~/ui/address/address'
import { ButtonLink } from '~/ui/button/button'
import { Soft } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { extensionsOf, requireExtension } from '~/upstream/settings.server'

export const handle: PageHandle = { title: queueTitle('payments'), amounts: 'shown' }

const states = ['open', 'approved', 'completed', 'rejected'] as const

/** What is open and due first is on top; of the others the newest. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'payments')
  await requireExtension(upstream, 'operator')
  const query = readListQuery('operator.payments', context.url.searchParams, ['status', 'search', 'page'])
  const { status = 'open' } = query
  const isDecidable = status === 'open' || status === 'approved'
  const order = isDecidable
    ? ({ sort: 'expectedBy', sortDir: 'asc' } as const)
    : ({ sort: 'createdAt', sortDir: 'desc' } as const)
  const [list, { may }, extensions, several, views] = await Promise.all([
    upstream.operator.payments({ ...query, status, ...order }),
    operatorPermissions(upstream),
    extensionsOf(upstream),
    isDecidable ? offerSeveral(context, 'payments') : null,
    offerViews(context, 'payments', { ...query, status }),
  ])
  const hasBatches = extensions.has('batches') && may('batches')
  return { query: { ...query, status }, list, now: upstream.now().getTime(), hasBatches, several, views }
}

export default function OperatorWithdrawals() {
  const { query, list, now, hasBatches, several, views } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <QueuePage
      queue="payments"
      several={several}
      views={views}
      list={list}
      query={query}
      states={states}
      action={hasBatches && <ButtonLink href={operatorPaths.batches()}>{t('batches:title')}</ButtonLink>}
      columns={[
        {
          key: 'investor',
          label: t('cases:fact.investor'),
          lead: true,
          cell: ({ id, owner, takenBy = null }) => (
            <>
              <Link href={operatorPaths.withdrawal(id ?? '')}>{owner.login}</Link>
              {takenBy !== null && <Soft small>{`${t('cases:fact.takenBy')}: ${takenBy}`}</Soft>}
            </>
          ),
        },
        {
          key: 'net',
          label: t('cases:fact.net'),
          figures: true,
          cell: ({ net, amount, currency }) => (
            <Amount value={net ?? amount} currency={currency ?? ''} exact />
          ),
        },
        {
          key: 'network',
          label: t('cases:fact.network'),
          cell: ({ network }) => <span className={unbroken}>{network}</span>,
        },
        {
          key: 'wallet',
          label: t('cases:fact.wallet'),
          cell: ({ wallet }) => wallet && <Address value={wallet} />,
        },
        {
          key: 'due',
          label: t('cases:fact.expectedBy'),
          cell: ({ expectedBy, status }) => (
            <Due at={expectedBy} now={now} isOpen={status === 'pending' || status === 'under_review'} />
          ),
        },
        {
          key: 'state',
          label: t('cases:fact.state'),
          cell: ({ status, batch = null }) => (
            <>
              <StateTag entry="payment" state={status} />
              {batch !== null && hasBatches && (
                <Soft small>
                  <Link href={operatorPaths.batch(batch)}>{t('batches:in')}</Link>
                </Soft>
              )}
            </>
          ),
        },
      ]}
    />
  )
}
