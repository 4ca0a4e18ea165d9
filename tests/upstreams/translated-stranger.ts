import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Person } from '../stranger/books'
import { type Stranger, startStranger } from '../stranger/stranger'

/**
 * A third-party upstream with quite another API: a server before it accepts only the calls and names of its
 * table and translates both directions. The table is written from the style alone, so the dialect is tested
 * against what its upstream would really send.
 */

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json }
export type Fields = Record<string, Json>

/** One call: the third-party upstream's `METHOD /path/{name}`, and its names of the request's fields. */
export interface Route {
  to: string
  takes?: Record<string, string>
}

export interface Style {
  /** By `METHOD /path/{name}`, without a query. */
  routes: Record<string, Route>
  /** An error in a known call, other than wrong names. */
  objection: (requests: { method: string; fields: Fields }) => string | undefined
  tokenIn: (headers: IncomingHttpHeaders) => string | undefined
  /** The upstream's answer, in this style. */
  say: (answer: { to: string; status: number; body: Json }) => { status: number; body: Json }
}

export interface TranslatedStranger {
  url: string
  stranger: Stranger
  /** Requests in this style that arrived, with their fields. */
  requests: { call: string; fields: Fields }[]
  close: () => Promise<void>
}

/** Starts a third-party upstream and, on a port of its own, a server before it that uses this style. */
export async function startTranslatedStranger(
  style: Style,
  people: Person[] = [],
): Promise<TranslatedStranger> {
  const stranger = await startStranger({ people })
  const requests: TranslatedStranger['requests'] = []

  async function answer(request: IncomingMessage): Promise<{ status: number; body: Json }> {
    const { method = '', url = '/', headers } = request
    const { pathname, searchParams } = new URL(url, 'http://style')
    const sent: Fields = { ...Object.fromEntries(searchParams), ...(await fieldsIn(request)) }
    const found = Object.entries(style.routes).flatMap(([call, route]) => {
      const values = matched(call, `${method} ${decodeURIComponent(pathname)}`)
      return values ? [{ call, route, values }] : []
    })[0]
    if (!found) return style.say({ to: '', status: 404, body: { message: 'No such call' } })
    requests.push({ call: found.call, fields: sent })
    const names: Record<string, string> = { ...lists, ...found.route.takes }
    const unknown = Object.keys(sent).find((name) => !(name in names))
    const objection = unknown ? `Unknown: ${unknown}` : style.objection({ method, fields: sent })
    const { to } = found.route
    if (objection) return style.say({ to, status: 400, body: { message: objection } })
    const fields = { ...found.values, ...translated(sent, names) }
    return style.say({ to, ...(await ask(to, fields, style.tokenIn(headers))) })
  }

  async function ask(to: string, fields: Fields, token: string | undefined) {
    const [method = '', template = ''] = to.split(' ')
    const path = template.replace(/\/\{(\w+)\??\}/g, (_, name: string) => {
      const value = fields[name]
      delete fields[name]
      return value === undefined ? '' : `/${encodeURIComponent(plainText(value))}`
    })
    const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, plainText(value)]))
    const response = await fetch(
      `${stranger.url}/api${path}${method === 'GET' ? `?${query.toString()}` : ''}`,
      {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(method !== 'GET' && { body: JSON.stringify(fields) }),
      },
    )
    const text = await response.text()
    return { status: response.status, body: text ? (JSON.parse(text) as Json) : null }
  }

  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // the server listens on TCP
    stranger,
    requests,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await stranger.close()
    },
  }
}

/** Query parameters that every list call of both styles accepts. */
const lists = { page: 'page', per_page: 'limit', size: 'limit' }

/** The fields of a request's body. Of a file that is sent its name is kept. */
async function fieldsIn(request: IncomingMessage): Promise<Fields> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('multipart/')) {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData()
    return Object.fromEntries(
      [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
    )
  }
  const text = body.toString()
  return text ? (JSON.parse(text) as Fields) : {}
}

/** The fields by the third-party upstream's names, at every depth. */
function translated(fields: Fields, names: Record<string, string>): Fields {
  const isFields = (value: Json): value is Fields =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      names[name] ?? name,
      isFields(value) ? translated(value, names) : value,
    ]),
  )
}

/** The values of a template's parameters, if the path matches. */
function matched(template: string, given: string): Record<string, string> | undefined {
  const [parts, values] = [template.split('/'), given.split('/')]
  if (parts.length !== values.length) return undefined
  const pairs = parts.map((part, index): [string, string] => [part, values[index] ?? ''])
  if (!pairs.every(([part, value]) => part.startsWith('{') || part === value)) return undefined
  const places = pairs.filter(([part]) => part.startsWith('{'))
  return Object.fromEntries(places.map(([part, value]) => [part.slice(1, -1), value]))
}

const plainText = (value: Json | undefined) =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)
