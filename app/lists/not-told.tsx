import { useI18n } from '~/locale/context'
import { VisuallyHidden } from '~/ui/layout/layout'

/** Stands where a value would, of which nobody says what it is: never a zero, which would be a figure. */
export function NotTold() {
  const { t } = useI18n()
  return (
    <>
      <span aria-hidden="true">—</span>
      <VisuallyHidden>{t('common:notTold')}</VisuallyHidden>
    </>
  )
}
