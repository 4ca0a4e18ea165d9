import { type ReadEvent } from './events'
import { isReadByShowing, type NotificationSummary } from './summary'

/**
 * The notifications of a page. Invariants: each is shown once, in the order of its time; at most five are on the page
 * at once, the rest in the bell; a hidden page shows none.
 */

export interface Shown {
  /** How many of this session's notifications are unread; null if the page could not read it. */
  unread: number | null
  toasts: readonly NotificationSummary[]
  hasEnded: boolean
}

export interface Inbox {
  get: () => Shown
  subscribe: (listener: () => void) => () => void
  /** The state with which the page was loaded. */
  loaded: (unread: number | null) => void
  arrived: (summary: NotificationSummary) => void
  /** The newest of the list, newest first, read after something may have been missed. */
  listed: (list: { unread: number | null; items: readonly NotificationSummary[] }) => void
  read: (read: ReadEvent) => void
  /** A toast is on the screen. A phone has no room for all of them: the others are not read by being there. */
  displayed: (summary: NotificationSummary) => void
  /** A toast has had its time, or was hidden. */
  hide: (id: string) => void
  /** The toasts can't be shown. */
  hideAll: () => void
  /** Whether the page is visible. Notifications that arrive while it is hidden are shown when it is visible again. */
  visibilityChanged: (isVisible: boolean) => void
  ended: () => void
}

export interface InboxOptions {
  /** The newest notification that the page was loaded with; null: there was none, undefined: it is not known. */
  newestId: string | null | undefined
  isVisible: boolean
  /** One has been shown whose type makes it read by that. */
  onShown: (summary: NotificationSummary) => void
  /** One is new: lists and balances may be others now. */
  onNew: (summary: NotificationSummary) => void
  /** One was read, here or in another tab. */
  onRead?: () => void
  /** The reported unread count contradicts the local one: one of the two is older. */
  onMismatch?: () => void
}

const maxToasts = 5
/** Far more than are new in one sitting. */
const maxKnown = 1_000

export function createInbox(options: InboxOptions): Inbox {
  const { newestId, isVisible, onShown, onNew, onRead, onMismatch } = options
  const known = new Set<string>()
  const read = new Set<string>()
  const displayed = new Set<string>()
  const listeners = new Set<() => void>()
  let waiting: NotificationSummary[] = []
  let isSeen = isVisible
  let isListed = false
  let shown: Shown = { unread: null, toasts: [], hasEnded: false }

  function change(changes: Partial<Shown>): void {
    shown = { ...shown, ...changes }
    for (const listener of listeners) listener()
  }

  function compareUnread(reported: number | null, known: number | null): void {
    if (reported !== null && known !== null && reported !== known) onMismatch?.()
  }

  /** @returns those that are new here, oldest first */
  function take(summaries: readonly NotificationSummary[]): NotificationSummary[] {
    const fresh = summaries.filter(({ id }) => !known.has(id))
    for (const { id } of fresh) known.add(id)
    for (const id of known) {
      if (known.size <= maxKnown) break
      known.delete(id)
    }
    // Those without a time keep the list's order, newest first.
    return fresh
      .reverse()
      .sort(({ createdAt: one }, { createdAt: other }) => (one && other ? one.localeCompare(other) : 0))
  }

  function show(summaries: readonly NotificationSummary[]): void {
    const unread = summaries.filter(({ id, isRead }) => !isRead && !read.has(id))
    if (!isSeen) {
      waiting = [...waiting, ...unread].slice(-maxToasts)
      return
    }
    const room = maxToasts - shown.toasts.length
    const added = room > 0 ? unread.slice(-room) : []
    if (added.length > 0) change({ toasts: [...shown.toasts, ...added] })
  }

  return {
    get: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    loaded(unread) {
      compareUnread(unread, shown.unread)
      change({ unread })
    },
    arrived(summary) {
      const [fresh] = take([summary])
      if (!fresh) return
      if (!fresh.isRead && shown.unread !== null) change({ unread: shown.unread + 1 })
      onNew(fresh)
      show([fresh])
    },
    listed({ unread, items }) {
      // Entries that were listed when the page was loaded are not new; nor are those of the first list where that is not known.
      const end = items.findIndex(({ id }) => id === newestId)
      if (end >= 0 || (newestId !== null && !isListed)) take(items.slice(Math.max(0, end)))
      isListed = true
      const fresh = take(items)
      change({ unread })
      const last = fresh.at(-1)
      if (last) onNew(last)
      show(fresh)
    },
    read({ id, unread }) {
      const isNew = !read.has(id)
      read.add(id)
      waiting = waiting.filter((summary) => summary.id !== id)
      const known = shown.unread === null || !isNew ? shown.unread : Math.max(0, shown.unread - 1)
      compareUnread(unread, known)
      const left = unread ?? known
      // A toast that was dismissed in one tab is dismissed in all. One that was only shown keeps its time in the
      // others.
      const toasts = shown.toasts.filter((summary) => summary.id !== id || isReadByShowing(summary))
      change({ unread: left, toasts })
      if (isNew) onRead?.()
    },
    displayed(summary) {
      if (isReadByShowing(summary) && !displayed.has(summary.id)) onShown(summary)
      displayed.add(summary.id)
    },
    hideAll: () => change({ toasts: [] }),
    hide: (id) => change({ toasts: shown.toasts.filter((summary) => summary.id !== id) }),
    visibilityChanged(seen) {
      isSeen = seen
      if (!seen) return
      const come = waiting
      waiting = []
      show(come)
    },
    ended: () => change({ hasEnded: true }),
  }
}
