import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Alert } from '~/ui/alert/alert'

/** An e-mail that does not count yet: one line, and the way to its code. */
export function EmailWaits() {
  const { t } = useI18n()
  return (
    <Alert role="note" title={t('cabinet:dashboard.emailWaits.title')}>
      <Link href={`${paths.settings('profile')}#email`}>{t('cabinet:dashboard.emailWaits.enter')}</Link>
    </Alert>
  )
}
