import { type Page, type Request } from '@playwright/test'
import { expect, test } from '../support/journey'
import { type Investor, closableDeposit, demoInvestor } from '../support/investor'
import { newPayment } from '../support/money-forms'
import { confirm, fillIn, installClock, investorAt, load, send, signIn, takenOver } from '../support/steps'

/**
 * Scripts that come late, in part or not at all: what a reader typed, where the focus is and how they get on stay as
 * they are without scripts.
 */

// What the framework says of a script that is lost, and React (its error 418) of a page that it can't hydrate.
test.use({
  expectedErrors:
    /^Error loading route module|Failed to fetch dynamically imported module|Failed to load module script|React error #418/,
})

const scripts = /\/build\/.*\.js$/

/** From now on no script arrives: the browser gets what a gateway answers in its place. */
const loseScripts = (page: Page) =>
  page.route(scripts, (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  )

/** Checks that the page stays as it was sent, some time after React has begun to hydrate it. */
async function expectNotHydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => '__remixRouter' in window)
  await page.waitForTimeout(500)
  await expect(page.locator('html')).not.toHaveAttribute('data-scripted')
}

/** A form of the cabinet, what is typed there, and what is wrong with that. */
const forms = {
  '/cabinet/top-up': { field: 'amount', typed: 'all' },
  '/cabinet/exchange': { field: 'amount', typed: 'all' },
  '/cabinet/withdrawals/new': { field: 'amount', typed: 'all' },
  '/cabinet/settings/profile': { field: 'phone', typed: 'none' },
} as const

/** Sends a form by HTML alone: it is refused as a document, with what was typed. */
async function expectRefusal(page: Page, path: keyof typeof forms, fault: string): Promise<void> {
  const { field, typed } = forms[path]
  const input = page.locator(`main [name=${field}]`)
  await expect(input, fault).toHaveValue(typed)
  const answer = page.waitForEvent(
    'request',
    (sent) => sent.isNavigationRequest() && sent.method() === 'POST',
  )
  await send(page, field)
  await answer
  await expect(page.locator('main [aria-invalid=true]').first(), fault).toBeVisible()
  await expect(input, fault).toHaveValue(typed)
}

test('a link leads on although the script of its page is lost, and so does Back', async ({ page, say }) => {
  await signIn(page, demoInvestor)
  await load(page, '/cabinet/operations')
  await loseScripts(page)
  const navigation = page.getByRole('navigation', { name: say('common:navigation.cabinet') })
  await navigation.locator('a[href="/cabinet/deposits"]').click()
  await expect(page).toHaveURL(/\/cabinet\/deposits$/)
  await expect(page.locator('main h1')).toHaveText(say('cabinet:deposits.title'))
  await page.goBack()
  await expect(page.locator('main h1')).toHaveText(say('cabinet:operations.title'))
})

for (const [device, msOfTimers, hasNavigation] of [
  ['', 0, true],
  [' on a device whose timers run late', 2000, true],
  [' in a browser without the Navigation API', 0, false],
] as const)
  test(`a form is carried out once, and shows its result although the script of that page is lost${device}`, async ({
    page,
    stack,
    say,
  }) => {
    if (!hasNavigation)
      await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }))
    const investor = await investorAt(page, stack, '/cabinet/deposits/new', { usdt: '700' })
    await takenOver(page)
    await fillIn(page, { planId: 'breeze', currency: 'USDT', amount: '300' })
    await send(page, 'amount')
    await page.locator('#confirm').waitFor()
    await loseScripts(page)
    await page.evaluate((late) => {
      const onTime = window.setTimeout
      window.setTimeout = ((run: () => void, ms = 0) => onTime(run, ms + late)) as typeof setTimeout
    }, msOfTimers)
    await confirm(page)
    await expect(page).toHaveURL(/\/cabinet\/deposits\/(?!new$)[^/]+$/)
    await expect(page.locator('main')).toContainText(say('common:status.deposit.in_progress'))
    expect((await investor.ask('GET', '/funds/deposits'))['total']).toBe(1)
  })

