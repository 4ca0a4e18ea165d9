import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UpstreamFailure } from '../../app/upstream/failure.server'
import { createUpstreamPool } from '../../app/upstream/pool.server'
import { type Upstream, type UpstreamPool } from '../../app/upstream/types'
import { type FaultName, lostAnswers } from './faults'
import { startFaultyProxy, type FaultyProxy } from './proxy'
import { startSmallUpstream, type SmallUpstream } from './small-upstream'

/** What a call of the upstream ends in, for each way in which an upstream can misbehave. */

const timeouts = { connectMs: 1_000, getMs: 500, moneyMs: 500, uploadMs: 500, partMs: 500 }
const token = 'canary-bearer'
const caller = { token, language: 'en', requestId: 'request-1', address: '192.0.2.7' } as const
const opening = { planId: 'breeze', currency: 'USDT', amount: '300' }

let small: SmallUpstream
let proxy: FaultyProxy
let pool: UpstreamPool
let upstream: Upstream
let logged: string[]

beforeEach(async () => {
  logged = []
  small = await startSmallUpstream({ now: () => new Date() })
  proxy = await startFaultyProxy(small.url)
  pool = poolTo(proxy.url)
  upstream = pool.for(caller)
})

afterEach(async () => {
  proxy.heal()
  await proxy.close()
  await small.close()
  await pool.close()
})

const poolTo = (url: string) =>
  createUpstreamPool({
    url,
    timeouts,
    log: { warn: (fields, message) => logged.push(JSON.stringify({ ...fields, message })) },
  })

async function failureOf(call: Promise<unknown>): Promise<UpstreamFailure> {
  const failure = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (!(failure instanceof UpstreamFailure)) throw new Error('the call did not fail as an upstream does')
  return failure
}

