import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, vi } from 'vitest'
import { serveHttpServer } from '../../../tests/support/serve'
import { type Rendered, createPageCache } from './page-cache.server'
import { type PublicAddress, publicPages } from './public-pages.server'
import { type Refusal } from '~/session/refusal.server'
import { createRenderLimits } from '../middleware/render-limits.server'

/** Of whoever has signed in as an operator. */
const operator = { 'x-role': 'operator' }
const second = 1_000
const minute = 60 * second
const routeOf = (path: string, query: string[] = []) => ({
  parentId: 'routes/_site',
  path,
  module: { default: () => null, handle: { query } },
})

/** A cache over a renderer that the test controls, on a clock that it moves. */
async function start(bounds?: { entries: number; bytes: number }) {
  const world = {
    nowMs: 0,
    text: 'A page. '.repeat(100),
    answer: {} as Partial<Rendered>,
    postStatus: 303,
    renders: [] as string[],
    /** Replaced by a test that delays renders. */
    hold: () => Promise.resolve(),
    warnings: [] as string[],
  }
  const render = async ({ key }: PublicAddress): Promise<Rendered> => {
    world.renders.push(key)
    const body = Buffer.from(`${key} ${world.text}`)
    const { answer } = world
    await world.hold()
    const headers = { 'content-type': 'text/html; charset=utf-8', vary: 'Cookie' }
    return { status: 200, headers, body, isWhole: true, isPersonal: false, ...answer }
  }
  const cache = createPageCache({
    addressOf: publicPages({
      home: routeOf('', ['amount']),
      risk: routeOf('risk'),
      one: routeOf('news/:id'),
    }),
    render,
    isOwnHost: () => true,
    roleOf: ({ headers }) => [headers['x-role'] ?? ''].flat()[0] || null,
    security: { 'Content-Security-Policy': "default-src 'none'" },
    log: { warn: (_fields, message) => void world.warnings.push(message) },
    now: () => world.nowMs,
    renderTimeoutMs: 500,
    ...(bounds && { bounds: { pages: bounds, items: bounds, answers: bounds } }),
    renderLimits: createRenderLimits(1),
  })
  const steps = [cache.expireAfterChanges, cache.answer]
  const refusals: unknown[] = []
  const { ask, port } = await serveHttpServer(
    steps,
    (req, res) => {
      if (req.method === 'POST') res.statusCode = world.postStatus
      res.end('the application')
    },
    (error, _req, res) => {
      refusals.push(error)
      res.writeHead(429).end('refused')
    },
  )
  return { world, ask, port, refusals }
}

/** Renders that wait for the gate continue when it is opened. */
function closedGate() {
  let open = () => {}
  const gate = new Promise<void>((resolve) => (open = resolve))
  return { gate, open }
}

/** Waits for the work in the background. */
const rendered = () => new Promise((resolve) => setTimeout(resolve, 40))

