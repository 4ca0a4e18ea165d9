import { createServer } from 'node:http'
import { Server } from 'socket.io'
import { io } from 'socket.io-client'

/** A bare socket.io server for browsers and, on `{ upstream, clients }`, as many bare clients of an upstream. */
const server = createServer((_req, res) => res.end())
new Server(server, { transports: ['websocket'], serveClient: false })
const clients = []

process.on('message', async ({ upstream, clients: count = 0 }) => {
  while (clients.length < count) {
    const client = io(upstream, {
      forceNew: true,
      transports: ['websocket'],
      auth: { token: `t${clients.length}` },
    })
    clients.push(client)
    await new Promise((resolve) => client.once('connect', resolve))
  }
  if (count) process.send({ open: count })
})
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
