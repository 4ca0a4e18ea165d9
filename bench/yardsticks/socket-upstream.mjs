import { createServer } from 'node:http'
import { Server } from 'socket.io'

/** An upstream's socket that takes any bearer; on `tell` it sends everyone one notification. */
const server = createServer((_req, res) => res.writeHead(404).end())
const io = new Server(server, { transports: ['websocket'], serveClient: false })

process.on('message', (request) => {
  if (request !== 'tell') return
  const createdAt = new Date().toISOString()
  io.emit('notification', { id: 'n1', type: 'other', message: 'a', image: null, createdAt, readAt: null })
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
