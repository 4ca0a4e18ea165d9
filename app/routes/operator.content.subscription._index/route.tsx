import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { OpenState } from '~/content/open-state'
import { type PageHandle } from '~/framework/page'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Table } from '~/ui/table/table'
import { requireExtension } from '~/upstream/settings.server'

export const handle: PageHandle = { title: 'content:pages.subscription.title', amounts: 'shown' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'subscriptionOptions')
  await requireExtension(upstream, 'operator')
  return upstream.operator.subscriptionOptions()
}

/** What a subscription costs, also what is not offered now. */
export default function OperatorSubscriptionOptions() {
  const { items } = useLoaderData<typeof loader>()
  const { t, language, number } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('content:pages.subscription.title')}
        lead={t('content:pages.subscription.lead')}
        back={{ href: operatorPaths.content(), label: t('content:title') }}
        action={
          <ButtonLink variant="primary" href={operatorPaths.subscriptionOption('new')}>
            {t('content:subscription.new')}
          </ButtonLink>
        }
      />
      {items.length === 0 ? (
        <EmptyState title={t('content:subscription.none')} />
      ) : (
        <Table
          caption={t('content:pages.subscription.title')}
          captionHidden
          rows={items}
          rowKey={({ id }) => id}
          columns={[
            {
              key: 'title',
              label: t('content:subscription.title'),
              lead: true,
              cell: ({ id, title }) => (
                <Link href={operatorPaths.subscriptionOption(id)}>{title[language]}</Link>
              ),
            },
            {
              key: 'days',
              label: t('content:subscription.days'),
              figures: true,
              cell: ({ days }) => number(days),
            },
            {
              key: 'price',
              label: t('content:subscription.price'),
              figures: true,
              cell: ({ price }) => <Amount value={price} currency="USDT" exact />,
            },
            {
              key: 'state',
              label: t('content:plans.state'),
              cell: ({ available }) => (
                <OpenState
                  isOpen={available}
                  open={t('content:subscription.available')}
                  closed={t('content:subscription.closed')}
                />
              ),
            },
          ]}
        />
      )}
    </Stack>
  )
}
