import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DocumentLinks } from '~/frame/router-link'
import { balanceOf } from '~/funds/balance.server'
import { useI18n } from '~/i18n/context'
import { EmptyList } from '~/lists/empty-list'
import { Pages } from '~/lists/pages'
import { type PageHandle } from '~/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { Filters } from './filters'
import * as styles from './operations.css'
import { PrintedHead } from './printed-head'
import { Statement } from './statement'
import { areDaysSwapped, readStatementQuery } from '~/operations/statement-query.server'
import { Summary } from './summary'
import { summaryRows } from '~/operations/summary-rows.server'

export const handle: PageHandle = { title: 'cabinet:operations.title' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { login, upstream } = await requireInvestor(context)
  const query = readStatementQuery(context.url.searchParams)
  const daysSwapped = areDaysSwapped(query)
  const [balance, operations] = await Promise.all([
    balanceOf(upstream),
    daysSwapped ? null : upstream.user.operations({ ...query, sort: 'createdAt', sortDir: 'desc' }),
  ])
  return {
    login,
    madeAt: upstream.now().toISOString(),
    query,
    daysSwapped,
    operations,
    summary: operations && summaryRows(operations.summary),
    currencies: Object.keys(balance.currencies),
  }
}

export default function Operations() {
  const { login, madeAt, query, daysSwapped, operations, summary, currencies } =
    useLoaderData<typeof loader>()
  const { t } = useI18n()
  const { page: _page, ...filters } = query
  return (
    <Stack gap={6} className={styles.statement}>
      <PageHeader
        title={t('cabinet:operations.title')}
        lead={t('cabinet:operations.lead')}
        action={
          operations &&
          operations.total > 0 && (
            <DocumentLinks>
              <ButtonLink href={paths.operationsCsv(filters)} icon="document">
                {t('cabinet:operations.csv.download')}
              </ButtonLink>
            </DocumentLinks>
          )
        }
      />
      <PrintedHead login={login} madeAt={madeAt} filters={filters} />
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
