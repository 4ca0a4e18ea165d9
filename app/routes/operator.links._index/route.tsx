import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type LinkedPair } from '~/contract/extensions/operator/links'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { Evidence } from '~/identity/links/evidence'
import { pairId } from '~/identity/links/pair-id'
import { readListQuery } from '~/lists/list-query.server'
import { Pages } from '~/lists/pages'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { operatorPaths } from '~/operator-paths'
import { paths } from '~/paths'
import { requireOperator } from '~/session/guards.server'
import { Address } from '~/ui/address/address'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { Table } from '~/ui/table/table'
import { extensionsOf } from '~/upstream/settings.server'

export const handle: PageHandle = {
  title: titleBy<Data>('operator:links.title', ({ query }, { t }) =>
    titleOf(t('operator:links.title'), query.search),
  ),
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'links')
  if (!(await extensionsOf(upstream)).has('linked_accounts')) throw new Response(null, { status: 404 })
  const query = readListQuery('operator.links', context.url.searchParams, [
    'page',
    'sort',
    'sortDir',
    'search',
    'groupsPage',
  ])
  return { query, list: await upstream.operator.links(query) }
}

/** Accounts that may belong to one person, by what they share; each pair links to the page of its decision. */
export default function OperatorLinks() {
  const { query, list } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  const { sort = 'strength', sortDir = 'desc' } = query
  const sortBy = (column: 'strength' | 'held') => ({
    href: operatorPaths.links({
      ...query,
      page: undefined,
      sort: column,
      sortDir: column === sort && sortDir === 'desc' ? 'asc' : 'desc',
    }),
    direction: column === sort ? ({ asc: 'ascending', desc: 'descending' } as const)[sortDir] : null,
  })
  const groups = {
    items: list.groups,
    total: list.groupsTotal ?? list.groups.length,
    page: list.groupsPage ?? 1,
    limit: list.groupsLimit ?? list.groups.length,
  }
  const groupsHref = (groupsPage: number) => operatorPaths.links({ ...query, groupsPage })
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('operator:links.title')}
        lead={t('operator:links.lead')}
        back={{ href: paths.operator(), label: t('operator:summary.title') }}
      />
      {list.groups.length > 0 && (
        <Section id="groups" title={t('operator:links.groups.title')}>
          <Table
            caption={t('operator:links.groups.title')}
            captionHidden
            rows={groups.items}
            rowKey={({ kind, accounts }) => [kind, ...accounts.map(({ id }) => id)].join(' ')}
            columns={[
              {
                key: 'kind',
                label: t('operator:links.shared'),
                lead: true,
                cell: ({ kind, count, wallet }) => (
                  <>
                    {t(`operator:links.groups.${kind}`, { count })}
                    {wallet && <Address value={wallet} />}
                  </>
                ),
              },
              {
                key: 'accounts',
                label: t('operator:links.pair'),
                cell: ({ count, accounts }) => (
                  <>
                    {accounts.map(({ login }) => login).join(', ')}
                    {count > accounts.length && (
                      <Soft small>{t('operator:links.groups.more', { count: count - accounts.length })}</Soft>
                    )}
                  </>
                ),
              },
              {
                key: 'held',
                label: t('operator:links.held'),
                figures: true,
                cell: ({ held, currency }) => <Amount value={held} currency={currency} />,
              },
            ]}
          />
          <Pages list={groups} label={t('operator:links.groups.pages')} href={groupsHref} />
        </Section>
      )}
      {list.items.length === 0 ? (
        list.groups.length === 0 && (
          <EmptyState title={t('operator:links.empty')}>{t('operator:links.emptyText')}</EmptyState>
        )
      ) : (
        <Table
          caption={t('operator:links.title')}
          captionHidden
          rows={list.items}
          rowKey={pairId}
          columns={[
            { key: 'pair', label: t('operator:links.pair'), lead: true, cell: (pair) => <Pair {...pair} /> },
            { key: 'relation', label: t('operator:links.relation'), cell: (pair) => <Relation {...pair} /> },
            {
              key: 'shared',
              label: t('operator:links.shared'),
              sort: sortBy('strength'),
              cell: (pair) => <Evidence shared={pair.shared} />,
            },
            {
              key: 'held',
              label: t('operator:links.held'),
              figures: true,
              sort: sortBy('held'),
              cell: ({ held, currency }) => <Amount value={held} currency={currency} />,
            },
          ]}
        />
      )}
      <Pages list={list} href={(page) => operatorPaths.links({ ...query, page })} />
    </Stack>
  )
}

function Pair(pair: LinkedPair) {
  const { t } = useI18n()
  const { investor, partner, takenBack } = pair
  return (
    <>
      <Link href={operatorPaths.link(pairId(pair))}>
        {t('operator:links.both', { one: investor.login, other: partner.login })}
      </Link>
      {takenBack && <Soft small>{t('operator:links.decided')}</Soft>}
    </>
  )
}

function Relation({ investor, partner, level }: LinkedPair) {
  const { t } = useI18n()
  if (level === null) return t('operator:links.noRelation')
  return t('operator:links.invited', { investor: investor.login, partner: partner.login, level })
}
