import { type IncomingMessage, STATUS_CODES } from 'node:http'
import { type Duplex } from 'node:stream'
import { Server as Engine, type Socket as Connection } from 'engine.io'
import { Server } from 'socket.io'
import { socketEvents } from '~/contract/notification'
import { requestInfoOf } from '~/session/request-info.server'
import { type EndedSessions } from '~/session/ended-sessions.server'
import { type Signals } from '~/redis/signals.server'
import { type OpenNotificationSocket } from '~/upstream/notification-socket.server'
import { createConnections } from './connections.server'
import { type SocketSession, type AuthorizeHandshake, clientNetworkOf } from './authorize-handshake.server'
import { type ClientEvents, type ReadEvent, type ServerEvents } from '../client/events'
import { SessionChannel } from './session-channel.server'
import { TabConnection, type TabSocket } from './tab-connection.server'

/**
 * The relay: the browser's socket ends here, and another one, with the bearer, goes to the upstream. Invariants:
 * neither the bearer nor the upstream's address is in a frame or a log; a session that has ended has no socket two
 * seconds later, at any instance; a tab that may have missed something is notified.
 */

export interface Relay {
  /** Takes the connections that want to be sockets. The server's `upgrade` listener. */
  readonly upgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** A notification was read by a form: the session's tabs, here and at other instances, are notified. */
  notifyRead(sessionId: string, read: ReadEvent): void
  /** Open sockets of tabs, and the sessions that they belong to. */
  counts(): { tabs: number; sessions: number }
  /** Closes every socket like a network failure, so that tabs reconnect elsewhere, and accepts no more. */
  close(): Promise<void>
}

export interface RelayOptions {
  authorize: AuthorizeHandshake
  open: OpenNotificationSocket
  ended: Pick<EndedSessions, 'onEnd' | 'has'>
  signals: Signals
  log: { info(fields: object, message: string): void }
  /** Applies the trusted headers of proxies, before anything is decided. */
  readForwarded?: (req: IncomingMessage) => void
  /** Multiplies how many sockets may be open at once. */
  factor: number
  lingerMs?: number
  /** How often a tab is pinged, and how long it may take to answer. */
  heartbeat?: { pingInterval: number; pingTimeout: number }
}

export const socketPath = '/socket.io/'

/** Concurrent sockets; far above what one browser or office needs. */
const maxOfSession = 20
const maxOfVisitor = 200
const maxBytes = 64 * 1024
const defaultLingerMs = 5_000
const goneWithinMs = 500
const readChannel = 'notification-read'

