import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { type Socket, io } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from './books'
import { type Deviation, deviations } from './deviations'
import { type Stranger, startStranger } from './stranger'

/** Tests the third-party upstream itself over plain HTTP and its socket, without the product. */

const start = new Date('2026-03-02T10:20:30Z')

interface Answered {
  status: number
  headers: Headers
  text: string
  /** Undefined where the body is not JSON. */
  json: unknown
}

/** A client of the upstream, with a token after sign-in. */
class Caller {
  token = ''
  constructor(readonly stranger: Stranger) {}

  async ask(call: string, body?: unknown): Promise<Answered> {
    const [method = '', path = ''] = call.split(' ')
    const isForm = body instanceof FormData
    const response = await fetch(`${this.stranger.url}/api${path}`, {
      method,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parsed(text) }
  }

  signIn(given: { login: string; password: string } = this.stranger.investor): Promise<Answered> {
    return this.ask('POST /auth/login', given).then((answered) => {
      this.token = /"refreshToken":"(\w+)"/.exec(answered.text)?.[1] ?? ''
      return answered
    })
  }

  async rows(path: string): Promise<Record<string, unknown>[]> {
    return (await this.ask(`GET ${path}`)).json as Record<string, unknown>[]
  }

  async balances(): Promise<unknown> {
    return ((await this.ask('GET /user/balance')).json as { currencies: unknown }).currencies
  }

  /** A connected socket. */
  async socket(): Promise<Socket> {
    const socket = io(this.stranger.url, {
      auth: { token: this.token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    })
    sockets.push(socket)
    await new Promise<void>((connected, failed) => {
      socket.on('connect', connected)
      socket.on('connect_error', failed)
    })
    return socket
  }

  async notified(): Promise<unknown> {
    const socket = await this.socket()
    const coming = new Promise((notified) => socket.once('notification', notified))
    const image = 'https://images.example/a.png'
    this.stranger.push(this.stranger.investor.login, { type: 'long_login', message: 'Hello', image })
    return coming
  }
}

let now: Date
const strangers: Stranger[] = []
const sockets: Socket[] = []

beforeEach(() => {
  now = start
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.close()
  await Promise.all(strangers.splice(0).map((stranger) => stranger.close()))
})

async function meet(options: Parameters<typeof startStranger>[0] = {}): Promise<Caller> {
  const stranger = await startStranger({ now: () => now, ...options })
  strangers.push(stranger)
  return new Caller(stranger)
}

async function signedIn(options?: Parameters<typeof startStranger>[0]): Promise<Caller> {
  const caller = await meet(options)
  await caller.signIn()
  return caller
}

describe('a walk through the third-party upstream', () => {
  it('signs in with a login, an e-mail or a phone, and with nothing else', async () => {
    const caller = await meet()
    expect(await caller.signIn()).toMatchObject({
      status: 200,
      json: { refreshToken: expect.stringMatching(/^\w{48}$/) as string, user: { id: 2, login: 'investor' } },
    })
    const { password } = caller.stranger.investor
    expect((await caller.signIn({ login: 'investor@example.org', password })).status).toBe(200)
    expect((await caller.signIn({ login: '+37060000001', password })).status).toBe(200)
    expect(await caller.signIn({ login: 'investor', password: 'wrong' })).toMatchObject({
      status: 401,
      json: { message: 'Incorrect login or password' },
    })
    expect(await caller.ask('GET /user/balance')).toMatchObject({
      status: 401,
      json: { message: 'Session time expired' },
    })
  })

  it('registers a user once, and confirms the phone', async () => {
    const caller = await meet()
    const person = {
      email: 'new@example.org',
      phone: '+37060000099',
      password: 'A-long-one-1',
      inviterLogin: 'amber',
    }
    const registered = await caller.ask('POST /auth/register/newcomer', person)
    expect(registered).toMatchObject({
      status: 201,
      json: { user: { login: 'newcomer', inviterLogin: 'amber' } },
    })
    const refusal = async (login: string, body: object) =>
      (await caller.ask(`POST /auth/register/${login}`, body)).json
    expect(await refusal('newcomer', {})).toEqual({ message: 'This login has already been registered' })
    expect(await refusal('other', { email: person.email })).toEqual({
      message: 'This email is already registered',
    })
    expect(await refusal('other', { phone: person.phone })).toEqual({
      message: 'This number is already registered',
    })
    expect(await refusal('other', { password: 'short' })).toEqual({ message: 'Registration Error' })

    caller.token = (registered.json as { refreshToken: string }).refreshToken
    expect(await caller.ask('POST /auth/phone/confirm', { code: '123456' })).toMatchObject({
      status: 400,
      json: { message: 'Verification Error' },
    })
    expect((await caller.ask('POST /auth/phone/resend')).status).toBe(204)
    expect(await caller.ask('POST /auth/phone/resend')).toMatchObject({
      status: 429,
      json: { message: 'Retry the request in a few minutes' },
    })
    now = new Date(now.getTime() + 60_000)
    expect((await caller.ask('POST /auth/phone/resend')).status).toBe(204)
    expect((await caller.ask('POST /auth/phone/confirm', { code: '000000' })).status).toBe(200)
    expect((await caller.ask('POST /auth/phone/resend')).json).toEqual({ message: 'Error sending code' })
  })

  it('creates a top-up, and credits it when the transfer has arrived', async () => {
    const caller = await signedIn()
    expect(await caller.balances()).toEqual({ USDT: 4991.25, BTC: 0.1 })
    const made = await caller.ask('POST /funds/refills', { amount: '100.10', system: 'USDT TRC-20' })
    expect(made).toMatchObject({ status: 201, json: { id: 6, requestAmount: 100.1, status: 'pending' } })
    const socket = await caller.socket()
    const notified = once(socket as unknown as NodeJS.EventEmitter, 'notification')
    caller.stranger.pay(6)
    expect(await notified).toEqual([{ id: 6, type: 'refill', message: 'topped up successfully' }])
    expect((await caller.ask('GET /funds/refills/6')).json).toEqual({
      id: 6,
      requestAmount: 100.1,
      creditedAmount: 100.1,
      creationDate: '2026-03-02T10:20:30Z',
      creditDate: '2026-03-02T10:20:30Z',
      status: 'topped up',
      wallet: expect.any(String) as string,
      transactionHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      system: 'USDT TRC-20',
    })
    expect(await caller.balances()).toEqual({ USDT: 5091.35, BTC: 0.1 })
    expect(() => caller.stranger.pay(6)).toThrow('pending')
    await caller.ask('POST /funds/refills', { amount: '5', system: 4 })
    now = new Date(now.getTime() + 2 * dayMs)
    expect((await caller.rows('/funds/refills')).at(-1)).toMatchObject({ status: 'timeout expired' })
  })

  it('opens a deposit, and closes it after its first term', async () => {
    const caller = await signedIn()
    const made = await caller.ask('POST /funds/deposits', { plan: 'Breeze', currency: 'USDT', amount: '200' })
    expect(made).toMatchObject({ status: 201 })
    expect(made.json).toEqual({
      id: 8,
      plan: 'Breeze',
      currency: 'USDT',
      amount: 200,
      term: 50,
      dailyProfitability: 1.11,
      minimumDeposit: 100,
      income: 111,
      accrued: 0,
      status: 'in progress',
    })
    expect(await caller.balances()).toEqual({ USDT: 4791.25, BTC: 0.1 })
    const close = () => caller.ask('POST /funds/deposits/client/close/8')
    expect(await close()).toMatchObject({ status: 400, json: { message: 'Deposit closure error' } })
    now = new Date(start.getTime() + 51 * dayMs)
    expect((await caller.rows('/funds/deposits')).at(-1)).toMatchObject({
      status: 'awaiting completion',
      // A day of the second term pays double.
      accrued: 115.44,
    })
    expect(await close()).toMatchObject({ status: 200, json: { status: 'closed', accrued: 115.44 } })
    expect(await caller.balances()).toEqual({ USDT: 5106.69, BTC: 0.1 })
    expect((await close()).status).toBe(400)
    for (const body of [
      { plan: 'Breeze', currency: 'USDT', amount: '99.99' },
      { plan: 'Breeze', currency: 'USDT', amount: '1000000' },
      { plan: 'Gale', currency: 'USDT', amount: '100' },
    ])
      expect((await caller.ask('POST /funds/deposits', body)).json).toEqual({
        message: 'Deposit creation error',
      })
  })

  it('withdraws: the balance decreases at once, and is restored when the withdrawal is rejected', async () => {
    const caller = await signedIn()
    const body = { amount: '50', system: 'USDT TRC-20', wallet: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' }
    const made = await caller.ask('POST /funds/payments', body)
    expect(made).toMatchObject({ status: 201, json: { amount: 50, status: 'pending' } })
    // No call takes the id of a withdrawal.
    expect(made.json).not.toHaveProperty('id')
    await caller.ask('POST /funds/payments', body)
    expect(await caller.balances()).toMatchObject({ USDT: 4891.25 })
    caller.stranger.approve(5)
    caller.stranger.reject(6)
    expect((await caller.rows('/funds/payments')).slice(-2)).toMatchObject([
      { status: 'withdrawn', withdrawalDate: '2026-03-02T10:20:30Z' },
      { status: 'rejected' },
    ])
    expect(await caller.balances()).toMatchObject({ USDT: 4941.25 })
    for (const wrong of [{ amount: '19' }, { amount: '9999' }, { system: 'BTC', amount: '0.001' }])
      expect((await caller.ask('POST /funds/payments', { ...body, ...wrong })).status).toBe(400)
  })

  it('exchanges at the rates that it reports', async () => {
    const caller = await signedIn()
    expect(await caller.rows('/user/exchange-rate')).toContainEqual({ coin: 'BTC', rate: 60000 })
    const body = { from: 'USDT', to: 'BTC', amount: '100' }
    expect(await caller.ask('POST /user/exchange', body)).toMatchObject({ status: 200, json: {} })
    expect(await caller.balances()).toEqual({ USDT: 4891.25, BTC: 0.10166666 })
    expect((await caller.ask('POST /user/exchange', { ...body, amount: '1e3' })).status).toBe(400)
    expect(await caller.rows('/user/operations/?sort=date&sortDir=desc&limit=2')).toMatchObject([
      { type: 'exchange', amount: -100, currency: 'USDT' },
      { type: 'exchange', amount: 0.00166666, currency: 'BTC' },
    ])
  })

  it('stores the account: profile, wallets, password, verification, subscription', async () => {
    const caller = await signedIn()
    expect((await caller.ask('POST /user/profile', { city: 'Kaunas' })).json).toMatchObject({
      city: 'Kaunas',
    })
    await caller.ask('PATCH /user-data', { country: 'Latvia' })
    expect((await caller.ask('GET /user-data/byType/profile')).json).toMatchObject({
      city: 'Kaunas',
      country: 'Latvia',
    })
    expect(
      (await caller.ask('PATCH /user-data/wallets/update', { wallets: [{ system: 'ETH', wallet: '0x1' }] }))
        .status,
    ).toBe(204)
    expect(await caller.rows('/user-data/wallets')).toContainEqual({ system: 'ETH', wallet: '0x1' })

    const form = new FormData()
    form.set('photoOfDocument', new Blob([new Uint8Array(300_000)]), 'document.png')
    expect((await caller.ask('PATCH /user-data/verification', form)).status).toBe(200)
    expect(caller.stranger.requests.at(-1)?.bytes).toBeGreaterThan(300_000)
    expect((await caller.ask('GET /user-data/byType/verification')).json).toMatchObject({
      dateOfBirth: '1990-05-04',
      status: 'in process',
    })

    expect((await caller.ask('POST /user/subscription', { option: 1 })).status).toBe(200)
    expect(await caller.balances()).toMatchObject({ USDT: 4981.25 })

    const { login, password } = caller.stranger.investor
    const change = (currentPassword: string) =>
      caller.ask('PATCH /user/password', { currentPassword, newPassword: 'Another-one-2' })
    expect(await change('wrong')).toMatchObject({ status: 400, json: { message: 'Update error' } })
    expect((await change(password)).status).toBe(204)
    expect((await caller.signIn({ login, password: 'Another-one-2' })).status).toBe(200)
  })

  it('lists partners on three levels, with search, sorting and pages', async () => {
    const caller = await signedIn()
    const logins = async (query: string, of = '') =>
      (await caller.rows(`/user/referrals${of}?${query}`)).map((row) => row.login)
    expect(await caller.rows('/user/referrals')).toMatchObject([
      { login: 'amber', level: 1, turnover: 2000, bonus: 100, accruals: 33.3 },
      { login: 'birch', level: 2, turnover: 1500, bonus: 45 },
      { login: 'cedar', level: 3, turnover: 100, bonus: 1 },
      { login: 'dune', level: 1, turnover: 0 },
    ])
    expect(await logins('sort=turnover&sortDir=desc')).toEqual(['amber', 'birch', 'cedar', 'dune'])
    expect(await logins('sort=turnover&sortDir=asc&page=2&limit=3')).toEqual(['amber'])
    expect(await logins('search=IR')).toEqual(['birch'])
    expect(await logins('', '/amber')).toEqual(['birch', 'cedar'])
    expect((await caller.ask('GET /user/referral/amber')).json).toMatchObject({ login: 'amber', level: 1 })
    expect((await caller.ask('GET /user/referral/head')).status).toBe(404)
    expect((await caller.ask('GET /user/bonus')).json).toEqual({ rank: 'Spark', bonus: 50 })
    expect((await caller.ask('GET /user/statistics')).json).toMatchObject({
      referral: 12.5,
      matching: 3.75,
      bonus: 50,
    })
  })

  it('lists notifications, and leaves out those that were read', async () => {
    const caller = await signedIn()
    const types = async () => (await caller.rows('/notification')).map((row) => row.type)
    expect(await types()).toEqual(['mailing', 'refill', 'long_login', 'bonus', 'other'])
    expect((await caller.ask('POST /notification/read', { id: 1 })).status).toBe(204)
    const socket = await caller.socket()
    socket.emit('readNotification', { id: 2, login: 'investor' })
    socket.emit('readNotification', { id: 3, login: 'amber' })
    await expect.poll(types).toEqual(['long_login', 'bonus', 'other'])
    caller.token = 'unknown'
    await expect(caller.socket()).rejects.toThrow('Session time expired')
  })

  it('serves users of the test, with their balances', async () => {
    const elm = { login: 'elm', password: 'Elm-elm-elm-1', balances: { ETH: '0.123456789012345678' } }
    const caller = await meet({ people: [elm] })
    await caller.signIn(elm)
    expect((await caller.ask('GET /user/balance')).text).toContain('"ETH":0.123456789012345678')
    expect(await caller.rows('/funds/deposits')).toEqual([])
  })

  it('implements every known call, and no other', async () => {
    const calls = [
      ...['POST /auth/login', 'POST /auth/register/new', 'POST /auth/telegram', 'POST /auth/telegram/new'],
      ...[
        'POST /auth/phone/confirm',
        'POST /auth/phone/resend',
        'GET /content/news',
        'GET /content/news/one/1',
      ],
      ...['GET /settings/withdrawalHours', 'GET /payment-systems', 'GET /settings_other/plans/available'],
      ...['GET /settings/telegramAuthAvailable', 'GET /settings/subscription/options', 'GET /user/balance'],
      ...['POST /user/exchange', 'POST /user/profile', 'GET /user/statistics', 'POST /user/subscription'],
      ...['GET /user/referral/amber', 'GET /user/referrals', 'GET /user/referrals/amber', 'GET /user/bonus'],
      ...['PATCH /user/password', 'GET /user/exchange-rate', 'GET /user/operations/', 'PATCH /user-data'],
      ...['GET /user-data/byType', 'GET /user-data/byType/profile', 'PATCH /user-data/wallets/update'],
      ...['GET /user-data/wallets', 'PATCH /user-data/verification', 'GET /funds/deposits'],
      ...['POST /funds/deposits', 'POST /funds/deposits/client/close/1', 'GET /funds/payments'],
      ...['POST /funds/payments', 'GET /funds/refills', 'POST /funds/refills', 'GET /funds/refills/1'],
      ...['GET /notification', 'POST /notification/read'],
    ]
    const caller = await signedIn()
    const statuses = await Promise.all(
      calls.map(async (call) => [
        call,
        (await caller.ask(call, call.startsWith('GET') ? undefined : {})).status,
      ]),
    )
    expect(statuses.filter(([, status]) => status === 404 || status === 500)).toEqual([
      // It names no notification.
      ['POST /notification/read', 404],
    ])
    for (const unknown of ['GET /settings/constructor', 'GET /extensions', 'GET /user', 'POST /user/balance'])
      expect(await caller.ask(unknown, unknown.startsWith('GET') ? undefined : {})).toMatchObject({
        status: 404,
        json: { message: 'An error occurred, try later' },
      })
  })
})

/** The raw answer of one call: status, headers, body. */
type Probe = (caller: Caller) => Promise<string>

const raw = ({ status, headers, text }: Answered) =>
  [status, ...[...headers].map((pair) => pair.join(': ')), '', text].join('\n')
const answerTo =
  (call: string, body?: unknown): Probe =>
  async (caller) =>
    raw(await caller.ask(call, body))

const person = { password: 'A-long-one-1', email: 'new@example.org', phone: '+37060000099' }
const tooLittle = { plan: 'Breeze', currency: 'USDT', amount: '1' }
const probes = {
  signIn: (async (caller) => raw(await caller.signIn())) as Probe,
  wrongSignIn: answerTo('POST /auth/login', { login: 'investor', password: 'wrong' }),
  registration: answerTo('POST /auth/register/new', person),
  profile: answerTo('POST /user/profile', { city: 'Kaunas' }),
  emptyProfile: answerTo('POST /user/profile', {}),
  wrongPassword: answerTo('PATCH /user/password', { currentPassword: 'wrong', newPassword: 'A-long-one-1' }),
  verification: answerTo('GET /user-data/byType/verification'),
  balance: answerTo('GET /user/balance'),
  statistics: answerTo('GET /user/statistics'),
  rates: answerTo('GET /user/exchange-rate'),
  news: answerTo('GET /content/news'),
  setting: answerTo('GET /settings/withdrawalHours'),
  unknownSetting: answerTo('GET /settings/extensions'),
  deposits: answerTo('GET /funds/deposits'),
  newDeposit: answerTo('POST /funds/deposits', { ...tooLittle, amount: '200' }),
  refusedDeposit: answerTo('POST /funds/deposits', tooLittle),
  refills: answerTo('GET /funds/refills'),
  payments: answerTo('GET /funds/payments'),
  operations: answerTo('GET /user/operations'),
  notifications: answerTo('GET /notification'),
  twoPartners: answerTo('GET /user/referrals?limit=1&page=2'),
  noPartners: answerTo('GET /user/referrals?search=nobody'),
  oddSort: answerTo('GET /user/operations?sort=createdAt'),
  oddQuery: answerTo('GET /user/operations?status=pending'),
  newWallet: answerTo('PATCH /user-data/wallets/update', { wallets: { ETH: '0x1' } }),
  noCall: answerTo('GET /nowhere'),
  visitorsRates: (async (caller) => {
    caller.token = ''
    return raw(await caller.ask('GET /user/exchange-rate'))
  }) as Probe,
  expired: (async (caller) => {
    caller.token = 'unknown'
    return raw(await caller.ask('GET /user/balance'))
  }) as Probe,
  notified: (async (caller) =>
    JSON.stringify(await caller.notified().catch((error: Error) => error.message))) as Probe,
}

/** For each deviation a call whose answer shows it: the answer has the given text only with the deviation. */
const shown: Record<Deviation, [probe: keyof typeof probes, shows: RegExp][]> = {
  'ids-strings': [
    ['deposits', /"id":"1"/],
    ['notified', /"id":"6"/],
    ['signIn', /"id":"2"/],
  ],
  'ids-uuids': [['deposits', /"id":"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}"/]],
  'ids-with-colon-and-at': [['deposits', /"id":"a:1@c"/]],
  'ids-to-encode': [['deposits', /"id":"№ 1\+26\?a=b&c#ü"/]],
  'ids-beyond-safe-integers': [['deposits', /"id":9007199254740995,/]],
  'ids-from-zero': [['deposits', /"id":0,/]],
  'ids-on-all': [
    ['payments', /"id":1,/],
    ['operations', /"id":1,/],
  ],
  'logins-e-mails': [['signIn', /"login":"investor@example\.org"/]],

  'money-strings': [
    ['deposits', /"amount":"250\.5"/],
    ['balance', /"USDT":"4991\.25"/],
  ],
  'money-exponents': [
    ['deposits', /"amount":1e3,/],
    ['deposits', /"amount":2e-2,/],
  ],
  'money-18-decimals': [['deposits', /"amount":1000\.000000123456789012,/]],
  'money-trailing-zeros': [['deposits', /"amount":250\.500000000000000000,/]],
  'money-strings-trailing-zeros': [['deposits', /"amount":"250\.500000000000000000"/]],
  'currencies-lower-case': [
    ['deposits', /"currency":"usdt"/],
    ['balance', /"btc":0\.1/],
  ],

  'times-milliseconds': [['refills', /"creationDate":"2025-10-23T10:20:30\.000Z"/]],
  'times-microseconds': [['refills', /"creationDate":"2025-10-23T10:20:30\.000417Z"/]],
  'times-offset': [['refills', /"creationDate":"2025-10-23T13:20:30\+03:00"/]],
  'times-offset-without-colon': [['refills', /"creationDate":"2025-10-23T13:20:30\+0300"/]],
  'times-unix-seconds': [['refills', /"creationDate":1761214830,/]],
  'times-unix-milliseconds': [['refills', /"creationDate":1761214830000,/]],
  'times-unix-seconds-strings': [['refills', /"creationDate":"1761214830"/]],
  'times-sql': [['refills', /"creationDate":"2025-10-23 10:20:30"/]],
  'times-without-zone': [['refills', /"creationDate":"2025-10-23T10:20:30"/]],
  'dates-as-times': [
    ['verification', /"dateOfBirth":"1990-05-04T00:00:00Z"/],
    ['news', /"date":"2026-02-28T00:00:00Z"/],
  ],

  'lists-items-total-page-limit': [['twoPartners', /\n\{"items":\[\{.*\}\],"total":4,"page":2,"limit":1\}$/]],
  'lists-data': [['twoPartners', /\n\{"data":\[\{.*\}\]\}$/]],
  'lists-data-meta': [['twoPartners', /\n\{"data":\[\{.*\}\],"meta":\{"total":4\}\}$/]],
  'lists-results-count': [['twoPartners', /\n\{"results":\[\{.*\}\],"count":4\}$/]],
  'lists-rows-total': [['twoPartners', /\n\{"rows":\[\{.*\}\],"total":4\}$/]],
  'lists-items': [['twoPartners', /\n\{"items":\[\{.*\}\]\}$/]],
  'lists-data-items': [['twoPartners', /\n\{"data":\{"items":\[\{.*\}\]\}\}$/]],
  'lists-by-name': [
    ['twoPartners', /\n\{"referrals":\[\{.*\}\]\}$/],
    ['deposits', /\n\{"deposits":\[\{.*\}\]\}$/],
  ],
  'lists-total-in-header': [['twoPartners', /\nx-total-count: 4\n/]],
  'lists-empty-null': [['noPartners', /\nnull$/]],
  'lists-heed-no-query': [['twoPartners', /amber.*birch.*cedar.*dune/]],
  'lists-refuse-unknown-queries': [
    ['oddSort', /^400\n/],
    ['oddQuery', /^400\n/],
  ],
  'lists-of-two-at-most': [['deposits', /^(?!.*"id":3)(?=.*"id":2)/ms]],

  'nulls-for-absent': [
    ['refills', /"creditDate":null/],
    ['payments', /"withdrawalDate":null/],
    ['notifications', /"image":null/],
  ],
  'unknown-fields': [
    ['deposits', /"_v":7,"legacy":\{"ok":\[\]\}\}/],
    ['balance', /"_v":7/],
  ],
  'rows-bad': [
    ['deposits', /\n\[\{[^}]*"amount":"abc"/],
    ['news', /\n\[\{\},/],
  ],
  'rows-null': [['deposits', /\n\[null,\{/]],
  'balance-bad': [['balance', /"BTC":"n\/a"/]],
  'statistics-bad': [['statistics', /"income":"NaN","referral":12\.5/]],
  'fields-snake-case': [['refills', /"creation_date":.*"transaction_hash":/]],
  'fields-other-names': [['refills', /"createdAt":.*"address":.*"txHash":/]],
  'things-in-data': [['balance', /\n\{"data":\{"type":"balance"/]],
  'rates-by-currency': [['rates', /\n\{"USDT":1,"BTC":60000/]],
  'rates-for-anyone': [['visitorsRates', /^200\n[^]*"coin":"BTC"/]],
  'balances-as-objects': [['balance', /"USDT":\{"balance":4991\.25,"balance_dep":0\}/]],
  'settings-in-value': [['setting', /\n\{"value":96\}$/]],
  'settings-strings': [['setting', /\n"96"$/]],
  'settings-unknown-null': [['unknownSetting', /^200\n[^]*\nnull$/]],
  'settings-unknown-object': [['unknownSetting', /^200\n[^]*\n\{\}$/]],
  'settings-unknown-nothing': [['unknownSetting', /^204\n/]],
  'settings-unknown-page': [['unknownSetting', /^200\n[^]*<p>Welcome<\/p>$/]],
  'settings-unknown-crash': [['unknownSetting', /^500\n[^]*\nInternal Server Error$/]],

  'words-upper-case': [['deposits', /"status":"IN PROGRESS"/]],
  'words-snake-case': [['deposits', /"status":"in_progress"/]],
  'words-upper-snake-case': [['deposits', /"status":"IN_PROGRESS"/]],
  'words-hyphens': [
    ['deposits', /"status":"in-progress"/],
    ['notified', /"type":"long-login"/],
  ],
  'words-camel-case': [['deposits', /"status":"InProgress"/]],
  'words-russian': [['deposits', /"status":"в работе"/]],
  'words-unknown': [['deposits', /"status":"in progress by proxy"/]],

  'changes-200': [['newDeposit', /^200\n/]],
  'changes-201': [['profile', /^201\n/]],
  'changes-202': [['newDeposit', /^202\n/]],
  'changes-204': [['newDeposit', /^204\n[^{]*$/]],
  'changes-empty': [['newDeposit', /^200\n[^{]*$/]],
  'changes-true': [
    ['newDeposit', /^201\n[^]*\ntrue$/],
    ['newWallet', /^200\n[^]*\ntrue$/],
  ],
  'changes-success': [['newDeposit', /\n\{"success":true\}$/]],
  'changes-ok': [['newDeposit', /\n\{"ok":true\}$/]],
  'changes-text': [['newDeposit', /\ncontent-type: text\/plain\n[^]*\nOK$/]],
  'changes-in-data': [['newDeposit', /\n\{"data":\{"id":8,/]],
  'changes-by-name': [['newDeposit', /\n\{"deposit":\{"id":8,/]],
  'refusals-success-false': [
    ['refusedDeposit', /^200\n[^]*\n\{"success":false,"message":"Deposit creation error"\}$/],
    ['wrongSignIn', /^200\n/],
  ],
  'refusals-ok-false': [['refusedDeposit', /^200\n[^]*\n\{"ok":false,"error":"Deposit creation error"\}$/]],

  'errors-error': [
    ['refusedDeposit', /^400\n[^]*\n\{"error":"Deposit creation error"\}$/],
    ['expired', /^401\n[^]*\n\{"error":"Session time expired"\}$/],
    ['noCall', /^404\n[^]*\n\{"error":"An error occurred, try later"\}$/],
  ],
  'errors-error-message': [['refusedDeposit', /\n\{"error":\{"message":"Deposit creation error"\}\}$/]],
  'errors-by-field': [['refusedDeposit', /\n\{"errors":\{"amount":\["Deposit creation error"\]\}\}$/]],
  'errors-list': [['refusedDeposit', /\n\{"errors":\[\{"message":"Deposit creation error"\}\]\}$/]],
  'errors-detail': [['refusedDeposit', /\n\{"detail":"Deposit creation error"\}$/]],
  'errors-message-list': [['refusedDeposit', /\n\{"statusCode":400,"message":\["Deposit creation error"\],/]],
  'errors-problem': [
    ['refusedDeposit', /content-type: application\/problem\+json[^]*"detail":"Deposit creation error"\}$/],
  ],
  'errors-text': [['refusedDeposit', /content-type: text\/plain[^]*\nDeposit creation error$/]],
  'errors-html': [['refusedDeposit', /content-type: text\/html[^]*<h1>Deposit creation error<\/h1>/]],
  'errors-empty': [['refusedDeposit', /^400\n[^{]*$/]],

  'sign-in-refused-400-empty': [['wrongSignIn', /^400\n[^{]*$/]],
  'sign-in-refused-422-empty': [['wrongSignIn', /^422\n[^{]*$/]],
  'wrong-password-401': [['wrongPassword', /^401\n/]],
  'users-id-and-login': [
    ['signIn', /"user":\{"id":2,"login":"investor"\}/],
    ['profile', /\n\{"id":2,"login":"investor"\}$/],
  ],
  'users-with-rank': [['signIn', /"rank":"Monarch"/]],
  'users-phone-confirmed': [['signIn', /"phoneConfirmed":true/]],
  'session-in-data': [['signIn', /\n\{"data":\{"refreshToken":"\w+","user":\{/]],
  'registration-without-session': [['registration', /^201\n[^]*\n\{\}$/]],
  'tokens-long': [['signIn', /"refreshToken":"\w{2000}"/]],
  'empty-profile-refused': [['emptyProfile', /^422\n/]],

  'socket-ids-strings': [['notified', /"id":"6"/]],
  'socket-unix-time': [['notified', /"date":1772446830/]],
  'socket-time': [['notified', /"date":"2026-03-02T10:20:30Z"/]],
  'socket-without-image': [['notified', /^(?!.*"image")\{.*"message":"Hello"/]],
  'socket-message-only': [['notified', /^\{"message":"Hello"\}$/]],
  'socket-in-data': [['notified', /^\{"data":\{"id":6/]],
  'socket-text': [['notified', /^"\{\\"id\\":6/]],
  'socket-none': [['notified', /^"[^"]*error"$/]],

  'json-as-text': [['balance', /content-type: text\/html[^]*\n\{"type":"balance"/]],
  'date-none': [['balance', /^(?![^]*\ndate: )/]],
  'clock-ahead': [['balance', /\ndate: Mon, 02 Mar 2026 10:20:35 GMT\n/]],
}

describe('each deviation shows in an answer', () => {
  it.each(Object.entries(shown))('%s', async (name, signs) => {
    for (const [probe, shows] of signs) {
      const [plain, otherwise] = await Promise.all([
        signedIn().then(probes[probe]),
        signedIn({ deviations: [name as Deviation] }).then(probes[probe]),
      ])
      expect(plain).not.toMatch(shows)
      expect(otherwise).toMatch(shows)
    }
  })

  it('each deviation has its own one-sentence description', () => {
    const sentences = Object.values(deviations)
    expect(sentences.length).toBeGreaterThanOrEqual(45)
    expect(new Set(sentences).size).toBe(sentences.length)
    expect(sentences.filter((sentence) => !/^[A-Z].+\.$/.test(sentence))).toEqual([])
  })

  it('several deviations apply at once', async () => {
    const caller = await signedIn({ deviations: ['ids-uuids', 'money-strings', 'lists-data'] })
    const { data } = (await caller.ask('GET /funds/refills')).json as { data: { id: string }[] }
    expect(data[0]).toMatchObject({ id: expect.stringMatching(/-4/) as string, requestAmount: '6000' })
    expect((await caller.ask(`GET /funds/refills/${data[0]?.id}`)).json).toMatchObject({ id: data[0]?.id })
  })

  it.each<Deviation>(['ids-strings', 'ids-uuids', 'ids-with-colon-and-at', 'ids-to-encode', 'ids-from-zero'])(
    'an entry is found by its id: %s',
    async (name) => {
      const caller = await signedIn({ deviations: [name] })
      const [, second] = await caller.rows('/funds/deposits')
      const closed = await caller.ask(
        `POST /funds/deposits/client/close/${encodeURIComponent(String(second?.id))}`,
      )
      expect(closed).toMatchObject({ status: 200, json: { id: second?.id, status: 'closed' } })
      const [, notification] = await caller.rows('/notification')
      expect((await caller.ask('POST /notification/read', { id: notification?.id })).status).toBe(204)
      expect(await caller.rows('/notification')).toHaveLength(4)
    },
  )
})

it('imports no file of the product', () => {
  const folder = new URL('.', import.meta.url)
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  expect(files).toContain('stranger.ts')
  const imported = files.flatMap((file) =>
    [
      ...readFileSync(new URL(file, folder), 'utf8').matchAll(/\b(?:from|import\(?|require\()\s*'([^']+)'/g),
    ].map(([, target = '']) => ({ file, target })),
  )
  expect(imported.length).toBeGreaterThan(files.length)
  // Its own files, Node's modules and installed packages: no import leaves the folder.
  const outside = imported.filter(({ target }) => /^~|\.\.|^(?:app|backend|tests)\//.test(target))
  expect(outside).toEqual([])
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
