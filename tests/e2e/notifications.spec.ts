import { tideAlt } from '../../backend/demo/picture'
import fc from 'fast-check'
import { type BrowserContext, type Locator, type Page, type WebSocket } from '@playwright/test'
import { sanitise } from '../../app/upstream/html/html.server'
import { shapes } from '../../app/ui/icon/shapes'
import { anyHtml, vectors } from '../support/html-vectors'
import { knownInvestor, newInvestor, topUp, demoInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { sendMailing } from '../support/mailings'
import { cookieOf } from '../support/session-cookie'
import { expectSound } from '../support/sound'
import { connected, enterCabinet, fillIn, send, signIn, stepUpIn, signOut } from '../support/steps'
import { type Stack } from '../support/stack'
import { noteToasts, toastAmountsOf, toastOn as toast, toastsOn as toasts } from '../support/toasts'
import { type Language } from '~/contract/languages'
import { type Say, writtenIn } from '../support/texts'
import { scriptedLanguages } from '../support/reading-modes'

/** Notifications as pages of their own, and as they arrive on an open page of the cabinet. */

test.use({ clock: 'still' })

const path = '/cabinet/notifications'

const toppedUpWith = (lng: Language, figure: string) =>
  ({ en: 'topped up with ', ru: 'пополнен на ' })[lng] + writtenIn(lng, figure)

test.describe('while a page is open', () => {
  const bell = (page: Page) => page.getByRole('navigation', { name: 'Notifications' }).getByRole('link')

  /** Signed in, on the overview, and connected. */
  async function atHome(page: Page, stack: Stack) {
    const investor = await newInvestor(stack.backendUrl)
    await Promise.all([connected(page), enterCabinet(page, investor)])
    return investor
  }
  async function newTab(context: BrowserContext): Promise<Page> {
    const page = await context.newPage()
    await Promise.all([connected(page), page.goto('/cabinet')])
    return page
  }

  test('a notification reaches two tabs, and reading it in one marks it as read in both', async ({
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
    const credited = 'topped up with 700.00'
    await Promise.all([page, other].map((one) => expect(toast(one, credited)).toBeVisible()))
    for (const one of [page, other]) {
      await expect(one.getByRole('region', { name: say('cabinet:layout.accounts') })).toContainText('700')
      await expect(bell(one)).not.toContainText('1')
    }
    expect((await investor.ask('GET', '/notification'))['unread']).toBe(0)

    expect(sockets.length).toBeGreaterThanOrEqual(2)
    expect(frames.join()).toContain(credited)
    const secrets = [...stack.tokens, new URL(stack.backendUrl).host, '127.0.0.1']
    for (const secret of secrets) expect(frames.join()).not.toContain(secret)
  })

  test('a page that is scrolled while a notification refetches it stays where its reader is', async ({
    page,
    stack,
    say,
  }) => {
    const investor = await atHome(page, stack)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    const isHeld = page.waitForRequest(/\/cabinet\.data/)
    await page.route(/\/cabinet\.data/, async (route) => {
      await held
      await route.continue()
    })
    await topUp(investor, '700')
    await isHeld
    await page.evaluate(() => window.scrollTo(0, 300))
    letGo()
    await expect(page.getByRole('region', { name: say('cabinet:layout.accounts') })).toContainText('700')
    // The frame after the one in which the answer is drawn.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    expect(await page.evaluate(() => window.scrollY)).toBe(300)
  })

  test('a mailing is opened over the page and marked as read when it is closed, in every tab', async ({
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
    // The policy lets that style in by its nonce alone.
    await expect(page.locator('body'), 'the page behind it does not scroll').toHaveCSS('overflow', 'hidden')
    await expectSound(page)
    expect((await investor.ask('GET', '/notification'))['unread']).toBe(1)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    for (const one of [page, other]) await expect(bell(one)).not.toContainText('1')
    await expect.poll(async () => (await investor.ask('GET', '/notification'))['unread']).toBe(0)
  })

  test('the bell opens the newest over the page, where they can be read one by one or all at once', async ({
    page,
    stack,
  }) => {
    const investor = await atHome(page, stack)
    for (const text of ['Low tide', 'High tide']) await sendMailing(stack, `<p>${text}</p>`)
    await expect(bell(page)).toContainText('2')
    // The key Escape closes what was opened last: a toast that comes while the list is open would be closed in its place.
    await expect(toast(page, 'High tide')).toBeVisible()
    await expect(toast(page, 'High tide')).toHaveCount(0)
    const list = page.getByRole('dialog', { name: 'Notifications' })
    await bell(page).click()
    await expect(list.getByRole('link')).toHaveText([
      /Unread: High tide/,
      /Unread: Low tide/,
      'All notifications',
    ])
    expect(new URL(page.url()).pathname).toBe('/cabinet')
    await expectSound(page)
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await expect(bell(page)).toBeFocused()

    await page.keyboard.press('Enter')
    await list.getByRole('link', { name: 'Low tide' }).click()
    await expect(list).toHaveCount(0)
    await expect(page.getByRole('dialog')).toContainText('Low tide')
    await page.keyboard.press('Escape')
    await expect(bell(page)).toContainText('1')

    await bell(page).click()
    await list.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(bell(page)).not.toContainText('1')
    await expect.poll(async () => (await investor.ask('GET', '/notification'))['unread']).toBe(0)
    await bell(page).click()
    await expect(list.getByRole('button')).toHaveCount(0)
    await list.getByRole('link', { name: 'All notifications' }).click()
    await expect(page.locator('h1')).toHaveText('Notifications')
    await expect(list).toHaveCount(0)
  })

  test('the bell leads to its page where the list over the page does not come', async ({ page, stack }) => {
    await atHome(page, stack)
    await page.route(/\/bell-list-[A-Z0-9]+\.js$/, (route) => route.abort())
    await bell(page).click()
    await expect(page.locator('h1')).toHaveText('Notifications')
  })

  /** Signed in, on the overview, connected, and with a clock that the test moves. */
  async function atHomeByTheClock(page: Page, stack: Stack) {
    await page.clock.install()
    const investor = await atHome(page, stack)
    await page.mouse.move(0, 0)
    await page.clock.pauseAt(Date.now() + 5_000)
    return investor
  }

  test('of a burst five are shown as toasts, the rest in the bell and in the list', async ({
    page,
    stack,
  }) => {
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

  test('a phone shows the last two toasts and how many more there are, which leads to the list', async ({
    page,
    stack,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await atHomeByTheClock(page, stack)
    for (let count = 1; count <= 4; count += 1) await sendMailing(stack, `<p>Wave ${count}</p>`)
    await expect(toast(page, 'Wave 4')).toBeVisible()
    await expect(toast(page, 'Wave 3')).toBeVisible()
    await expect(toast(page, 'Wave 2')).toBeHidden()
    await expect(toast(page, 'Wave 1')).toBeHidden()
    await page.getByRole('link', { name: '+2 Notifications' }).click()
    await expect(page).toHaveURL(path)
  })

  test('a top-up is shown for six seconds as a success, any other notification for three', async ({
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

  test('the time of a toast stops while the pointer or the focus is on it', async ({ page, stack }) => {
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

  test('a toast has no animation with reduced motion, and each is announced separately', async ({
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
    await page.clock.runFor(100)
    await expect(page.getByRole('status').filter({ hasText: 'Slack water' })).toHaveAttribute(
      'aria-live',
      'polite',
    )
  })

  test('a toast in another language than the page says so', async ({ page, stack }) => {
    await atHomeByTheClock(page, stack)
    await sendMailing(stack, { ru: '<p>Slack water</p>', en: '<p>Прилив сменится отливом</p>' })
    await expect(toast(page, 'Прилив').locator('p')).toHaveAttribute('lang', 'ru')
    await sendMailing(stack, '<p>Slack water</p>')
    await expect(toast(page, 'Slack water').locator('p')).not.toHaveAttribute('lang')
  })

  test('data that a notification affects are reloaded in place, and typed input stays', async ({
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
    await expect(page.getByRole('region', { name: say('cabinet:layout.accounts') })).toContainText('320')
    await expect(page.locator('main [name=amount]')).toHaveValue('77')
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })

  test('the open list gets new notifications, and updates when one is read in another tab', async ({
    page,
    context,
    stack,
  }) => {
    await signIn(page, await newInvestor(stack.backendUrl))
    await Promise.all([connected(page), page.goto(path)])
    await sendMailing(stack, '<p>Neap tide</p>')
    const rowIn = (one: Page) => one.getByRole('group', { name: 'Notifications' }).getByRole('listitem')
    await expect(rowIn(page)).toContainText('Neap tide')
    await expect(rowIn(page)).toContainText('Unread')
    const other = await newTab(context)
    await Promise.all([connected(other), other.goto(path)])
    await rowIn(other).getByRole('button', { name: 'Mark as read' }).click()
    for (const one of [page, other]) await expect(rowIn(one)).not.toContainText('Unread')
  })

  test('the page works before the socket of the notifications is connected', async ({ page, stack }) => {
    const investor = await newInvestor(stack.backendUrl)
    await topUp(investor, '10')
    const wanted: string[] = []
    let letGo = (): void => undefined
    const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(/\/islands\/notifications-[A-Z0-9]+\.js$/, async (route) => {
      wanted.push(route.request().url())
      await isLetGo
      await route.continue()
    })
    await enterCabinet(page, investor)
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

  test('the bell is corrected when an answer of the page is older than later notifications', async ({
    page,
    context,
    stack,
    say,
  }) => {
    const investor = await atHome(page, stack)
    await sendMailing(stack, '<p>The tide turns</p>')
    await expect(bell(page)).toContainText('1')
    const other = await newTab(context)
    await Promise.all([connected(other), other.goto(`${path}?type=mailing`)])
    let letGo = (): void => undefined
    const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
    // The top-up makes the page reload its data. That answer is made while the mailing is unread, and arrives
    // after it was read.
    const request = page.waitForRequest(/\/cabinet\.data/)
    await page.route(/\/cabinet\.data/, async (route) => {
      const response = await route.fetch()
      await isLetGo
      await route.fulfill({ response })
    })
    await topUp(investor, '250')
    const answer = (await request).response()
    await expect(toast(page, 'topped up with 250.00')).toBeVisible()
    await other.getByRole('button', { name: 'Mark as read' }).click()
    await expect(bell(page)).not.toContainText('1')
    letGo()
    await answer
    await expect(page.getByRole('region', { name: say('cabinet:layout.accounts') })).toContainText('250')
    await expect(bell(page)).not.toContainText('1')
  })

  test('a bonus opens over the page as plain text with a button to close it', async ({ page }) => {
    await signIn(page, demoInvestor)
    await Promise.all([connected(page), page.goto(`${path}?type=bonus`)])
    const row = page.getByRole('group', { name: 'Notifications' }).getByRole('listitem').first()
    const opener = row.getByRole('link').or(row.getByRole('button'))
    const text = await opener.innerText()
    await opener.click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.locator('p')).toHaveText(text)
    await expect(dialog.locator('img, a')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe(path)
  })

  for (const lng of scriptedLanguages)
    test.describe(`in ${lng}`, () => {
      test.use({ lng })

      const bellIn = (page: Page, say: Say) =>
        page.getByRole('navigation', { name: say('common:navigation.notifications') }).getByRole('link')
      const openIn = (row: Locator, say: Say) => row.getByRole('link', { name: say('notifications:open') })
      const tide = {
        toast: { ru: 'Прилив сменится', en: 'The tide turns' }[lng],
        strong: { ru: 'сменится', en: 'turns' }[lng],
      }
      const mailing = { ru: '<p>Прилив <b>сменится</b></p>', en: '<p>The tide <b>turns</b></p>' }

      test('notifications are shown and opened in the reader’s language', async ({ page, stack, say }) => {
        const investor = await atHome(page, stack)
        await topUp(investor, '250')
        const refill = toast(page, toppedUpWith(lng, '250.00'))
        await expect(refill).toContainText(say('notifications:types.refill'))
        await refill
          .getByRole('button', { name: say('notifications:toast.hide') })
          .first()
          .click()
        await expect(refill).toHaveCount(0)

        await sendMailing(stack, mailing)
        await expect(bellIn(page, say)).toContainText('1')
        await openIn(toast(page, tide.toast), say).click()
        const dialog = page.getByRole('dialog')
        await expect(dialog.locator('strong')).toHaveText(tide.strong)
        const [title = ''] = say('notifications:one.title').split('{date}')
        await expect(dialog.getByRole('heading')).toContainText(title)
        await expect(dialog.getByRole('heading')).toContainText(say('notifications:types.mailing'))
        await dialog.getByRole('button', { name: say('common:action.close') }).click()
        await expect(dialog).toHaveCount(0)
        await expect(bellIn(page, say)).not.toContainText('1')
        await expect.poll(async () => (await investor.ask('GET', '/notification'))['unread']).toBe(0)
      })

      test("a notification that can't be loaded is reported over the page, stays unread, and can be opened the next time", async ({
        page,
        stack,
        say,
      }) => {
        const investor = await atHome(page, stack)
        await sendMailing(stack, mailing)
        await expect(bellIn(page, say)).toContainText('1')
        await Promise.all([connected(page), page.goto(path)])
        const row = page.getByRole('listitem').filter({ hasText: tide.toast }).getByRole('link')
        const content = /\/cabinet\/notifications\/[^/]+\/content$/
        await page.route(content, (route) => route.abort())
        await row.click()
        const dialog = page.getByRole('dialog')
        await expect(dialog.getByRole('status')).toHaveText(say('notifications:one.failed'))
        await dialog.getByRole('button', { name: say('common:action.close') }).click()
        await expect(dialog).toHaveCount(0)
        expect((await investor.ask('GET', '/notification'))['unread']).toBe(1)

        await page.unroute(content)
        await row.click()
        await expect(dialog.locator('strong')).toHaveText(tide.strong)
      })

      test('a picture is shown over the page, in its own size at a press, and links to a page of its own', async ({
        page,
        stack,
        say,
      }) => {
        // The mailing with a picture is the oldest. All later ones are marked as read, so that it is first in
        // the list.
        const { ask } = await knownInvestor(stack.backendUrl, demoInvestor)
        const { items } = (await ask('GET', '/notification?type=mailing&limit=100')) as {
          items: { id: string; image: string | null }[]
        }
        for (const { id } of items.filter(({ image }) => image === null))
          await ask('POST', '/notification/read', { id, login: demoInvestor.login })
        await signIn(page, demoInvestor)
        await Promise.all([connected(page), page.goto(`${path}?type=mailing`)])
        await page
          .getByRole('group', { name: say('notifications:list') })
          .getByRole('link')
          .first()
          .click()
        const dialog = page.getByRole('dialog')
        const picture = dialog.getByRole('img', { name: tideAlt[lng] })
        await expect(picture).toBeVisible()
        const width = () => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)
        await expect.poll(width).toBe(640)
        const whole = dialog.getByRole('link', { name: say('notifications:one.pictureFull') })
        const address = (await picture.getAttribute('src')) ?? ''
        expect(address).toMatch(/^\/cabinet\/notifications\/[^/]+\/picture$/)
        expect((await page.request.get(address)).headers()['content-type']).toBe('image/png')
        const shownWidth = () => picture.evaluate((one: HTMLImageElement) => one.clientWidth)
        const before = await shownWidth()
        const { pathname } = new URL(page.url())
        await whole.click()
        await expect.poll(shownWidth).toBe(640)
        expect(before).toBeLessThan(640)
        const fit = dialog.getByRole('link', { name: say('notifications:one.pictureFit') })
        await expect(fit).toBeFocused()
        await fit.press('Enter')
        await expect.poll(shownWidth).toBe(before)
        expect(new URL(page.url()).pathname).toBe(pathname)
        await page.goto((await whole.getAttribute('href')) ?? '')
        await expect(page).toHaveURL(address.replace(/picture$/, 'view'))
        await expect(page.getByRole('img', { name: tideAlt[lng] })).toBeVisible()
      })
    })

  test('a session that is signed out in another tab is reported as over', async ({
    page,
    context,
    stack,
  }) => {
    await atHome(page, stack)
    const other = await newTab(context)
    await signOut(other)
    await expect(toast(page, 'Session time expired')).toBeVisible()
    await page.getByRole('link', { name: 'Sign in again' }).click()
    await expect(page).toHaveURL(/\/login\?/)
  })

  /** Reported on the page, with a link to sign in. */
  const isOver = async (page: Page, within?: { timeout: number }) => {
    await expect(toast(page, 'Session time expired')).toBeVisible(within)
    await expect(toasts(page).getByRole('link', { name: 'Sign in again' })).toBeVisible()
  }

  test('a session that the upstream ends is reported as over in every tab', async ({
    page,
    context,
    stack,
  }) => {
    const investor = await atHome(page, stack)
    const other = await newTab(context)
    await investor.ask('POST', '/ext/sessions/end', {})
    // The backend and the app take seconds for it (tests/faults says how many), the machine what it takes besides.
    await Promise.all([page, other].map((one) => isOver(one)))
  })

  test('a new password does not report the session as over, even while the browser has the old cookie', async ({
    page,
    stack,
    say,
  }) => {
    const investor = await newInvestor(stack.backendUrl)
    await signIn(page, investor)
    await stepUpIn(page, stack.url)
    await Promise.all([connected(page), page.goto('/cabinet/settings/password')])
    let count = 0
    await page.route(`**${path}.json`, (route) => {
      count += 1
      // The app's answer to the cookie from before the change.
      return count === 1
        ? route.fulfill({ status: 302, headers: { location: '/login?ended=1' } })
        : route.continue()
    })
    const password = 'High-tide-at-9'
    await fillIn(page, { currentPassword: investor.password, password, passwordRepeat: password })
    await send(page, 'currentPassword')
    await expect(page.getByRole('status').filter({ hasText: say('flash:passwordUpdated') })).toBeVisible()
    await expect.poll(() => count).toBeGreaterThan(1)
    await sendMailing(stack, '<p>The tide turns</p>')
    await expect(toast(page, 'The tide turns')).toBeVisible()
    await expect(toast(page, 'Session time expired')).toHaveCount(0)
  })

  test('an expired session is reported as over in every tab', async ({ context, page, stack }) => {
    // One and a half times the time that it takes to open both tabs on this machine.
    const begunAt = Date.now()
    const investor = await atHome(page, stack)
    const other = await newTab(context)
    const endsAt = Date.now() + 2_000 + (Date.now() - begunAt) * 1.5
    await context.addCookies([{ ...(await cookieOf(investor, stack, endsAt)), url: stack.url }])
    const tabs = [page, other]
    for (const tab of tabs) await Promise.all([connected(tab), tab.goto('/cabinet')])
    await Promise.all(tabs.map((one) => isOver(one, { timeout: endsAt - Date.now() + 20_000 })))
    expect(Date.now()).toBeGreaterThanOrEqual(endsAt)
  })

  test('notifications that arrive while the app is down are shown after its restart, each once and in order', async ({
    page,
    stack,
    say,
  }) => {
    await page.addInitScript(noteToasts)
    const investor = await atHome(page, stack)
    await topUp(investor, '200')
    await expect.poll(() => toastAmountsOf(page)).toEqual(['200.00'])
    // The page that the notification refetches is there: without an answer another would take its place, and draw the toast anew.
    await expect(page.getByRole('region', { name: say('cabinet:layout.accounts') })).toContainText('200')
    await stack.kill('app')
    for (const amount of ['301', '302', '303']) await topUp(investor, amount)
    await stack.start('app')
    await expect.poll(() => toastAmountsOf(page), { timeout: 40_000 }).toContain('303.00')
    await topUp(investor, '400')
    await expect.poll(() => toastAmountsOf(page)).toContain('400.00')
    expect(await toastAmountsOf(page)).toEqual(['200.00', '301.00', '302.00', '303.00', '400.00'])
  })
})

/** Runs in the page: records any script that runs, and disables ordinary links. */
const tellsIfRan = `
  window.hasRun = false
  window.ran = () => { window.hasRun = true }
  document.onclick = (event) => {
    if (/^https?:/.test(event.target.closest('a')?.protocol ?? '')) event.preventDefault()
  }`

test('no content of a message runs as a script, even without a content policy', async ({ page }) => {
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
