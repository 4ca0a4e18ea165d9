import { createContext, type MouseEvent, useContext, useEffect } from 'react'
import { type Line } from './line'
import { type Notice } from './notice'

/** What pages know of the notifications around them. */
interface Live {
  /** Null on the server and before the page can be used. */
  line: Line | null
  unread: number | null
  open: (id: string) => void
}

export const NotificationsContext = createContext<Live>({ line: null, unread: null, open: () => {} })

/** How many are unread now; null where nobody can say. */
export const useUnread = (): number | null => useContext(NotificationsContext).unread

/** Opens one over the page where that works; the link or the button that was pressed is the way where it does not. */
export function useOpenOver(id: string): (event: MouseEvent) => void {
  const { line, open } = useContext(NotificationsContext)
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !line?.canOpen()) return
    event.preventDefault()
    line.inbox.hide(id)
    open(id)
  }
}

/** Reports one read that its own page shows. */
export function useReportShown({ id, isRead }: Pick<Notice, 'id' | 'isRead'>, isMeant: boolean): void {
  const { line } = useContext(NotificationsContext)
  const isDue = isMeant && !isRead
  useEffect(() => {
    if (isDue) line?.report(id)
  }, [id, isDue, line])
}
