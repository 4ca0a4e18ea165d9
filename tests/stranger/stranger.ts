import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Big from 'big.js'
import { type DefaultEventsMap, Server } from 'socket.io'
import { Books, type NewNotification, type Person, type User } from './books'
import { type Call, type Reply, createCalls, notificationOf, texts } from './calls'
import { type Deviation, formatWith } from './deviations'
import {
  type Answer,
  Code,
  Id,
  type ResponseFormat,
  Refusal,
  type Thing,
  Word,
  textOf,
  written,
} from './response-format'
import { investorPassword, seed } from './seed'

/**
 * An upstream as another company would write it from the description alone, without any code of this
 * repository: the calls under /api and the socket, on data of its own. Where the description leaves something
 * open it makes one plain choice, and each deviation makes one other choice.
 */
export interface Stranger {
  /** Its base URL, without /api. */
  url: string
  /** The URL of its socket. */
  socketUrl: string
  /** The investor of the seed. */
  investor: { login: string; password: string }
  /** Every request, oldest first. */
  requests: LoggedRequest[]
  /** Every report of a read notification, oldest first. */
  reports: unknown[]
  state: Books
  /** Notifies an investor, over the socket too. */
  push: (login: string, notification: NewNotification) => void
  /**
   * Simulates the transfer of a top-up: named by its number in the books, or by its id as a string, as it was
   * answered.
   */
  pay: (refillId: number | string) => void
  /** The administrator sends the money of a withdrawal. */
  approve: (paymentId: number | string) => void
  /** The administrator returns the money of a withdrawal. */
  reject: (paymentId: number | string) => void
  /**
   * The next call of this method and path (below /api) gets this answer and changes nothing. A refusal is
   * written in the upstream's own format. A path that ends with a slash matches everything below it.
   */
  answerNext: (method: string, path: string, answer: Answer | Refusal) => void
  close: () => Promise<void>
}

export interface LoggedRequest {
  method: string
  /** Including its query. */
  path: string
  headers: IncomingHttpHeaders
  /** Parsed JSON; the text of other bodies is not kept. */
  body?: unknown
  /** The length of the body. */
  bytes: number
}

interface StrangerOptions {
  deviations?: Deviation[]
  now?: () => Date
  /** Users besides those of the seed. */
  people?: Person[]
  /** The path of the socket and the names of its events, if they differ from the description. */
  socket?: {
    path?: string
    notification?: string
    readNotification?: string
    hasOwnPort?: boolean
    /** The only place where a handshake may have the token; any place by default. */
    tokenIn?: 'auth' | 'header' | 'query'
  }
}

type Io = Server<
  Record<string, (one: unknown, login?: unknown) => void>,
  Record<string, (notification: unknown) => void>,
  DefaultEventsMap,
  { user?: User }
>

/**
 * Starts a third-party upstream on a free port. Of deviations that affect the same thing the last one
 * applies.
 */
