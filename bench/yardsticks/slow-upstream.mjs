import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'undici'

/**
 * An upstream that takes a given time and costs nothing: it repeats, after that delay, what a backend has once answered
 * to a GET; it forwards everything else. `{ backend, delayMs, lacks }` by IPC, the last the name of an extension that it
 * does not announce; it answers each further message with the repeated requests since the last one.
 */
process.once('message', ({ backend, delayMs, lacks }) => {
  const pool = new Pool(backend)
  const known = new Map()
  let requests = []
  process.on('message', () => {
    process.send({ requests })
    requests = []
  })

  const server = createServer(async (req, res) => {
    const { authorization, 'accept-language': language } = req.headers
    const key = `${req.url} ${authorization} ${language}`
    const answer = known.get(key)
    if (answer) {
      if (requests.length < 100)
        requests.push({
          path: req.url,
          headers: { 'accept-language': language, ...(authorization && { authorization }) },
        })
      await delay(delayMs)
      return res.writeHead(200, answer.headers).end(answer.body)
    }
    const { host: _host, connection: _connection, ...headers } = req.headers
    const body = ['GET', 'HEAD'].includes(req.method) ? null : req
    const response = await pool.request({ method: req.method, path: req.url, headers, body })
    const whole = Buffer.from(await response.body.arrayBuffer())
    const bytes = lacks && req.url === '/api/settings/extensions' ? announcedBut(lacks, whole) : whole
    const { 'content-type': type, 'retry-after': retryAfter } = response.headers
    const sent = { 'content-length': bytes.length, ...(type && { 'content-type': type }) }
    if (req.method === 'GET' && response.statusCode === 200) known.set(key, { headers: sent, body: bytes })
    res
      .writeHead(response.statusCode, { ...sent, ...(retryAfter && { 'retry-after': retryAfter }) })
      .end(bytes)
  })
  // It has no sockets.
  server.on('upgrade', (_req, socket) => socket.destroy())
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
})

function announcedBut(lacks, bytes) {
  const { value, ...rest } = JSON.parse(bytes)
  return Buffer.from(JSON.stringify({ ...rest, value: value.filter((name) => name !== lacks) }))
}
