import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'
import { type Relay, passSockets } from './relay'

/**
 * A plain round robin: each request and each socket goes to the next target, running or not. A GET to a
 * target that is down is retried on the next one, as balancers do by default.
 */
export interface Balancer {
  /** Adds a target. */
  add(target: string): Relay
  close(): Promise<void>
}

export async function startBalancer(): Promise<Balancer> {
  const targets: string[] = []
  let turn = 0
  const next = () => targets[turn++ % targets.length]!
  /** @param tries how many targets may be tried, this one included */
  function pass(incoming: IncomingMessage, outgoing: ServerResponse, tries: number): void {
    const { method, url = '/', headers } = incoming
    const onward = request(new URL(url, next()), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    onward.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED' && method === 'GET' && tries > 1) pass(incoming, outgoing, tries - 1)
      else outgoing.destroy()
    })
    incoming.pipe(onward)
  }
  const server = createServer((incoming, outgoing) => pass(incoming, outgoing, targets.length))
  const endSockets = passSockets(server, next)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    add(target) {
      targets.push(target)
      return { url, close: () => Promise.resolve() }
    },
    async close() {
      endSockets()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
