import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { listen } from '~/server/http-server.server'
import { type ClientEvents, type ServerEvents } from './events'
import { createInbox } from './inbox'
import { startSocketClient } from './socket-island'
import { type NotificationSummary } from './summary'

const notification: NotificationSummary = {
  id: 'n1',
  type: 'other',
  text: 'The tide turns',
  createdAt: '2026-01-05T00:00:00.000Z',
  isRead: false,
}

/** The socket of a page that has just been loaded, over a real connection, with the list as the app answers it. */
async function openPage() {
  const http = createServer()
  const server = new Server<ClientEvents, ServerEvents>(http, { serveClient: false })
  server.on('connection', (socket) => socket.emit('missed'))
  const host = `127.0.0.1:${await listen(http, 0, '127.0.0.1')}`
  const items: NotificationSummary[] = []
  let reads = 0
  vi.stubGlobal('location', { protocol: 'http:', host })
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('fetch', () => {
    reads += 1
    return Promise.resolve(Response.json({ login: 'anna', unread: items.length, items }))
  })

  let refetches = 0
  let timer: NodeJS.Timeout | undefined
  /** What comes in one turn causes one refetch. */
  const refetch = () => {
    clearTimeout(timer)
    timer = setTimeout(() => (refetches += 1))
  }
  const inbox = createInbox({ newestId: null, isVisible: true, onShown: () => {}, onNew: refetch })
  const contentOf = (id: string) => `/${id}`
  const client = startSocketClient({ login: 'anna', inbox, newest: '/list', contentOf, changed: refetch })
  onTestFinished(async () => {
    client.stop()
    await server.close()
  })
  const counted = (readsNow: number, refetchesNow: number) =>
    vi.waitFor(() => expect([reads, refetches]).toEqual([readsNow, refetchesNow]), { timeout: 20_000 })
  await counted(1, 0)
  return {
    server,
    items,
    counted,
    loseConnection: () => server.sockets.sockets.forEach(({ conn }) => conn.close()),
  }
}

describe("the page's data", () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('are not fetched again for the first connection, and once after each later one: a change without a notification may have come meanwhile', async () => {
    const { loseConnection, counted } = await openPage()
    loseConnection()
    await counted(2, 1)
    loseConnection()
    await counted(3, 2)
  })

  it('are fetched once for a reconnection and the notifications of its gap', async () => {
    const { items, loseConnection, counted } = await openPage()
    items.push(notification)
    loseConnection()
    await counted(2, 1)
    loseConnection()
    await counted(3, 2)
  })

  it('are fetched once when events were missed although the page stayed connected', async () => {
    const { server, counted } = await openPage()
    server.emit('missed')
    await counted(2, 1)
    server.emit('missed')
    await counted(3, 2)
  })
})
