import { type LoaderFunctionArgs } from '@remix-run/node'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { Sent } from '~/site/sent'
import { publicPanel } from '~/upstream/panel.server'
import { setting } from '~/upstream/settings.server'

export const handle: PageHandle = { title: 'site:vacancies.sentTitle' }

/**
 * An applicant sees the confirmation even while the vacancies can't be read. @throws a 404 if there is no such
 * vacancy
 */
export async function loader({ context: { upstream }, params: { id } }: LoaderFunctionArgs) {
  const vacancies = await publicPanel(setting(upstream, 'vacancies', { soon: true }))
  if (vacancies && !vacancies.some((one) => one.id === id)) throw new Response(null, { status: 404 })
  return null
}

export default function ApplicationSent() {
  const { t } = useI18n()
  return (
    <Sent
      title={t('site:vacancies.sentTitle')}
      text={`${t('flash:requestSent')}. ${t('site:vacancies.sentText')}`}
      back={{ href: paths.vacancies(), label: t('site:vacancies.back') }}
    />
  )
}
