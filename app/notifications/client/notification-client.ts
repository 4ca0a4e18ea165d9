import { paths } from '~/paths'
import { createInbox, type Inbox } from './inbox'
import { type SocketClient, type startSocketClient } from './socket-island'
import { isReadByShowing, type NotificationSummary, type NotificationDetail } from './summary'

/**
 * The document's one connection to its notifications. The layout may be mounted again around another page; toasts and
 * connection stay. None of it is loaded before the page is usable.
 */
export interface NotificationClient {
  inbox: Inbox
  /** Whether one can be opened over the page and reported from there now; else its own page opens. */
  canOpen(): boolean
  newest(): Promise<NotificationSummary[] | null>
  whole(id: string): Promise<NotificationDetail | null>
  /** Reports one read that was shown or dismissed, as soon as there is a connection. */
  report(id: string): void
  /** Called when something may have changed: balances and lists, or the notifications alone. */
  onChange(listener: (touchesMoney: boolean) => void): () => void
}

let client: NotificationClient | undefined

interface NotificationClientOptions {
  login: string
  /** The newest notification that the document was loaded with; undefined if it could not be read. */
  newestId: string | null | undefined
  /** The address of the socket's script; null if it is not built: notifications then come with pages alone. */
  script: string | null
}

export function notificationClient(options: NotificationClientOptions): NotificationClient {
  return (client ??= createNotificationClient(options))
}

function createNotificationClient({
  login,
  newestId,
  script,
}: NotificationClientOptions): NotificationClient {
  const listeners = new Set<(touchesMoney: boolean) => void>()
  const reports: string[] = []
  let socket: SocketClient | undefined
  const notify = (touchesMoney: boolean) => listeners.forEach((listener) => listener(touchesMoney))

  function report(id: string): void {
    if (socket) socket.report(id)
    else reports.push(id)
  }

  const inbox = createInbox({
    newestId,
    isVisible: document.visibilityState === 'visible',
    onShown: ({ id }) => report(id),
    onNew: ({ type }) => notify(type !== 'mailing'),
    onRead: () => notify(false),
    onMismatch: () => socket?.refetch(),
  })
  document.addEventListener('visibilitychange', () =>
    inbox.visibilityChanged(document.visibilityState === 'visible'),
  )
  const start = async (address: string) => {
    const module = (await import(address)) as { startSocketClient: typeof startSocketClient }
    const { newestNotifications: newest, notificationContent: contentOf } = paths
    socket = module.startSocketClient({
      ...{ login, inbox, newest: newest(), contentOf },
      changed: () => notify(true),
    })
    for (const id of reports.splice(0)) socket.report(id)
  }
  if (script !== null) whenIdle(() => void start(script))

  return {
    inbox,
    canOpen: () => socket?.isConnected() ?? false,
    newest: () => socket?.newest() ?? Promise.resolve(null),
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
