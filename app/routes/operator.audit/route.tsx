import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readAuditQuery } from '~/identity/audit/query.server'
import { auditRows, kindNames } from '~/identity/audit/rows.server'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { daysNamed } from '~/lists/days-fields'
import { EmptyList } from '~/lists/empty-list'
import { LeftOut } from '~/lists/left-out'
import { dayErrorsOf } from '~/lists/list-query.server'
import { Pages } from '~/lists/pages'
import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { Cluster, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { extensionsOf, requireExtension } from '~/upstream/settings.server'
import { AuditTable } from './audit-table'
import { ChainAlert } from './chain-alert'
import { Filters } from './filters'

export const handle: PageHandle = {
  title: titleBy<Data>('operators:audit.title', ({ query, kinds, chain }, i18n) =>
    titleOf(
      i18n.t('operators:audit.title'),
      chain && i18n.t('operators:audit.check'),
      query.search,
      query.kind && kinds[query.kind],
      query.actor,
      ...daysNamed(query, i18n),
    ),
  ),
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, 'audit')
  await requireExtension(upstream, 'operator')
  const { searchParams } = context.url
  const query = readAuditQuery(searchParams)
  const dayErrors = dayErrorsOf(context.url.searchParams, query, context.i18n)
  const hasCheck = (await extensionsOf(upstream)).has('operators')
  const [list, chain] = await Promise.all([
    dayErrors ? null : upstream.operator.audit({ ...query, sort: 'createdAt', sortDir: 'desc' }),
    hasCheck && searchParams.has('check') ? upstream.operator.auditCheck() : null,
  ])
  return {
    ...{ query, dayErrors, hasCheck, chain, kinds: kindNames(context.i18n) },
    list: list && { ...list, items: auditRows(context.i18n, list.items) },
  }
}

/** Every decision, change and look at a document: who, when, from where, before and after. */
export default function OperatorAudit() {
  const { query, dayErrors, hasCheck, chain, kinds, list } = useLoaderData<typeof loader>()
  const { t, number } = useI18n()
  const { page: _page, ...filters } = query
  const isFiltered = Object.keys(filters).length > 0
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('operators:audit.title')}
        lead={t('operators:audit.lead')}
        action={
          <Cluster>
            {hasCheck && (
              <ButtonLink href={operatorPaths.audit({ ...query, check: 'chain' })}>
                {t('operators:audit.check')}
              </ButtonLink>
            )}
            {list && list.items.length > 0 && (
              <ButtonLink href={operatorPaths.auditCsv(filters)} icon="document" toFile>
                {list.total === null
                  ? t('operators:audit.downloadAll')
                  : t('operators:audit.download', { count: list.total, rows: number(list.total) })}
              </ButtonLink>
            )}
          </Cluster>
        }
      />
      {chain && <ChainAlert {...chain} />}
      <Filters key={operatorPaths.audit(filters)} query={filters} kinds={kinds} dayErrors={dayErrors} />
      {list && (
        <Stack gap={5}>
          <LeftOut list={list} />
          {list.items.length > 0 ? (
            <AuditTable rows={list.items} />
          ) : (
            <EmptyList
              list={list}
              isFiltered={isFiltered}
              href={operatorPaths.audit()}
              start={operatorPaths.audit(filters)}
              title={t('operators:audit.empty')}
              text={t('operators:audit.emptyText')}
            />
          )}
          <Pages list={list} href={(page) => operatorPaths.audit({ ...filters, page })} />
        </Stack>
      )}
    </Stack>
  )
}
