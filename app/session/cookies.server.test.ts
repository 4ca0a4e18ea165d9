import { describe, expect, it } from 'vitest'
import { serveMiddleware } from '../../tests/support/serve'
import { type CookieJar, hostCookieName, openCookieJar } from './cookies.server'

async function answer(use: (jar: CookieJar) => void, { isSecure = false, cookie = '' } = {}) {
  const { ask } = await serveMiddleware([], (req, res) => {
    use(openCookieJar(req, res, isSecure))
    res.end('done')
  })
  const { headers } = await ask('/', { headers: { cookie } })
  return headers['set-cookie'] ?? []
}

describe('openCookieJar', () => {
  it('reads what was sent and sets nothing by itself', async () => {
    let value: string | undefined
    const set = await answer((jar) => (value = jar.get('sid')), { cookie: 'a=1; sid=sealed; b=2' })
    expect(value).toBe('sealed')
    expect(set).toEqual([])
  })

  it('writes each cookie once, with its last value', async () => {
    const set = await answer((jar) => {
      jar.set('sid', 'first')
      jar.set('flash', 'signedIn', 60)
      jar.set('sid', 'second')
    })
    expect(set).toEqual([
      'sid=second; Path=/; HttpOnly; SameSite=Lax',
      'flash=signedIn; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
    ])
  })

  it('evaluates a value when the headers are written, and sets no cookie without a value', async () => {
    let isOver = false
    const set = await answer((jar) => {
      jar.set('kept', () => (isOver ? 'late' : 'early'))
      jar.set('dropped', () => null)
      isOver = true
    })
    expect(set).toEqual(['kept=late; Path=/; HttpOnly; SameSite=Lax'])
  })

  it('uses the __Host- prefix and Secure', async () => {
    expect(hostCookieName('sid', false)).toBe('sid')
    const name = hostCookieName('sid', true)
    expect(await answer((jar) => jar.set(name, 'x'), { isSecure: true })).toEqual([
      '__Host-sid=x; Path=/; HttpOnly; Secure; SameSite=Lax',
    ])
    expect(await answer((jar) => jar.clear(name), { isSecure: true })).toEqual([
      '__Host-sid=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
    ])
  })

  it.each(['%E0%A4%A', '"', 'a=b=c', '\u00ff\u00fe', ';;;='])(
    'accepts a malformed cookie header like %j',
    async (cookie) => {
      expect(await answer((jar) => void jar.get('sid'), { cookie: `sid=${cookie}` })).toEqual([])
    },
  )

  it.each([
    ['public, max-age=60', 'private, max-age=60'],
    ['public, max-age=31536000, immutable', 'private, max-age=31536000, immutable'],
    ['no-cache', 'no-cache'],
    ['no-store', 'no-store'],
  ])('keeps an answer of %j from shared caches only if it sets a cookie', async (caching, withCookie) => {
    const cachingOf = async (use: (jar: CookieJar) => void) => {
      const { ask } = await serveMiddleware([], (req, res) => {
        use(openCookieJar(req, res, false))
        res.writeHead(200, ['cache-control', caching]).end('done')
      })
      return (await ask('/')).headers['cache-control']
    }
    expect(await cachingOf((jar) => jar.set('lng', 'en'))).toBe(withCookie)
    expect(await cachingOf((jar) => jar.set('lng', () => null))).toBe(caching)
    expect(await cachingOf(() => undefined)).toBe(caching)
  })
})
