/**
 * Real time: what is stored for an investor is sent to the sockets that the investor has, whichever backend stored it.
 * Invariants: a notification goes once to each socket that is connected when it is stored; a socket that might
 * miss one is closed, so that its client comes again and reads the list, also when whoever was to send it is gone.
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
import { shareThroughRedis } from './shared-redis'
import { languages } from '~/contract/languages'
import { openSockets, roomOf } from './sockets'

export interface RealtimeOptions {
  /** Its configuration is that of the connection which listens. */
  pool: pg.Pool
  /** Redis or Valkey that several backends share; null: each sends to its own sockets. */
  redisUrl: string | null
  /** How long another backend may take for what it has claimed to send. */
  sentWithinMs?: number
}

export interface Realtime {
  /** Closes every socket. Before the HTTP server is closed, which waits for them. */
  close(): Promise<void>
}

/** Serves sockets on the HTTP server. Throws pg's error when the database can't be listened to. */
export async function startRealtime(
  server: HttpServer,
  services: Services,
  { pool, redisUrl, sentWithinMs = 5_000 }: RealtimeOptions,
): Promise<Realtime> {
  const { db, log } = services
  let listener: NotificationListener | null = null
  const sockets = openSockets(server, { services, open: () => listener?.isListening === true && !closing })
  const redis = redisUrl === null ? null : shareThroughRedis(redisUrl, { lost: sockets.closeAll, log })
  if (redis) sockets.io.adapter(redis.adapter)
  let closing = false
  /** One after another, so that what one backend sends comes in the order in which it was stored. */
  let sending = Promise.resolve()
  const lookingAgain = new Set<NodeJS.Timeout>()
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

  /** Every backend hears every announcement; with Redis one of them sends it to the sockets of all. */
  async function send(stored: Announced[]): Promise<void> {
    const claimed = redis ? await redis.claim(stored[0]![0]) : 'away'
    if (claimed === 'taken') return lookAgain(stored)
    const to = claimed === 'mine' ? sockets.io : sockets.io.local
    const wanted = claimed === 'mine' ? stored : stored.filter(([, userId]) => isConnectedHere(userId))
    if (wanted.length === 0) return
    const rows = await db
      .select()
      .from(notifications)
      .where(
        inArray(
          notifications.id,
          wanted.map(([id]) => id),
        ),
      )
      .orderBy(asc(notifications.createdAt), asc(notifications.id))
    for (const row of rows) {
      for (const language of languages) {
        const shown = Notification.encode(notificationView(row, language, origin()))
        to.to(roomOf(row.userId, language)).emit('notification', shown)
      }
    }
    if (claimed === 'mine') await redis?.noteSent(stored[0]![0])
  }

  /** Who has claimed it may have been killed, or cut off: the sockets that would have been told are closed then. */
  function lookAgain(stored: Announced[]): void {
    const timer = setTimeout(() => {
      lookingAgain.delete(timer)
      void redis?.wasSent(stored[0]![0]).then((sent) => {
        if (!sent) sockets.closeOf(new Set(stored.map(([, userId]) => userId)))
      })
    }, sentWithinMs).unref()
    lookingAgain.add(timer)
  }

  function isConnectedHere(userId: string): boolean {
    const { rooms } = sockets.io.of('/').adapter
    return languages.some((language) => rooms.has(roomOf(userId, language)))
  }

  /** They stay in the list; whoever is connected here is made to read it. */
  function failed(error: unknown): void {
    log.error({ err: error }, 'notifications could not be sent')
    sockets.closeAll()
  }

  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP

  async function close(): Promise<void> {
    closing = true
    await listener?.close()
    await sending
    for (const timer of lookingAgain) clearTimeout(timer)
    await sockets.close()
    redis?.close()
  }

  return { close }
}
