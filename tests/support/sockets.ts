import { type Socket, io } from 'socket.io-client'
import { type Complete } from '~/contract/reading'
import { type Notification } from '~/contract/notification'
import { type Language } from '~/contract/languages'

/** A client of the upstream's socket, with everything that it received. */
export interface TestSocket {
  socket: Socket
  /** In the order of arrival. */
  received: Complete<typeof Notification>[]
  /** Resolves with the selected notifications once this many have arrived; fails after the time limit. */
  receives(
    count: number,
    isMeant?: (one: Complete<typeof Notification>) => boolean,
  ): Promise<Complete<typeof Notification>[]>
  /** Resolves with the reason, once the connection has ended. */
  ended: Promise<string>
  /** Reports a read notification and returns the answer. */
  report(payload: unknown): Promise<{ unread: number } | { code: string }>
  close(): void
}

export interface SocketOptions {
  token?: unknown
  language?: Language | null
  transports?: string[]
  reconnection?: boolean
}

/** Longer than the reconnection delay of a client that has lost its connection several times. */
const limitMs = 30_000

/** A client that has not connected yet. */
export function newSocket(url: string, options: SocketOptions = {}): TestSocket {
  const { token, language = 'en', transports = ['websocket'], reconnection = false } = options
  const socket = io(url, {
    auth: { token },
    transports,
    reconnection,
    reconnectionDelay: 50,
    reconnectionDelayMax: 50,
    autoConnect: false,
    forceNew: true,
    ...(language && { extraHeaders: { 'Accept-Language': language } }),
  })
  const received: Complete<typeof Notification>[] = []
  let onChange = (): void => undefined
  socket.on('notification', (notification: Complete<typeof Notification>) => {
    received.push(notification)
    onChange()
  })
  return {
    socket,
    received,
    receives: (count, isMeant = () => true) =>
      within(
        `${count} notifications`,
        new Promise((resolve) => {
          onChange = () => {
            const matched = received.filter(isMeant)
            if (matched.length >= count) resolve(matched)
          }
          onChange()
        }),
      ),
    ended: new Promise((resolve) => socket.once('disconnect', resolve)),
    report: (payload) => within('an answer', socket.emitWithAck('readNotification', payload)),
    close: () => socket.disconnect(),
  }
}

/** A connected client. @throws Error with the refusal's error code */
export async function openSocket(url: string, options: SocketOptions = {}): Promise<TestSocket> {
  const client = newSocket(url, options)
  const { socket } = client
  const opened = new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('connect_error', reject)
  })
  socket.connect()
  try {
    await within('a connection', opened)
  } catch (error) {
    socket.disconnect()
    throw error
  }
  return client
}

/** Fails when it takes too long. */
export async function within<Value>(what: string, waited: Promise<Value>, ms = limitMs): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not come within ${ms} ms`)), ms)
  })
  return Promise.race([waited, late]).finally(() => clearTimeout(timer))
}
