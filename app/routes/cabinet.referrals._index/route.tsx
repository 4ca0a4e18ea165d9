import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { RiskAlert } from '~/investments/risk-alert'
import { useI18n } from '~/locale/context'
import { bonusOf, holdRuleOf } from '~/investments/partners/rewards.server'
import { titleOfPartners } from '~/investments/partners/partners-title'
import { PartnerList } from '~/investments/partners/partner-list'
import { readPartnersQuery } from '~/investments/partners/partners-query.server'
import { Totals } from '~/investments/partners/totals'
import { type PageHandle, titleBy } from '~/framework/page'
import { type PartnersQuery, paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { panel } from '~/upstream/panel.server'
import { setting } from '~/upstream/settings.server'
import * as styles from './invitation.css'
import { HeldRewards, Invitation } from './rewards'
import { invitation, viewRank } from './referrals.server'
import { Levels, Rank } from './ranks'

export const handle: PageHandle = {
  title: titleBy<{ query: PartnersQuery }>('partners:title', ({ query }, i18n) =>
    titleOfPartners(i18n.t('partners:title'), query, i18n),
  ),
}

export async function loader({ context }: LoaderFunctionArgs) {
  const investor = await requireInvestor(context)
  const { upstream, login } = investor
  const query = readPartnersQuery(context.url.searchParams)
  const [list, bonus, shares, ranks, hold] = await Promise.all([
    upstream.user.referrals(query),
    bonusOf(investor),
    panel(setting(upstream, 'referral')),
    panel(setting(upstream, 'ranks')),
    holdRuleOf(upstream),
  ])
  return {
    invitation: invitation(context.env.publicUrl, login),
    query,
    list,
    shares,
    hold,
    rank: bonus && viewRank(bonus, ranks),
  }
}

export default function Referrals() {
  const { invitation, query: listQuery, list, shares, hold, rank } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={5}>
      <PageHeader title={t('partners:title')} />
      <div className={styles.top}>
        <Invitation {...invitation} hold={hold} />
        {list.summary && list.summary.partners > 0 && <Totals summary={list.summary} />}
      </div>
      <PartnerList
        list={list}
        query={listQuery}
        href={paths.referrals}
        empty={{ title: t('partners:empty.title'), text: t('partners:empty.text') }}
      />
      <RiskAlert />
      <Levels levels={list.summary?.levels ?? null} shares={shares} />
      <Rank rank={rank} />
      {rank?.rewardsHeld && (hold || rank.rewardsHeld.count > 0) && <HeldRewards held={rank.rewardsHeld} />}
    </Stack>
  )
}
