import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A span as it was sent. */
export interface ReceivedSpan {
  /** `tideline-app` or `tideline-backend`. */
  service: string
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Record<string, string | number>
}

/** A collector of traces that takes OTLP over HTTP in JSON. */
export interface Collector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string
  spans: () => ReceivedSpan[]
  /** All bodies, as they came. */
  received: () => string
  close: () => Promise<void>
}

interface Sent {
  resourceSpans: {
    resource: { attributes: SentAttribute[] }
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'attributes' | 'service'> & { attributes: SentAttribute[] })[]
    }[]
  }[]
}

interface SentAttribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}

const valuesOf = (attributes: SentAttribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']))

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = []
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      if (req.method !== 'POST' || req.url !== '/v1/traces') return res.writeHead(404).end()
      bodies.push(body)
      return res.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // listening on TCP
    received: () => bodies.join('\n'),
    spans: () =>
      bodies
        .flatMap((body) => (JSON.parse(body) as Sent).resourceSpans)
        .flatMap(({ resource, scopeSpans }) => {
          const service = String(valuesOf(resource.attributes)['service.name'])
          const sent = scopeSpans.flatMap(({ spans }) => spans)
          return sent.map((span) => ({ ...span, service, attributes: valuesOf(span.attributes) }))
        }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
