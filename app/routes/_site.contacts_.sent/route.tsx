import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { Sent } from '~/site/sent'

export const handle: PageHandle = { title: 'site:contacts.sentTitle' }

export default function ContactsSent() {
  const { t } = useI18n()
  return (
    <Sent
      title={t('site:contacts.sentTitle')}
      text={`${t('flash:requestSent')}. ${t('site:contacts.sentText')}`}
      back={{ href: paths.contacts(), label: t('site:contacts.back') }}
    />
  )
}