test('a form tells its success although the data of its page arrives before the script of that page is lost', async ({
  page,
  stack,
  say,
}) => {
  await investorAt(page, stack, '/cabinet/deposits/new', { usdt: '700' })
  await takenOver(page)
  await fillIn(page, { planId: 'breeze', currency: 'USDT', amount: '300' })
  await send(page, 'amount')
  await page.locator('#confirm').waitFor()
  const message = page.getByRole('status').filter({ hasText: say('flash:depositCreated') })
  const ofDeposit = {
    predicate: (request: Request) =>
      request.method() === 'GET' && /\/cabinet\/deposits\/(?!new)[\w-]+\.data/.test(request.url()),
    timeout: 0,
  }
  // The router may stop to read at the last value, before the end of the answer: the browser then calls it cancelled.
  const data = Promise.race([
    page.waitForEvent('requestfinished', ofDeposit),
    page.waitForEvent('requestfailed', ofDeposit),
  ])
  // A machine that is so busy that the form's answer is late loads the deposit as a document, and asks for no data.
  const told = message.waitFor({ timeout: 0 })
  let isLost = false
  await page.route(scripts, async (route) => {
    if (/\/cabinet\.deposits\.\$id\._index-/.test(route.request().url())) {
      await Promise.race([data, told])
      isLost = true
    }
    await (isLost ? route.abort() : route.continue())
  })
  await confirm(page)
  await told
  data.catch(() => undefined) // it ends with the page where there was none
  await page.unroute(scripts)
  await page.reload()
  await expect(page.locator('main')).toContainText(say('common:status.deposit.in_progress'))
  await expect(message).toHaveCount(0)
})

for (const [act, prepare, list, opens, flash] of [
  ['closing', closableDeposit, 'deposits', 'deposits.one.close', 'depositClosed'],
  [
    'cancelling',
    (investor: Investor) => newPayment(investor, '200'),
    'withdrawals',
    'withdrawals.cancel.open',
    'paymentCancelled',
  ],
] as const)
  for (const lost of ['before its dialog opens', 'while its dialog is open'])
    test(`${act} is carried out once and its result is told, with scripts lost ${lost}`, async ({
      page,
      stack,
      say,
    }) => {
      const investor = await investorAt(page, stack, '/cabinet', { usdt: '700' })
      const id = await prepare(investor)
      const path = `/cabinet/${list}/${id}`
      await load(page, path)
      const posts: string[] = []
      page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
      if (lost.startsWith('before')) await loseScripts(page)
      await page.getByRole('link', { name: say(`cabinet:${opens}`) }).click()
      await page.locator('#confirm').waitFor()
      await loseScripts(page)
      await confirm(page)
      await expect(page.locator('main')).toContainText(say(`flash:${flash}`))
      await expect(page).toHaveURL(path)
      expect(posts).toHaveLength(1)
    })

test('each script of a page alone may be lost', async ({ page, stack }) => {
  await investorAt(page, stack, '/cabinet/top-up')
  const used = await page
    .locator('link[rel=modulepreload]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
  expect(used.length).toBeGreaterThan(3)
  for (const script of used) {
    await page.route(script, (route) => route.abort())
    await page.goto('/cabinet/top-up')
    await fillIn(page, { system: 'usdt-trc20', amount: 'all' })
    await page.waitForLoadState()
    await expect(page.locator('main [name=amount]'), script).toHaveValue('all')
    await send(page, 'amount')
    await expect(page.locator('main [name=amount]'), script).toHaveAttribute('aria-invalid', 'true')
    await expect(page.locator('main [name=amount]'), script).toHaveValue('all')
    await page.unroute(scripts)
  }
})

for (const path of Object.keys(forms) as (keyof typeof forms)[])
  test(`${path} keeps what is typed, the focus and the caret when its scripts come 20 s late`, async ({
    page,
    stack,
  }) => {
    await investorAt(page, stack, '/cabinet', { usdt: '700' })
    await installClock(page)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(scripts, async (route) => (await held, route.continue()))
    const { field, typed } = forms[path]
    await page.goto(path, { waitUntil: 'commit' })
    const input = page.locator(`main [name=${field}]`)
    await input.waitFor()
    const choice = page.locator('main [type=radio]').last()
    const hasChoice = (await choice.count()) > 0
    if (hasChoice) await choice.check()
    await input.fill(typed)
    await input.evaluate((one: HTMLInputElement) => one.setSelectionRange(1, 2))
    await page.clock.fastForward(20_000)
    release()
    await takenOver(page)
    await expect(input).toHaveValue(typed)
    await expect(input).toBeFocused()
    expect(await input.evaluate((one: HTMLInputElement) => [one.selectionStart, one.selectionEnd])).toEqual([
      1, 2,
    ])
    if (hasChoice) await expect(choice).toBeChecked()
    await send(page, field)
    await expect(input).toHaveAttribute('aria-invalid', 'true')
    await expect(input).toHaveValue(typed)
  })

for (const [fault, spoil] of [
  [
    'an error in a component',
    () => {
      Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
        get() {
          throw new Error('no number can be written')
        },
      })
    },
  ],
  [
    'an extension that has changed the page',
    () => document.querySelector('main h1')?.replaceWith(document.createElement('aside')),
  ],
] as const)
  test(`${fault} while the page is hydrated leaves it as the server sent it`, async ({ page, stack }) => {
    await investorAt(page, stack, '/cabinet', {})
    const amount = page.locator('main [name=amount]')
    await page.route(
      /\/build\/entry.client.*\.js$/,
      async (route) => {
        await amount.fill('25.5')
        await page.evaluate(spoil)
        await route.continue()
      },
      { times: 1 },
    )
    await page.goto('/cabinet/top-up')
    await expectNotHydrated(page)
    await expect(amount).toHaveValue('25.5')
    await expect(amount).toBeFocused()
    await fillIn(page, { system: 'usdt-trc20' })
    await send(page, 'amount')
    await expect(page).toHaveURL(/\/cabinet\/top-up\/[^/]+$/)
    await expect(page.locator('main')).toContainText('25.50')
  })

