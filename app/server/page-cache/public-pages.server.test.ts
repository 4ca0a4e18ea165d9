import { describe, expect, it } from 'vitest'
import { publicPages, publicRoutes } from './public-pages.server'

const page = () => null
const routes = {
  root: { module: { default: page } },
  'routes/_site': { parentId: 'root', module: { default: page } },
  'routes/_site._index': {
    parentId: 'routes/_site',
    index: true,
    module: { default: page, handle: { query: ['amount', 'coin'] } },
  },
  'routes/_site.risk': { parentId: 'routes/_site', path: 'risk', module: { default: page } },
  'routes/_site.news.$id': { parentId: 'routes/_site', path: 'news/:id', module: { default: page } },
  'routes/_site.feed': { parentId: 'routes/_site', path: 'feed', module: {} },
  'routes/_auth.login': { parentId: 'routes/_auth', path: 'login', module: { default: page } },
}
const addressFor = publicPages(routes)
const addressOf = (url: string, cookie?: string) => addressFor(url, { cookie })
const keyOf = (url: string, cookie?: string) => addressOf(url, cookie)?.key ?? null

describe('the public pages', () => {
  it('are those of the routes inside the public layout', () => {
    expect(publicRoutes(routes).map(([path]) => path)).toEqual(['/', '/risk', '/news/:id'])
    expect(keyOf('/')).toBe('ru /')
    expect(keyOf('/news/42')).toBe('ru /news/42')
    for (const url of ['/login', '/feed', '/risk/', '/news', '/news/', '/news/a/b', '/nowhere'])
      expect(keyOf(url), url).toBeNull()
  })

  it('say whether a part of their path is the route’s parameter', () => {
    for (const [url, hasParameter] of [
      ['/risk', false],
      ['/?amount=1', false],
      ['/news/42', true],
      ['/news/42?lng=en', true],
    ] as const)
      expect(addressOf(url, undefined), url).toMatchObject({ hasParameter })
  })

  it('differ by language, which the address sets before the cookie', () => {
    expect(keyOf('/risk', 'sid=x; lng=en')).toBe('en /risk')
    expect(addressOf('/risk?lng=en', 'lng=ru')).toMatchObject({
      key: 'en /risk?lng=en',
      href: '/risk?lng=en',
      namesLanguage: true,
      hasQuery: false,
    })
    expect(keyOf('/risk?lng=xx')).toBeNull()
  })

  it('differ by the language that they offer to who has chosen none', () => {
    const asks = (accepted: string, url = '/risk', cookie?: string) =>
      addressFor(url, { cookie, 'accept-language': accepted })
    expect(asks('en-GB,en;q=0.9')).toMatchObject({
      key: 'ru+en /risk',
      language: 'ru',
      offeredLanguage: 'en',
    })
    for (const accepted of ['ru', 'en,ru;q=0.1', 'de-DE,de;q=0.9', '*', 'en;q=0', '', 'q=,;;'])
      expect(asks(accepted), accepted).toMatchObject({ key: 'ru /risk', offeredLanguage: null })
    expect(asks('en', '/risk?lng=ru')).toMatchObject({ offeredLanguage: null })
    expect(asks('en', '/risk', 'lng=ru')).toMatchObject({ offeredLanguage: null })
    expect(asks('ru', '/risk', 'lng=en')).toMatchObject({ key: 'en /risk', offeredLanguage: null })
  })

  it('differ by the query parameters that the page reads, in a fixed order', () => {
    const request = addressOf('/?coin=BTC&amount=1', undefined)
    expect(request).toMatchObject({ href: '/?amount=1&coin=BTC', hasQuery: true, namesLanguage: false })
    expect(request?.key).toBe(keyOf('/?amount=1&coin=BTC'))
  })

  it.each(['/?utm_source=letter&utm_source=tide', `/?id=${'9'.repeat(900)}`, '/?__proto__=1', '/?'])(
    'do not differ by query parameters that no page reads, as in %s',
    (url) => {
      expect(addressOf(url, 'lng=en')).toEqual(addressOf('/', 'lng=en'))
      expect(keyOf(`/risk${url.slice(1)}`)).toBe('ru /risk')
      expect(keyOf(`${url}&coin=BTC`)).toBe(keyOf('/?coin=BTC'))
    },
  )

  it.each([
    '/?coin=BTC&coin=ETH',
    `/?amount=${'9'.repeat(65)}`,
    '/news/a%2Fb',
    `/news/${'x'.repeat(65)}`,
    '/news/1.data?_routes=root',
  ])('do not include %s', (url) => {
    expect(keyOf(url)).toBeNull()
  })

  it('have plain paths, which is checked at the start', () => {
    const optional = { 'routes/_site.a': { parentId: 'routes/_site', path: 'a?', module: { default: page } } }
    expect(() => publicPages(optional)).toThrow('one plain path')
  })
})
