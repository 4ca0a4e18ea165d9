import { type IncomingMessage } from 'node:http'
import { createClient } from 'redis'
import { io, type Socket } from 'socket.io-client'
import { createHttpServer, listen } from '~/server/http-server.server'
import { createLimits } from '~/session/limits.server'
import { ownHosts } from '~/server/host.server'
import { createHandshakeAuthorizer } from '~/notifications/server/authorize-handshake.server'
import { type ReadEvent } from '~/notifications/client/events'
import { type NotificationSummary } from '~/notifications/client/summary'
import { createRelay, type Relay, type RelayOptions } from '~/notifications/server/relay.server'
import { createEndedSessions, type EndedSessions } from '~/session/ended-sessions.server'
import { createSealer } from '~/session/seal.server'
import { shareEndedSessions } from '~/session/shared-ended-sessions.server'
import { createVault, newContents, type SessionUser } from '~/session/vault.server'
import { createSignals } from '~/redis/signals.server'
import { createNotificationSockets } from '~/upstream/notification-socket.server'
import { until } from './program'
import { bearerOf } from './socket-upstream'
import { testSecret } from './stack'

/**
 * The notifications part of the app alone: the relay behind a real server, sessions, and tabs that connect.
 */

export interface TestApp {
  readonly url: string
  relay: Relay
  ended: EndedSessions
  /** Everything that was logged, as JSON lines. */
  log(): string
  /** Requests that were upgraded or refused, as weak references. */
  readonly requests: readonly WeakRef<IncomingMessage>[]
  close(): Promise<void>
}

export interface TestAppOptions extends Partial<Pick<RelayOptions, 'factor' | 'lingerMs' | 'heartbeat'>> {
  upstreamUrl: string
  redisUrl?: string
  /** Multiplies the limit of handshakes. */
  limitFactor?: number
  port?: number
  /** The origin of its pages, if they are behind a proxy. */
  publicOrigin?: string
}

export async function startApp({
  upstreamUrl,
  redisUrl,
  factor = 1,
  limitFactor = 1_000,
  lingerMs = 50,
  port: wanted = 0,
  publicOrigin: given,
  heartbeat,
}: TestAppOptions): Promise<TestApp> {
  const lines: string[] = []
  const note = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
  const log = { info: note, warn: note }
  const redis = redisUrl ? createClient({ url: redisUrl, disableOfflineQueue: true }) : null
  redis?.on('error', () => undefined)
  await redis?.connect()
  const signals = createSignals(redis)
  const { vault, ended } = shareEndedSessions({
    vault: newVault(),
    ended: createEndedSessions(60_000, Date.now),
    redis,
    signals,
    log,
  })
  const server = createHttpServer([], (_req, res) => void res.writeHead(404).end())
  const port = await listen(server, wanted, '127.0.0.1')
  const url = `http://127.0.0.1:${port}`
  const isOwnHost = ownHosts(['127.0.0.1'])
  const limits = createLimits({ factor: limitFactor, redis: null })
  const relay = createRelay({
    authorize: createHandshakeAuthorizer({ vault, ended, publicOrigin: given ?? url, isOwnHost, limits }),
    open: createNotificationSockets({
      url: upstreamUrl,
      connectMs: 1_000,
      read: () => Promise.reject(new Error('only the socket')),
      log,
      retryMs: { first: 50, max: 200 },
    }),
    ended,
    signals,
    log,
    factor,
    lingerMs,
    heartbeat,
  })
  const requests: WeakRef<IncomingMessage>[] = []
  server.on('upgrade', (req) => void requests.push(new WeakRef(req)))
  server.on('upgrade', relay.upgrade)
  return {
    url,
    requests,
    relay,
    ended,
    log: () => lines.join('\n'),
    async close() {
      await relay.close()
      server.closeAllConnections()
      server.close()
      redis?.destroy()
    },
  }
}

const newVault = () => createVault(createSealer([testSecret]), 'sid', Date.now)

export interface TestSession {
  id: string
  cookie: string
}

export interface SessionOptions extends Partial<Pick<SessionUser, 'login' | 'role' | 'phoneConfirmed'>> {
  token?: string
  /** The age of the seal. */
  ageMs?: number
  /** The session that is sealed again. */
  of?: TestSession
}

export async function newSession({
  login = 'anna',
  role = 'investor',
  phoneConfirmed = true,
  token = bearerOf(login),
  ageMs = 0,
  of,
}: SessionOptions = {}): Promise<TestSession> {
  const user = { id: login, login, role, language: 'en', phoneConfirmed } as const
  const contents = newContents(Date.now() - ageMs, { token, user })
  const id = of?.id ?? contents.id
  return { id, cookie: `lng=en; sid=${await newVault().seal({ ...contents, id })}` }
}

/** A tab of a browser: its socket, and everything that it received. */
export interface BrowserTab {
  socket: Socket
  notifications: NotificationSummary[]
  reads: ReadEvent[]
  missed: number
  ended: number
  /** Every received frame, as raw text. */
  frames: string[]
  close(): void
}

export interface TabOptions {
  origin?: string | null
  headers?: Record<string, string>
  reconnection?: boolean
  transports?: string[]
  path?: string
}

/** A tab that has not connected yet. */
export function newTab(url: string, session: TestSession | null, options: TabOptions = {}): BrowserTab {
  const { origin = url, headers = {}, reconnection = false, transports = ['websocket'], path } = options
  const socket = io(url, {
    forceNew: true,
    autoConnect: false,
    transports,
    reconnection,
    reconnectionDelay: 50,
    reconnectionDelayMax: 100,
    ...(path && { path }),
    extraHeaders: {
      ...(origin !== null && { origin }),
      ...(session && { cookie: session.cookie }),
      ...headers,
    },
  })
  const tab: BrowserTab = {
    socket,
    notifications: [],
    reads: [],
    missed: 0,
    ended: 0,
    frames: [],
    close: () => void socket.disconnect(),
  }
  socket.on('notification', (notification: NotificationSummary) => tab.notifications.push(notification))
  socket.on('read', (read: ReadEvent) => tab.reads.push(read))
  socket.on('missed', () => (tab.missed += 1))
  socket.on('ended', () => (tab.ended += 1))
  socket.io.on('open', () => {
    socket.io.engine.on('packet', ({ data }) => tab.frames.push(String(data)))
  })
  return tab
}

/** A connected tab that has been told to read the list. From then on it receives every notification. */
export async function openTab(
  url: string,
  session: TestSession | null,
  options?: TabOptions,
): Promise<BrowserTab> {
  const tab = newTab(url, session, options)
  const refused = new Promise<never>((_, reject) => tab.socket.once('connect_error', reject))
  tab.socket.connect()
  await Promise.race([until('the tab hears', () => tab.missed > 0), refused])
  return tab
}
