import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { useTextLanguage } from '~/locale/text-language'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { requireSitePage } from '~/site/site-pages.server'
import { Passages } from '~/site/passages'
import { ButtonLink } from '~/ui/button/button'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Section } from '~/ui/section/section'
import { publicPanel } from '~/upstream/panel.server'
import { setting } from '~/upstream/settings.server'

export const handle: PageHandle = { title: 'site:team.title', description: 'site:team.lead' }

export async function loader({ context: { upstream } }: LoaderFunctionArgs) {
  const [company, { vacancies }] = await Promise.all([
    publicPanel(setting(upstream, 'company', { soon: true })),
    requireSitePage(upstream, 'team'),
  ])
  return { team: company?.team ?? [], isLate: company === null, hasVacancies: vacancies }
}

export default function Team() {
  const { team, isLate, hasVacancies } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  const langOf = useTextLanguage()
  return (
    <Stack gap={7} width="reading">
      <PageHeader title={t('site:team.title')} lead={t('site:team.lead')} />
      {team.length > 0 ? (
        <Passages
          items={team.map(({ role, text }) => ({
            ...{ title: role, text },
            langs: { title: langOf(role), text: langOf(text) },
          }))}
        />
      ) : (
        <EmptyState title={t(isLate ? 'site:team.late' : 'site:team.none')}>
          {t(isLate ? 'site:team.lateText' : 'site:team.noneText')}
        </EmptyState>
      )}
      {hasVacancies && (
        <Section id="join" title={t('site:team.join')}>
          <p>{t('site:team.joinText')}</p>
          <div>
            <ButtonLink href={paths.vacancies()}>{t('site:team.toVacancies')}</ButtonLink>
          </div>
        </Section>
      )}
    </Stack>
  )
}
