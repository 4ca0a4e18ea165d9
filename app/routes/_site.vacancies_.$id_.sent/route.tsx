import { useI18n } from '~/i18n/context'
import { type PageHandle } from '~/page'
import { paths } from '~/paths'
import { Sent } from '~/site/sent'

export const handle: PageHandle = { title: 'site:vacancies.sentTitle' }

export default function ApplicationSent() {
  const { t } = useI18n()
  return (
    <Sent
      title={t('site:vacancies.sentTitle')}
      text={`${t('common:flash.requestSent')}. ${t('site:vacancies.sentText')}`}
      back={{ href: paths.vacancies(), label: t('site:vacancies.back') }}
    />
  )
}
