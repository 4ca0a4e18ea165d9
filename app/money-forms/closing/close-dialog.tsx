import { type ComponentProps } from 'react'
import { useI18n } from '~/locale/context'
import { AlertDialog, AlertDialogKeep, AlertDialogTitle } from '~/ui/alert-dialog/alert-dialog'
import { ConfirmClosing } from './confirm-closing'

type CloseDialogProps = Pick<ComponentProps<typeof ConfirmClosing>, 'deposit' | 'submission'> & {
  onClose: () => void
}

/** Asks over the deposit's page what the page of closing asks; the form is the same, and that page answers it. */
export function CloseDialog({ onClose, ...confirmed }: CloseDialogProps) {
  const { t } = useI18n()
  const keep = <AlertDialogKeep>{t('common:review.keep')}</AlertDialogKeep>
  return (
    <AlertDialog onClose={onClose}>
      <ConfirmClosing {...confirmed} inDialog={{ TitleAs: AlertDialogTitle, keep }} />
    </AlertDialog>
  )
}
