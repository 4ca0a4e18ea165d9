import fc from 'fast-check'
import { type BrowserContext, type Page, type WebSocket } from '@playwright/test'
import { sanitise } from '../../app/html/sanitise.server'
import { anyHtml, vectors } from '../support/html-vectors'
import { knownInvestor, newInvestor, topUp } from '../support/investor'
import { expect, test } from '../support/journey'
import { expectSound } from '../support/sound'
import { demoInvestor, signIn } from '../support/steps'
import { type Stack } from '../support/stack'
import { type Answer, signedIn, type Visitor } from '../support/visitor'

/** Notifications as pages of their own, and as they come while a page of the cabinet is open. */

test.use({ clock: 'still' })

const operator = { login: 'operator', password: 'Demo-operator-1' }
const path = '/cabinet/notifications'

/** A mailing to everybody. */
async function sendMailing({ backendUrl }: Stack, html: string): Promise<void> {
  const { ask } = await knownInvestor(backendUrl, operator)
  await ask('POST', '/ext/operator/mailings', { message: { ru: html, en: html }, image: null })
}

test.describe('without scripts', () => {
  async function reader(stack: Stack, ...amounts: string[]) {
    const investor = await newInvestor(stack.backendUrl)
    for (const amount of amounts) await topUp(investor, amount)
    const visitor = await signedIn(stack.url, investor, 'en')
    return { investor, visitor, list: await visitor.visit(path) }
  }
  const unreadIn = ({ text }: Answer) => (text.match(/Unread(?! ones)/g) ?? []).length
  /** The first that is opened by a form: what is read by being shown. */
  const openFirst = (visitor: Visitor, list: Answer) => {
    const [mark = ''] = /action="\/cabinet\/notifications\/[^"]+"/.exec(list.html) ?? []
    return visitor.submit(list, mark, { intent: 'open' })
  }

  test('nothing yet says so, and what would come', async ({ stack }) => {
    const { list, visitor } = await reader(stack)
    expect(list.text).toContain('No notifications yet')
    expect((await visitor.visit(`${path}?type=bonus`)).text).toContain('Nothing fits these filters')
  })

  test('what is opened is reported read, and the unread stand first', async ({ stack }) => {
    const { visitor, list } = await reader(stack, '100', '200')
    expect(unreadIn(list)).toBe(2)
    const opened = await openFirst(visitor, list)
    expect(opened.url.pathname).toMatch(/^\/cabinet\/notifications\/[^/]+$/)
    expect(opened.text).toContain('Your balance was topped up with 200.00 USDT.')
    const after = await visitor.visit(path)
    expect(unreadIn(after)).toBe(1)
    expect(after.text).toMatch(/topped up with 100\.00.*topped up with 200\.00/)
  })

  test('one type is shown where the address asks for it', async ({ stack }) => {
    const { visitor } = await reader(stack, '100')
    expect((await visitor.visit(`${path}?type=refill`)).text).toContain('topped up with 100.00')
    expect((await visitor.visit(`${path}?type=mailing`)).text).not.toContain('topped up with 100.00')
  })

  test('a mailing is read when it is closed, not when it is opened', async ({ stack }) => {
    const { visitor } = await reader(stack)
    await sendMailing(stack, '<h1>Low tide</h1><p onclick="ran()">on <b>Monday</b></p><script>ran()</script>')
    const list = await visitor.visit(path)
    expect(list.text).toContain('Low tide on Monday')
    const address = /href="(\/cabinet\/notifications\/[^"/?]+)"/.exec(list.html)?.[1] ?? ''
    const opened = await visitor.visit(address)
    expect(opened.html).toContain('<h2>Low tide</h2><p>on <strong>Monday</strong></p>')
    expect(opened.html).not.toContain('ran()')
    expect(unreadIn(await visitor.visit(path))).toBe(1)
    const closed = await visitor.submit(opened, '>Close<')
    expect(closed.url.pathname).toBe(path)
    expect(unreadIn(closed)).toBe(0)
  })

  test('a picture that only the upstream has comes through us, for its reader alone', async ({ stack }) => {
    const visitor = await signedIn(stack.url, demoInvestor, 'en')
    const { html } = await visitor.visit(`${path}?type=mailing`)
    const addresses = [...html.matchAll(/href="(\/cabinet\/notifications\/[^"/?]+)"/g)].map(([, one]) => one!)
    const pages = await Promise.all(addresses.map((address) => visitor.visit(address)))
    const pictured = pages.find((page) => page.html.includes('<img'))
    const picture = /<img src="([^"]+)"/.exec(pictured?.html ?? '')?.[1] ?? ''
    expect(picture).toMatch(/^\/cabinet\/notifications\/[^/]+\/picture$/)
    expect((await visitor.visit(picture)).html).toMatch(/^.PNG/)
    const { visitor: other } = await reader(stack)
    expect((await other.visit(picture)).status).toBe(404)
  })

  test('nobody else’s can be opened or read', async ({ stack }) => {
    const { visitor, list } = await reader(stack, '100')
    const { visitor: other, list: own } = await reader(stack, '100')
    const theirs = await openFirst(visitor, list)
    expect((await other.visit(theirs.url.pathname)).status).toBe(404)
    const forged = {
      ...own,
      html: own.html.replaceAll(
        /action="\/cabinet\/notifications\/[^"]+"/g,
        `action="${theirs.url.pathname}"`,
      ),
    }
    expect((await openFirst(other, forged)).status).toBe(404)
  })
})

