import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { useTextLanguage } from '~/locale/text-language'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { PlaceAndDay } from '~/site/place-and-day'
import { requireSitePage } from '~/site/site-pages.server'
import { heading } from '~/site/headings.css'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Soft, Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { publicPanel } from '~/upstream/panel.server'
import { setting } from '~/upstream/settings.server'

export const handle: PageHandle = { title: 'site:vacancies.title', description: 'site:vacancies.lead' }

export async function loader({ context: { upstream } }: LoaderFunctionArgs) {
  const [vacancies] = await Promise.all([
    publicPanel(setting(upstream, 'vacancies', { soon: true })),
    requireSitePage(upstream, 'vacancies'),
  ])
  return { vacancies: vacancies ?? [] }
}

export default function Vacancies() {
  const { vacancies } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  const langOf = useTextLanguage()
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('site:vacancies.title')} lead={t('site:vacancies.lead')} />
      {vacancies.length === 0 && (
        <EmptyState title={t('site:vacancies.none')}>{t('site:vacancies.noneText')}</EmptyState>
      )}
      <Stack as="ul" gap={6}>
        {vacancies.map(({ id, title, postedAt, location, description }) => (
          <li key={id}>
            <Stack as="article" gap={2}>
              <h2 className={heading.h2} lang={langOf(title)}>
                <Link href={paths.vacancy(id)}>{title}</Link>
              </h2>
              <Soft small>
                <PlaceAndDay location={location} postedAt={postedAt} />
              </Soft>
              <p lang={langOf(description)}>{description}</p>
            </Stack>
          </li>
        ))}
      </Stack>
    </Stack>
  )
}