export async function startStranger(options: StrangerOptions = {}): Promise<Stranger> {
  const { deviations = [], now = () => new Date(), people = [], socket: named = {} } = options
  const { path, notification = 'notification', readNotification = 'readNotification' } = named
  const { hasOwnPort, tokenIn } = named
  const format = formatWith(deviations)
  const clock = () => new Date(now().getTime() + format.aheadMs)
  const books = new Books(clock)
  const login = seed(books, format.login, format.dust)
  for (const person of people) books.register(person)
  const calls = createCalls(books, format)
  const routes = routesOf(calls.table)
  const requests: LoggedRequest[] = []
  const prepared: { call: string; answer: Answer | Refusal }[] = []
  const reports: unknown[] = []

  const server = createServer((request, response) => {
    answer(request).then(
      (given) => send(response, given),
      (error: unknown) => send(response, { status: 500, body: { message: String(error) } }),
    )
  })

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { method = '', url: path = '/', headers } = request
    const logged: LoggedRequest = { method, path, headers, bytes: 0 }
    requests.push(logged)
    try {
      const body = await bodyOf(request, logged)
      const { pathname, searchParams } = new URL(path, 'http://stranger')
      const called = `${method} ${pathname}`
      const place = prepared.findIndex(({ call }) =>
        call.endsWith('/') ? called.startsWith(call) : called === call,
      )
      const [next] = place < 0 ? [] : prepared.splice(place, 1)
      if (next?.answer instanceof Refusal) throw next.answer
      if (next) return next.answer
      return present(ask(method, pathname, headers, body), searchParams, format)
    } catch (error) {
      if (error instanceof Refusal) return refuse(error, method !== 'GET', format)
      throw error
    }
  }

  function ask(method: string, path: string, headers: IncomingHttpHeaders, body: Call['body']): Reply {
    const [api, ...given] = path.split('/').filter(Boolean).map(decodedPart)
    const user = calls.userOfToken(tokenOf(headers.authorization))
    for (const route of api === 'api' ? routes : []) {
      const params = route.method === method && route.match(given)
      if (params) return route.call({ params, body, user })
    }
    throw new Refusal(404, texts.other)
  }

  function send(response: ServerResponse, answer: Answer): void {
    const { status, body, text, type = format.type, headers = {} } = answer
    response.statusCode = status
    if (format.hasDate) response.setHeader('Date', clock().toUTCString())
    else response.sendDate = false
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    const sent = text ?? (body === undefined ? '' : textOf(body))
    if (sent) response.setHeader('Content-Type', type)
    response.end(sent)
  }

  const socketServer = hasOwnPort ? createServer() : server
  const io: Io | undefined = format.hasSocket
    ? new Server(socketServer, { serveClient: false, path })
    : undefined
  io?.use((socket, next) => {
    const { auth, query, headers } = socket.handshake
    const given = { auth: auth.token as unknown, query: query.token, header: headers.authorization }
    const isElsewhere = tokenIn && Object.entries(given).some(([place, one]) => place !== tokenIn && one)
    const user = Object.values(isElsewhere ? {} : given)
      .map((token) => calls.userOfToken(tokenOf(token)))
      .find(Boolean)
    if (!user) return next(calls.unknownToken())
    socket.data.user = user
    next()
  })
  io?.on('connection', (socket) => {
    const user = socket.data.user as User
    void socket.join(user.login)
    // The id and the login, in an object or as two arguments. A wrong login is ignored.
    socket.on(readNotification, (one, named) => {
      reports.push(one)
      const { id, login } = (typeof one === 'object' && one ? one : { id: one, login: named }) as Call['body']
      const mine = books.notifications.filter((row) => row.login === user.login && login === user.login)
      const found = mine.find((row) => calls.isId(row.id, String(id), format.socketId ?? format.id))
      if (found) found.read = true
    })
  })

  function push(login: string, given: NewNotification): void {
    const added = books.add(books.notifications, { ...given, login, read: false })
    const plain = format.socketNotification(notificationOf(added), clock())
    const sent = format.socketEnvelope(written(plain, { ...format, id: format.socketId ?? format.id }))
    io?.to(login).emit(notification, JSON.parse(textOf(sent)))
  }

  function rowOf<T extends { id: number }>(rows: T[], id: number | string): T {
    const found = rows.find((row) => (typeof id === 'number' ? row.id === id : calls.isId(row.id, id)))
    if (!found) throw new Error(`The stranger has nothing with the id ${id}`)
    return found
  }

  for (const one of new Set([server, socketServer])) {
    one.listen(0, '127.0.0.1')
    await once(one, 'listening')
  }
  const urlOf = (one: typeof server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`

  return {
    url: urlOf(server),
    socketUrl: urlOf(socketServer),
    investor: { login, password: investorPassword },
    requests,
    reports,
    state: books,
    push,
    pay(refillId) {
      const refill = rowOf(books.refills, refillId)
      books.pay(refill)
      push(refill.login, { type: 'refill', message: 'topped up successfully' })
    },
    approve(paymentId) {
      const payment = rowOf(books.payments, paymentId)
      books.decide(payment, 'withdrawn')
      push(payment.login, { type: 'other', message: 'Your funds are on their way to the wallet' })
    },
    reject(paymentId) {
      const payment = rowOf(books.payments, paymentId)
      books.decide(payment, 'rejected')
      push(payment.login, { type: 'other', message: 'Your withdrawal was rejected' })
    },
    answerNext(method, path, answer) {
      prepared.push({ call: `${method} /api${path}`, answer })
    },
    async close() {
      await io?.close()
      for (const one of [server, socketServer]) {
        one.closeAllConnections()
        if (one.listening) await new Promise((resolve) => one.close(resolve))
      }
    },
  }
}

/** Reads a body to its end. Only JSON is parsed. */
async function bodyOf(request: IncomingMessage, logged: LoggedRequest): Promise<Call['body']> {
  const isJson = request.headers['content-type']?.includes('json')
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) {
    logged.bytes += chunk.length
    if (isJson) chunks.push(chunk)
  }
  if (!chunks.length) return {}
  try {
    logged.body = JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new Refusal(400, texts.other)
  }
  // A bare array holds all wallets of the user.
  if (Array.isArray(logged.body)) return { wallets: logged.body as unknown[] }
  return typeof logged.body === 'object' && logged.body ? (logged.body as Call['body']) : {}
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Refusal(400, texts.other)
  }
}

function tokenOf(given: unknown): string {
  return typeof given === 'string' ? given.replace(/^Bearer /i, '') : ''
}

/** The routes of a table that is keyed by `METHOD /path/:parameter`. */
function routesOf(table: Record<string, (call: Call) => Reply>) {
  return Object.entries(table).map(([key, call]) => {
    const [method = '', path = ''] = key.split(' ')
    const parts = path.split('/').filter(Boolean)
    const required = parts.filter((part) => !part.endsWith('?')).length
    function match(given: string[]): Record<string, string> | undefined {
      if (given.length < required || given.length > parts.length) return undefined
      const params: Record<string, string> = {}
      for (const [index, value] of given.entries()) {
        const part = parts[index] as string
        if (part.startsWith(':')) params[part.replace(/[:?]/g, '')] = value
        else if (part !== value) return undefined
      }
      return params
    }
    return { method, match, call }
  })
}

/** The answer of a call, in this format. */
function present(reply: Reply, query: URLSearchParams, format: ResponseFormat): Answer {
  switch (reply.kind) {
    case 'thing':
      return { status: 200, body: format.thing(written(reply.thing, format)) }
    case 'setting':
      if (reply.value !== undefined) return { status: 200, body: format.setting(reply.value) }
      return format.unknownSetting ?? format.refused(new Refusal(404, texts.other))
    case 'list': {
      const { rows, ...rest } = cutOut(reply.rows, query, format)
      const shown = format.rows(rows).map((row) => written(row, format))
      return format.list({ name: reply.name, rows: shown, ...rest })
    }
    case 'changed':
      return format.changed({ ...reply, thing: reply.thing && written(reply.thing, format) })
    case 'session':
    case 'registered': {
      const session = { refreshToken: reply.token, user: written(reply.user, format) }
      return reply.kind === 'session'
        ? { status: 200, body: format.session(session) }
        : format.registered(session)
    }
  }
}

function refuse(refusal: Refusal, isChange: boolean, format: ResponseFormat): Answer {
  if (refusal.about === 'sign-in' && format.signInRefused) return format.signInRefused
  if (isChange && refusal.about !== 'token' && format.changeRefused) return format.changeRefused(refusal)
  return format.refused(refusal)
}

/** The rows that a query asks for: searched, sorted, and cut to one page. */
function cutOut(all: Thing[], query: URLSearchParams, format: ResponseFormat) {
  const parameters = format.heedsQueries ? query : new URLSearchParams()
  const field = parameters.get('sort')
  const isNamed = ([name]: [string, unknown]) => [name, format.field(name)].includes(field ?? name)
  const known = ['page', 'limit', 'sort', 'sortDir', 'search']
  const hasOthers = [...query.keys()].some((name) => !known.includes(name))
  const isOddSort = all.length > 0 && !all.some((row) => Object.entries(row).some(isNamed))
  if (format.refusesUnknownQueries && (hasOthers || isOddSort)) throw new Refusal(400, texts.other, 'sort')
  const search = parameters.get('search')?.toLowerCase() ?? ''
  const found = all.filter((row) =>
    Object.values(row).some((value) => String(orderOf(value)).toLowerCase().includes(search)),
  )
  const direction = parameters.get('sortDir')?.toLowerCase() === 'desc' ? -1 : 1
  if (field) {
    const valueOf = (row: Thing) => orderOf(Object.entries(row).find(isNamed)?.[1])
    found.sort((one, other) =>
      valueOf(one) < valueOf(other) ? -direction : valueOf(one) > valueOf(other) ? direction : 0,
    )
  }
  const limit = Math.min(countIn(parameters.get('limit')) ?? Math.max(found.length, 1), format.maxRows)
  const page = countIn(parameters.get('page')) ?? 1
  return { rows: found.slice((page - 1) * limit, page * limit), total: found.length, page, limit }
}

function countIn(text: string | null): number | undefined {
  return text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

/** The text by which a value is searched and sorted. */
function orderOf(value: Thing[string]): string | number {
  if (value instanceof Big) return value.toNumber()
  if (value instanceof Date) return value.getTime()
  if (value instanceof Id) return value.number
  if (value instanceof Word) return value.text
  if (value instanceof Code) return value.code
  return typeof value === 'string' || typeof value === 'number' ? value : ''
}
