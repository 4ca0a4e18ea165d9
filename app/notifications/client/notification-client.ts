import { createInbox, type Inbox } from './inbox'
import { type SocketClient } from './socket-client'
import { isReadByShowing, type NotificationSummary, type NotificationDetail } from './summary'

/**
 * The document's one connection to its notifications. The layout may be mounted again around another page; toasts and
 * connection stay. None of it is loaded before the page is usable.
 */
export interface NotificationClient {
  inbox: Inbox
  /** Whether one can be opened over the page and reported from there now; else its own page opens. */
  canOpen(): boolean
  whole(id: string): Promise<NotificationDetail | null>
  /** Reports one read that was shown or dismissed, as soon as there is a connection. */
  report(id: string): void
  /** Called when lists and balances may have changed: with a new notification, or with `null` after one was read. */
  onChange(listener: (summary: NotificationSummary | null) => void): () => void
}

let client: NotificationClient | undefined

/** @param newestId the newest notification that the document was loaded with */
export function notificationClient(login: string, newestId: string | null): NotificationClient {
  return (client ??= createNotificationClient(login, newestId))
}

function createNotificationClient(login: string, newestId: string | null): NotificationClient {
  const listeners = new Set<(summary: NotificationSummary | null) => void>()
  const reports: string[] = []
  let socket: SocketClient | undefined
  const notify = (summary: NotificationSummary | null) => listeners.forEach((listener) => listener(summary))

  function report(id: string): void {
    if (socket) socket.report(id)
    else reports.push(id)
  }

  const inbox = createInbox({
    newestId,
    isVisible: document.visibilityState === 'visible',
    onShown: ({ id }) => report(id),
    onNew: notify,
    onRead: () => notify(null),
    onMismatch: () => socket?.refetch(),
  })
  document.addEventListener('visibilitychange', () =>
    inbox.visibilityChanged(document.visibilityState === 'visible'),
  )
  whenIdle(() => {
    void import('./socket-client').then(({ startSocketClient }) => {
      socket = startSocketClient(login, inbox)
      for (const id of reports.splice(0)) socket.report(id)
    })
  })

  return {
    inbox,
    canOpen: () => socket?.isConnected() ?? false,
    whole: (id) => socket?.whole(id) ?? Promise.resolve(null),
    report,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** When the page is idle; at once in browsers that can't detect it. */
function whenIdle(start: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(start, { timeout: 5_000 })
  else setTimeout(start)
}

/** What having been shown or closed makes read. */
export const isReadBy = (
  moment: 'showing' | 'closing',
  summary: Pick<NotificationSummary, 'type' | 'isRead'>,
): boolean => !summary.isRead && isReadByShowing(summary) === (moment === 'showing')
