import { once } from 'node:events'
import { createServer } from 'node:http'
import { type Registry } from './registry.server'

/** Where the numbers of a program are served. */
export interface MetricsAddress {
  port: number
  host: string
}

export interface MetricsServer {
  close: () => Promise<void>
}

/**
 * Serves `GET /metrics` on a port of its own, so that no proxy in front of the product passes it on by accident.
 * @param numbers null, or no address: nothing is served
 * @throws when the port is taken or may not be used, with the system's code
 */
export async function serveMetrics(
  numbers: Pick<Registry, 'registry'> | null,
  address: MetricsAddress | null,
): Promise<MetricsServer> {
  if (!numbers || !address) return { close: () => Promise.resolve() }
  const { registry } = numbers
  const server = createServer((req, res) => {
    const isRead = req.method === 'GET' || req.method === 'HEAD'
    if (req.url?.split('?', 1)[0] !== '/metrics') return void res.writeHead(404).end()
    if (!isRead) return void res.writeHead(405, { allow: 'GET, HEAD' }).end()
    registry.metrics().then(
      (text) => res.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => res.writeHead(500).end(),
    )
  })
  server.listen(address.port, address.host)
  await once(server, 'listening')
  return {
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
