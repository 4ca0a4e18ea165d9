import { createServer } from 'node:http'

/** node:http that sends one answer, given by the bench over IPC: `{ headers, body }`, the body in base64. */
process.once('message', ({ headers, body }) => {
  const bytes = Buffer.from(body, 'base64')
  const server = createServer((_req, res) => {
    res.writeHead(200, headers)
    res.end(bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
})
