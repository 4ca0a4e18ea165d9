import { type OpenNoticeSocket } from '~/upstream/notices.server'
import { type Admitted } from './door.server'
import { type Read } from './frames'
import { noticeOf } from './notice.server'
import { type Tab } from './tab.server'

/**
 * The line of one session: all its tabs here, and one connection to the upstream that they share, which stands while
 * there is a tab and for a moment longer, since a page load closes one socket and opens the next. Invariants:
 * each tab gets a notification once, and none before it has been told to read the list; the bearer is the newest that
 * any tab came with.
 */

export type LineTab = Pick<Tab, 'endsAt' | 'notify' | 'tellRead' | 'tellMissed' | 'end' | 'drop'>
type Session = Pick<Admitted, 'sessionId' | 'login' | 'token' | 'language' | 'sealedAt'>

export interface LineOptions {
  open: OpenNoticeSocket
  /** How long the connection outlives the last tab. */
  lingerMs: number
  /** The line has let go of everything. */
  onClose: () => void
  /** One was read here; the session's other tabs may be at other instances. */
  onRead: (read: Read) => void
}

/** Sent twice, one after the other or a little later, it comes through once. */
const remembered = 200
/** The longest timer that Node knows. */
const longestTimerMs = 2 ** 31 - 1

export class SessionLine {
  readonly #tabs = new Set<LineTab>()
  readonly #recent = new Set<string>()
  readonly #options: LineOptions
  #session: Session
  #upstream: ReturnType<OpenNoticeSocket>
  #isLive = false
  #lingering: NodeJS.Timeout | undefined
  #expiry: NodeJS.Timeout | undefined

  constructor(session: Session, options: LineOptions) {
    this.#session = session
    this.#options = options
    this.#upstream = this.#connect()
  }

  /** Tabs of a session come with the seal that they have: a newer one has the better bearer, and the language. */
  join(tab: LineTab, session: Session): void {
    clearTimeout(this.#lingering)
    this.#tabs.add(tab)
    this.#expireWith(tab)
    const { token, language, sealedAt } = this.#session
    const isOther = session.token !== token || session.language !== language
    if (isOther && session.sealedAt >= sealedAt) {
      this.#session = session
      this.#upstream.close()
      this.#upstream = this.#connect()
    } else if (this.#isLive) tab.tellMissed()
  }

  leave(tab: LineTab): void {
    this.#tabs.delete(tab)
    if (this.#tabs.size > 0) return
    this.#lingering = setTimeout(() => this.close(), this.#options.lingerMs).unref()
  }

  /** A tab reports one read. */
  async report(id: string): Promise<void> {
    const unread = await this.#upstream.report(id, this.#session.login)
    if (unread !== undefined) this.#options.onRead({ id, unread })
  }

  tellRead(read: Read): void {
    for (const tab of this.#tabs) tab.tellRead(read)
  }

  /** The session is over, or may be. */
  end(): void {
    for (const tab of this.#tabs) tab.end()
    this.close()
  }

  /** As the network would: tabs come again by themselves. */
  drop(): void {
    for (const tab of this.#tabs) tab.drop()
    this.close()
  }

  close(): void {
    clearTimeout(this.#lingering)
    clearTimeout(this.#expiry)
    this.#tabs.clear()
    this.#upstream.close()
    this.#options.onClose()
  }

  #connect(): ReturnType<OpenNoticeSocket> {
    this.#isLive = false
    return this.#options.open(this.#session, {
      connected: () => {
        this.#isLive = true
        for (const tab of this.#tabs) tab.tellMissed()
      },
      notification: (notification) => {
        if (this.#isRepeated(notification.id)) return
        const notice = noticeOf(notification)
        for (const tab of this.#tabs) tab.notify(notice)
      },
      refused: () => this.end(),
    })
  }

  #isRepeated(id: string): boolean {
    if (this.#recent.has(id)) return true
    this.#recent.add(id)
    const [oldest] = this.#recent
    if (this.#recent.size > remembered && oldest !== undefined) this.#recent.delete(oldest)
    return false
  }

  /** The tab that may stay the longest decides: a page load somewhere has prolonged the session. */
  #expireWith({ endsAt }: LineTab): void {
    const latest = Math.max(endsAt, ...[...this.#tabs].map((tab) => tab.endsAt))
    clearTimeout(this.#expiry)
    const ms = Math.min(Math.max(0, latest - Date.now()), longestTimerMs)
    this.#expiry = setTimeout(() => this.end(), ms).unref()
  }
}
