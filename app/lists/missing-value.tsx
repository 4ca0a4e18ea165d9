import { useI18n } from '~/locale/context'
import { VisuallyHidden } from '~/ui/layout/layout'

/** Replaces a value that is not known: never by a zero, which would be a figure. */
export function MissingValue() {
  const { t } = useI18n()
  return (
    <>
      <span aria-hidden="true">—</span>
      <VisuallyHidden>{t('common:notTold')}</VisuallyHidden>
    </>
  )
}
