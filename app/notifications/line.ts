import { createInbox, type Inbox } from './inbox'
import { type Island } from './island'
import { isReadByShowing, type Notice, type WholeNotice } from './notice'

/**
 * The document's one line to its notifications: the frame may be drawn anew around another page, what was shown and
 * what is connected stays. Nothing of it is loaded before the page can be used.
 */
export interface Line {
  inbox: Inbox
  /** Whether one can be opened over the page and reported from there now; else its own page is the way. */
  canOpen(): boolean
  whole(id: string): Promise<WholeNotice | null>
  /** Reports one read that was shown or dismissed, as soon as there is a connection. */
  report(id: string): void
  /** Told when lists and balances may be others: of a new notification, or of `null` where one was read. */
  onChange(listener: (notice: Notice | null) => void): () => void
}

let line: Line | undefined

/** @param newestId the newest notification that the document was loaded with */
export function lineOf(login: string, newestId: string | null): Line {
  return (line ??= openLine(login, newestId))
}

function openLine(login: string, newestId: string | null): Line {
  const listeners = new Set<(notice: Notice | null) => void>()
  const reports: string[] = []
  let island: Island | undefined
  const tell = (notice: Notice | null) => listeners.forEach((listener) => listener(notice))

  function report(id: string): void {
    if (island) island.report(id)
    else reports.push(id)
  }

  const inbox = createInbox({
    newestId,
    isLookedAt: document.visibilityState === 'visible',
    onShown: ({ id }) => report(id),
    onNew: tell,
    onRead: () => tell(null),
    onDoubt: () => island?.check(),
  })
  document.addEventListener('visibilitychange', () => inbox.looked(document.visibilityState === 'visible'))
  whenIdle(() => {
    void import('./island').then(({ startIsland }) => {
      island = startIsland(login, inbox)
      for (const id of reports.splice(0)) island.report(id)
    })
  })

  return {
    inbox,
    canOpen: () => island?.isConnected() ?? false,
    whole: (id) => island?.whole(id) ?? Promise.resolve(null),
    report,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** When the page has nothing else to do; at once where a browser can't tell. */
function whenIdle(start: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(start, { timeout: 5_000 })
  else setTimeout(start)
}

/** What having been shown or closed makes read. */
export const isReadBy = (moment: 'showing' | 'closing', notice: Pick<Notice, 'type' | 'isRead'>): boolean =>
  !notice.isRead && isReadByShowing(notice) === (moment === 'showing')
