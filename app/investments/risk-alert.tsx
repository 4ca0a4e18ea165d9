import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { Alert } from '~/ui/alert/alert'

/**
 * Stands wherever a yield, a plan or a calculator does: at the size of body text, not to be dismissed, and no
 * setting turns it off (docs/rules.md). Only the page of the risks does without the link.
 */
export function RiskAlert({ more = true }: { more?: boolean }) {
  const i18n = useI18n()
  return (
    <Alert meaning="warning" role="note" title={i18n.t('common:risk.title')}>
      <p>
        {i18n.t('common:risk.warning')}
        {more && (
          <>
            {' '}
            <Link href={paths.risk()}>{i18n.t('common:risk.more')}</Link>
          </>
        )}
      </p>
    </Alert>
  )
}
