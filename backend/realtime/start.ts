/**
 * Real time: a stored notification is sent to the investor's sockets, also if another backend has stored it.
 * Invariants: a notification is sent once to each socket that is connected when it is stored; a socket that might miss
 * one is closed, so that its client reconnects and reads the list.
 */
import { type Server as HttpServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { asc, inArray } from 'drizzle-orm'
import type pg from 'pg'
import { Notification } from '~/contract/notification'
import { notifications } from '../db/schema/notifications'
import { type Announced } from '../notifications/announce'
import { notificationView } from '../notifications/view'
import { type Services } from '../services'
import { type NotificationListener, openNotificationListener } from './notification-listener'
import { languages } from '~/contract/languages'
import { openSockets, roomOf } from './sockets'

export interface RealtimeOptions {
  /** Its configuration is that of the connection which listens. */
  pool: pg.Pool
}

export interface Realtime {
  /** How many sockets are open here. */
  sockets(): number
  /** Whether announcements of the database are heard. */
  isListening(): boolean
  /** Closes every socket. Before the HTTP server is closed, which waits for them. */
  close(): Promise<void>
}

/** Serves sockets on the HTTP server. Throws pg's error when the database can't be listened to. */
export async function startRealtime(
  server: HttpServer,
  services: Services,
  { pool }: RealtimeOptions,
): Promise<Realtime> {
  const { db, log } = services
  let listener: NotificationListener | null = null
  const sockets = openSockets(server, { services, open: () => listener?.isListening === true && !closing })
  let closing = false
  /** One after another, so that notifications arrive in the order in which they were stored. */
  let sending = Promise.resolve()
  try {
    listener = await openNotificationListener({
      connection: pool.options,
      onMessage: (stored) => void (sending = sending.then(() => send(stored)).catch(failed)),
      onDisconnect: sockets.closeAll,
      log,
    })
  } catch (error) {
    await close()
    throw error
  }

  /** Every backend receives every announcement, and sends it to its own sockets. */
  async function send(stored: Announced[]): Promise<void> {
    const wanted = stored.filter(([, userId]) => isConnectedHere(userId))
    if (wanted.length === 0) return
    const ids = wanted.flatMap(([id]) => id ?? [])
    const rows = await db
      .select()
      .from(notifications)
      .where(inArray(notifications.id, ids))
      .orderBy(asc(notifications.createdAt), asc(notifications.id))
    // After they were stored, so that nothing reaches a socket whose bearer had ended by then.
    await sockets.closeEndedOf(new Set(wanted.map(([, userId]) => userId)))
    const changed = wanted.flatMap(([id, userId]) =>
      id === null ? languages.map((one) => roomOf(userId, one)) : [],
    )
    if (changed.length > 0) sockets.io.to(changed).emit('changed')
    for (const row of rows) {
      for (const language of languages) {
        const shown = Notification.encode(notificationView(row, language, origin()))
        sockets.io.to(roomOf(row.userId, language)).emit('notification', shown)
      }
    }
  }

  function isConnectedHere(userId: string): boolean {
    const { rooms } = sockets.io.of('/').adapter
    return languages.some((language) => rooms.has(roomOf(userId, language)))
  }

  /** The notifications stay in the list. Clients connected here have to reconnect and read it. */
  function failed(error: unknown): void {
    log.error({ err: error }, 'notifications could not be sent')
    sockets.closeAll()
  }

  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP

  async function close(): Promise<void> {
    closing = true
    await listener?.close()
    await sending
    await sockets.close()
  }

  return {
    sockets: () => sockets.io.of('/').sockets.size,
    isListening: () => listener?.isListening === true,
    close,
  }
}
