import { io, Manager, type ManagerOptions, type SocketOptions } from 'socket.io-client'
import { type CallInput } from '~/contract/call'
import { type Notification, type notification, socketEvents } from '~/contract/notification'
import { type Dialect, plainDialect } from './dialect/dialect.server'
import { dialectOf, translateOutput, translateRefusal, translateInput } from './dialect/translate.server'
import { fieldOf, isNumber, isObject, readJson } from './reader/json.server'
import { type Deviation, understand } from './reader/understand.server'
import { type Caller, type UpstreamLog } from './types'

/**
 * The upstream's socket of one session. Invariants: the bearer goes into the handshake and nowhere else; a received
 * notification matches the contract's schema; after any interruption, whatever its cause, the listener is notified that
 * something may have been missed; a bearer that the upstream refuses is not tried again.
 */

export interface NotificationListener {
  notification(notification: Notification): void
  /** What the session's pages show has changed without a notification. */
  changed(): void
  /** Connected, for the first time or again: earlier notifications may not have been received. */
  connected(): void
  /** A notification could not be parsed or has no id: the list may have it. */
  missed(): void
  /** The upstream does not know the bearer any more. Nothing else comes after this. */
  refused(): void
}

export interface NotificationSocket {
  /**
   * Reports one read. Where there is no socket it is reported by a call; where that fails as well it waits for a connection,
   * with at most a hundred others.
   * @returns how many are left unread; null if the upstream does not say; undefined if it does not accept the report
   */
  report(id: string, login: string): Promise<number | null | undefined>
  close(): void
}

type SocketCaller = Pick<Caller, 'token' | 'language'>

type ReadReport = CallInput<typeof notification.read>

export type OpenNotificationSocket = (
  caller: SocketCaller,
  listener: NotificationListener,
) => NotificationSocket

export interface NotificationSocketOptions {
  /** The upstream's base without `/api`; the socket is at `/socket.io` below it. */
  url: string
  connectMs: number
  /** The IANA zone of times that name none. */
  timeZone?: string
  /** How the upstream differs from the contract. */
  dialect?: Dialect
  /** Reports one read by a call. @returns how many are left unread, or null @throws if the upstream does not accept it */
  read: (caller: SocketCaller, report: ReadReport) => Promise<number | null>
  /** Receives the deviations of an event from the contract. */
  onDeviations?: (event: string, deviations: readonly Deviation[]) => void
  log: UpstreamLog
  /** The first and the longest wait before a connection is tried again; each is drawn from half to one and a half. */
  retryMs?: { first: number; max: number }
}

/** A message of 60,000 letters in the widest encoding. A larger one ends the connection. */
const maxBytes = 512 * 1024
const answerMs = 5_000
/** The minimum time between two reads of the list for notifications that could not be parsed. */
const missedMs = 1_000
const maxWaiting = 100

/** The name by which deviations are counted. */
const notificationEvent = 'socket.notification'
const unreadable: Deviation = { field: '', rule: 'unreadable' }

