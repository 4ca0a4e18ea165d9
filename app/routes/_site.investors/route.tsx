import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { RiskAlert } from '~/investments/risk-alert'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { NotCovered } from '~/site/not-covered'
import { Passages } from '~/site/passages'
import { tariffFigures } from '~/site/tariffs.server'
import { ButtonLink } from '~/ui/button/button'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { publicPanel } from '~/upstream/panel.server'
import { setting } from '~/upstream/settings.server'
import { Tiers } from './tiers'

export const handle: PageHandle = { title: 'site:investors.title', description: 'site:investors.lead' }

export async function loader({ context: { upstream } }: LoaderFunctionArgs) {
  const soon = { soon: true }
  const [plans, disclosures] = await Promise.all([
    publicPanel(upstream.settings.plans({}, soon)),
    publicPanel(setting(upstream, 'disclosures', soon)),
  ])
  return { tariffs: plans && tariffFigures(plans.items), disclosures }
}

const security = [1, 2, 3, 4, 5] as const

export default function Investors() {
  const { tariffs, disclosures } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={7}>
      <PageHeader title={t('site:investors.title')} lead={t('site:investors.lead')} />
      <RiskAlert />
      <Section id="tiers" title={t('site:investors.tiers')}>
        <Tiers tariffs={tariffs} />
      </Section>
      <Section id="protection" title={t('site:investors.protection')}>
        <Stack gap={4} width="reading">
          <p>{t('site:investors.protectionText')}</p>
          {disclosures && <NotCovered {...disclosures} />}
        </Stack>
      </Section>
      <Section id="security" title={t('site:investors.security')}>
        <Passages
          as="h3"
          items={security.map((n) => ({
            title: t(`site:investors.security${n}`),
            text: t(`site:investors.security${n}Text`),
          }))}
        />
      </Section>
      <Section id="before" title={t('site:investors.before')}>
        <Stack gap={4} width="reading">
          <p>{t('site:investors.beforeText')}</p>
          <div>
            <ButtonLink href={`${paths.home()}#calculator`}>{t('site:investors.toCalculator')}</ButtonLink>
          </div>
        </Stack>
      </Section>
    </Stack>
  )
}