describe('a public page', () => {
  it('is rendered once for all who request it at the same time', async () => {
    const { world, ask } = await start()
    const { gate, open } = closedGate()
    world.hold = () => gate
    const requests = Array.from({ length: 50 }, () => ask('/risk'))
    await vi.waitFor(() => expect(world.renders).not.toEqual([]))
    open()
    const answers = await Promise.all(requests)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(world.renders).toEqual(['ru /risk'])
  })

  it('differs by language, and by no other cookie', async () => {
    const { world, ask } = await start()
    const cookies = ['lng=en; sid=a', 'sid=b; lng=en', 'sid=c', '', 'lng=ru']
    for (const cookie of cookies) await ask('/risk', { headers: { cookie } })
    expect(world.renders).toEqual(['en /risk', 'ru /risk'])
  })

  it('has its headers, and allows shared caching only of what depends on the address alone', async () => {
    const { ask } = await start()
    expect((await ask('/risk')).headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'cache-control': 'no-cache',
      vary: 'Cookie, Accept-Language, Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]+-identity"$/) as string,
    })
    expect((await ask('/risk?lng=en')).headers).toMatchObject({
      'cache-control': 'public, max-age=60',
      vary: 'Accept-Encoding',
    })
  })

  it('is sent in the preferred encoding', async () => {
    const { port } = await start()
    const body = async (encoding: string) => {
      const { headers, bytes } = await askForBytes(port, encoding)
      expect(headers['content-length']).toBe(String(bytes.length))
      return { encoding: headers['content-encoding'], etag: headers.etag, bytes }
    }
    const [plain, br, gzip] = [await body('identity'), await body('gzip, br'), await body('br;q=0.1, gzip')]
    expect([plain.encoding, br.encoding, gzip.encoding]).toEqual([undefined, 'br', 'gzip'])
    expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes)
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
    expect(new Set([plain.etag, br.etag, gzip.etag]).size).toBe(3)
  })

  it('is not sent again to a client that has it, and HEAD gets the headers', async () => {
    const { ask } = await start()
    const first = await ask('/risk', { headers: { 'accept-encoding': 'br' } })
    const etag = String(first.headers.etag)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await ask('/risk', { headers: { 'accept-encoding': 'br', 'if-none-match': known } })
      expect(again, known).toMatchObject({
        status: 304,
        text: '',
        headers: { etag, 'cache-control': 'no-cache' },
      })
      expect(again.headers).not.toHaveProperty('content-encoding')
    }
    expect((await ask('/risk', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    const head = await ask('/risk', { method: 'HEAD' })
    const whole = await ask('/risk')
    expect(head).toMatchObject({ status: 200, text: '' })
    expect(head.headers['content-length']).toBe(whole.headers['content-length'])
  })

  it('is renewed in the background, and never shown when it is a minute old', async () => {
    const { world, ask } = await start()
    const old = (await ask('/risk')).text
    world.text = 'New.'
    world.nowMs += 9 * second
    expect((await ask('/risk')).text).toBe(old)
    expect(world.renders).toHaveLength(1)

    world.nowMs += 2 * second
    expect((await ask('/risk')).text).toBe(old) // while the next one is rendered
    await vi.waitFor(async () => expect((await ask('/risk')).text).toContain('New.'))
    expect(world.renders).toHaveLength(2)

    world.text = 'Newer.'
    world.nowMs += minute
    expect((await ask('/risk')).text).toContain('Newer.')
  })

  it('is renewed at once after a change by an operator or the clock', async () => {
    const { world, ask } = await start()
    for (const path of ['/operator/news', '/demo/clock']) {
      await ask('/risk')
      world.text = `After ${path}`
      expect((await ask('/risk')).text).not.toContain(world.text)
      await ask(path, { method: 'POST', headers: operator })
      expect((await ask('/risk')).text).toContain(world.text)
    }
    const renders = world.renders.length
    await ask('/contacts', { method: 'POST', headers: operator })
    await ask('/operator', { headers: operator })
    await ask('/risk')
    expect(world.renders).toHaveLength(renders)
  })

  it('is not rendered again for a post of somebody else, or one that is refused', async () => {
    const { world, ask } = await start()
    await ask('/risk')
    for (const role of ['investor', ''])
      await ask('/operator/news', { method: 'POST', headers: { 'x-role': role } })
    await ask('/demo/clock', { method: 'POST' })
    world.postStatus = 404
    for (const path of ['/operator/news', '/demo/clock'])
      await ask(path, { method: 'POST', headers: operator })
    await ask('/risk')
    expect(world.renders).toHaveLength(1)
  })

  it('is rendered once at a time, however often it expires meanwhile', async () => {
    const { world, ask } = await start()
    const { gate, open } = closedGate()
    world.hold = () => gate
    const requests = [ask('/risk')]
    await vi.waitFor(() => expect(world.renders).toHaveLength(1))
    for (let change = 0; change < 5; change++) {
      await ask('/operator', { method: 'POST', headers: operator })
      requests.push(ask('/risk'))
    }
    world.text = 'After all changes.'
    // All of them wait for the first.
    expect((await ask('/operator', { method: 'POST', headers: operator })).status).toBe(303)
    expect(world.renders).toHaveLength(1)
    open()
    const answers = await Promise.all(requests)
    expect(world.renders).toHaveLength(2)
    expect(answers.at(-1)?.text).toContain('After all changes.')
  })

  it('is not stored if it was started before a change and finished after it', async () => {
    const { world, ask } = await start()
    const { gate, open } = closedGate()
    world.hold = () => gate
    const before = ask('/risk')
    await vi.waitFor(() => expect(world.renders).not.toEqual([]))
    await ask('/operator', { method: 'POST', headers: operator })
    open()
    await before
    world.hold = () => Promise.resolve()
    world.text = 'After.'
    expect((await ask('/risk')).text).toContain('After.')
  })
})

