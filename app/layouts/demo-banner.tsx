import { useI18n } from '~/locale/context'
import { Banner } from '~/ui/alert/alert'

/** On every page while a demonstration answers. */
export function DemoBanner() {
  const i18n = useI18n()
  return <Banner label={i18n.t('common:demo.control')}>{i18n.t('common:demo.notice')}</Banner>
}
