import { type ComponentProps } from 'react'
import { useI18n } from '~/locale/context'
import { AlertDialog, AlertDialogKeep, AlertDialogTitle } from '~/ui/alert-dialog/alert-dialog'
import { ConfirmCancelling } from './confirm-cancelling'

type CancelDialogProps = Pick<ComponentProps<typeof ConfirmCancelling>, 'payment' | 'submission'> & {
  onClose: () => void
}

/** Asks over the withdrawal's page what the page of cancelling asks; the form is the same, and that page answers it. */
export function CancelDialog({ onClose, ...confirmed }: CancelDialogProps) {
  const { t } = useI18n()
  const keep = <AlertDialogKeep>{t('common:review.keep')}</AlertDialogKeep>
  return (
    <AlertDialog onClose={onClose}>
      <ConfirmCancelling {...confirmed} inDialog={{ TitleAs: AlertDialogTitle, keep }} />
    </AlertDialog>
  )
}
