import { useEffect, useState } from 'react'
import { useI18n } from '~/i18n/context'
import { Dialog } from '~/ui/dialog/dialog'
import { Cluster } from '~/ui/layout/layout'
import { isReadBy, type Line } from './line'
import { type WholeNotice } from './notice'
import { NoticeBody } from './notice-body'
import { TypeTag } from './type-tag'

interface NoticeDialogProps {
  id: string
  line: Line
  onClose: () => void
}

/** One notification over the page. */
export function NoticeDialog({ id, line, onClose }: NoticeDialogProps) {
  const { t } = useI18n()
  const notice = useWhole(id, line)
  const close = () => {
    if (notice && isReadBy('closing', notice)) line.report(id)
    onClose()
  }
  return (
    <Dialog
      title={notice ? <Heading {...notice} /> : t('common:navigation.notifications')}
      closeLabel={t('common:action.close')}
      onClose={close}
    >
      {notice && <NoticeBody {...notice} />}
      {!notice && (
        <p role="status">{t(notice === null ? 'notifications:one.failed' : 'notifications:one.loading')}</p>
      )}
    </Dialog>
  )
}

function Heading({ type, createdAt }: WholeNotice) {
  const { t, date } = useI18n()
  return (
    <Cluster gap={2}>
      <span>{t('notifications:one.title', { date: date(createdAt) })}</span>
      <TypeTag type={type} />
    </Cluster>
  )
}

/** Undefined while it is on its way, null where it does not come. Shown, it is reported. */
function useWhole(id: string, line: Line): WholeNotice | null | undefined {
  const [notice, setNotice] = useState<WholeNotice | null>()
  useEffect(() => {
    let isGone = false
    void line.whole(id).then((whole) => {
      if (isGone) return
      setNotice(whole)
      if (whole && isReadBy('showing', whole)) line.report(id)
    })
    return () => void (isGone = true)
  }, [id, line])
  return notice
}
