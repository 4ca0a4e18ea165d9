import { describe, expect, it } from 'vitest'
import { serveMiddleware } from '../../../tests/support/serve'
import { noStore } from './no-store.server'

async function cacheControl(path: string, own?: string) {
  const { ask } = await serveMiddleware([noStore], (_req, res) => {
    if (own) res.setHeader('cache-control', own)
    res.end()
  })
  return (await ask(path)).headers['cache-control']
}

describe('noStore', () => {
  it.each([
    '/cabinet',
    '/cabinet/deposits/d1?x=1',
    '/login?redirectTo=/',
    '/register/anna',
    '/phone',
    '/_app',
    '/faq.data?_routes=root',
    '/_root.data',
  ])('forbids caching of %s, whatever its route says', async (path) => {
    expect(await cacheControl(path, 'public, max-age=60')).toBe('no-store')
  })

  it('lets a public route set its cache time', async () => {
    expect(await cacheControl('/faq', 'no-cache')).toBe('no-cache')
    expect(await cacheControl('/cabinets', 'no-cache')).toBe('no-cache')
  })

  it('forbids caching without such a header', async () => {
    expect(await cacheControl('/faq')).toBe('no-store')
  })
})
