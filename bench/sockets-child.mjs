import { io } from 'socket.io-client'

/**
 * The browsers of the bench: opens sockets, `{ url, cookies, tabs }` for as many tabs as each cookie has, a few at a
 * time, says `open` when all stand, and on `count` how many stand without a break and how many have heard a notification.
 */
const atOnce = 50
const standing = new Set()
const heard = new Set()

process.on('message', async (request) => {
  if (request === 'count') return process.send({ standing: standing.size, heard: heard.size })
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
      socket.on('connect', () => resolve(standing.add(socket)))
      socket.on('connect_error', reject)
      socket.on('disconnect', () => standing.delete(socket))
      socket.on('notification', () => heard.add(socket))
    })
  while (opened < places.length) {
    const count = Math.min(atOnce, places.length - opened)
    await Promise.all(Array.from({ length: count }, openOne))
  }
  process.send({ open: opened })
})
