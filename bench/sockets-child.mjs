import { io } from 'socket.io-client'

/**
 * The browsers of the bench: opens sockets, `{ url, cookies, tabs }` for as many tabs as each cookie has, a few at a
 * time, and sends `open` when all are connected. On `count` it sends how many stayed connected and how many have
 * received a notification.
 */
const atOnce = 50
const connected = new Set()
const received = new Set()

process.on('message', async (request) => {
  if (request === 'count') return process.send({ connected: connected.size, received: received.size })
  const { url, cookies, tabs } = request
  const places = cookies.flatMap((cookie) => Array.from({ length: tabs }, () => cookie))
  let opened = 0
  const openOne = () =>
    new Promise((resolve, reject) => {
      const socket = io(url, {
        forceNew: true,
        transports: ['websocket'],
        reconnection: false,
        extraHeaders: { origin: url, cookie: places[opened++] },
      })
      socket.on('connect', () => resolve(connected.add(socket)))
      socket.on('connect_error', reject)
      socket.on('disconnect', () => connected.delete(socket))
      socket.on('notification', () => received.add(socket))
    })
  while (opened < places.length) {
    const count = Math.min(atOnce, places.length - opened)
    await Promise.all(Array.from({ length: count }, openOne))
  }
  process.send({ open: opened })
})
