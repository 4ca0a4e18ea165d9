import { io, type Socket } from 'socket.io-client'
import { paths } from '~/paths'
import { type FromTab, type ToTab } from './frames'
import { type Inbox } from './inbox'
import { type Notice, type WholeNotice } from './notice'

/**
 * The page's line to its notifications; it comes after the page can be used, and the page works without it. What must
 * stay true: whatever interrupts it, the list is read when it is back, and before anything newer is shown; a session is called over only where the app says
 * so by HTTP; nothing is tried faster than a person would.
 */
export interface Island {
  report(id: string): void
  isConnected(): boolean
  /** Reads the list: by what is known here it is not sure how many wait. */
  check(): void
  /** All of one, to be opened over the page; null where it can't be shown now. */
  whole(id: string): Promise<WholeNotice | null>
  stop(): void
}

/** The app's answer for a page, of which a redirect means that the session is over. */
type Asked<Value> = { is: 'there'; value: Value } | { is: 'ended' } | { is: 'away' }

interface Newest {
  login: string
  unread: number
  items: Notice[]
}

const againMs = 10_000
/** What comes on top of it while the list is read makes it be read once more. */
const mostHeld = 50

/** @param login whose page this is: in another tab somebody else may have signed in meanwhile */
export function startIsland(login: string, inbox: Inbox): Island {
  const socket: Socket<ToTab, FromTab> = io({
    transports: ['websocket'],
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 30_000,
  })
  let later: number | undefined
  /** What came while the list was still to be read; null: it has been. */
  let held: Notice[] | null = []
  let isReading = false
  let isWanted = false
  let isStopped = false

  function stop(): void {
    isStopped = true
    clearTimeout(later)
    socket.removeAllListeners()
    socket.disconnect()
  }

  const isOver = (asked: Asked<Newest>): asked is { is: 'ended' } =>
    asked.is === 'ended' || (asked.is === 'there' && asked.value.login !== login)

  /** Reads the list, one reading at a time; what was missed during one is read by another. */
  async function read(): Promise<void> {
    isWanted = true
    if (isReading) return
    isReading = true
    while (isWanted) {
      isWanted = false
      const asked = await ask<Newest>(paths.newestNotifications())
      if (isOver(asked)) {
        stop()
        return inbox.ended()
      }
      if (asked.is === 'away') readLater(againMs)
      else if (!isWanted) catchUp(asked.value)
    }
    isReading = false
  }

  function catchUp(list: Newest): void {
    inbox.listed(list)
    for (const notice of held ?? []) inbox.arrived(notice)
    held = null
  }

  function readLater(ms: number): void {
    clearTimeout(later)
    later = window.setTimeout(() => void read(), ms)
  }

  /** What is being read may be from before what has just come. */
  function readOnceMore(): void {
    isWanted = isReading
  }

  socket.on('missed', () => {
    held ??= []
    void read()
  })
  socket.on('notification', (notice) => {
    if (!held) {
      inbox.arrived(notice)
      readOnceMore()
    } else if (held.length < mostHeld) held.push(notice)
    else readOnceMore()
  })
  socket.on('read', (told) => {
    inbox.read(told)
    readOnceMore()
  })
  socket.on('ended', () => {
    // Where it is not over, another seal or another bearer has taken the place of this one.
    void read().then(() => window.setTimeout(() => isStopped || socket.connect(), againMs / 10))
  })
  // Whether the app is away or the door is closed to this session can't be seen from here.
  socket.on('connect_error', () => readLater(againMs / 10))

  return {
    report: (id) => void socket.emit('readNotification', { id }),
    isConnected: () => socket.connected,
    check: () => void (socket.connected && read()),
    async whole(id) {
      const asked = await ask<WholeNotice>(paths.notificationContent(id))
      return asked.is === 'there' ? asked.value : null
    },
    stop,
  }
}

async function ask<Value>(path: string): Promise<Asked<Value>> {
  try {
    const answer = await fetch(path, { redirect: 'manual', headers: { accept: 'application/json' } })
    if (answer.type === 'opaqueredirect') return { is: 'ended' }
    return answer.ok ? { is: 'there', value: (await answer.json()) as Value } : { is: 'away' }
  } catch {
    return { is: 'away' }
  }
}