describe('while the upstream does not answer', () => {
  const failures: [string, Partial<Rendered>][] = [
    ['a page that lacks a part', { isWhole: false }],
    ['a failure', { status: 503 }],
  ]
  it.each(failures)('the last complete page is shown instead of %s, for an hour', async (_what, failure) => {
    const { world, ask } = await start()
    const good = (await ask('/risk')).text
    world.answer = failure
    world.text = 'Broken.'
    for (const laterMs of [minute, 30 * minute, 28 * minute]) {
      world.nowMs += laterMs
      expect(await ask('/risk')).toMatchObject({ status: 200, text: good })
      await rendered()
    }
    world.nowMs += minute
    expect(await ask('/risk')).toMatchObject({
      status: failure.status ?? 200,
      text: 'ru /risk Broken.',
      headers: { 'cache-control': 'no-store' },
    })

    world.answer = {}
    expect((await ask('/risk')).headers['cache-control']).toBe('no-cache')
  })

  it('a slow page is waited for briefly, and not tried again at once', async () => {
    const { world, ask } = await start()
    const good = (await ask('/risk')).text
    world.nowMs += 2 * minute
    world.hold = () => new Promise(() => {})
    expect((await ask('/risk')).text).toBe(good)
    expect((await ask('/risk')).text).toBe(good)
    expect(world.renders).toHaveLength(2)
  })

  it('attempts are spaced, and the first successful one is shown', async () => {
    const { world, ask } = await start()
    await ask('/risk')
    world.answer = { isWhole: false }
    world.nowMs += 2 * minute
    for (let visit = 0; visit < 20; visit += 1) await ask('/risk')
    expect(world.renders).toHaveLength(2)
    world.answer = {}
    world.text = 'Whole again.'
    world.nowMs += 3 * second
    await vi.waitFor(async () => expect((await ask('/risk')).text).toContain('Whole again.'))
  })

  it('a render that throws is left to the application, or replaced by the last complete page', async () => {
    const { world, ask } = await start()
    world.hold = () => Promise.reject(new Error('a bug'))
    expect((await ask('/risk')).text).toBe('the application')
    world.hold = () => Promise.resolve()
    const good = (await ask('/risk')).text
    world.hold = () => Promise.reject(new Error('a bug'))
    world.nowMs += 2 * minute
    expect((await ask('/risk')).text).toBe(good)
    expect(world.warnings).toContain('a public page could not be made')
  })
})

describe('what is not cached', () => {
  it('a page with data of a session is left to the application', async () => {
    const { world, ask } = await start()
    for (const answer of [
      { isPersonal: true },
      { headers: { 'content-type': 'text/html', 'set-cookie': 'a=b' } },
    ]) {
      world.answer = answer
      expect((await ask('/risk')).text).toBe('the application')
    }
  })

  it.each<[string, Partial<Rendered>]>([
    ['not found', { status: 404 }],
    ['a redirect', { status: 302, headers: { location: '/' } }],
    ['its own word', { headers: { 'content-type': 'text/html', 'cache-control': 'no-store' } }],
    ['no page', { headers: { 'content-type': 'text/plain' } }],
  ])('%s', async (_what, answer) => {
    const { world, ask } = await start()
    world.answer = answer
    await ask('/news/1')
    const again = await ask('/news/1')
    expect(world.renders).toHaveLength(2)
    expect(again.status).toBe(answer.status ?? 200)
    expect(again.headers['cache-control']).toBe('no-store')
  })

  it('a POST, and an address that is no public page', async () => {
    const { world, ask } = await start()
    for (const path of ['/login', '/?amount=1&amount=2', '/risk.data'])
      expect((await ask(path)).text).toBe('the application')
    expect((await ask('/risk', { method: 'POST' })).text).toBe('the application')
    expect(world.renders).toEqual([])
  })

  it('too many pages and answers to queries evict no page', async () => {
    const { world, ask } = await start({ entries: 3, bytes: 10_000 })
    await ask('/risk')
    for (let amount = 0; amount < 50; amount += 1) await ask(`/?amount=${amount}`)
    world.renders.length = 0
    await ask('/risk')
    await ask('/?amount=49')
    expect(world.renders).toEqual([])
    await ask('/?amount=0')
    expect(world.renders).toEqual(['ru /?amount=0'])
  })
})

function askForBytes(port: number, encoding: string) {
  return new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const headers = { 'accept-encoding': encoding }
    request({ host: '127.0.0.1', port, path: '/risk', headers, agent: false }, (answer) => {
      buffer(answer).then((bytes) => resolve({ headers: answer.headers, bytes }), reject)
    })
      .on('error', reject)
      .end()
  })
}

