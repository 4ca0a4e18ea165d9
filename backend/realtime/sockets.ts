/**
 * The socket server at `/socket.io`: a room for each investor and language, `readNotification` in. Invariants: a socket
 * whose bearer has ended is served nothing from then on, neither what it asks for nor what is stored later, and is closed
 * within a second; a socket can only change its own investor's notifications.
 */
import { type Server as HttpServer } from 'node:http'
import { Server } from 'socket.io'
import { type Complete } from '~/contract/reading'
import { socketEvents, type Notification } from '~/contract/notification'
import { type UserRow } from '../db/schema/users'
import { Refusal } from '../domain/refusal'
import { type Language } from '~/contract/languages'
import { languageOf } from '../domain/texts'
import { markRead } from '../notifications/unread'
import { type Services } from '../services'
import { admitSocket, stillAuthorized } from './admission'

interface FromClient {
  readNotification: (payload: unknown, answer?: unknown) => void
}

interface ToClient {
  notification: (notification: Complete<typeof Notification>) => void
  changed: () => void
}

interface SocketData {
  tokenId: string
  user: Pick<UserRow, 'id' | 'login'>
}

export type Sockets = Server<FromClient, ToClient, Record<string, never>, SocketData>
type Socket = Parameters<Parameters<Sockets['use']>[0]>[0]

/** A token and an id are far below it. */
const frameBytes = 4096
const checkIntervalMs = 1_000

export const roomOf = (userId: string, language: Language): string => `${userId} ${language}`

export interface SocketsOptions {
  services: Services
  /** Whether a new socket would receive everything. Otherwise it is turned away and reconnects. */
  open: () => boolean
}

export interface OpenSockets {
  io: Sockets
  /** Closes those of these investors whose bearers have ended. */
  closeEndedOf: (userIds: ReadonlySet<string>) => Promise<void>
  /** Ends the connections as the network would, so that clients come again by themselves. */
  closeAll: () => void
  close: () => Promise<void>
}

export function openSockets(
  server: HttpServer,
  { services: { db, realClock, productClock, limits, log }, open }: SocketsOptions,
): OpenSockets {
  const io: Sockets = new Server(server, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: frameBytes,
    connectTimeout: 10_000,
    // A client that vanished without closing the connection is noticed within half a minute.
    pingInterval: 15_000,
    pingTimeout: 10_000,
    allowRequest: (_request, decide) => decide(null, open()),
  })

  io.use((socket, next) => {
    enter(socket).then(
      () => next(),
      (error: unknown) => next(new Error(errorCodeOf(error))),
    )
  })
  io.on('connection', (socket) => {
    socket.on('readNotification', (payload, answer) => {
      void read(socket, payload).then((result) => {
        if (typeof answer === 'function') (answer as (result: object) => void)(result)
      })
    })
  })

  async function enter(socket: Socket): Promise<void> {
    const { auth, headers } = socket.handshake
    const { user, tokenId } = await admitSocket(db, auth, realClock.now())
    socket.data = { tokenId, user: { id: user.id, login: user.login } }
    const requested = headers['accept-language']
    await socket.join(roomOf(user.id, requested ? languageOf(requested) : user.language))
  }

  /** The acknowledgement for a client that requests one: the number left unread, or why nothing was done. */
  async function read(socket: Socket, payload: unknown): Promise<{ unread: number } | { code: string }> {
    const { user, tokenId } = socket.data
    try {
      await limits.notificationReads.count(user.id)
      if (!(await stillAuthorized(db, [tokenId], realClock.now())).has(tokenId))
        throw new Refusal('unauthorized')
      const request = socketEvents.outgoing.readNotification.safeParse(payload)
      if (!request.success) throw new Refusal('validation')
      return await markRead(db, user, { ...request.data, at: productClock.now() })
    } catch (error) {
      return { code: errorCodeOf(error) }
    }
  }

  /** The error code for a client; anything but a refusal is logged. */
  function errorCodeOf(error: unknown): string {
    if (error instanceof Refusal) return error.code
    log.error({ err: error }, 'a socket was not served')
    return 'internal'
  }

  /** Polled, because a bearer ends in many ways, in any backend, and by the clock alone. */
  const closeEnded = () => closeEndedAmong([...io.of('/').sockets.values()])

  async function closeEndedAmong(sockets: Socket[]): Promise<void> {
    if (sockets.length === 0) return
    const tokenIds = [...new Set(sockets.map(({ data }) => data.tokenId))]
    const authorized = await stillAuthorized(db, tokenIds, realClock.now())
    for (const socket of sockets) if (!authorized.has(socket.data.tokenId)) socket.disconnect(true)
  }

  let timer: NodeJS.Timeout | undefined
  let checking: Promise<void> | undefined
  const closeEndedRepeatedly = () => {
    checking = closeEnded()
      .catch((error: unknown) => log.warn({ err: error }, 'the bearers of sockets could not be looked at'))
      .then(() => {
        if (timer) timer = setTimeout(closeEndedRepeatedly, checkIntervalMs).unref()
      })
  }
  timer = setTimeout(closeEndedRepeatedly, checkIntervalMs).unref()

  return {
    io,
    closeEndedOf: (userIds) =>
      closeEndedAmong([...io.of('/').sockets.values()].filter(({ data }) => userIds.has(data.user.id))),
    closeAll() {
      for (const { conn } of io.of('/').sockets.values()) conn.close()
    },
    async close() {
      clearTimeout(timer)
      timer = undefined
      // Not `io.close()`, which would take the HTTP server from its owner.
      await io.of('/').adapter.close()
      io.engine.close()
      await checking
    },
  }
}
