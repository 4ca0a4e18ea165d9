import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Alert } from '~/ui/alert/alert'

/**
 * Shown with every yield, plan and calculator: at the size of body text, not dismissible, and no setting turns it off
 * (docs/rules.md). Only the page of the risks omits the link.
 */
export function RiskAlert({ more = true }: { more?: boolean }) {
  const { t } = useI18n()
  return (
    <Alert meaning="warning" role="note" title={t('common:risk.title')}>
      <RiskText more={more} />
    </Alert>
  )
}

/** The sentences alone, for a box that says by its looks that it warns. */
export function RiskText({ more = true }: { more?: boolean }) {
  const { t } = useI18n()
  return (
    <p>
      {t('common:risk.warning')}
      {more && (
        <>
          {' '}
          <Link href={paths.risk()}>{t('common:risk.more')}</Link>
        </>
      )}
    </p>
  )
}
