import { once } from 'node:events'
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
  type Server,
  createServer,
  request,
} from 'node:http'
import { connect } from 'node:net'
import { type Duplex } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** One request and its whole answer, as they passed. */
export interface Exchange {
  method: string
  path: string
  requestHeaders: IncomingHttpHeaders
  status: number
  headers: IncomingHttpHeaders
  /** Decompressed, whatever the encoding was on the wire. */
  readonly body: string
  /** The size of the body on the wire. */
  bytes: number
}

export interface Relay {
  url: string
  close(): Promise<void>
}

/** A proxy before a server that changes nothing and reports each completed exchange. */
export async function startRelay(target: string, seen: (exchange: Exchange) => void): Promise<Relay> {
  const server = createServer((incoming, outgoing) => {
    const onward = request(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers: headersOf(incoming) },
      (answer) => void passBack(incoming, answer, outgoing).then(seen, () => outgoing.destroy()),
    )
    // An error on one side is passed to the other: a refused or broken connection does not become an answer.
    onward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  // The server behind decides how long a connection is kept; a connection that the proxy closed earlier would
  // look like an outage.
  server.keepAliveTimeout = 120_000
  const endSockets = passSockets(server, target)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  return {
    url: `http://localhost:${address.port}`,
    async close() {
      endSockets()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Passes upgraded connections through, byte by byte.
 * @param target called for each connection, because it may change; null ends the connection
 * @returns a function that ends all of them
 */
export function passSockets(server: Server, target: string | (() => string | null)): () => void {
  const ends = new Set<Duplex>()
  server.on('upgrade', ({ method, url, rawHeaders }: IncomingMessage, near: Duplex, head: Buffer) => {
    const to = typeof target === 'string' ? target : target()
    if (to === null) return void near.destroy()
    const { hostname, port } = new URL(to)
    const far = connect(Number(port), hostname)
    const pairs = rawHeaders.flatMap((name, place) => (place % 2 ? [] : `${name}: ${rawHeaders[place + 1]}`))
    far.write([`${method} ${url} HTTP/1.1`, ...pairs, '', ''].join('\r\n'))
    far.write(head)
    near.pipe(far).pipe(near)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        ends.delete(one)
        other.destroy()
      })
    }
  })
  return () => {
    for (const end of ends) end.destroy()
  }
}

/** A client of HTTP/1.0, such as a text browser, waits for the end of the connection. */
function headersOf({ headers, httpVersion }: IncomingMessage): IncomingHttpHeaders {
  return httpVersion === '1.0' ? { ...headers, connection: 'close' } : headers
}

async function passBack(
  incoming: IncomingMessage,
  answer: IncomingMessage,
  outgoing: ServerResponse,
): Promise<Exchange> {
  outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
  const chunks: Buffer[] = []
  for await (const chunk of answer) {
    chunks.push(chunk as Buffer)
    outgoing.write(chunk)
  }
  outgoing.end()
  let packed = Buffer.concat(chunks)
  let body: string | undefined
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    requestHeaders: incoming.headers,
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    bytes: packed.length,
    // Most scripts and styles are never read; those that are need not be kept twice.
    get body() {
      if (body === undefined) {
        body = unpacked(packed, answer.headers['content-encoding'])
        packed = Buffer.alloc(0)
      }
      return body
    },
  }
}

function unpacked(body: Buffer, encoding: string | undefined): string {
  if (!body.length) return ''
  if (encoding === 'br') return brotliDecompressSync(body).toString()
  if (encoding === 'gzip') return gunzipSync(body).toString()
  return body.toString()
}
