import { type ComponentProps } from 'react'
import { loadRoute } from '~/framework/load-route'
import { followAsDocument, useOpenedPart } from '~/framework/use-part'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { ButtonLink } from '~/ui/button/button'
import { type CloseDialog } from './close-dialog'

async function loadCloseDialog() {
  const scripts = loadRoute('routes/cabinet.deposits.$id.close')
  const [{ CloseDialog }] = await Promise.all([import('./close-dialog'), scripts])
  return CloseDialog
}

/** Leads to the page of closing, or asks over this page where scripts run. */
export function CloseLink(confirmed: Pick<ComponentProps<typeof CloseDialog>, 'deposit' | 'submission'>) {
  const { t } = useI18n()
  const { Part: Dialog, close, onClick } = useOpenedPart(loadCloseDialog, followAsDocument)
  return (
    <>
      <ButtonLink href={paths.closeDeposit(confirmed.deposit.id)} variant="primary" onClick={onClick}>
        {t('cabinet:deposits.one.close')}
      </ButtonLink>
      {Dialog && <Dialog {...confirmed} onClose={close} />}
    </>
  )
}
