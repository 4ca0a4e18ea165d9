import { newInvestor, newPerson } from '../support/investor'
import { expect, test } from '../support/journey'
import { scan } from '../support/qr'
import { demoInvestor, fillIn, send, signIn } from '../support/steps'
import { type Answer, signedIn } from '../support/visitor'

// The demonstration's partners bring more each day; on the day of its start the figures are those of its data.
test.use({ clock: 'still' })

/** Partners: the link, what they come to, the rank, and a list whose every state stands in its address. */

/** The logins of the list, from the top. */
const loginsOf = ({ html }: Answer): string[] =>
  [...(html.split('id="list"')[1] ?? '').matchAll(/<th[^>]*role="rowheader"[^>]*>(.*?)<\/th>/g)].map(
    ([, cell = '']) => cell.replace(/<[^>]*>/g, ''),
  )

test.describe('the demonstration’s partners', () => {
  test('by level, in all, and the rank that they have brought', async ({ stack }) => {
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

  test('who brought most stands first; order, search, level and page are in the address', async ({
    stack,
  }) => {
    const visitor = await signedIn(stack.url, demoInvestor, 'en')
    const list = async (query: string) => visitor.visit(`/cabinet/referrals?${query}`)
    const first = await list('')
    expect(loginsOf(first).slice(0, 3)).toEqual(['open.water', 'ebb-and-flow', 'lighthouse7'])
    expect(first.text).toContain('1–20 of 41')
    expect(first.html).toMatch(/aria-sort="descending"[^>]*><a[^>]*>Turnover/)
    expect(first.html.match(/aria-sort/g)).toHaveLength(1)

    const byLogin = await list('sort=login')
    expect(loginsOf(byLogin).slice(0, 3)).toEqual(['alder', 'amber.bay', 'birch.line'])
    expect(byLogin.html).toMatch(/aria-sort="ascending"[^>]*><a[^>]*sort=login&amp;sortDir=desc/)
    expect(loginsOf(await list('sort=login&page=3'))).toEqual(['zephyr'])

    const found = await list('search=OA&level=2&sort=login')
    expect(loginsOf(found)).toEqual(['oar'])
    expect(found.html).toMatch(/name="search"[^>]*value="OA"|value="OA"[^>]*name="search"/)
    expect(found.text).toContain('Partners 41 Turnover 50,500.00 USDT')
    expect((await list('search=nobody-at-all')).text).toContain('Nothing fits these filters')
    expect((await list('page=99')).text).toContain('This list is shorter than that')
    expect(loginsOf(await list('sort=password&level=9&page=-1'))).toEqual(loginsOf(first))
  })

  test('a partner’s own list, and none for somebody who is no partner', async ({ stack }) => {
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
    // What no login can be is not asked for.
    for (const login of ['not%20a%20login', '..%2Fbonus']) {
      expect((await visitor.visit(`/cabinet/referrals/${login}`)).status, login).toBe(400)
    }
  })
})

for (const [javaScriptEnabled, lng] of [
  [true, 'ru'],
  [false, 'en'],
] as const) {
  test.describe(`scripts ${javaScriptEnabled ? 'on' : 'off'}, ${lng}`, () => {
    test.use({ javaScriptEnabled, lng })

    test('a link that is given away brings a partner', async ({ page, browser, stack, say }) => {
      const inviter = await newInvestor(stack.backendUrl)
      await signIn(page, inviter)
      await page.goto('/cabinet/referrals')
      const main = page.locator('main')
      await expect(main).toContainText(say('partners:empty.title'))
      await expect(main).toContainText(say('partners:levels.referral'))
      await expect(main).toContainText(say('partners:rank.none'))
      await expect(main.getByRole('img', { name: say('partners:link.qr') })).toBeVisible()
      const link = `${stack.url}/register/${inviter.login}`
      await expect(main.getByText(link, { exact: true })).toBeVisible()
      expect(scan({ html: await page.content() }), 'what a phone opens').toBe(link)

      const invited = await browser.newPage({ baseURL: stack.url })
      const person = newPerson()
      await invited.goto(link)
      await fillIn(invited, { ...person, passwordRepeat: person.password })
      await send(invited, 'passwordRepeat')
      await expect(invited).toHaveURL(/\/phone$/)
      await invited.close()

      await page.goto('/cabinet/referrals')
      await expect(main.getByRole('rowheader', { name: person.login })).toBeVisible()
      await expect(main).not.toContainText(say('partners:empty.title'))
    })

    test('the list is sorted by its heads, searched, and leads to a partner and back', async ({
      page,
      say,
    }) => {
      await signIn(page, demoInvestor)
      await page.goto('/cabinet/referrals')
      const table = page.getByRole('table', { name: say('partners:list.title') })
      const head = (column: string) =>
        table.getByRole('columnheader', { name: say(`partners:column.${column}`) })
      const top = table.getByRole('rowheader').first()
      await expect(top).toHaveText('open.water')

      await head('login').getByRole('link').click()
      await expect(head('login')).toHaveAttribute('aria-sort', 'ascending')
      await expect(top).toHaveText('alder')
      await head('login').getByRole('link').click()
      await expect(top).toHaveText('zephyr')
      await page.getByRole('link', { name: say('common:list.next') }).click()
      await expect(page).toHaveURL(/sortDir=desc.*page=2/)

      await page.locator('#search').fill('amber')
      await page.getByRole('button', { name: say('common:action.show') }).click()
      await expect(table.getByRole('rowheader')).toHaveText(['amber.bay'])
      await table.getByRole('link', { name: 'amber.bay' }).click()
      await expect(page).toHaveURL(/\/cabinet\/referrals\/amber\.bay$/)
      await expect(page.locator('main h1')).toContainText('amber.bay')
      await expect(table.getByRole('rowheader')).toHaveText(['alder', 'kelp'])
      await page.getByRole('link', { name: say('partners:one.back') }).click()
      await expect(page).toHaveURL(/\/cabinet\/referrals$/)
    })

    test('a phone has labelled rows, and fields to sort by', async ({ page, say }) => {
      await page.setViewportSize({ width: 360, height: 740 })
      await signIn(page, demoInvestor)
      await page.goto('/cabinet/referrals')
      const partners = page.getByRole('table', { name: say('partners:list.title') })
      await expect(partners.locator('thead')).toBeHidden()
      await page.getByText(say('common:list.filters'), { exact: true }).click()
      await page.locator('#sort').selectOption('login')
      await page.locator('#sortDir').selectOption('asc')
      await page.getByRole('button', { name: say('common:action.show') }).click()
      await expect(page).toHaveURL(/sort=login&sortDir=asc/)
      await expect(partners.getByRole('rowheader').first()).toHaveText('alder')

      await page.setViewportSize({ width: 1280, height: 800 })
      await expect(page.locator('#sort')).toBeHidden()
      await expect(partners.locator('thead')).toBeVisible()
    })
  })
}

test('the link is copied whole', async ({ page, context, stack, say }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, demoInvestor)
  await page.goto('/cabinet/referrals')
  await page.getByRole('button', { name: say('partners:link.copy') }).click()
  await expect(page.getByRole('button', { name: say('common:action.copied') })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${stack.url}/register/investor`)
})
