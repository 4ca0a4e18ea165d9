import { type ComponentProps } from 'react'
import { loadRoute } from '~/framework/load-route'
import { followAsDocument, useOpenedPart } from '~/framework/use-part'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { type CancelDialog } from './cancel-dialog'

async function loadCancelDialog() {
  const scripts = loadRoute('routes/cabinet.withdrawals.$id.cancel')
  const [{ CancelDialog }] = await Promise.all([import('./cancel-dialog'), scripts])
  return CancelDialog
}

/** Leads to the page of cancelling, or asks over this page where scripts run. */
export function CancelLink(confirmed: Pick<ComponentProps<typeof CancelDialog>, 'payment' | 'submission'>) {
  const { t } = useI18n()
  const { Part: Dialog, close, onClick } = useOpenedPart(loadCancelDialog, followAsDocument)
  return (
    <>
      <ButtonLink href={paths.cancelWithdrawal(confirmed.payment.id)} onClick={onClick}>
        {t('cabinet:withdrawals.cancel.open')}
      </ButtonLink>
      {Dialog && <Dialog {...confirmed} onClose={close} />}
    </>
  )
}
