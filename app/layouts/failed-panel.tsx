import { useI18n } from '~/locale/context'
import { Alert } from '~/ui/alert/alert'

/** In place of a part that did not answer. */
export function FailedPanel() {
  const { t } = useI18n()
  return (
    <Alert meaning="warning" title={t('cabinet:dashboard.failed')}>
      {t('cabinet:dashboard.failedText')}
    </Alert>
  )
}
