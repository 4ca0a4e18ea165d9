import { newInvestor, newPerson, demoInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { scan } from '../support/qr'
import { plainLanguages } from '../support/reading-modes'
import { textsOf } from '../support/texts'
import { type Answer, openVisitor, signedIn } from '../support/visitor'

/** Partners: the link, their turnover, the rank, and a list whose state is in its address. */

/** The logins of the list, from the top. */
const loginsOf = ({ $ }: Answer): string[] =>
  $('section:is([aria-labelledby="list"], :has(> * > #list)) th[role="rowheader"]')
    .toArray()
    .map((cell) => $(cell).text())

test.describe('the demonstration’s partners', () => {
  test('are shown by level, in total, and with the rank that they brought', async ({ stack }) => {
    const visitor = await signedIn(stack.url, demoInvestor, 'en')
    const { text } = await visitor.visit('/cabinet/referrals')
    expect(text).toContain(`${stack.url}/register/investor`)
    // Their own deposits: 14,500 and, on the last day, 6,000 on the first level.
    expect(text).toMatch(/Level 1 those you invited 7% 12 20,500\.00 USDT/)
    expect(text).toMatch(/Level 2 .*? 3% 20 15,750\.00 USDT/)
    expect(text).toMatch(/Level 3 .*? 1% 9 14,250\.00 USDT/)
    expect(text).toContain('Partners 41 Turnover 50,500.00 USDT')
    // 7 % of 20,500 + 3 % of 15,750 + 1 % of 14,250
    expect(text).toContain('Referral rewards 2,050.00 USDT')
    expect(text).toContain('Monarch')
    expect(text).toContain('199,500.00 USDT to the rank Goliath')
    expect(text).toMatch(/Whale 1,000,000\.00 USDT 15% 10,000\.00 USDT/)
    expect(text).toContain('You may lose all the money you invest.')
  })

  test('are sorted by their income by default; order, search, level and page are in the address', async ({
    stack,
  }) => {
    const visitor = await signedIn(stack.url, demoInvestor, 'en')
    const list = async (query: string) => visitor.visit(`/cabinet/referrals?${query}`)
    const first = await list('')
    expect(loginsOf(first).slice(0, 3)).toEqual(['open.water', 'ebb-and-flow', 'lighthouse7'])
    expect(first.text).toContain('1–20 of 41')
    expect(first.textOf('[aria-sort="descending"] > a')).toMatch(/^Turnover/)
    expect(first.$('[aria-sort]')).toHaveLength(1)

    const byLogin = await list('sort=login')
    expect(loginsOf(byLogin).slice(0, 3)).toEqual(['alder', 'amber.bay', 'birch.line'])
    expect(byLogin.$('[aria-sort="ascending"] > a[href*="sort=login&sortDir=desc"]')).toHaveLength(1)
    expect(loginsOf(await list('sort=login&page=3'))).toEqual(['zephyr'])

    const found = await list('search=OA&level=2&sort=login')
    expect(loginsOf(found)).toEqual(['oar'])
    expect(found.$('[name="search"][value="OA"]')).toHaveLength(1)
    expect(found.text).toContain('Partners 41 Turnover 50,500.00 USDT')
    expect((await list('search=nobody-at-all')).text).toContain('Nothing fits these filters')
    expect((await list('page=99')).text).toContain('This list is shorter than that')
    expect(loginsOf(await list('sort=password&level=9&page=-1'))).toEqual(loginsOf(first))
  })

  test('the list of a partner’s partners, and a 404 for a user who is no partner', async ({ stack }) => {
    const visitor = await signedIn(stack.url, demoInvestor, 'en')
    const below = await visitor.visit('/cabinet/referrals/amber.bay?sort=login&level=3')
    expect(loginsOf(below)).toEqual(['alder', 'kelp'])
    expect(below.text).toContain('Partners 2 Turnover 950.00 USDT')
    expect(below.html).not.toContain('name="level"')
    expect((await visitor.visit('/cabinet/referrals/zephyr')).text).toContain('zephyr has invited nobody')

    const stranger = await newInvestor(stack.backendUrl)
    for (const login of [stranger.login, demoInvestor.login, 'nobody-at-all']) {
      const page = await visitor.visit(`/cabinet/referrals/${login}`)
      expect(page.status, login).toBe(404)
      expect(page.text, login).toContain('There is no such page')
    }
    // A text that can't be a login causes no call.
    for (const login of ['%20not-a-login', '..%2Fbonus']) {
      expect((await visitor.visit(`/cabinet/referrals/${login}`)).status, login).toBe(400)
    }
  })
})

for (const lng of plainLanguages)
  test.describe(`in ${lng}`, () => {
    const say = textsOf(lng)

    test('a referral link brings a partner', async ({ stack }) => {
      const inviter = await newInvestor(stack.backendUrl)
      const visitor = await signedIn(stack.url, inviter, lng)
      const page = await visitor.visit('/cabinet/referrals')
      for (const text of ['partners:empty.title', 'partners:levels.referral', 'partners:rank.none'])
        expect(page.text).toContain(say(text))
      expect(page.$(`main svg[role="img"][aria-label="${say('partners:link.qr')}"]`)).toHaveLength(1)
      const link = `${stack.url}/register/${inviter.login}`
      expect(page.text).toContain(link)
      expect(scan(page), 'what a phone opens').toBe(link)

      const invited = openVisitor(stack.url, lng)
      const person = newPerson()
      const repeated = { ...person, passwordRepeat: person.password }
      const code = await invited.press(await invited.visit(link), 'name="passwordRepeat"', repeated)
      expect(code.url.pathname).toBe('/phone')

      const brought = await visitor.visit('/cabinet/referrals')
      expect(loginsOf(brought)).toEqual([person.login])
      expect(brought.text).not.toContain(say('partners:empty.title'))
    })

    test('the list is sorted by its column heads, searched, and leads to a partner and back', async ({
      stack,
    }) => {
      const visitor = await signedIn(stack.url, demoInvestor, lng)
      let page = await visitor.visit('/cabinet/referrals')
      expect(loginsOf(page)[0]).toBe('open.water')
      const login = () =>
        page
          .$('section:is([aria-labelledby="list"], :has(> * > #list)) thead th')
          .filter((_, head) => page.$(head).text().startsWith(say('partners:column.login')))
      const sort = async () => (page = await visitor.visit(login().find('a').attr('href') ?? ''))
      await sort()
      expect(login().attr('aria-sort')).toBe('ascending')
      expect(loginsOf(page)[0]).toBe('alder')
      await sort()
      expect(loginsOf(page)[0]).toBe('zephyr')
      page = await visitor.follow(page, say('common:list.next'))
      expect(page.url.search).toMatch(/sortDir=desc.*page=2/)

      page = await visitor.press(page, 'name="search"', { search: 'amber' })
      expect(loginsOf(page)).toEqual(['amber.bay'])
      page = await visitor.follow(page, 'amber.bay')
      expect(page.url.pathname).toBe('/cabinet/referrals/amber.bay')
      expect(page.textOf('main h1')).toContain('amber.bay')
      expect(loginsOf(page)).toEqual(['alder', 'kelp'])
      page = await visitor.follow(page, say('partners:one.back'))
      expect(page.url.pathname).toBe('/cabinet/referrals')
    })
  })
