/**
 * Listens for announcements (`backend/notifications/announce.ts`) on its own connection. Callers are notified on
 * disconnect, because PostgreSQL does not replay missed messages.
 */
import pg from 'pg'
import { storedChannel, type Announced } from '../notifications/announce'

export interface NotificationListener {
  /** False from the loss of the connection until the next one listens. */
  readonly isListening: boolean
  close(): Promise<void>
}

export interface NotificationListenerOptions {
  /** Of the pool whose database is listened to. */
  connection: pg.ClientConfig
  onMessage: (stored: Announced[]) => void
  /** The connection was lost. */
  onDisconnect: () => void
  log: { warn(details: object, message: string): void }
}

/** The name of the connection in `pg_stat_activity`. */
export const listenerName = 'tideline notifications'

const retryMs = 500
/** A connection that hangs is noticed by this. */
const probeMs = 5_000

/** Resolves when it listens. Throws pg's error where the first connection fails; later ones are tried again. */
export async function openNotificationListener({
  connection,
  onMessage,
  onDisconnect,
  log,
}: NotificationListenerOptions): Promise<NotificationListener> {
  let client: pg.Client | null = null
  let closed = false
  let timer: NodeJS.Timeout | undefined

  async function listen(): Promise<void> {
    const next = new pg.Client({
      ...connection,
      // The pool hides it from code that copies its options.
      password: connection.password,
      application_name: listenerName,
      keepAlive: true,
      connectionTimeoutMillis: probeMs,
      query_timeout: probeMs,
    })
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    next.on('notification', ({ payload }) => onMessage(JSON.parse(payload!) as Announced[])) // announced by us alone
    try {
      await next.connect()
      await next.query(`listen ${storedChannel}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    if (closed) return next.end()
    client = next
    timer = setTimeout(() => void probe(next), probeMs).unref()
  }

  async function probe(present: pg.Client): Promise<void> {
    try {
      await present.query('select 1')
      if (client === present) timer = setTimeout(() => void probe(present), probeMs).unref()
    } catch {
      lose(present)
    }
  }

  function lose(lost: pg.Client): void {
    if (client !== lost || closed) return
    client = null
    clearTimeout(timer)
    log.warn({}, 'the connection that notifications are announced on was lost')
    lost.end().catch(() => undefined)
    onDisconnect()
    retry()
  }

  function retry(): void {
    timer = setTimeout(() => void listen().catch(retry), retryMs).unref()
    if (closed) clearTimeout(timer)
  }

  await listen()
  return {
    get isListening() {
      return client !== null
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
