import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type FoundInvestor } from '~/contract/extensions/operator/investors'
import { HiddenFields } from '~/forms/plain-form'
import { InvestorState } from '~/identity/investors/investor-state'
import { inUsdt } from '~/investments/amount'
import { FilterForm } from '~/lists/filter-form'
import { hasNoEntries } from '~/lists/list-page'
import { readListQuery } from '~/lists/list-query.server'
import { Pages } from '~/lists/pages'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { useI18n } from '~/locale/context'
import { type InvestorsQuery, operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Table } from '~/ui/table/table'
import { Tabs } from '~/ui/tabs/tabs'
import { TextInput } from '~/ui/text-input/text-input'
import { requireExtension } from '~/upstream/settings.server'

export const handle: PageHandle = {
  title: titleBy<Data>('investors:title', ({ query, inviter }, { t }) =>
    titleOf(
      t('investors:title'),
      query.state && t(`investors:list.${query.state}`),
      inviter && t('investors:list.invitedBy', { login: inviter }),
      query.search,
    ),
  ),
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'investors', 'investor')
  await requireExtension(upstream, 'operator')
  const query = readListQuery('operator.investors', context.url.searchParams, [
    'page',
    'sort',
    'sortDir',
    'search',
    'state',
    'inviter',
  ])
  const [list, inviter] = await Promise.all([
    upstream.operator.investors(query),
    query.inviter === undefined ? null : upstream.operator.investor({ id: query.inviter }),
  ])
  return { query, list, inviter: inviter && inviter.user.login }
}

/** All investors, or those whom a search finds, each with what it was found by. */
export default function OperatorInvestors() {
  const { query, list, inviter } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  // A search begins at the first page, of the same investors in the same order.
  const { page: _page, search, ...kept } = query
  return (
    <Stack gap={6}>
      <PageHeader title={t('investors:title')} lead={t('investors:list.lead')} />
      <FilterForm key={operatorPaths.investors({ ...kept, search })} action={operatorPaths.investors()}>
        <HiddenFields values={{ ...kept }} />
        <TextInput
          id="search"
          name="search"
          type="search"
          label={t('investors:list.search')}
          hint={t('investors:list.searchHint')}
          defaultValue={search}
          maxLength={100}
          autoComplete="off"
          variant="address"
        />
      </FilterForm>
      <Tabs
        label={t('investors:list.states')}
        items={([undefined, 'suspended', 'frozen'] as const).map((state) => ({
          href: operatorPaths.investors({ ...kept, search, state }),
          label: t(`investors:list.${state ?? 'all'}`),
          current: state === query.state,
        }))}
      />
      {inviter !== null && (
        <p>
          {t('investors:list.ofInviter', { login: inviter })}{' '}
          <Link href={operatorPaths.investors()}>{t('investors:list.everyone')}</Link>
        </p>
      )}
      {search !== undefined && list.moreThan !== undefined && (
        <p>{t('investors:list.moreThan', { count: list.moreThan })}</p>
      )}
      {hasNoEntries(list) ? <NoInvestors {...query} /> : <Found investors={list.items} query={query} />}
      <Pages list={list} href={(page) => operatorPaths.investors({ ...query, page })} />
    </Stack>
  )
}

function NoInvestors({ search }: InvestorsQuery) {
  const { t } = useI18n()
  return search === undefined ? (
    <EmptyState title={t('investors:list.none')}>{t('investors:list.noneText')}</EmptyState>
  ) : (
    <EmptyState title={t('investors:list.empty')} icon="search">
      {t('investors:list.emptyText')}
    </EmptyState>
  )
}

function Found({ investors, query }: { investors: readonly FoundInvestor[]; query: InvestorsQuery }) {
  const { t, dateTime } = useI18n()
  const { sort = 'registeredAt', sortDir = sort === 'registeredAt' ? 'desc' : 'asc' } = query
  const sortBy = (column: 'registeredAt' | 'login') => ({
    href: operatorPaths.investors({
      ...query,
      page: undefined,
      sort: column,
      sortDir: column === sort && sortDir === 'asc' ? 'desc' : 'asc',
    }),
    direction: column !== sort ? null : sortDir === 'asc' ? ('ascending' as const) : ('descending' as const),
  })
  return (
    <Table
      caption={t('investors:title')}
      captionHidden
      rows={investors}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'login',
          label: t('investors:list.login'),
          lead: true,
          sort: sortBy('login'),
          cell: (investor) => <Name {...investor} />,
        },
        {
          key: 'contacts',
          label: t('investors:list.contacts'),
          cell: ({ email, phone }) => (
            <>
              {email}
              {phone && <Soft small>{phone}</Soft>}
            </>
          ),
        },
        {
          key: 'registered',
          label: t('investors:list.registered'),
          sort: sortBy('registeredAt'),
          cell: ({ registeredAt }) => <time dateTime={registeredAt}>{dateTime(registeredAt)}</time>,
        },
        { key: 'state', label: t('investors:list.state'), cell: (one) => <InvestorState {...one} /> },
        {
          key: 'worth',
          label: t('investors:list.worth'),
          figures: true,
          cell: ({ worth }) => inUsdt(worth),
        },
      ]}
    />
  )
}

/** A find by the login itself needs no word. */
function Name({ id, login, found }: FoundInvestor) {
  const { t } = useI18n()
  const by = found.filter((find) => find !== 'login').map((find) => t(`investors:find.${find}`))
  return (
    <>
      <Link href={operatorPaths.investor(id)}>{login}</Link>
      {by.length > 0 && <Soft small>{t('investors:list.found', { by: by.join(', ') })}</Soft>}
    </>
  )
}
