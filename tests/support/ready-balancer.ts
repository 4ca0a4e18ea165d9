import { once } from 'node:events'
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'
import { passSockets } from './relay'

/**
 * A load balancer in front of programs of the product: a round robin among those whose `/readyz` answers 200, on kept
 * connections. One is out after three failed probes in a row, as a single one may only have been slow. What a program refuses the connection for was not sent, and goes to another; nothing else is sent twice.
 * While none is ready it answers 503 itself.
 */
export interface ReadyBalancer {
  url: string
  /** Whether a program is one of its own. */
  has(target: string): boolean
  /** Resolves once a program is seen to be ready, and may get requests. */
  untilReady(target: string): Promise<void>
  /** How many requests it has taken so far. */
  taken(): number
  close(): Promise<void>
}

interface Target {
  url: string
  isReady: boolean
}

const probePauseMs = 100
const maxFailures = 3
/** Between the balancer and one program alone. */
const ofConnection = /^(connection|keep-alive|transfer-encoding)$/i

export async function startReadyBalancer(urls: readonly string[]): Promise<ReadyBalancer> {
  const targets: Target[] = urls.map((url) => ({ url, isReady: false }))
  const agent = new Agent({ keepAlive: true })
  const waiting = new Set<() => void>()
  let turn = 0
  let count = 0
  let isClosed = false

  function next(): Target | null {
    const ready = targets.filter(({ isReady }) => isReady)
    return ready[turn++ % ready.length] ?? null
  }

  async function probe(target: Target): Promise<void> {
    let failures = 0
    while (!isClosed) {
      const answer = await fetch(`${target.url}/readyz`).catch(() => null)
      await answer?.body?.cancel()
      failures = answer?.status === 200 ? 0 : failures + 1
      if (failures === 0) target.isReady = true
      else if (failures >= maxFailures) target.isReady = false
      for (const notify of waiting) notify()
      await new Promise((resolve) => setTimeout(resolve, probePauseMs))
    }
  }

  async function take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    count += 1
    const parts: Buffer[] = []
    for await (const part of incoming) parts.push(part as Buffer)
    pass(incoming, Buffer.concat(parts), outgoing)
  }

  function pass(incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse): void {
    const target = next()
    if (!target) return void outgoing.writeHead(503).end()
    const { method, url = '/' } = incoming
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !ofConnection.test(name)),
    )
    const onward = request(new URL(url, target.url), { method, headers, agent }, (answer) => {
      for (const [name, values = []] of Object.entries(answer.headersDistinct))
        if (!ofConnection.test(name)) outgoing.setHeader(name, values)
      outgoing.writeHead(answer.statusCode ?? 502)
      answer.on('error', () => outgoing.destroy())
      answer.pipe(outgoing)
    })
    onward.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'ECONNREFUSED') return void outgoing.destroy()
      target.isReady = false
      pass(incoming, body, outgoing)
    })
    onward.end(body)
  }

  const server = createServer(
    (incoming, outgoing) => void take(incoming, outgoing).catch(() => outgoing.destroy()),
  )
  // A client that keeps a connection for longer would see an outage that is none of the product's.
  server.keepAliveTimeout = 120_000
  const endSockets = passSockets(server, () => next()?.url ?? null)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const probing = Promise.all(targets.map(probe))

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    taken: () => count,
    has: (url) => urls.includes(url),
    untilReady: (url) =>
      new Promise((resolve) => {
        const notify = () => {
          if (!targets.some((one) => one.url === url && one.isReady)) return
          waiting.delete(notify)
          resolve()
        }
        waiting.add(notify)
        notify()
      }),
    async close() {
      isClosed = true
      endSockets()
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      await probing
    },
  }
}
