import { useI18n } from '~/i18n/context'
import { Notice } from '~/ui/notice/notice'

/** In place of a part that did not answer. */
export function FailedPanel() {
  const { t } = useI18n()
  return (
    <Notice meaning="warning" title={t('cabinet:dashboard.failed')}>
      {t('cabinet:dashboard.failedText')}
    </Notice>
  )
}
