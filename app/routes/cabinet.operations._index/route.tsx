import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Operation, type OperationSummary } from '~/contract/statement'
import { type Balance } from '~/contract/user'
import { balanceOf } from '~/investments/balance.server'
import { OperationTable } from '~/investments/operation-table'
import { useI18n } from '~/locale/context'
import { dayErrorsOf } from '~/lists/list-query.server'
import { EmptyList } from '~/lists/empty-list'
import { LeftOut } from '~/lists/left-out'
import { ZoneNote } from '~/lists/zone-note'
import { type ListPage, hasNoEntries } from '~/lists/list-page'
import { lastMonths } from '~/lists/months'
import { Pages } from '~/lists/pages'
import { type PageHandle, titleBy } from '~/framework/page'
import { type OperationsQuery, paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { Cluster, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { panel } from '~/upstream/panel.server'
import { Chosen, Filters, Months, titleOfStatement } from './filters'
import * as styles from './operations.css'
import { PrintedHead, Summary } from './statement'
import { readStatementQuery, summaryRows } from '~/investments/statement.server'

/** As many as the contract gives at once, for paper. */
const maxRows = 1000

export const handle: PageHandle = {
  title: titleBy<{ query: OperationsQuery }>('cabinet:operations.title', ({ query }, i18n) =>
    titleOfStatement(query, i18n),
  ),
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { login, upstream } = await requireInvestor(context)
  const query = readStatementQuery(context.url.searchParams)
  const dayErrors = dayErrorsOf(context.url.searchParams, query, context.i18n)
  const madeAt = upstream.now().toISOString()
  const [balance, operations] = await Promise.all([
    panel(balanceOf(upstream)),
    dayErrors ? null : upstream.user.operations({ ...query, sort: 'createdAt', sortDir: 'desc' }),
  ])
  return {
    login,
    madeAt,
    months: lastMonths(context.i18n.calendarDate(madeAt), 3),
    query,
    dayErrors,
    operations,
    summary: operations && summaryRows(operations.summary),
    currencies: currenciesOf(balance, operations, query.currency),
  }
}

/** The currencies of the filter: those of the balance, of these operations, and the chosen one. */
function currenciesOf(
  balance: Balance | null,
  operations: { items: readonly Operation[]; summary: OperationSummary } | null,
  chosen: string | undefined,
): string[] {
  const seen = new Set([
    ...Object.keys(balance?.currencies ?? {}),
    ...Object.keys(operations?.summary ?? {}),
    ...(operations?.items ?? []).flatMap(({ currency }) => currency ?? []),
  ])
  if (chosen) seen.add(chosen)
  return [...seen]
}

export default function Operations() {
  const { login, madeAt, months, query, dayErrors, operations, summary, currencies } =
    useLoaderData<typeof loader>()
  const { t } = useI18n()
  const { page: _page, limit, ...filters } = query
  const isFiltered = Object.keys(filters).length > 0
  const isEmpty = operations !== null && hasNoEntries(operations) && !isFiltered
  return (
    <Stack gap={5} className={styles.statement}>
      <PageHeader title={t('cabinet:operations.title')} />
      <PrintedHead login={login} madeAt={madeAt} filters={filters} />
      {!isEmpty && (
        <Stack gap={3}>
          <Months query={filters} months={months} />
          <Filters query={filters} currencies={currencies} dayErrors={dayErrors} />
          <Chosen query={filters} />
        </Stack>
      )}
      {operations && (
        <>
          <section aria-labelledby="list">
            <Stack gap={4}>
              <ListHead hasSummary={summary !== null && summary.length > 0} />
              <LeftOut list={operations} />
              {operations.items.length > 0 ? (
                <OperationTable operations={operations.items} />
              ) : (
                <EmptyList
                  list={operations}
                  isFiltered={isFiltered}
                  href={paths.operations()}
                  start={paths.operations({ ...filters, limit })}
                  title={t('cabinet:operations.empty')}
                  text={t('cabinet:operations.emptyText')}
                />
              )}
              <Pages list={operations} href={(page) => paths.operations({ ...filters, limit, page })} />
            </Stack>
          </section>
          {summary && <Summary rows={summary} />}
          {!hasNoEntries(operations) && <WholeList list={operations} filters={filters} />}
        </>
      )}
    </Stack>
  )
}

/** The heading of the list, the zone of its times, and the way past it. */
function ListHead({ hasSummary }: { hasSummary: boolean }) {
  const { t } = useI18n()
  return (
    <Cluster spread baseline>
      <h2 id="list" className={styles.listHeading}>
        {t('cabinet:operations.list')}
      </h2>
      <ZoneNote />
      {hasSummary && (
        <nav aria-label={t('cabinet:operations.summary')}>
          <Link href="#summary">{t('cabinet:operations.toSummary')}</Link>
        </nav>
      )}
    </Cluster>
  )
}

/** All pages at once: as a file, or as one sheet to print. */
function WholeList({ list, filters }: { list: ListPage; filters: OperationsQuery }) {
  const { t, number } = useI18n()
  const { total, items, limit } = list
  return (
    <nav aria-label={t('cabinet:operations.printed.label')}>
      <Cluster gap={4}>
        <ButtonLink href={paths.operationsCsv(filters)} icon="document" toFile>
          {total === null
            ? t('cabinet:operations.csv.downloadAll')
            : t('cabinet:operations.csv.download', { count: total, rows: number(total) })}
        </ButtonLink>
        {total !== null && total > items.length && limit < maxRows && (
          <Link href={paths.operations({ ...filters, limit: maxRows })}>
            {t('cabinet:operations.printed.link', { rows: number(Math.min(total, maxRows)) })}
          </Link>
        )}
      </Cluster>
    </nav>
  )
}