describe('answers to a query', () => {
  it('are rendered sixty times a minute for one network, which still gets cached pages after that', async () => {
    const { world, ask, refusals } = await start()
    const statuses: number[] = []
    for (let n = 0; n < 70; n++) statuses.push((await ask(`/?amount=${n}`)).status)
    expect(statuses).toEqual([...Array<number>(60).fill(200), ...Array<number>(10).fill(429)])
    expect(world.renders).toHaveLength(60)
    expect(refusals[0]).toMatchObject({ reason: 'too_many_pages' })
    expect((refusals[0] as Refusal).retryAfterS).toBeLessThanOrEqual(60)
    const refused = await ask('/?amount=99')
    expect(refused.headers['content-security-policy']).toBe("default-src 'none'")
    expect(refused.headers['cache-control']).toBe('no-store')
    for (const free of ['/?amount=59', '/', '/risk']) expect((await ask(free)).status).toBe(200)
    world.nowMs = 30_000
    expect((await ask('/?amount=59')).status).toBe(200) // stale, but better than nothing
  })

  it('are rendered two at a time', async () => {
    const { world, ask } = await start()
    const { gate, open } = closedGate()
    world.hold = () => gate
    const requests = Array.from({ length: 16 }, (_, n) => ask(`/?amount=${n}`))
    await vi.waitFor(() => expect(world.renders).toHaveLength(2))
    await rendered()
    expect(world.renders).toHaveLength(2)
    open()
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array<number>(16).fill(200))
  })
})

describe('pages of a route parameter', () => {
  const notFound = { status: 404 }

  it('are rendered sixty times a minute for one network, and unknown parameters evict no existing page', async () => {
    const { world, ask, refusals } = await start({ entries: 3, bytes: 10_000 })
    for (const known of ['/risk', '/', '/news/1']) expect((await ask(known)).status).toBe(200)
    world.answer = notFound
    const statuses: number[] = []
    for (let id = 0; id < 300; id++) statuses.push((await ask(`/news/made-up-${id}`)).status)
    expect(statuses).toEqual([...Array<number>(59).fill(404), ...Array<number>(241).fill(429)])
    expect(refusals[0]).toMatchObject({ reason: 'too_many_pages' })
    expect((refusals[0] as Refusal).retryAfterS).toBeGreaterThan(0)
    world.renders.length = 0
    for (const known of ['/risk', '/', '/news/1']) expect((await ask(known)).status).toBe(200)
    expect(world.renders).toEqual([])
  })

  it('that exist evict no page without a parameter, however many there are', async () => {
    const { world, ask } = await start({ entries: 3, bytes: 10_000 })
    await ask('/risk')
    for (let id = 0; id < 50; id++) await ask(`/news/${id}`)
    world.renders.length = 0
    await ask('/risk')
    await ask('/news/49')
    expect(world.renders).toEqual([])
    await ask('/news/0')
    expect(world.renders).toEqual(['ru /news/0'])
  })

  it('that exist are renewed for a network that has exceeded its limit', async () => {
    const { world, ask } = await start()
    await ask('/news/1')
    world.answer = notFound
    for (let id = 0; id < 70; id++) await ask(`/news/made-up-${id}`)
    world.answer = {}
    world.text = 'New.'
    world.nowMs += minute
    expect(await ask('/news/1')).toMatchObject({ status: 200, text: 'ru /news/1 New.' })
    expect((await ask('/news/2')).status).toBe(429)
  })

  it('are rendered two at a time, and neither plain nor existing pages wait for unknown ones', async () => {
    const { world, ask } = await start()
    await ask('/news/1')
    world.nowMs += minute
    world.text = 'New.'
    const { gate, open } = closedGate()
    world.renders.length = 0
    world.hold = () => gate
    const requests = Array.from({ length: 16 }, (_, id) => ask(`/news/made-up-${id}`))
    await vi.waitFor(() => expect(world.renders).toHaveLength(2))
    await rendered()
    expect(world.renders).toHaveLength(2)
    world.hold = () => Promise.resolve()
    expect((await ask('/risk')).text).toContain('New.')
    expect((await ask('/news/1')).text).toContain('New.')
    expect(world.renders).toHaveLength(4)
    open()
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(Array<number>(16).fill(200))
  })

  it('that exist are renewed two at a time', async () => {
    const { world, ask } = await start()
    for (let id = 0; id < 8; id++) await ask(`/news/${id}`)
    world.nowMs += 30 * second
    world.renders.length = 0
    const { gate, open } = closedGate()
    world.hold = () => gate
    for (let id = 0; id < 8; id++) await ask(`/news/${id}`)
    await rendered()
    expect(world.renders).toHaveLength(2)
    open()
    await vi.waitFor(() => expect(world.renders).toHaveLength(8))
  })
})
