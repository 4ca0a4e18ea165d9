import { useLocation } from '@remix-run/react'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { Alert } from '~/ui/alert/alert'
import { Link } from '~/ui/link/link'

/** What another operator has changed since the form was opened. */
export interface Conflict {
  /** The version that is there now. */
  version: string
  /** Null where it is not known. */
  by: { login: string; time: string } | null
}

/** Inside of the form: who changed it, a look at what is there now, and the button that replaces it. */
export function ConflictAlert({ conflict }: { conflict: Conflict | undefined }) {
  const { t } = useI18n()
  const { pathname } = useLocation()
  if (!conflict) return null
  const { by, version } = conflict
  return (
    <Alert meaning="warning" title={by ? t('content:conflict.by', by) : t('content:conflict.title')}>
      <p>
        {t('content:conflict.text')}{' '}
        <Link href={pathname} target="_blank" rel="noopener">
          {t('content:conflict.see')}
        </Link>
      </p>
      <SubmitButton variant="secondary" name="replace" value={version}>
        {t('content:conflict.replace')}
      </SubmitButton>
    </Alert>
  )
}
