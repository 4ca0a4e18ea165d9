import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

/** A receiver of Sentry's protocol: the events of its envelopes, and each body as it came. */
export async function startReceiver(status = 200) {
  const bodies: string[] = []
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      if (req.url?.startsWith('/api/7/envelope/')) bodies.push(body)
      res.writeHead(status).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // listening on TCP
  return {
    dsn: `http://canarykey@127.0.0.1:${port}/7`,
    bodies,
    events: () =>
      bodies.map(
        (body) => JSON.parse(body.split('\n')[2] ?? '') as { tags: object; exception: { values: Value[] } },
      ),
  }
}

interface Value {
  type: string
  value: string
  stacktrace: { frames: { filename: string; lineno: number }[] }
}
