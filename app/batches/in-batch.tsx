import { useI18n } from '~/locale/context'
import { operatorPaths } from '~/operator-paths'
import { Alert } from '~/ui/alert/alert'
import { Link } from '~/ui/link/link'

interface InBatchProps {
  batch?: string | null
  /** It is not decided yet. */
  isOpen: boolean
}

/** On the case of a withdrawal: the batch that it is in, if it is in one. */
export function InBatch({ batch = null, isOpen }: InBatchProps) {
  const { t } = useI18n()
  if (batch === null) return null
  return (
    <Alert meaning="info" title={t(isOpen ? 'batches:inBatch' : 'batches:wasInBatch')}>
      <Link href={operatorPaths.batch(batch)}>{t('batches:see')}</Link>
    </Alert>
  )
}