const anywhere = (method: string) => ({ method, path: /^\/api\// })

describe('a call that moves money', () => {
  it.each<FaultName>([
    ...lostAnswers,
    'hangs',
    'resets',
    'answers 502',
    'answers 503',
    'answers 500 in words',
  ])('is unknown when the upstream %s', async (fault) => {
    proxy.fail(fault, anywhere('POST'))
    const failure = await failureOf(upstream.deposits.create(opening, { key: 'key-1' }))
    expect(failure.kind).toBe('unknown')
    expect(small.commits.length).toBe(fault.startsWith('commits') ? 1 : 0)
  })

  it.each<[FaultName, UpstreamFailure['kind'], number]>([
    ['answers 401 in words', 'unauthorized', 401],
    ['answers 403 in words', 'forbidden', 403],
    ['answers 429 in words', 'rate_limited', 429],
    ['answers 503 in words', 'unavailable', 503],
  ])('has not moved it when the upstream %s', async (fault, kind, status) => {
    proxy.fail(fault, anywhere('POST'))
    const failure = await failureOf(upstream.deposits.create(opening, { key: 'key-1' }))
    expect(failure).toMatchObject({ kind, status, sent: true })
  })

  it.each<FaultName>([
    'commits, then an empty 200',
    'commits, then an empty 204',
    'commits, then a broken shape',
  ])('is answered without what it made when the upstream %s', async (fault) => {
    proxy.fail(fault, anywhere('POST'))
    expect(await upstream.deposits.create(opening, { key: 'key-1' })).toEqual({
      deposit: null,
      balance: null,
    })
  })

  it('is refused by an upstream that says so with a 200', async () => {
    proxy.fail('commits, then ok: false', anywhere('POST'))
    const failure = await failureOf(upstream.deposits.create(opening, { key: 'key-1' }))
    expect(failure).toMatchObject({ kind: 'refused', status: 422 })
  })

  it('was surely not sent when nobody listens', async () => {
    await proxy.close()
    const failure = await failureOf(upstream.deposits.create(opening, { key: 'key-1' }))
    expect(failure).toMatchObject({ kind: 'unavailable', sent: false })
    proxy = await startFaultyProxy(small.url)
  })

  it('was surely not sent when every connection is busy for longer than its budget', async () => {
    const narrow = createUpstreamPool({
      url: proxy.url,
      timeouts: { ...timeouts, moneyMs: 60 },
      log: { warn: () => undefined },
      connections: 1,
    })
    proxy.fail('hangs', anywhere('GET'))
    const met = proxy.met()
    const busy = failureOf(narrow.for(caller).deposits.list())
    await met
    const failure = await failureOf(narrow.for(caller).deposits.create(opening, { key: 'key-1' }))
    expect(failure).toMatchObject({ kind: 'unavailable', sent: false })
    expect((await busy).kind).toBe('timeout')
    await narrow.close()
    expect(small.commits).toEqual([])
  })

  it('is not made without a key', async () => {
    const failure = await failureOf(upstream.deposits.create(opening))
    expect(failure).toMatchObject({ kind: 'refused', code: 'idempotency_key_required', sent: false })
    expect(proxy.reached).toEqual([])
  })

  it('is sent once, whatever happens to it', async () => {
    for (const fault of [
      'commits, then resets',
      'commits, then 502',
      'commits, then half an answer',
    ] as const) {
      proxy.fail(fault, anywhere('POST'))
      await failureOf(upstream.deposits.create(opening, { key: 'key-1' }))
    }
    expect(small.commits).toHaveLength(3)
  })
})

describe('a call that only asks', () => {
  it.each<[FaultName, UpstreamFailure['kind']]>([
    ['hangs', 'timeout'],
    ['commits, then drips', 'timeout'],
    ['resets', 'unavailable'],
    ['commits, then half an answer', 'unavailable'],
    ['answers 502', 'unavailable'],
    ['answers 503', 'unavailable'],
    ['answers 503 in words', 'unavailable'],
    ['answers 500 in words', 'unavailable'],
    ['commits, then an empty 200', 'bad_upstream'],
    ['commits, then HTML', 'bad_upstream'],
    ['commits, then ok: false', 'refused'],
    ['commits, then a broken shape', 'bad_upstream'],
    ['commits, then too much', 'bad_upstream'],
    ['commits, then 302', 'bad_upstream'],
    ['answers 401 in words', 'unauthorized'],
  ])('when the upstream %s: %s', async (fault, kind) => {
    proxy.fail(fault, anywhere('GET'))
    expect((await failureOf(upstream.deposits.list())).kind).toBe(kind)
  })

  it('tells how long to wait', async () => {
    proxy.fail('answers 429 in words', anywhere('GET'))
    expect(await failureOf(upstream.deposits.list())).toMatchObject({ kind: 'rate_limited', retryAfter: 7 })
  })

  it('works again as soon as the upstream does', async () => {
    proxy.fail('resets', anywhere('GET'))
    await failureOf(upstream.deposits.list())
    proxy.heal()
    expect((await upstream.deposits.list()).items).toEqual([])
  })

  it('waits as long as its kind may, a part of a page least and the demonstration’s clock as long as money', async () => {
    const budgets = { connectMs: 300, partMs: 20, getMs: 40, moneyMs: 80, uploadMs: 250 }
    const own = createUpstreamPool({ url: proxy.url, timeouts: budgets, log: { warn: () => undefined } })
    proxy.fail('hangs', { method: 'GET', path: /./ })
    proxy.fail('hangs', { method: 'POST', path: /./ })
    const { deposits, demo } = own.for(caller)
    expect((await failureOf(deposits.list({}, { soon: true }))).message).toContain('within 20 ms')
    expect((await failureOf(deposits.list())).message).toContain('within 40 ms')
    expect((await failureOf(demo.clock({ days: 400 }))).message).toContain('within 80 ms')
    await own.close()
  })

  it('ends when its caller goes away', async () => {
    proxy.fail('hangs', anywhere('GET'))
    const met = proxy.met()
    const leaving = new AbortController()
    const call = failureOf(upstream.deposits.list({}, { signal: leaving.signal }))
    await met
    leaving.abort()
    expect((await call).kind).toBe('unavailable')
  })
})

describe('what goes out', () => {
  it('is the contract’s path with an allow-list of headers', async () => {
    await upstream.deposits.create(opening, { key: 'key-1' })
    const [request] = small.requests
    expect(request?.line).toBe('POST /api/funds/deposits')
    expect(JSON.parse(request?.body ?? '')).toEqual(opening)
    const { connection: _, host: __, 'content-length': ___, ...headers } = request?.headers ?? {}
    expect(headers).toEqual({
      accept: 'application/json',
      'accept-language': 'en',
      authorization: 'Bearer canary-bearer',
      'content-type': 'application/json',
      'idempotency-key': 'key-1',
      traceparent: expect.stringMatching(/^00-[\da-f]{32}-[\da-f]{16}-00$/) as string,
      'x-forwarded-for': '192.0.2.7',
      'x-request-id': 'request-1',
    })
  })

  it('has no bearer without a session', async () => {
    await pool.for({ ...caller, token: null, address: null }).deposits.list({ status: 'closed', page: 2 })
    expect(small.requests[0]?.line).toBe('GET /api/funds/deposits?page=2&status=closed')
    expect(small.requests[0]?.headers).not.toHaveProperty('authorization')
    expect(small.requests[0]?.headers).not.toHaveProperty('x-forwarded-for')
  })

  it('names the browser as it names itself, and nothing that could stand for another header', async () => {
    await pool.for({ ...caller, device: 'Lynx/2.9\r\nX-Evil: 1ä' }).deposits.list()
    expect(small.requests[0]?.headers['user-agent']).toBe('Lynx/2.9X-Evil: 1')
    expect(small.requests[0]?.headers).not.toHaveProperty('x-evil')
  })

  it('keeps the upstream’s own path before the contract’s', async () => {
    const below = poolTo(`${proxy.url}/tenant/7/`)
    await failureOf(below.for(caller).deposits.list())
    expect(small.requests[0]?.line).toBe('GET /tenant/7/api/funds/deposits')
    await below.close()
  })

  it.each(['../payments', 'a%2fb', 'a\\b', 'a\r\nX-Evil: 1', '..', ' a', 'a%00', 'a\u202eb'])(
    'is nothing at all for the id %j',
    async (id) => {
      const failure = await failureOf(upstream.refills.one({ id }))
      expect(failure).toMatchObject({ kind: 'refused', status: 400, sent: false })
      expect(proxy.reached).toEqual([])
    },
  )

  it('holds an id that an address has to encode as one part of the path', async () => {
    await failureOf(upstream.refills.one({ id: 'a b?c=d&e#ä' }))
    expect(small.requests.map(({ line }) => line)).toEqual([
      'GET /api/funds/refills/a%20b%3Fc%3Dd%26e%23%C3%A4',
    ])
  })

  it('streams a multipart body through', async () => {
    const stream = Readable.from([Buffer.from('--b\r\n'), Buffer.from('--b--\r\n')])
    const contentType = 'multipart/form-data; boundary=b'
    const documents = {
      fullName: 'A',
      birthDate: '2000-01-01',
      maritalStatus: 'single',
      documentNumber: '1',
    } as const
    await failureOf(upstream.userData.verify(documents, { multipart: { contentType, open: () => stream } }))
    expect(small.requests[0]?.headers['content-type']).toBe(contentType)
    expect(small.requests[0]?.body).toBe('--b\r\n--b--\r\n')
  })
})

describe('what is logged', () => {
  it('is one line a fault, with its request id and without token or values', async () => {
    proxy.fail('commits, then HTML', anywhere('POST'))
    await failureOf(upstream.deposits.create({ ...opening, amount: '31337' }, { key: 'key-1' }))
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('request-1')
    expect(logged[0]).toContain('deposits.create')
    expect(logged[0]).not.toMatch(/canary|31337/)
  })

  it('is nothing for a refusal, which is the reader’s business', async () => {
    await failureOf(upstream.refills.one({ id: 'unknown' }))
    expect(logged).toEqual([])
  })
})
