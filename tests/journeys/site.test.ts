import { expect, test } from '../support/in-process-journey'
import { plainLanguages } from '../support/reading-modes'
import { textsOf } from '../support/texts'
import { openVisitor, readHtml } from '../support/visitor'

/** The public site as a visitor finds the way around it, by HTML alone. */

for (const lng of plainLanguages)
  test.describe(`in ${lng}`, () => {
    const say = textsOf(lng)

    test('the top is the same on site, sign-in and error pages, and leads to both ways in', async ({
      stack,
    }) => {
      const visitor = openVisitor(stack.url, lng)
      const pages = await Promise.all(
        ['/', '/faq', '/login', '/register', '/password/forgot', '/nowhere', '/operator'].map((path) =>
          visitor.visit(path),
        ),
      )
      for (const page of pages) {
        const names = page.$('header').first().find('a').toArray()
        expect(
          names.map((link) => page.$(link).text().trim()),
          page.url.pathname,
        ).toEqual([
          'Tideline',
          ...['investors', 'about', 'faq', 'news'].map((name) => say(`site:nav.${name as 'faq'}`)),
          say('site:layout.signIn'),
          say('site:layout.openAccount'),
        ])
        const lines = page.$('header').first().attr('class')
        expect(lines, page.url.pathname).toBe(pages[0]!.$('header').first().attr('class'))
      }
      expect((await visitor.follow(pages[5]!, say('site:layout.openAccount'))).url.pathname).toBe('/register')
      expect((await visitor.follow(pages[5]!, say('site:layout.signIn'))).url.pathname).toBe('/login')
    })

    test('an address without a page offers to search for what it names', async ({ stack }) => {
      const visitor = openVisitor(stack.url, lng)
      const missing = await visitor.visit('/questions/risk-9f31c2')
      expect(missing.status).toBe(404)
      expect(missing.typed('q')).toBe('questions')
      const found = await visitor.press(missing, 'name="q"', { q: { en: 'risks', ru: 'риски' }[lng] })
      expect(found.url.pathname).toBe('/search')
      expect(found.$('main ul a').first().attr('href')).toBe('/risk')
      expect(found.textOf('main ul a')).not.toBe('')
      expect((await visitor.visit('/risk')).status).toBe(200)
    })

    test('the search finds pages, answers and news, and says where there is nothing', async ({ stack }) => {
      const visitor = openVisitor(stack.url, lng)
      const search = async (q: string) => visitor.visit(`/search?q=${encodeURIComponent(q)}`)
      const withdrawing = await search({ en: 'withdraw', ru: 'вывести' }[lng])
      const leadTo = withdrawing
        .$('main ul a')
        .toArray()
        .map((link) => withdrawing.$(link).attr('href'))
      expect(leadTo).toContain('/cabinet/withdrawals')
      expect(leadTo).toContain('/faq')

      const none = await search('<script>alert(1)</script>')
      expect(none.status).toBe(200)
      expect(none.text).toContain(say('site:search.none', { words: '<script>alert(1)</script>' }))
      expect(none.html).not.toContain('<script>alert')
      expect(none.typed('q')).toBe('<script>alert(1)</script>')
      expect(none.$('meta[name="robots"]').attr('content')).toBe('noindex')

      const empty = await search('   ')
      expect(empty.$('main section, main [role="alert"]')).toHaveLength(0)
      for (const lost of [empty, none, await visitor.visit('/nowhere')]) {
        const instead = lost.$('nav[aria-labelledby="instead"] a').toArray()
        const places = instead.map((link) => lost.$(link).attr('href'))
        expect(places).toEqual(expect.arrayContaining(['/faq', '/login', '/cabinet/withdrawals']))
      }
    })

    test('the first page sets what may be lost beside what may be earned, with a result', async ({
      stack,
    }) => {
      const page = await openVisitor(stack.url, lng).visit('/')
      const figures = page.$('main dl').first().find('dd').toArray()
      const texts = figures.map((one) => page.$(one).text().replace(/\s/g, ' '))
      expect(texts[0]).toContain({ en: '3.33%', ru: '3,33 %' }[lng])
      expect(texts[1]).toContain({ en: '100%', ru: '100 %' }[lng])
      // 100 USDT × 1.11 % × 50
      expect(texts[2]).toContain({ en: '+55.50 USDT', ru: '+55,50 USDT' }[lng])
      expect(page.$(figures[0]).attr('class')).toBe(page.$(figures[1]).attr('class'))
    })

    test('a plan of the first page opens the form with it', async ({ stack }) => {
      const visitor = openVisitor(stack.url, lng)
      const home = await visitor.visit('/')
      const name = { en: 'Depth', ru: 'Глубина' }[lng]
      const signIn = await visitor.follow(home, say('site:home.choose', { plan: name }))
      expect(signIn.url.pathname).toBe('/login')
      const form = await visitor.submit(signIn, 'name="password"', {
        login: 'investor',
        password: 'Demo-investor-1',
      })
      expect(form.url.pathname).toBe('/cabinet/deposits/new')
      expect(form.$('input[name="planId"]:checked').attr('value')).toBe('depth')
    })
  })

test('a visit that begins in a language stays in it, and a choice made before it stays', async ({
  stack,
}) => {
  const languageAt = async (path: string, cookie: string) => {
    const answer = await fetch(stack.url + path, { headers: { cookie } })
    return {
      language: readHtml(await answer.text())('html').attr('lang'),
      kept: answer.headers
        .getSetCookie()
        .find((one) => one.startsWith('lng='))
        ?.split(';', 1)[0],
    }
  }
  const first = await languageAt('/?lng=en', '')
  expect(first).toEqual({ language: 'en', kept: 'lng=en' })
  for (const path of ['/faq', '/register', '/nowhere'])
    expect(await languageAt(path, first.kept!), path).toEqual({ language: 'en', kept: undefined })
  expect(await languageAt('/faq?lng=en', 'lng=ru')).toEqual({ language: 'en', kept: undefined })
})
