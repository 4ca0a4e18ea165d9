import { createContext, type MouseEvent, useContext, useEffect } from 'react'
import { opensElsewhere } from '~/framework/use-part'
import { type NotificationClient } from './notification-client'
import { type NotificationSummary } from './summary'

/** What pages can read of the notifications. */
interface Live {
  /** Null on the server and before the page can be used. */
  client: NotificationClient | null
  unread: number | null
  open: (id: string) => void
}

export const NotificationsContext = createContext<Live>({ client: null, unread: null, open: () => {} })

/** How many are unread now; null if it is not known. */
export const useUnread = (): number | null => useContext(NotificationsContext).unread

/** Opens one over the page if that is possible; otherwise the link or button that was pressed works. */
export function useOpenOver(id: string): (event: MouseEvent) => void {
  const { client, open } = useContext(NotificationsContext)
  return (event) => {
    if (opensElsewhere(event) || !client?.canOpen()) return
    event.preventDefault()
    client.inbox.hide(id)
    open(id)
  }
}

/** Reports one read that its own page shows. */
export function useReportShown(
  { id, isRead }: Pick<NotificationSummary, 'id' | 'isRead'>,
  isMeant: boolean,
): void {
  const { client } = useContext(NotificationsContext)
  const isDue = isMeant && !isRead
  useEffect(() => {
    if (isDue) client?.report(id)
  }, [id, isDue, client])
}
