import { once } from 'node:events'
import { createServer, type Server as HttpServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { type DefaultEventsMap, Server, type Socket } from 'socket.io'
import { type Complete } from '~/contract/reading'
import { type Notification } from '~/contract/notification'
import { layWire } from './wire'

/** A minimal upstream socket that misbehaves on request, with a connection to it that can be cut. */

export interface SocketUpstream {
  /** The URL, over the connection that can be cut. */
  url: string
  /** The logins of the connected investors, once for each connection. */
  connected(): string[]
  /** Bearers of every handshake so far. */
  readonly handshakes: unknown[]
  /** The reports of read notifications, oldest first. */
  readonly reports: unknown[]
  /** The error code that handshakes are refused with; null: none are. */
  refuseWith: string | null
  /** Whether reports are answered. */
  answers: boolean
  /** Sends to every connection of this login. */
  send(login: string, ...given: unknown[]): void
  /** As raw text of the wire. */
  sendText(login: string, text: string): void
  /** As the backend ends a bearer: the connection is closed with a packet. */
  endBearer(): void
  /** As in a network failure. */
  drop(): void
  /** The connection carries nothing either way, without an error on either side. */
  cut(): void
  mend(): void
  stop(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

type Connection = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, { login: string }>

/** A bearer of the login, as `bearer of anna`. */
export const bearerOf = (login: string, turn = 1): string => `bearer-of-${login}-number-${turn}`

export async function startSocketUpstream(): Promise<SocketUpstream> {
  const handshakes: unknown[] = []
  const reports: unknown[] = []
  let http: HttpServer | undefined
  let io: Server | undefined
  let port = 0

  async function start(): Promise<void> {
    http = createServer((_req, res) => void res.writeHead(404).end())
    io = new Server(http, {
      transports: ['websocket'],
      serveClient: false,
      pingInterval: 1_000,
      pingTimeout: 1_000,
    })
    io.use((socket, next) => {
      const { token } = socket.handshake.auth
      handshakes.push(token)
      const login = /^bearer-of-(.+)-number-/.exec(String(token))?.[1]
      if (upstream.refuseWith || !login) return next(new Error(upstream.refuseWith ?? 'unauthorized'))
      socket.data = { login }
      next()
    })
    io.on('connection', (socket: Connection) => {
      socket.on('readNotification', (payload: unknown, answer: unknown) => {
        reports.push(payload)
        if (upstream.answers && typeof answer === 'function')
          (answer as (answer: object) => void)({ unread: 4 })
      })
    })
    http.listen(port, '127.0.0.1')
    await once(http, 'listening')
    port = (http.address() as AddressInfo).port
  }
  async function stop(): Promise<void> {
    await io?.close()
  }
  const connections = () => [...(io?.of('/').sockets.values() ?? [])] as unknown as Connection[]

  const wire = await layWire(() => port)
  const upstream: SocketUpstream = {
    url: `http://127.0.0.1:${wire.port}`,
    connected: () => connections().map(({ data }) => data.login),
    handshakes,
    reports,
    refuseWith: null,
    answers: true,
    send(login, ...given) {
      const [event, ...rest] = given.length > 1 ? given : ['notification', ...given]
      for (const socket of connections()) if (socket.data.login === login) socket.emit(String(event), ...rest)
    },
    sendText(login, text) {
      for (const socket of connections()) if (socket.data.login === login) socket.conn.write(text)
    },
    endBearer() {
      for (const socket of connections()) socket.disconnect(true)
    },
    drop: wire.drop,
    cut: wire.cut,
    mend: wire.mend,
    stop,
    start,
    async close() {
      wire.close()
      await stop()
    },
  }
  await start()
  return upstream
}

let made = 0

/** A notification in the contract's shape. */
export function newNotification(
  given: Partial<Complete<typeof Notification>> = {},
): Complete<typeof Notification> {
  made += 1
  return {
    id: `n-${made}`,
    type: 'other',
    message: `<p>Number ${made}</p>`,
    image: null,
    imageAlt: null,
    createdAt: new Date(Date.UTC(2026, 0, 5) + made * 1000).toISOString(),
    readAt: null,
    ...given,
  }
}
