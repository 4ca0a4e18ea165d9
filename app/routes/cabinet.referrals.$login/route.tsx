import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { titleOfPartners } from '~/investments/partners/partners-title'
import { PartnerList } from '~/investments/partners/partner-list'
import { readPartnersQuery } from '~/investments/partners/partners-query.server'
import { Totals } from '~/investments/partners/totals'
import { type PageHandle, titleBy } from '~/framework/page'
import { type PartnersQuery, paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'

export const handle: PageHandle = {
  title: titleBy<{ login: string; query: PartnersQuery }>('partners:one.page', ({ login, query }, i18n) =>
    titleOfPartners(i18n.t('partners:one.title', { login }), query, i18n),
  ),
}

/** The partners of one partner; a 404 for a login outside the investor's own three levels. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const login = params.login ?? ''
  const query = readPartnersQuery(context.url.searchParams, { isOneLevel: true })
  return { login, query, list: await upstream.user.referralsOf({ login, ...query }) }
}

export default function PartnersOf() {
  const { login, query: listQuery, list } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('partners:one.title', { login })}
        lead={t('partners:one.lead', { login })}
        back={{ href: paths.referrals(), label: t('partners:one.back') }}
      />
      {list.summary && list.summary.partners > 0 && <Totals summary={list.summary} />}
      <PartnerList
        list={list}
        query={listQuery}
        href={(query) => paths.referralsOf(login, query)}
        empty={{ title: t('partners:one.empty'), text: t('partners:one.emptyText', { login }) }}
        isOneLevel
      />
    </Stack>
  )
}