/** Each call of the result opens one socket. */
export function createNotificationSockets({
  url,
  connectMs,
  timeZone = 'UTC',
  dialect = plainDialect,
  read,
  onDeviations,
  log,
  retryMs = { first: 500, max: 30_000 },
}: NotificationSocketOptions): OpenNotificationSocket {
  const { socket: socketOf } = dialect
  const byCall = (caller: SocketCaller, report: ReadReport) => read(caller, report).catch(() => undefined)
  // The notifications of an upstream without a socket are only in the list.
  if (!socketOf)
    return (caller) => ({ report: (id, login) => byCall(caller, { id, login }), close: () => undefined })
  const { origin, path } = addressOf(url, socketOf)
  const outage = logOutages(log)
  const options: Partial<ManagerOptions & SocketOptions> & { maxPayload: number } = {
    path,
    transports: ['websocket'],
    forceNew: true,
    perMessageDeflate: undefined,
    maxPayload: maxBytes,
    timeout: connectMs,
    reconnectionDelay: retryMs.first,
    reconnectionDelayMax: retryMs.max,
  }

  /** Null if it can't be parsed, or has no id by which it could be reported as read. */
  function parseNotification(given: unknown): Notification | null {
    const body = readJson(typeof given === 'string' ? given : (JSON.stringify(given, withoutRounded) ?? ''))
    const { in: names, words } = dialectOf(dialect, 'notification.list') ?? {}
    const translated = dialect === plainDialect ? body : translateOutput(dialect, { in: names, words }, body)
    const read = understand(socketEvents.incoming.notification, translated, { timeZone })
    const isText = typeof given === 'string'
    onDeviations?.(notificationEvent, [
      ...(isText ? [{ field: '', rule: 'notation' } as const] : []),
      ...(read.ok || read.deviations.length > 0 ? read.deviations : [unreadable]),
    ])
    return read.ok ? (read.value as Notification) : null
  }

  /** Nesting too deep to follow counts as unreadable, and must not end the process. */
  function parseNotificationSafely(given: unknown): Notification | null {
    try {
      return parseNotification(given)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      onDeviations?.(notificationEvent, [unreadable])
      return null
    }
  }

  return (caller, listener) => {
    const { token, language } = caller
    const { auth, query, headers } = bearerOf(dialect, socketOf, token)
    const extraHeaders = { ...headers, 'accept-language': language }
    const socket = io(origin, { ...options, auth, query, extraHeaders })
    const waiting = new Map<string, () => void>()
    const health = outage()
    /** Reports that wait go on: over the socket, or by a call where it does not stand. */
    const goOn = () => {
      for (const next of waiting.values()) next()
      waiting.clear()
    }
    /** False where a report can't wait. */
    const goesOn = (id: string): Promise<boolean> =>
      isClosed || waiting.size >= maxWaiting || waiting.has(id)
        ? Promise.resolve(false)
        : new Promise((resolve) => waiting.set(id, () => resolve(true)))
    let retry: NodeJS.Timeout | undefined
    let missed: NodeJS.Timeout | undefined
    let isClosed = false
    /** The client itself does not reconnect after the upstream has closed a connection or refused it in words. */
    const comeAgain = (ms: number) => {
      clearTimeout(retry)
      retry = setTimeout(() => socket.connect(), ms * (0.5 + Math.random()))
    }

    function close(): void {
      isClosed = true
      clearTimeout(retry)
      clearTimeout(missed)
      health.closed()
      socket.removeAllListeners()
      socket.disconnect()
      goOn()
    }

    socket.on('connect', () => {
      health.well()
      listener.connected()
      goOn()
    })
    socket.on('connect_error', (error) => {
      // An active socket failed in the transport: its message is not the upstream's.
      if (!socket.active && isAboutBearer(error, dialect)) {
        close()
        listener.refused()
        return
      }
      if (health.ill(error.message)) goOn()
      if (!socket.active) comeAgain(retryMs.max)
    })
    socket.on('disconnect', (reason) => {
      // If the bearer has ended, the next handshake is refused. It follows at once.
      if (reason === 'io server disconnect') comeAgain(Math.min(200, retryMs.first))
    })
    socket.on(socketOf.notification, (given: unknown) => {
      const notification = parseNotificationSafely(given)
      if (notification) return listener.notification(notification)
      health.broken()
      missed ??= setTimeout(() => {
        missed = undefined
        listener.missed()
      }, missedMs)
    })

    socket.on('changed', () => listener.changed())

    const send = async (id: string, login: string) => {
      const answer: unknown = await socket
        .timeout(answerMs)
        .emitWithAck(socketOf.readNotification, reportOf(dialect, { id, login }))
        .catch(() => null)
      return unreadIn(answer)
    }

    return {
      async report(id, login) {
        if (!socket.connected && !health.isIll() && !(await goesOn(id))) return undefined
        if (socket.connected) return send(id, login)
        if (isClosed) return undefined
        const unread = await byCall(caller, { id, login })
        if (unread !== undefined || !(await goesOn(id))) return unread
        return socket.connected ? send(id, login) : undefined
      },
      close,
    }
  }
}

/**
 * Whether the upstream's socket exists, by the beginning of a handshake. The bearer is not sent.
 */
