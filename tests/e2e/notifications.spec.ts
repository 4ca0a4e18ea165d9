import fc from 'fast-check'
import { type BrowserContext, type Page, type WebSocket } from '@playwright/test'
import { sanitise } from '../../app/html/sanitise.server'
import { createSealer } from '../../app/session/seal.server'
import { absoluteMs, createVault, newContents } from '../../app/session/vault.server'
import { shapes } from '../../app/ui/icon/shapes'
import { anyHtml, vectors } from '../support/html-vectors'
import { type Investor, knownInvestor, newBearer, newInvestor, topUp } from '../support/investor'
import { expect, test } from '../support/journey'
import { expectSound } from '../support/sound'
import { demoInvestor, signIn } from '../support/steps'
import { type Stack, testSecret } from '../support/stack'
import { heardIn, noteToasts } from '../support/toasts'
import { textsOf } from '../support/texts'
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

async function newestOf({ ask }: Pick<Investor, 'ask'>): Promise<string> {
  const { items } = (await ask('GET', '/notification')) as { items: { id: string }[] }
  return items[0]?.id ?? ''
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

  test('the bell is a link with how many were unread when the page was loaded', async ({ stack }) => {
    const { visitor, investor } = await reader(stack, '100', '200')
    const bellOf = ({ html }: Answer) =>
      /<nav[^>]*aria-label="Notifications".*?<\/nav>/s.exec(html)?.[0] ?? ''
    const bell = bellOf(await visitor.visit('/cabinet'))
    expect(bell).toContain(`href="${path}"`)
    expect(bell).toMatch(/>2<.*[> ]2 new/s)
    await investor.ask('POST', '/notification/read', { id: await newestOf(investor), login: investor.login })
    expect(bellOf(await visitor.visit('/cabinet'))).toMatch(/>1<.*[> ]1 new/s)
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
    // The picture is a link to itself alone, where the browser zooms it.
    expect(pictured?.html).toMatch(
      new RegExp(`<a href="${picture}" target="_blank"[^>]*><img src="${picture}"`),
    )
    expect(pictured?.text).toContain('The picture at full size')
    const { visitor: other } = await reader(stack)
    expect((await other.visit(picture)).status).toBe(404)
  })

  test('the same in Russian', async ({ stack }) => {
    const say = textsOf('ru')
    const investor = await newInvestor(stack.backendUrl)
    const visitor = await signedIn(stack.url, investor, 'ru')
    expect((await visitor.visit(path)).text).toContain(say('notifications:empty'))
    await topUp(investor, '100')
    const list = await visitor.visit(path)
    expect(list.text).toContain(say('notifications:types.refill'))
    expect(list.text).toContain(say('notifications:unread'))
    const opened = await openFirst(visitor, list)
    expect(opened.text).toContain('Баланс пополнен на 100,00 USDT.')
    expect((await visitor.visit(path)).text).not.toContain(say('notifications:unread'))
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
    await Promise.all([connected(page), signIn(page, investor)])
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

  /** Signed in, on the overview, connected, and with a clock that goes on when it is told to. */
  async function atHomeByTheClock(page: Page, stack: Stack) {
    await page.clock.install()
    const investor = await atHome(page, stack)
    await page.mouse.move(0, 0)
    await page.clock.pauseAt(Date.now() + 5_000)
    return investor
  }

  test('a burst shows five, the rest is in the bell and in the list', async ({ page, stack }) => {
    await atHomeByTheClock(page, stack)
    for (let count = 1; count <= 7; count += 1) await sendMailing(stack, `<p>Wave ${count}</p>`)
    await expect(bell(page)).toContainText('7')
    await expect(toasts(page)).toHaveCount(5)
    for (let count = 1; count <= 5; count += 1) await expect(toast(page, `Wave ${count}`)).toBeVisible()
    await page.clock.runFor(3_100)
    await expect(toasts(page)).toHaveCount(0)
    await expect(bell(page)).toContainText('7')
    await page.clock.resume()
    await page.goto(path)
    await expect(page.locator('main')).toContainText('Wave 7')
    await expect(page.locator('main')).toContainText('Wave 1')
  })

  test('a top-up stands for six seconds and says success, anything else for three', async ({
    page,
    stack,
  }) => {
    const investor = await atHomeByTheClock(page, stack)
    await topUp(investor, '250')
    await sendMailing(stack, '<p>Slack water</p>')
    const [refill, mailing] = [toast(page, 'topped up with 250.00'), toast(page, 'Slack water')]
    await expect(refill).toBeVisible()
    await expect(mailing).toBeVisible()
    const signs = refill.locator('svg path')
    expect(await signs.evaluateAll((all) => all.map((one) => one.getAttribute('d')))).toEqual([
      shapes.checkCircle,
      shapes.info,
    ])
    await page.clock.runFor(2_900)
    await expect(mailing).toBeVisible()
    await page.clock.runFor(200)
    await expect(mailing).toHaveCount(0)
    await page.clock.runFor(2_700)
    await expect(refill).toBeVisible()
    await page.clock.runFor(300)
    await expect(refill).toHaveCount(0)
  })

  test('the time of a toast stands still while the pointer or the focus is on it', async ({
    page,
    stack,
  }) => {
    await atHomeByTheClock(page, stack)
    await sendMailing(stack, '<p>Slack water</p>')
    const slack = toast(page, 'Slack water')
    await slack.getByText('Slack water').hover()
    await page.clock.runFor(10_000)
    await expect(slack).toBeVisible()
    await slack.getByRole('link', { name: 'Open' }).focus()
    await page.mouse.move(0, 0)
    await page.clock.runFor(10_000)
    await expect(slack).toBeVisible()
    await page.locator(':focus').evaluate((one: HTMLElement) => one.blur())
    await page.clock.runFor(3_100)
    await expect(slack).toHaveCount(0)
  })

  test('nothing of a toast moves for who wants no motion, and each is read out by itself', async ({
    page,
    stack,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await atHomeByTheClock(page, stack)
    await sendMailing(stack, '<p>Slack water</p>')
    await expect(toast(page, 'Slack water')).toBeVisible()
    const durations = await toast(page, 'Slack water')
      .locator('*')
      .evaluateAll((all) =>
        all.flatMap((one) => {
          const { transitionDuration, animationDuration } = getComputedStyle(one)
          return `${transitionDuration}, ${animationDuration}`.split(', ')
        }),
      )
    expect(new Set(durations)).toEqual(new Set(['0s']))
    await expect(toast(page, 'Slack water')).toHaveAttribute('aria-atomic', 'false')
  })

  test('what a notification touches is shown anew in place, and what was typed stays', async ({
    page,
    stack,
    say,
  }) => {
    const investor = await newInvestor(stack.backendUrl)
    const { id } = await investor.ask('POST', '/funds/refills', { system: 'usdt-trc20', amount: '320' })
    await signIn(page, investor)
    await Promise.all([connected(page), page.goto('/cabinet/top-up')])
    const row = page.locator('main tbody tr')
    await expect(row).toContainText(say('common:status.refill.pending'))
    await page.locator('main [name=amount]').fill('77')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await investor.ask('POST', `/ext/demo/refills/${id as string}/pay`, {})
    await expect(row).toContainText(say('common:status.refill.topped_up'))
    await expect(page.getByRole('region', { name: say('cabinet:frame.accounts') })).toContainText('320')
    await expect(page.locator('main [name=amount]')).toHaveValue('77')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })

  test('the open list has what comes, and says when it is read in another tab', async ({
    page,
    context,
    stack,
  }) => {
    await signIn(page, await newInvestor(stack.backendUrl))
    await Promise.all([connected(page), page.goto(path)])
    await sendMailing(stack, '<p>Neap tide</p>')
    const rowIn = (one: Page) => one.getByRole('list', { name: 'Notifications' }).getByRole('listitem')
    await expect(rowIn(page)).toContainText('Neap tide')
    await expect(rowIn(page)).toContainText('Unread')
    const other = await newTab(context)
    await Promise.all([connected(other), other.goto(path)])
    await rowIn(other).getByRole('button', { name: 'Mark as read' }).click()
    for (const one of [page, other]) await expect(rowIn(one)).not.toContainText('Unread')
  })

  test('the page works before the line to the notifications has come', async ({ page, stack }) => {
    const investor = await newInvestor(stack.backendUrl)
    await topUp(investor, '10')
    const wanted: string[] = []
    let letGo = (): void => undefined
    const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(/\/island-[A-Z0-9]+\.js$/, async (route) => {
      wanted.push(route.request().url())
      await isLetGo
      await route.continue()
    })
    await signIn(page, investor)
    await expect.poll(() => wanted.length).toBe(1)
    await expect(bell(page)).toContainText('1')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await bell(page).click()
    await expect(page.locator('h1')).toHaveText('Notifications')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    letGo()
    await connected(page)
    await topUp(investor, '20')
    await expect(toast(page, 'topped up with 20.00')).toBeVisible()
  })

  test('a bonus opens over the page as plain text with a button to close it', async ({ page }) => {
    await signIn(page, demoInvestor)
    await Promise.all([connected(page), page.goto(`${path}?type=bonus`)])
    const row = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').first()
    const text = await row.locator('p').last().innerText()
    await row
      .getByRole('link', { name: 'Open' })
      .or(row.getByRole('button', { name: 'Open' }))
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('p')).toHaveText(text)
    await expect(dialog.locator('img, a')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe(path)
  })

  test('a session that is signed out in another tab is said to be over', async ({ page, context, stack }) => {
    await atHome(page, stack)
    const other = await newTab(context)
    await other.locator('form[action="/logout"] button').first().click()
    await expect(toast(page, 'Session time expired')).toBeVisible({ timeout: 2_000 })
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await expect(page).toHaveURL(/\/login\?/)
  })

  /** Said on the page, with the way to sign in. */
  const isOver = async (page: Page, within: { timeout: number }) => {
    await expect(toast(page, 'Session time expired')).toBeVisible(within)
    await expect(page.getByRole('status').getByRole('link', { name: 'Sign in again' })).toBeVisible()
  }

  test('a session that the upstream ends is said to be over in every tab', async ({
    page,
    context,
    stack,
  }) => {
    const investor = await atHome(page, stack)
    const other = await newTab(context)
    await investor.ask('POST', '/ext/sessions/end', {})
    // The backend itself looks once a second; from its word on it takes two at most (tests/faults).
    await Promise.all([page, other].map((one) => isOver(one, { timeout: 5_000 })))
  })

  test('a session whose time runs out is said to be over in every tab', async ({ context, page, stack }) => {
    const investor = await newInvestor(stack.backendUrl)
    const endsAt = Date.now() + 25_000
    await context.addCookies([{ ...(await cookieOf(investor, stack, endsAt)), url: stack.url }])
    await Promise.all([connected(page), page.goto('/cabinet')])
    const tabs = [page, await newTab(context)]
    await Promise.all(tabs.map((one) => isOver(one, { timeout: endsAt - Date.now() + 2_000 })))
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt)
  })

  test('what comes while the app is away is shown once it is back, each once and in order', async ({
    page,
    stack,
  }) => {
    await page.addInitScript(noteToasts)
    const investor = await atHome(page, stack)
    await topUp(investor, '200')
    await expect.poll(() => heardIn(page)).toEqual(['200.00'])
    await stack.kill('app')
    for (const amount of ['301', '302', '303']) await topUp(investor, amount)
    await stack.start('app')
    await expect.poll(() => heardIn(page), { timeout: 40_000 }).toContain('303.00')
    await topUp(investor, '400')
    await expect.poll(() => heardIn(page)).toContain('400.00')
    expect(await heardIn(page)).toEqual(['200.00', '301.00', '302.00', '303.00', '400.00'])
  })
})

/** A session's cookie whose twelve hours are over at that time. */
async function cookieOf({ login, password }: Investor, { backendUrl }: Stack, endsAt: number) {
  const token = await newBearer(backendUrl, { login, password })
  const user = { id: login, login, role: 'investor', language: 'en', phoneConfirmed: true } as const
  const vault = createVault(createSealer([testSecret]), 'sid', Date.now)
  const contents = { ...newContents(Date.now(), { token, user }), startedAt: endsAt - absoluteMs }
  return { name: vault.cookieName, value: await vault.seal(contents) }
}

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
