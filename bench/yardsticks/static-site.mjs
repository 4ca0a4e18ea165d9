import { createServer } from 'node:http'

/** node:http that sends given files, by their addresses: `{ files: { [path]: { headers, body } } }`, bodies in base64. */
process.once('message', ({ files }) => {
  const answers = new Map(
    Object.entries(files).map(([path, { headers, body }]) => [
      path,
      { headers, bytes: Buffer.from(body, 'base64') },
    ]),
  )
  const server = createServer((req, res) => {
    const answer = answers.get(req.url)
    if (!answer) return res.writeHead(404).end()
    res.writeHead(200, answer.headers).end(answer.bytes)
  })
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
})
