import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useI18n } from '~/i18n/context'
import { areDaysSwapped } from '~/lists/days.server'
import { EmptyList } from '~/lists/empty-list'
import { Pages } from '~/lists/pages'
import { type PageHandle } from '~/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { Filters } from './filters'
import { Statement } from './statement'
import { readStatementQuery } from './statement-query.server'
import { Summary } from './summary'
import { summaryRows } from './summary-rows.server'

export const handle: PageHandle = { title: 'cabinet:operations.title' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const query = readStatementQuery(context.url.searchParams)
  const daysSwapped = areDaysSwapped(query)
  const [balance, operations] = await Promise.all([
    upstream.user.balance(),
    daysSwapped ? null : upstream.user.operations({ ...query, sort: 'createdAt', sortDir: 'desc' }),
  ])
  return {
    query,
    daysSwapped,
    operations,
    summary: operations && summaryRows(operations.summary),
    currencies: Object.keys(balance.currencies),
  }
}

export default function Operations() {
  const { query, daysSwapped, operations, summary, currencies } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  const { page: _page, ...filters } = query
  return (
    <Stack gap={6}>
      <PageHeader title={t('cabinet:operations.title')} lead={t('cabinet:operations.lead')} />
      <Filters query={filters} currencies={currencies} daysSwapped={daysSwapped} />
      {summary && <Summary rows={summary} />}
      {operations && (
        <Section id="list" title={t('cabinet:operations.list')}>
          <Stack gap={5}>
            {operations.items.length > 0 ? (
              <Statement operations={operations.items} />
            ) : (
              <EmptyList
                total={operations.total}
                isFiltered={Object.keys(filters).length > 0}
                href={paths.operations()}
                title={t('cabinet:operations.empty')}
                text={t('cabinet:operations.emptyText')}
              />
            )}
            <Pages list={operations} href={(page) => paths.operations({ ...filters, page })} />
          </Stack>
        </Section>
      )}
    </Stack>
  )
}
