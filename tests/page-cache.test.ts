import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultyProxy, startFaultyProxy } from './faults/proxy'
import { ask } from './support/serve'
import { type Stack, startStack } from './support/stack'
import { readHtml } from './support/visitor'

/** The page cache in the built product, over an upstream that fails on request. */

describe('the public pages of the built product', { timeout: 180_000 }, () => {
  let stack: Stack
  let faulty: FaultyProxy
  const page = (path: string, headers: Record<string, string> = {}) => {
    const { host, port } = new URL(stack.url)
    return ask(Number(port), path, { headers: { host, ...headers } })
  }

  beforeAll(async () => {
    stack = await startStack({
      // A part that a busy machine answers late would be left out of a page that is to be whole.
      env: { UPSTREAM_TIMEOUT_PART_MS: '10000' },
      between: async (backendUrl) => (faulty = await startFaultyProxy(backendUrl)),
    })
  })
  afterAll(() => stack.stop())

  it('are the same for every visitor, and carry all headers but a nonce', async () => {
    const answers = [await page('/'), await page('/', { cookie: 'sid=forged; visitor=x; device=y' })]
    const [first, second] = answers.map(
      ({ text, headers: { date: _date, 'x-request-id': _id, ...rest } }) => ({
        text,
        rest,
      }),
    )
    expect(first).toEqual(second)
    expect(first?.rest).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'Cookie, Accept-Language, Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()') as string,
      'content-security-policy': expect.stringMatching(
        /^default-src 'none';script-src 'self';style-src 'self';/,
      ) as string,
    })
    expect(first?.rest).not.toHaveProperty('set-cookie')
    const $ = readHtml(first?.text ?? '')
    expect($('html')).toHaveLength(1)
    expect($('[nonce], [style], script:not([src], [type="application/ld+json"])')).toHaveLength(0)
  })

  it('depend on the language of the cookie or the address, and on nothing else in the query', async () => {
    const languageOf = ({ text }: { text: string }) => readHtml(text)('html').attr('lang')
    expect(languageOf(await page('/risk'))).toBe('ru')
    expect(languageOf(await page('/risk', { cookie: 'lng=en' }))).toBe('en')
    const named = await page('/risk?lng=en', { cookie: 'lng=ru' })
    expect(languageOf(named)).toBe('en')
    expect(named.headers['cache-control']).toBe('public, max-age=60')
    const campaign = await page('/risk?utm_source=a-letter&lng=en')
    expect(campaign.text).toBe(named.text)
    expect(campaign.headers.etag).toBe(named.headers.etag)
    expect((await page('/no-such-page')).headers['cache-control']).toBe('no-store')
  })

  it('in the language of their address stay out of shared caches with the answer that keeps the language', async () => {
    const { port, host } = new URL(stack.url)
    const answer = async (cookie?: string, tag?: string, method?: string) => {
      const headers = { host, ...(cookie && { cookie }), ...(tag && { 'if-none-match': tag }) }
      const { status, text, headers: answered } = await ask(Number(port), '/risk?lng=en', { headers, method })
      const { etag = '', 'cache-control': caching, 'set-cookie': cookies } = answered
      return { status, text, etag, sent: { caching, cookies } }
    }
    const keeping = {
      caching: 'private, max-age=60',
      cookies: [expect.stringMatching(/^lng=en; Path=\//) as string],
    }
    const shared = { caching: 'public, max-age=60', cookies: undefined }

    const first = await answer()
    expect(first).toMatchObject({ status: 200, sent: keeping })
    const kept = await answer('lng=ru')
    expect(kept).toEqual({ ...first, sent: shared })
    // The answer that the cookie came with is the reader's alone: the page that the app keeps is the same for all.
    expect(await answer()).toEqual(first)

    expect(await answer(undefined, first.etag)).toEqual({ ...first, status: 304, text: '', sent: keeping })
    expect(await answer('lng=ru', first.etag)).toEqual({ ...first, status: 304, text: '', sent: shared })
    // No visit begins with a HEAD, so no language is kept.
    for (const cookie of [undefined, 'lng=ru'])
      expect(await answer(cookie, undefined, 'HEAD')).toEqual({ ...first, text: '', sent: shared })
  })

  it('offer English on top to a browser that asks for English and not for Russian', async () => {
    const offerOf = async (path: string, headers: Record<string, string>) =>
      readHtml((await page(path, headers)).text)('nav[lang] a').attr('href')
    const english = { 'accept-language': 'en-US,en;q=0.8' }
    expect(await offerOf('/risk', english)).toBe('/risk?lng=en')
    expect(await offerOf('/?amount=500', english)).toBe('/?amount=500&lng=en')
    expect(await offerOf('/login?redirectTo=%2Fcabinet', english)).toBe('/login?redirectTo=%2Fcabinet&lng=en')
    expect(await offerOf('/risk', {})).toBeUndefined()
    expect(await offerOf('/risk', { 'accept-language': 'en,ru;q=0.3' })).toBeUndefined()
    expect(await offerOf('/risk', { ...english, cookie: 'lng=ru' })).toBeUndefined()
    const odd = { 'accept-language': '<script>"\u0001;q=' + '9'.repeat(4_000) }
    expect(await offerOf('/risk', odd).catch(() => undefined)).toBeUndefined()
    const started = await page('/risk?lng=en', english)
    expect(started.headers['set-cookie']?.join()).toContain('lng=en')
  })

  it('are compressed, and not sent again if unchanged', async () => {
    const { port, host } = new URL(stack.url)
    const packed = await fetch(`${stack.url}/risk`, { headers: { 'accept-encoding': 'br' } })
    expect(packed.headers.get('content-encoding')).toBe('br')
    const again = await ask(Number(port), '/risk', {
      headers: { host, 'accept-encoding': 'br', 'if-none-match': packed.headers.get('etag') ?? '' },
    })
    expect(again).toMatchObject({ status: 304, text: '' })
    expect(again.headers['content-security-policy']).toContain("script-src 'self';")
    expect(await packed.text()).toBe((await page('/risk')).text)
  })

  it('stay as they were while the upstream is down, and lack only parts that were never loaded', async () => {
    const known = await page('/')
    faulty.fail('answers 503', { method: 'GET', path: /./ })
    await delay(10_500) // expired, so that a new page is requested
    for (let visit = 0; visit < 3; visit += 1) {
      expect((await page('/')).text).toBe(known.text)
      await delay(100)
    }
    const unknown = await page('/', { cookie: 'lng=en' })
    expect(unknown).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
    faulty.heal()
    expect((await page('/', { cookie: 'lng=en' })).headers['cache-control']).toBe('no-cache')
  })
})
