import { type Duplex } from 'node:stream'
import { type Socket } from 'socket.io'
import { type ClientEvents, type ReadEvent, type ServerEvents } from '../client/events'
import { type NotificationSummary } from '../client/summary'

/**
 * One tab's socket. Invariants: the queue of a slow reader is bounded, and a tab that lost something from it is
 * notified and reads the list; a tab that is ended is gone within a second, whether it reads or not.
 */

export type TabSocket = Socket<ClientEvents, ServerEvents>

/** Frames that wait for a reader before the rest is left out. */
const maxWaiting = 64
const goneWithinMs = 1_000
/** Reports that a tab may make in ten seconds: it shows five at a time, for three seconds each. */
const maxReports = 60
const reportsWindowMs = 10_000

export class TabConnection {
  #waiting = 0
  #isBehind = false
  #reports = 0
  #windowEndsAt = 0

  constructor(
    readonly socket: TabSocket,
    private readonly connection: Duplex,
    /** When the seal that opened it runs out. */
    readonly endsAt: number,
  ) {
    socket.conn.on('drain', () => this.#drained())
  }

  notify(summary: NotificationSummary): void {
    if (this.#hasRoom()) this.socket.emit('notification', summary)
  }

  notifyChanged(): void {
    if (this.#hasRoom()) this.socket.emit('changed')
  }

  notifyRead(read: ReadEvent): void {
    if (this.#hasRoom()) this.socket.emit('read', read)
  }

  notifyMissed(): void {
    if (this.#hasRoom()) this.socket.emit('missed')
  }

  /** Whether one more report of this tab is accepted. */
  mayReport(nowMs: number): boolean {
    if (nowMs > this.#windowEndsAt) {
      this.#windowEndsAt = nowMs + reportsWindowMs
      this.#reports = 0
    }
    this.#reports += 1
    return this.#reports <= maxReports
  }

  end(): void {
    this.socket.emit('ended')
    this.socket.disconnect(true)
    // What waits is sent first; a reader that does not read it is not waited for.
    setTimeout(() => this.connection.destroy(), goneWithinMs).unref()
  }

  /** Like a network failure: the tab reconnects. */
  drop(): void {
    this.socket.conn.close()
  }

  #hasRoom(): boolean {
    if (this.#waiting >= maxWaiting) this.#isBehind = true
    else this.#waiting += 1
    return !this.#isBehind
  }

  #drained(): void {
    this.#waiting = 0
    if (!this.#isBehind) return
    this.#isBehind = false
    this.notifyMissed()
  }
}