export function hasNotificationSocket({
  url,
  connectMs,
  dialect = plainDialect,
}: Pick<NotificationSocketOptions, 'url' | 'connectMs' | 'dialect'>): Promise<boolean> {
  if (!dialect.socket) return Promise.resolve(false)
  const { origin, path } = addressOf(url, dialect.socket)
  const options = { path, transports: ['websocket'], autoConnect: false, reconnection: false }
  const manager = new Manager(origin, { ...options, timeout: connectMs })
  return new Promise((resolve) =>
    manager.open((error) => {
      if (!error) manager.engine.close()
      resolve(!error)
    }),
  )
}

/** The bearer at the one place in the handshake where the dialect has it. */
function bearerOf(
  { bearer: { header, scheme } }: Dialect,
  { bearer, token: name }: SocketDialect,
  token: string | null,
): Pick<SocketOptions, 'auth'> & Pick<ManagerOptions, 'query'> & { headers?: Record<string, string> } {
  if (token === null) return {}
  if (bearer === 'header')
    return { headers: { [header.toLowerCase()]: scheme ? `${scheme} ${token}` : token } }
  return bearer === 'query' ? { query: { [name]: token } } : { auth: { [name]: token } }
}

type SocketDialect = Exclude<Dialect['socket'], false>

function addressOf(url: string, socket: SocketDialect): { origin: string; path: string } {
  const { origin, pathname } = new URL(socket.url ?? url)
  return { origin, path: `${pathname.replace(/\/+$/, '')}${socket.path}` }
}

/** A number that was rounded when it was parsed is dropped: as an id it would name another notification. */
const withoutRounded = (_name: string, value: unknown): unknown =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : value

/** The report, translated like the same call by HTTP. */
function reportOf(dialect: Dialect, report: { id: string; login: string }): Record<string, unknown> {
  const sent = translateInput(dialect, dialectOf(dialect, 'notification.read') ?? {}, report)
  const plain = (value: unknown) => {
    if (!isNumber(value)) return value
    const number = Number(value.value)
    return Number.isSafeInteger(number) ? number : value.value
  }
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, plain(value)]))
}

/** Messages with which upstreams refuse a handshake with an unknown bearer. */
const aboutBearer =
  /^(not |un)(authori[sz]ed|authenticated)\b|^(authentication|authorization) (error|failed)|^session( time)? (has )?expired|\b(jwt|token) (is |has )?(invalid|expired)|^invalid (jwt|token|signature)/i

function isAboutBearer(error: Error & { data?: unknown }, dialect: Dialect): boolean {
  const { message, data } = error
  if (aboutBearer.test(message)) return true
  if (translateRefusal(dialect, {}, { message }).translated === 'unauthorized') return true
  return ['status', 'statusCode', 'code'].some((name) => fieldOf(isObject(data) ? data : {}, name) === 401)
}

/** The number of unread notifications in an answer to a report. The contract has no such answer, but an upstream may. */
function unreadIn(answer: unknown): number | null | undefined {
  if (typeof answer !== 'object' || answer === null) return null
  if ('code' in answer) return undefined
  const unread = 'unread' in answer ? answer.unread : null
  return typeof unread === 'number' && Number.isSafeInteger(unread) && unread >= 0 ? unread : null
}

/** Logs once when the first socket fails and once when the last one recovers: a thousand sessions may fail together. */
function logOutages(log: UpstreamLog) {
  let illCount = 0
  let brokenLoggedMs = 0
  return () => {
    let isIll = false
    const well = () => {
      if (!isIll) return
      isIll = false
      illCount -= 1
      if (illCount === 0) log.warn({}, 'notifications are received again')
    }
    return {
      isIll: () => isIll,
      /** @returns whether it was well until now */
      ill(reason: string): boolean {
        if (isIll) return false
        isIll = true
        illCount += 1
        // The reason is logged only if it is a short plain word: it may hold secrets.
        if (illCount === 1)
          log.warn(
            { reason: /^[\w ]{1,40}$/.test(reason) ? reason : 'other' },
            'notifications are not received',
          )
        return true
      },
      well,
      closed: well,
      broken() {
        if (Date.now() - brokenLoggedMs < 60_000) return
        brokenLoggedMs = Date.now()
        log.warn({}, 'a notification against its schema was left out')
      },
    }
  }
}