test.describe('while a page is open', () => {
  const toasts = (page: Page) => page.locator('[role=status] >> text=Hide')
  const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
  const bell = (page: Page) => page.getByRole('navigation', { name: 'Notifications' }).getByRole('link')

  /** Signed in, on the overview, and connected. */
  async function atHome(page: Page, stack: Stack) {
    const investor = await newInvestor(stack.backendUrl)
    await signIn(page, investor)
    await connected(page)
    return investor
  }
  /** The list is read once there is a line: from then on nothing passes the page by. */
  const connected = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith(`${path}.json`))
  async function newTab(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await Promise.all([connected(page), page.goto('/cabinet')])
    return page
  }

  test('an event is on the screen of two tabs within a second, and read in one it is read in both', async ({
    page,
    context,
    stack,
    say,
  }) => {
    const sockets: WebSocket[] = []
    const frames: string[] = []
    const watch = (socket: WebSocket) => {
      sockets.push(socket)
      const note = ({ payload }: { payload: string | Buffer }) => void frames.push(String(payload))
      socket.on('framereceived', note).on('framesent', note)
    }
    context.on('page', (one) => one.on('websocket', watch))
    page.on('websocket', watch)
    const investor = await atHome(page, stack)
    const other = await newTab(context)
    await topUp(investor, '700')
    const told = 'topped up with 700.00'
    await Promise.all([page, other].map((one) => expect(toast(one, told)).toBeVisible({ timeout: 1_000 })))
    for (const one of [page, other]) {
      await expect(one.getByRole('region', { name: say('cabinet:frame.accounts') })).toContainText('700')
      await expect(bell(one)).not.toContainText('1')
    }
    expect((await investor.ask('GET', '/notification'))['unread']).toBe(0)

    expect(sockets.length).toBeGreaterThanOrEqual(2)
    expect(frames.join()).toContain(told)
    const secrets = [...stack.tokens, new URL(stack.backendUrl).host, '127.0.0.1']
    for (const secret of secrets) expect(frames.join()).not.toContain(secret)
  })

  test('a mailing is opened over the page and read when it is closed, in every tab', async ({
    page,
    context,
    stack,
  }) => {
    const investor = await atHome(page, stack)
    const other = await newTab(context)
    await sendMailing(stack, '<p>The tide <b>turns</b></p>')
    for (const one of [page, other]) await expect(bell(one)).toContainText('1')
    await expect(toast(other, 'The tide turns')).toBeVisible()
    await toast(page, 'The tide turns').getByRole('link', { name: 'Open' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('strong')).toHaveText('turns')
    expect(new URL(page.url()).pathname).toBe('/cabinet')
    await expectSound(page)
    expect((await investor.ask('GET', '/notification'))['unread']).toBe(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    for (const one of [page, other]) await expect(bell(one)).not.toContainText('1')
    await expect.poll(async () => (await investor.ask('GET', '/notification'))['unread']).toBe(0)
  })

  test('a burst shows five, the rest is in the bell and in the list', async ({ page, stack }) => {
    await atHome(page, stack)
    await page.mouse.move(0, 0)
    for (let count = 1; count <= 7; count += 1) await sendMailing(stack, `<p>Wave ${count}</p>`)
    await expect(bell(page)).toContainText('7')
    expect(await toasts(page).count()).toBeLessThanOrEqual(5)
    await page.goto(path)
    await expect(page.locator('main')).toContainText('Wave 7')
    await expect(page.locator('main')).toContainText('Wave 1')
  })

  test('a toast has its time, which stands still while the pointer is on it', async ({ page, stack }) => {
    await page.clock.install()
    await atHome(page, stack)
    await sendMailing(stack, '<p>Slack water</p>')
    const slack = toast(page, 'Slack water')
    await slack.getByText('Slack water').hover()
    await page.clock.fastForward(10_000)
    await expect(slack).toBeVisible()
    await page.mouse.move(0, 0)
    await page.clock.fastForward(3_100)
    await expect(slack).toHaveCount(0)
  })

  test('a session that is signed out in another tab is said to be over', async ({ page, context, stack }) => {
    await atHome(page, stack)
    const other = await newTab(context)
    await other.locator('form[action="/logout"] button').first().click()
    await expect(toast(page, 'Session time expired')).toBeVisible({ timeout: 2_000 })
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await expect(page).toHaveURL(/\/login\?/)
  })

  test('what comes while the app is away is shown once it is back, once', async ({ page, stack }) => {
    const investor = await atHome(page, stack)
    await stack.kill('app')
    await topUp(investor, '300')
    await stack.start('app')
    const told = page.getByText('topped up with 300.00')
    await expect(told).toHaveCount(1)
    await topUp(investor, '400')
    await expect(page.getByText('topped up with 400.00')).toHaveCount(1)
    expect(await told.count()).toBeLessThanOrEqual(1)
  })
})

/** In the page: what runs is noted, and links that only lead elsewhere lead nowhere. */
const tellsIfRan = `
  window.hasRun = false
  window.ran = () => { window.hasRun = true }
  document.onclick = (event) => {
    if (/^https?:/.test(event.target.closest('a')?.protocol ?? '')) event.preventDefault()
  }`

test('nothing that a message holds runs, even where no policy forbids it', async ({ page }) => {
  const runs = async (html: string) => {
    await page.setContent(`<script>${tellsIfRan}</script><main>${html}</main>`)
    await page.evaluate(() =>
      document.querySelectorAll('main *').forEach((one) => (one as HTMLElement).click()),
    )
    return page.evaluate(() => Boolean((window as { hasRun?: boolean }).hasRun))
  }
  expect(await runs('<img src="data:image/png,x" onerror="ran()"><script>ran()</script>')).toBe(true)
  for (const [name, html] of Object.entries(vectors)) expect(await runs(sanitise(html, [])), name).toBe(false)
  await fc.assert(
    fc.asyncProperty(fc.array(anyHtml, { minLength: 20, maxLength: 20 }), async (several) => {
      const cleaned = several.map((html) => `<div>${sanitise(html, [])}</div>`)
      expect(await runs(cleaned.join(''))).toBe(false)
    }),
    { numRuns: 30 },
  )
})
