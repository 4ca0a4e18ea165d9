import { demoInvestor, demoOperator, newInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { pageAddresses } from '../support/routes'
import { cookieOf } from '../support/session-cookie'
import { textsOf } from '../support/texts'
import { type Answer, openVisitor, readHtml, signedIn } from '../support/visitor'
import { otherPlainLanguages } from '../support/reading-modes'

/** The layout around every page of the cabinet, by HTML alone. */

/** An amount with its currency in text, not in a form field. */
const figure = /\d\s(USDT|BTC|ETH|TRX)/

for (const lng of otherPlainLanguages)
  test.describe(`in ${lng}`, () => {
    const say = textsOf(lng)
    const accounts = `section[aria-label="${say('cabinet:layout.accounts')}"]`

    test('hidden amounts stay hidden on this device, and are shown on payment pages', async ({ stack }) => {
      const visitor = await signedIn(stack.url, demoInvestor, lng)
      const statement = await visitor.visit('/cabinet/operations')
      expect(statement.textOf(accounts)).toMatch(/\d[.,]\d{2}/)
      expect(statement.text).toMatch(figure)

      const hidden = await visitor.press(statement, say('cabinet:layout.hideAmounts'))
      expect(hidden.url.pathname).toBe('/cabinet/operations')
      expect(hidden.textOf(accounts)).not.toMatch(/\d/)
      expect(hidden.text).toContain('•••• USDT')
      expect(hidden.text).not.toMatch(figure)

      const overview = await visitor.visit('/cabinet')
      expect(overview.textOf(accounts)).toContain('•••• USDT')
      expect(overview.textOf('main table')).not.toMatch(/\d[.,]\d{2}/)
      // The amounts that one pays and confirms are never hidden; the balance above them stays hidden.
      const withdrawal = await visitor.visit('/cabinet/withdrawals/new')
      expect(withdrawal.text).toMatch(figure)
      expect(withdrawal.textOf(accounts)).not.toMatch(/\d/)
      // Past amounts are hidden, also next to a form. Amounts that are the same for every investor are not.
      for (const path of ['/cabinet/top-up', '/cabinet/exchange']) {
        const page = await visitor.visit(path)
        const past = page.textOf('main section:is([aria-labelledby="history"], :has(> * > #history)) tbody')
        expect(past, path).toContain('•••• ')
        expect(past, path).not.toMatch(figure)
        expect(page.text, path).toMatch(figure)
      }
      expect((await visitor.visit('/cabinet/referrals')).textOf('main details tbody')).toMatch(/\d\sUSDT/)
      expect(overview.textOf('main section:is([aria-labelledby="leaders"], :has(> * > #leaders))')).toMatch(
        /\d\sUSDT/,
      )

      const kept = stack.answers.flatMap(({ headers }) => headers['set-cookie'] ?? [])
      const cookie = kept.findLast((line) => line.startsWith('device-amounts='))
      expect(cookie).toMatch(/^device-amounts=hidden;.*HttpOnly/)
      const shown = await visitor.press(overview, say('cabinet:layout.showAmounts'))
      expect(shown.textOf(accounts)).toMatch(/\d[.,]\d{2}/)
      expect((await visitor.visit('/cabinet')).textOf(accounts)).toMatch(/\d[.,]\d{2}/)
    })

    test('navigation lists its links in order, then signing out, and marks the current page', async ({
      stack,
    }) => {
      const visitor = await signedIn(stack.url, demoInvestor, lng)
      const overview = await visitor.visit('/cabinet')
      const side = 'header'
      const navigation = `${side} nav[aria-label="${say('common:navigation.cabinet')}"]`
      const links = overview.$(`${navigation} a`).toArray()
      const places = [
        ['dashboard', '/cabinet'],
        ['topUp', '/cabinet/top-up'],
        ['operations', '/cabinet/operations'],
        ['deposits', '/cabinet/deposits'],
        ['withdrawals', '/cabinet/withdrawals'],
        ['referrals', '/cabinet/referrals'],
        ['exchange', '/cabinet/exchange'],
        ['subscription', '/cabinet/subscription'],
        ['settings', '/cabinet/settings/profile'],
      ]
      expect(links.map((link) => [overview.$(link).text(), overview.$(link).attr('href')])).toEqual(
        places.map(([name, path]) => [say(`common:navigation.${name}`), path]),
      )
      const current = (page: Answer) => page.textOf(`${side} [aria-current="page"]`)
      expect(current(overview)).toBe(say('common:navigation.dashboard'))
      const operations = await visitor.follow(overview, say('common:navigation.operations'))
      expect(operations.textOf('main h1')).toBe(say('cabinet:operations.title'))
      expect(current(operations)).toBe(say('common:navigation.operations'))
      const left = await visitor.press(operations, say('common:action.signOut'))
      expect(left.url.pathname).toBe('/login')
    })

    test('help is at the foot of each page of the cabinet, if the company has any', async ({ stack }) => {
      const visitor = await signedIn(stack.url, demoInvestor, lng)
      for (const path of [
        '/cabinet',
        '/cabinet/deposits/new',
        '/cabinet/settings/security',
        '/cabinet/deposits/no-such-deposit',
      ]) {
        const page = await visitor.visit(path)
        const foot = page.$('footer a').toArray()
        expect(
          foot.map((link) => [page.$(link).text(), page.$(link).attr('href')]),
          path,
        ).toEqual([[say('cabinet:layout.help'), '/contacts']])
      }
    })

    test('shows when the session ends', async ({ stack }) => {
      const visitor = await signedIn(stack.url, demoInvestor, lng)
      const [before, after = ''] = say('cabinet:layout.session.ends').split('{time}')
      // Without scripts this line is the only warning.
      const line = new RegExp(`${before}\\d\\d:\\d\\d.*${after}`)
      expect((await visitor.visit('/cabinet')).textOf('footer')).toMatch(line)
    })

    test("shows the end of a session that can't be extended", async ({ stack }) => {
      const endsAt = Date.now() + 4 * 60_000
      const cookie = await cookieOf(await newInvestor(stack.backendUrl), stack, endsAt)
      const answer = await fetch(`${stack.url}/cabinet`, {
        headers: { Cookie: `${cookie.name}=${cookie.value}; lng=${lng}` },
      })
      const zone = { timeStyle: 'short', timeZone: 'Europe/Vilnius' } as const
      const time = new Date(endsAt).toLocaleTimeString('en-GB', zone)
      const [before = '', after = ''] = say('cabinet:layout.session.endsFinally').split('{time}')
      const footer = readHtml(await answer.text())('footer').text()
      expect(footer).toMatch(new RegExp(`${before}${time}\\sGMT[+]\\d${after}`))
    })
  })

test('every page says that the money is not real', async ({ stack }) => {
  for (const lng of otherPlainLanguages) {
    const visitor = await signedIn(stack.url, demoInvestor, lng)
    for (const path of ['/cabinet', '/cabinet/operations', '/cabinet/settings/profile'])
      expect((await visitor.visit(path)).textOf('body')).toContain(textsOf(lng)('common:demo.banner'))
  }
})

test(
  'signing out is on every page of the cabinet and of the operator’s part',
  { timeout: 120_000 },
  async ({ stack }) => {
    const addresses = (await pageAddresses()).filter((path) => !path.includes(':'))
    for (const [part, person] of [
      ['/cabinet', demoInvestor],
      ['/operator', demoOperator],
    ] as const) {
      const visitor = openVisitor(stack.url, 'en')
      await visitor.submit(await visitor.visit('/login'), 'name="password"', person)
      const pages = addresses.filter((path) => path === part || path.startsWith(`${part}/`))
      expect(pages.length).toBeGreaterThan(10)
      for (const path of pages) {
        const page = await visitor.visit(path)
        expect(page.url.pathname.startsWith(part), path).toBe(true)
        expect(page.$('form[method="post"][action="/logout"] button').length, path).toBeGreaterThan(0)
      }
    }
  },
)