for (const path of Object.keys(forms) as (keyof typeof forms)[])
  test(`${path} works as HTML when its scripts are lost or fail`, async ({ page, stack }) => {
    await investorAt(page, stack, '/cabinet', { usdt: '700' })
    const { field, typed } = forms[path]
    const fault = path.includes('exchange') || path.includes('profile') ? 'answered by a gateway' : 'aborted'
    await page.route(scripts, (route) =>
      fault === 'aborted'
        ? route.abort()
        : route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
    )
    await page.goto(path)
    await fillIn(page, { [field]: typed })
    await expectRefusal(page, path, fault)
    await page.unroute(scripts)

    // An error while the page is taken over.
    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () =>
        document.querySelector('main h1')?.replaceWith(document.createElement('aside')),
      ),
    )
    await page.goto(path)
    await expectNotHydrated(page)
    await fillIn(page, { [field]: typed })
    await expectRefusal(page, path, 'an error')
  })

test('a link and a form are followed while the scripts have not come', async ({ page, stack }) => {
  await investorAt(page, stack, '/cabinet', { usdt: '700' })
  // Never answered.
  await page.route(scripts, () => {})
  await page.goto('/cabinet/top-up', { waitUntil: 'commit' })
  await page.locator('a[href="/cabinet/exchange"]').first().click({ noWaitAfter: true })
  await expect(page).toHaveURL(/\/cabinet\/exchange$/)
  await fillIn(page, { from: 'USDT', to: 'BTC', amount: 'all' })
  await send(page, 'amount')
  await expect(page.locator('main [name=amount]')).toHaveAttribute('aria-invalid', 'true')
})

test('what takes the place of a script is shown when that is lost, and not when it comes', async ({
  page,
  stack,
  say,
}) => {
  await page.route(/\/islands\/passkey-.*\.js$/, (route) => route.abort(), { times: 1 })
  const help = page.getByText(say('security:passkey.needsScript'))
  await page.goto('/login/passkey')
  await expect(help).toBeVisible()
  await expect(page.getByRole('link', { name: say('security:passkey.otherwise') })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: say('security:passkey.signIn') })).toBeVisible()
  await expect(help).toBeHidden()

  await investorAt(page, stack, '/cabinet/exchange', { usdt: '700' })
  const calculate = page.getByRole('button', { name: say('common:action.calculate') })
  await takenOver(page)
  await expect(calculate).toHaveCount(0)
  await loseScripts(page)
  await page.reload()
  await fillIn(page, { from: 'USDT', to: 'BTC', amount: '100' })
  await calculate.click()
  await expect(page.locator('main [name=amount]')).toHaveValue('100')
})

test('a browser that is too old for the scripts keeps the pages as they were sent, and works without', async ({
  page,
  stack,
  say,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'at'))
  const investor = await investorAt(page, stack, '/cabinet/top-up', { usdt: '700' })
  await page.fill('main [name=amount]', 'all')
  await expectRefusal(page, '/cabinet/top-up', 'too old')
  await page.goto('/cabinet/deposits/new')
  await fillIn(page, { planId: 'breeze', currency: 'USDT', amount: '300' })
  await send(page, 'amount')
  await confirm(page)
  await expect(page.locator('main')).toContainText(say('common:status.deposit.in_progress'))
  expect(await page.evaluate(() => '__remixRouter' in window)).toBe(false)
  expect((await investor.ask('GET', '/funds/deposits'))['total']).toBe(1)
})