export function createRelay({
  authorize,
  open,
  ended,
  signals,
  log,
  readForwarded = () => {},
  factor,
  lingerMs = defaultLingerMs,
  heartbeat = { pingInterval: 25_000, pingTimeout: 20_000 },
}: RelayOptions): Relay {
  const engine = new Engine({
    transports: ['websocket'],
    allowUpgrades: false,
    maxHttpBufferSize: maxBytes,
    ...heartbeat,
  })
  const io = new Server<ClientEvents, ServerEvents>({ serveClient: false, connectTimeout: 10_000 })
  engine.on('connection', refuseNamespaces)
  io.bind(engine)

  const channels = new Map<string, SessionChannel>()
  const connections = createConnections({ session: maxOfSession * factor, visitor: maxOfVisitor * factor })
  const authorized = new WeakMap<IncomingMessage, SocketSession>()
  let isClosed = false

  ended.onEnd((id) => channels.get(id)?.end())
  signals.listen(readChannel, (word) => {
    const { sessionId, ...read } = JSON.parse(word) as ReadEvent & { sessionId: string } // our own message
    channels.get(sessionId)?.notifyRead(read)
  })
  // A session that ended meanwhile is refused at the handshake.
  signals.onGap(() => dropAll())

  io.on('connection', (socket) => {
    const session = authorized.get(socket.request)
    // It may have ended while the socket was being made.
    if (!session || ended.has(session.sessionId) || isClosed) return void socket.disconnect(true)
    const tab = new TabConnection(socket, socket.request.socket, session.endsAt)
    forget(socket)
    enter(tab, session)
  })

  function enter(tab: TabConnection, session: SocketSession): void {
    const { sessionId } = session
    const channel = channels.get(sessionId) ?? newChannel(session)
    tab.socket.on('disconnect', () => channel.leave(tab))
    tab.socket.onAny((event: string, payload: unknown) => {
      const request = event === 'readNotification' ? readNotification.safeParse(payload) : undefined
      // Our own pages send nothing else.
      if (!request?.success) return void tab.socket.disconnect(true)
      if (tab.mayReport(Date.now())) void channel.report(request.data.id)
    })
    channel.join(tab, session)
  }

  function newChannel(session: SocketSession): SessionChannel {
    const { sessionId } = session
    const channel = new SessionChannel(session, {
      open,
      lingerMs,
      onClose: () => {
        if (channels.get(sessionId) === channel) channels.delete(sessionId)
      },
      onRead: (read) => notifyRead(sessionId, read),
    })
    channels.set(sessionId, channel)
    return channel
  }

  function notifyRead(sessionId: string, read: ReadEvent): void {
    channels.get(sessionId)?.notifyRead(read)
    signals.send(readChannel, JSON.stringify({ sessionId, ...read }))
  }

  function dropAll(): void {
    for (const channel of [...channels.values()]) channel.drop()
  }

  /** @returns the status that the connection is refused with, or whom it is for */
  async function judge(req: IncomingMessage): Promise<SocketSession | number> {
    if (isClosed) return 503
    if (!req.url?.startsWith(`${socketPath}?`)) return 404
    return authorize(req)
  }

  async function take(req: IncomingMessage, connection: Duplex, head: Buffer): Promise<number> {
    if (!connections.takeSeat(connection, 'visitor', clientNetworkOf(req))) return 429
    const session = await judge(req)
    if (typeof session === 'number') return session
    if (!connections.takeSeat(connection, 'session', session.sessionId)) return 429
    authorized.set(req, session)
    engine.handleUpgrade(req, connection, head)
    return 101
  }

  function upgrade(req: IncomingMessage, connection: Duplex, head: Buffer): void {
    readForwarded(req)
    const { id, address } = requestInfoOf(req)
    connections.add(connection)
    void take(req, connection, head)
      .catch(() => 500)
      .then((status) => {
        const path = req.url?.split('?', 1)[0]
        log.info({ requestId: id, method: req.method, path, status, client: address }, 'request')
        if (status !== 101) refuse(connection, status)
      })
  }

  return {
    upgrade,
    notifyRead,
    counts: () => ({ tabs: io.engine.clientsCount, sessions: channels.size }),
    async close() {
      isClosed = true
      dropAll()
      signals.close()
      await connections.allGone(goneWithinMs)
      engine.close()
    },
  }
}

const readNotification = socketEvents.outgoing.readNotification.pick({ id: true })

/**
 * Cuts a connection off that asks for another namespace than the root, as no page of ours does. Socket.IO answers each such
 * request itself, and keeps the answers without a bound for whoever does not read them. The connection is destroyed rather
 * than closed, since a close waits until all is sent.
 */
function refuseNamespaces(connection: Connection): void {
  const { socket } = connection.request
  connection.on('packet', ({ data }: { data?: unknown }) => {
    if (typeof data === 'string' && data.startsWith('0/')) socket.destroy()
  })
}

/** Frees the handshake's headers once the socket is authorized: a socket stays open for hours. */
function forget(socket: TabSocket): void {
  Object.assign(socket.handshake, { headers: {}, auth: {}, query: {} })
  Object.assign(socket.conn, { request: null })
}

function refuse(connection: Duplex, status: number): void {
  if (connection.destroyed) return
  connection.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    () => connection.destroy(),
  )
}
