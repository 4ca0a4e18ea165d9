import { type OpenNotificationSocket } from '~/upstream/notification-socket.server'
import { type SocketSession } from './authorize-handshake.server'
import { type ReadEvent } from '../client/events'
import { summaryOf } from './summary.server'
import { type TabConnection } from './tab-connection.server'

/**
 * The channel of one session: all its tabs here, and one connection to the upstream that they share. It stays open
 * while there is a tab and for a moment longer, since a page load closes one socket and opens the next. Invariants:
 * each tab gets a notification once, and none before its request to read the list; the bearer is the newest that any
 * tab came with.
 */

export type ChannelTab = Pick<
  TabConnection,
  'endsAt' | 'notify' | 'notifyChanged' | 'notifyRead' | 'notifyMissed' | 'end' | 'drop'
>
type Session = Pick<SocketSession, 'sessionId' | 'login' | 'token' | 'language' | 'sealedAt'>

export interface SessionChannelOptions {
  open: OpenNotificationSocket
  /** How long the connection outlives the last tab. */
  lingerMs: number
  /** The channel has released everything. */
  onClose: () => void
  /** One was read here; the session's other tabs may be at other instances. */
  onRead: (read: ReadEvent) => void
}

/** Sent twice, one after the other or a little later, it comes through once. */
const remembered = 200
/** The longest timer that Node knows. */
const maxTimerMs = 2 ** 31 - 1

export class SessionChannel {
  readonly #connections = new Set<ChannelTab>()
  readonly #recent = new Set<string>()
  readonly #options: SessionChannelOptions
  #session: Session
  #upstream: ReturnType<OpenNotificationSocket>
  #isLive = false
  #lingering: NodeJS.Timeout | undefined
  #expiry: NodeJS.Timeout | undefined

  constructor(session: Session, options: SessionChannelOptions) {
    this.#session = session
    this.#options = options
    this.#upstream = this.#connect()
  }

  /** Tabs of a session come with the seal that they have: a newer one has the better bearer, and the language. */
  join(tab: ChannelTab, session: Session): void {
    clearTimeout(this.#lingering)
    this.#connections.add(tab)
    this.#expireWith(tab)
    const { token, language, sealedAt } = this.#session
    const isOther = session.token !== token || session.language !== language
    if (isOther && session.sealedAt >= sealedAt) {
      this.#session = session
      this.#upstream.close()
      this.#upstream = this.#connect()
    } else if (this.#isLive) tab.notifyMissed()
  }

  leave(tab: ChannelTab): void {
    this.#connections.delete(tab)
    if (this.#connections.size > 0) return
    this.#lingering = setTimeout(() => this.close(), this.#options.lingerMs).unref()
  }

  /** A tab reports one read. */
  async report(id: string): Promise<void> {
    const unread = await this.#upstream.report(id, this.#session.login)
    if (unread !== undefined) this.#options.onRead({ id, unread })
  }

  notifyRead(read: ReadEvent): void {
    for (const tab of this.#connections) tab.notifyRead(read)
  }

  /** The session is over, or may be. */
  end(): void {
    for (const tab of this.#connections) tab.end()
    this.close()
  }

  /** As the network would: tabs come again by themselves. */
  drop(): void {
    for (const tab of this.#connections) tab.drop()
    this.close()
  }

  close(): void {
    clearTimeout(this.#lingering)
    clearTimeout(this.#expiry)
    this.#connections.clear()
    this.#upstream.close()
    this.#options.onClose()
  }

  #connect(): ReturnType<OpenNotificationSocket> {
    this.#isLive = false
    return this.#options.open(this.#session, {
      connected: () => {
        this.#isLive = true
        this.#notifyMissed()
      },
      missed: () => this.#notifyMissed(),
      changed: () => {
        for (const tab of this.#connections) tab.notifyChanged()
      },
      notification: (notification) => {
        if (this.#isRepeated(notification.id)) return
        const summary = summaryOf(notification)
        for (const tab of this.#connections) tab.notify(summary)
      },
      refused: () => this.end(),
    })
  }

  #notifyMissed(): void {
    for (const tab of this.#connections) tab.notifyMissed()
  }

  #isRepeated(id: string): boolean {
    if (this.#recent.has(id)) return true
    this.#recent.add(id)
    const [oldest] = this.#recent
    if (this.#recent.size > remembered && oldest !== undefined) this.#recent.delete(oldest)
    return false
  }

  /** The tab with the latest end decides: a page load somewhere has prolonged the session. */
  #expireWith({ endsAt }: ChannelTab): void {
    const latest = Math.max(endsAt, ...[...this.#connections].map((tab) => tab.endsAt))
    clearTimeout(this.#expiry)
    const ms = Math.min(Math.max(0, latest - Date.now()), maxTimerMs)
    this.#expiry = setTimeout(() => this.end(), ms).unref()
  }
}
