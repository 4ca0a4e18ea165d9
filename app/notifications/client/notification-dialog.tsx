import { useEffect, useState } from 'react'
import { useI18n } from '~/locale/context'
import { Dialog } from '~/ui/dialog/dialog'
import { Cluster } from '~/ui/layout/layout'
import { isReadBy, type NotificationClient } from './notification-client'
import { type NotificationDetail, titleOf } from './summary'
import { NotificationBody } from './notification-body'
import { TypeTag } from './type-tag'

interface NotificationDialogProps {
  id: string
  client: NotificationClient
  onClose: () => void
}

/** One notification over the page. */
export function NotificationDialog({ id, client, onClose }: NotificationDialogProps) {
  const { t } = useI18n()
  const detail = useWhole(id, client)
  const close = () => {
    if (detail && isReadBy('closing', detail)) client.report(id)
    onClose()
  }
  return (
    <Dialog
      title={detail ? <Heading {...detail} /> : t('common:navigation.notifications')}
      closeLabel={t('common:action.close')}
      onClose={close}
    >
      {detail && <NotificationBody {...detail} />}
      {!detail && (
        <p role="status">{t(detail === null ? 'notifications:one.failed' : 'notifications:one.loading')}</p>
      )}
    </Dialog>
  )
}

function Heading(notification: NotificationDetail) {
  return (
    <Cluster gap={2}>
      <span>{titleOf(useI18n(), notification)}</span>
      <TypeTag type={notification.type} />
    </Cluster>
  )
}

/** Undefined while it loads, null if that fails. Once shown, it is reported. */
function useWhole(id: string, client: NotificationClient): NotificationDetail | null | undefined {
  const [detail, setDetail] = useState<NotificationDetail | null>()
  useEffect(() => {
    let isGone = false
    void client.whole(id).then((whole) => {
      if (isGone) return
      setDetail(whole)
      if (whole && isReadBy('showing', whole)) client.report(id)
    })
    return () => void (isGone = true)
  }, [id, client])
  return detail
}
