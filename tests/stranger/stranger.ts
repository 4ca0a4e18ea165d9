import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Big from 'big.js'
import { type DefaultEventsMap, Server } from 'socket.io'
import { Books, type NewNotification, type Person, type User } from './books'
import { type Call, type Reply, createCalls, notificationOf, texts } from './calls'
import { type Deviation, mannerWith } from './deviations'
import { type Answer, Code, Id, type Manner, Refusal, type Thing, Word, textOf, written } from './manner'
import { investorPassword, seed } from './seed'

/**
 * An upstream as a company would write it that knows what the product does, and not one line of its code: the calls
 * under /api and the socket, on books of its own. What the description leaves open it decides in its own plain way, and
 * each deviation decides one thing otherwise.
 */
export interface Stranger {
  /** The base of its addresses, without /api. */
  url: string
  /** Where its socket is. */
  socketUrl: string
  /** Whom the books begin with. */
  investor: { login: string; password: string }
  /** Every call that came, oldest first. */
  requests: LoggedRequest[]
  /** What was said by the event of one read, oldest first. */
  reports: unknown[]
  state: Books
  /** Tells an investor something, over the socket too. */
  push: (login: string, notification: NewNotification) => void
  /** The outside world pays a top-up: named by its number in the books, or by a string, its id as it was answered. */
  pay: (refillId: number | string) => void
  /** The administrator sends the money of a withdrawal out. */
  approve: (paymentId: number | string) => void
  /** The administrator gives the money of a withdrawal back. */
  reject: (paymentId: number | string) => void
  /**
   * The next call of this method and path (below /api) is answered so, and does nothing; a refusal is told in the
   * manner of the house. A path that ends with a slash stands for all that go on from it.
   */
  answerNext: (method: string, path: string, answer: Answer | Refusal) => void
  close: () => Promise<void>
}

export interface LoggedRequest {
  method: string
  /** With its query. */
  path: string
  headers: IncomingHttpHeaders
  /** As parsed from JSON; of other bodies the text is not kept. */
  body?: unknown
  /** The length of the body. */
  bytes: number
}

interface StrangerOptions {
  deviations?: Deviation[]
  now?: () => Date
  /** Who is registered beside those of the seed. */
  people?: Person[]
  /** Where its socket is and what its events are called, if not as the description has it. */
  socket?: {
    path?: string
    notification?: string
    readNotification?: string
    hasOwnPort?: boolean
    /** The one place where a handshake may have the token; any unless told. */
    tokenIn?: 'auth' | 'header' | 'query'
  }
}

type Io = Server<
  Record<string, (one: unknown, login?: unknown) => void>,
  Record<string, (notification: unknown) => void>,
  DefaultEventsMap,
  { user?: User }
>

/** Starts a stranger on a free port. Of deviations that touch the same thing the last one holds. */
export async function startStranger(options: StrangerOptions = {}): Promise<Stranger> {
  const { deviations = [], now = () => new Date(), people = [], socket: named = {} } = options
  const { path, notification = 'notification', readNotification = 'readNotification' } = named
  const { hasOwnPort, tokenIn } = named
  const manner = mannerWith(deviations)
  const clock = () => new Date(now().getTime() + manner.aheadMs)
  const books = new Books(clock)
  const login = seed(books, manner.login, manner.dust)
  for (const person of people) books.register(person)
  const calls = createCalls(books, manner)
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
      return present(ask(method, pathname, headers, body), searchParams, manner)
    } catch (error) {
      if (error instanceof Refusal) return refuse(error, method !== 'GET', manner)
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
    const { status, body, text, type = manner.type, headers = {} } = answer
    response.statusCode = status
    if (manner.hasDate) response.setHeader('Date', clock().toUTCString())
    else response.sendDate = false
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    const sent = text ?? (body === undefined ? '' : textOf(body))
    if (sent) response.setHeader('Content-Type', type)
    response.end(sent)
  }

  const socketServer = hasOwnPort ? createServer() : server
  const io: Io | undefined = manner.hasSocket
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
    // Its id and the login, in an object or one after the other. Whoever names a wrong one is not answered.
    socket.on(readNotification, (one, named) => {
      reports.push(one)
      const { id, login } = (typeof one === 'object' && one ? one : { id: one, login: named }) as Call['body']
      const mine = books.notifications.filter((row) => row.login === user.login && login === user.login)
      const found = mine.find((row) => calls.isId(row.id, String(id), manner.socketId ?? manner.id))
      if (found) found.read = true
    })
  })

  function push(login: string, given: NewNotification): void {
    const added = books.add(books.notifications, { ...given, login, read: false })
    const told = manner.told(notificationOf(added), clock())
    const sent = manner.toldIn(written(told, { ...manner, id: manner.socketId ?? manner.id }))
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

/** Reads a body to its end. Only JSON is looked into. */
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
  // A bare list comes from whoever sends all wallets at once.
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

/** What a call has answered, in this manner. */
function present(reply: Reply, query: URLSearchParams, manner: Manner): Answer {
  switch (reply.kind) {
    case 'thing':
      return { status: 200, body: manner.thing(written(reply.thing, manner)) }
    case 'setting':
      if (reply.value !== undefined) return { status: 200, body: manner.setting(reply.value) }
      return manner.unknownSetting ?? manner.refused(new Refusal(404, texts.other))
    case 'list': {
      const { rows, ...rest } = cutOut(reply.rows, query, manner)
      const shown = manner.rows(rows).map((row) => written(row, manner))
      return manner.list({ name: reply.name, rows: shown, ...rest })
    }
    case 'changed':
      return manner.changed({ ...reply, thing: reply.thing && written(reply.thing, manner) })
    case 'session':
    case 'registered': {
      const session = { refreshToken: reply.token, user: written(reply.user, manner) }
      return reply.kind === 'session'
        ? { status: 200, body: manner.session(session) }
        : manner.registered(session)
    }
  }
}

function refuse(refusal: Refusal, isChange: boolean, manner: Manner): Answer {
  if (refusal.about === 'sign-in' && manner.signInRefused) return manner.signInRefused
  if (isChange && refusal.about !== 'token' && manner.changeRefused) return manner.changeRefused(refusal)
  return manner.refused(refusal)
}

/** The rows that a query asks for: found, sorted, and one page of them. */
function cutOut(all: Thing[], query: URLSearchParams, manner: Manner) {
  const parameters = manner.heedsQueries ? query : new URLSearchParams()
  const field = parameters.get('sort')
  const isNamed = ([name]: [string, unknown]) => [name, manner.field(name)].includes(field ?? name)
  const known = ['page', 'limit', 'sort', 'sortDir', 'search']
  const hasOthers = [...query.keys()].some((name) => !known.includes(name))
  const isOddSort = all.length > 0 && !all.some((row) => Object.entries(row).some(isNamed))
  if (manner.refusesUnknownQueries && (hasOthers || isOddSort)) throw new Refusal(400, texts.other, 'sort')
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
  const limit = Math.min(countIn(parameters.get('limit')) ?? Math.max(found.length, 1), manner.maxRows)
  const page = countIn(parameters.get('page')) ?? 1
  return { rows: found.slice((page - 1) * limit, page * limit), total: found.length, page, limit }
}

function countIn(text: string | null): number | undefined {
  return text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

/** What a value is found and sorted by. */
function orderOf(value: Thing[string]): string | number {
  if (value instanceof Big) return value.toNumber()
  if (value instanceof Date) return value.getTime()
  if (value instanceof Id) return value.number
  if (value instanceof Word) return value.text
  if (value instanceof Code) return value.code
  return typeof value === 'string' || typeof value === 'number' ? value : ''
}
