import { io, type Socket } from 'socket.io-client'
import { type ClientEvents, type ServerEvents } from './events'
import { type Inbox } from './inbox'
import { type NotificationSummary, type NotificationDetail } from './summary'

/**
 * The page's socket for notifications: an island, loaded after the page is usable. The page works without it.
 * Invariants: after any interruption the list is read, before anything newer is shown, and after one of a connection that
 * was there the page counts as changed; a session is reported as over only when the app confirms it by HTTP; nothing is
 * retried faster than a person would.
 */
export interface SocketClient {
  report(id: string): void
  isConnected(): boolean
  /** Reads the list, when the unread count is in doubt. */
  refetch(): void
  /** The newest ones; null if they can't be shown now. */
  newest(): Promise<NotificationSummary[] | null>
  /** A whole notification, to open over the page; null if it can't be shown now. */
  whole(id: string): Promise<NotificationDetail | null>
  stop(): void
}

/** The app's answer for a page, of which a redirect means that the session is over. */
type FetchResult<Value> = { is: 'there'; value: Value } | { is: 'ended' } | { is: 'away' }

interface Newest {
  login: string
  /** Null if the upstream does not provide it. */
  unread: number | null
  items: NotificationSummary[]
}

const retryDelayMs = 10_000
/**
 * A change of the password ends the old bearer before the browser has the cookie with the new one, so that only a second
 * answer tells that the session is over.
 */
const confirmDelayMs = 1_000
/** A notification that arrives during the reading makes the list be read once more. */
const maxHeld = 50

export interface SocketClientOptions {
  /** Whose page this is: in another tab another user may have signed in meanwhile. */
  login: string
  inbox: Inbox
  /** The address of the newest notifications. */
  newest: string
  /** The address of a whole notification. */
  contentOf: (id: string) => string
  /** What the page shows may have changed. */
  changed: () => void
}

export function startSocketClient({
  login,
  inbox,
  newest,
  contentOf,
  changed,
}: SocketClientOptions): SocketClient {
  const socket: Socket<ServerEvents, ClientEvents> = io({
    transports: ['websocket'],
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 30_000,
  })
  let later: number | undefined
  /** Notifications that arrived before the list was read; null once it has been read. */
  let held: NotificationSummary[] | null = []
  let isReading = false
  let isWanted = false
  /** The gaps since the page's data were fetched; not those before the first connection, which follows the load of the page. */
  let gaps = -1
  /** Whether the last answer was that the session is over. */
  let wasOver = false
  let isStopped = false

  function stop(): void {
    isStopped = true
    clearTimeout(later)
    socket.removeAllListeners()
    socket.disconnect()
  }

  const isOver = (result: FetchResult<Newest>): result is { is: 'ended' } =>
    result.is === 'ended' || (result.is === 'there' && result.value.login !== login)

  /** Reads the list, one request at a time. Events during a request cause another one. */
  async function read(): Promise<void> {
    isWanted = true
    if (isReading) return
    isReading = true
    while (isWanted) {
      isWanted = false
      const result = await ask<Newest>(newest)
      if (isOver(result)) {
        if (wasOver) {
          stop()
          return inbox.ended()
        }
        wasOver = true
        readLater(confirmDelayMs)
        break
      }
      wasOver = false
      if (result.is === 'away') readLater(retryDelayMs)
      else if (!isWanted) catchUp(result.value)
    }
    isReading = false
  }

  function catchUp(list: Newest): void {
    inbox.listed(list)
    for (const summary of held ?? []) inbox.arrived(summary)
    held = null
    // In the same turn as the new notifications, so that the page's data are fetched once for all of it.
    if (gaps > 0) {
      gaps = 0
      changed()
    }
  }

  function readLater(ms: number): void {
    clearTimeout(later)
    later = window.setTimeout(() => void read(), ms)
  }

  /** The list that is being read may be older than the event that has just arrived. */
  function readOnceMore(): void {
    isWanted = isReading
  }

  socket.on('missed', () => {
    held ??= []
    gaps++
    void read()
  })
  socket.on('notification', (summary) => {
    if (!held) {
      inbox.arrived(summary)
      readOnceMore()
    } else if (held.length < maxHeld) held.push(summary)
    else readOnceMore()
  })
  socket.on('changed', changed)
  socket.on('read', (event) => {
    inbox.read(event)
    readOnceMore()
  })
  socket.on('ended', () => {
    // If it is not over, a newer seal or bearer has replaced this one.
    void read().then(() => window.setTimeout(() => isStopped || socket.connect(), retryDelayMs / 10))
  })
  // Whether the app is away or refuses this session can't be seen from here.
  socket.on('connect_error', () => readLater(retryDelayMs / 10))

  return {
    report: (id) => void socket.emit('readNotification', { id }),
    isConnected: () => socket.connected,
    refetch: () => void (socket.connected && read()),
    async newest() {
      const result = await ask<Newest>(newest)
      return result.is === 'there' && result.value.login === login ? result.value.items : null
    },
    async whole(id) {
      const result = await ask<NotificationDetail>(contentOf(id))
      return result.is === 'there' ? result.value : null
    },
    stop,
  }
}

async function ask<Value>(path: string): Promise<FetchResult<Value>> {
  try {
    const answer = await fetch(path, { redirect: 'manual', headers: { accept: 'application/json' } })
    if (answer.type === 'opaqueredirect') return { is: 'ended' }
    return answer.ok ? { is: 'there', value: (await answer.json()) as Value } : { is: 'away' }
  } catch {
    return { is: 'away' }
  }
}
