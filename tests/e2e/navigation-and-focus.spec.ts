import { type Locator, type Page } from '@playwright/test'
import { expect, test } from '../support/journey'
import { expectFew, keyboardOf } from '../support/keyboard'
import { closableDeposit, currentPassword, demoInvestor, newInvestor, tronWallet } from '../support/investor'
import {
  confirm,
  fillIn,
  load,
  send,
  enterCabinet,
  signIn,
  takenOver,
  investorAt,
  installClock,
} from '../support/steps'
import { brand } from '~/ui/theme/brand'

/** Forms and pages for users of a keyboard or a screen reader, and for repeated presses. */

for (const scripts of [true, false]) {
  test.describe(`scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ javaScriptEnabled: scripts })

    test('a refused form moves focus to its summary, which links to the field', async ({ page, say }) => {
      await signIn(page, demoInvestor)
      await page.goto('/demo/clock')
      await page.fill('#clock-days', '900')
      await page.locator('form#clock button').click()
      const summary = page.getByRole('alert')
      await expect(summary).toBeFocused()
      await expect(page).toHaveTitle(new RegExp(`^${say('common:title.error').replace('{title}', '')}`))
      await expect(page.locator('#clock-days')).toHaveValue('900')
      await expect(page.locator('#clock-days')).toHaveAttribute('aria-invalid', 'true')
      await summary.getByRole('link').click()
      await expect(page.locator('#clock-days')).toBeFocused()
    })
  })
}

test('after a client-side navigation focus is on the heading of the new page', async ({ page, say }) => {
  await enterCabinet(page, demoInvestor)
  await takenOver(page)
  const navigation = page.getByRole('navigation', { name: say('common:navigation.cabinet') })
  await navigation.getByRole('link', { name: say('common:navigation.deposits') }).click()
  await expect(page).toHaveURL(/\/cabinet\/deposits$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('Back, pressed before the scripts have loaded, shows the previous page', async ({ page, say }) => {
  await signIn(page, demoInvestor)
  await page.goto('/cabinet/deposits')
  await page.locator(`main a[href^="/cabinet/deposits/new"]`).first().click()
  await expect(page.locator('main h1')).toHaveText(say('cabinet:deposits.new.title'))

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/\/build\/.*\.js$/, async (route) => (await held, route.continue()))
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('main h1')).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/cabinet\/deposits$/)
  release()
  await expect(page.locator('main h1')).toHaveText(say('cabinet:deposits.title'))
  await page.locator(`main a[href^="/cabinet/deposits/new"]`).first().click()
  await expect(page.locator('main h1')).toHaveText(say('cabinet:deposits.new.title'))
})

test('a page with a press at every moment of its start loads completely', async ({ page, say }) => {
  await signIn(page, demoInvestor)
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel()
    const untilItStands = () => !document.querySelector('html[data-stands]')
    port1.onmessage = () => {
      document.body?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      if (untilItStands()) port2.postMessage(null)
    }
    port2.postMessage(null)
  })
  for (const { path, title } of [
    { path: '/cabinet/deposits', title: 'cabinet:deposits.title' },
    { path: '/cabinet/operations', title: 'cabinet:operations.title' },
  ] as const) {
    await load(page, path)
    await page.evaluate(() => document.documentElement.setAttribute('data-stands', ''))
    const navigation = page.getByRole('navigation', { name: say('common:navigation.cabinet') })
    await navigation.locator('a[href="/cabinet/withdrawals"]').click()
    await expect(page.locator('main h1')).toHaveText(say('cabinet:withdrawals.title'))
    await expect(page.locator('html[data-stands]'), `${say(title)} is left by script`).toHaveCount(1)
  }
})

test('a form is sent, checked and confirmed before the scripts have loaded', async ({ page, stack, say }) => {
  await page.route(/\/build\/.*\.js$/, (route) => route.abort())
  await investorAt(page, stack, '/cabinet/deposits/new', { usdt: '700' })
  await fillIn(page, { planId: 'breeze', currency: 'USDT', amount: '300' })
  await send(page, 'amount')
  await confirm(page)
  await expect(page).toHaveURL(/\/cabinet\/deposits\/(?!new$)[^/]+$/)
  await expect(page.locator('main')).toContainText(say('common:status.deposit.in_progress'))
})

test('a link on a page that has been open for long loads a whole document, which seals the session again', async ({
  page,
  say,
}) => {
  await signIn(page, demoInvestor)
  await installClock(page)
  await load(page, '/cabinet')
  const follow = async (title: string) => {
    const navigation = page.getByRole('navigation', { name: say('common:navigation.cabinet') })
    await navigation.getByRole('link', { name: title }).click()
    await expect(page.locator('main h1')).toHaveText(title)
  }
  const mark = () => page.evaluate(() => document.documentElement.setAttribute('data-mark', ''))
  await mark()
  await follow(say('common:navigation.deposits'))
  await expect(page.locator('html[data-mark]')).toHaveCount(1)
  await page.clock.fastForward('11:00')
  await follow(say('common:navigation.operations'))
  await expect(page.locator('html[data-mark]')).toHaveCount(0)
})

test('a review page is shown from its heading, though its address is that of the form', async ({
  page,
  say,
}) => {
  await signIn(page, demoInvestor)
  await load(page, '/cabinet/deposits/new')
  await fillIn(page, { planId: 'breeze', currency: 'USDT', amount: '300' })
  await send(page, 'amount')
  const heading = page.getByRole('heading', { level: 1, name: say('cabinet:deposits.review.title') })
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
})

test('the title says whether a form, its review or its question is shown, also after Back', async ({
  page,
  stack,
  say,
}) => {
  await investorAt(page, stack, '/cabinet/withdrawals/new', { usdt: '700' })
  await takenOver(page)
  const name = say('common:title.page', { title: say('cabinet:withdrawals.new.title'), site: brand.name })
  await expect(page).toHaveTitle(name)
  await fillIn(page, { system: 'usdt-trc20', amount: '200', wallet: tronWallet })
  await send(page, 'amount')
  await expect(page).toHaveTitle(say('common:title.review', { title: name }))
  const confirming = page.locator('#confirm button[type=submit]')
  await confirming.click()
  await expect(page).toHaveTitle(say('common:title.password', { title: name }))
  await page.locator('#confirm [name=currentPassword]').fill('not this one')
  await confirming.click()
  await expect(page).toHaveTitle(say('common:title.error', { title: name }))
  await page.locator('#confirm [name=currentPassword]').fill(currentPassword)
  await confirming.click()
  await expect(page).toHaveTitle(say('common:title.code', { title: name }))
  await page.getByRole('button', { name: say('common:action.back') }).click()
  await expect(page).toHaveTitle(name)
  await expect(page.locator('main [name=amount]:not([type=hidden])')).toHaveValue('200')
  await send(page, 'amount')
  await expect(page).toHaveTitle(say('common:title.review', { title: name }))
  await page.goBack()
  await expect(page).not.toHaveTitle(say('common:title.review', { title: name }))
})

test('a form in flight ignores a second press and says that it is being sent', async ({ page, say }) => {
  await enterCabinet(page, demoInvestor)
  await takenOver(page)
  let posts = 0
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/demo\/clock/, async (route) => {
    if (route.request().method() === 'POST') posts += 1
    await held
    await route.abort()
  })
  await page.getByText(say('common:demo.clock'), { exact: true }).click()
  const button = page.locator('form#clock-1 button')
  await button.click()
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(page.locator('form#clock-1').getByRole('status')).toHaveText(say('common:form.pending'))
  await expect(button.getByText(say('common:form.pending'))).toBeVisible()
  expect(await isMoving(button), 'the button moves while it waits').toBe(true)
  const other = page.locator('form#clock-50')
  await expect(other.locator('button')).not.toHaveAttribute('aria-disabled', 'true')
  await expect(other.getByRole('status')).toBeEmpty()
  await button.dispatchEvent('click')
  await page.keyboard.press('Enter')
  expect(posts).toBe(1)
  letGo()
})

test('the current one of more tabs than a phone is wide is on the screen, before a press and after one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await enterCabinet(page, demoInvestor)
  const current = page.locator('main nav a[aria-current]')
  await page.goto('/cabinet/settings/data') // a page without scripts
  await expect(current).toBeInViewport({ ratio: 1 })
  await load(page, '/cabinet/withdrawals?status=completed')
  await expect(current).toBeInViewport({ ratio: 1 })
  await page.locator('main nav a').first().click()
  await expect(page).toHaveURL('/cabinet/withdrawals')
  await expect(current).toBeInViewport({ ratio: 1 })
})

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a page on its way shows a line along the top, with ${reducedMotion} of motion`, async ({
    page,
    say,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await enterCabinet(page, demoInvestor)
    await takenOver(page)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    await page.route(/cabinet\/deposits\.data/, async (route) => {
      await held
      await route.continue()
    })
    const line = page.locator('body > div > div[aria-hidden]:empty')
    await expect(line).toHaveCount(0)
    const transitionsMs = await recordTransitions(page)
    await page
      .getByRole('link', { name: say('common:navigation.deposits'), exact: true })
      .first()
      .click()
    await expect(line).toBeInViewport()
    expect(await isMoving(line)).toBe(reducedMotion === 'no-preference')
    letGo()
    await expect(page).toHaveURL('/cabinet/deposits')
    await expect(line).toHaveCount(0)
    await expect.poll(transitionsMs).toEqual([reducedMotion === 'no-preference' ? 200 : 0])
  })
}

/** @returns what reads how long the page that was left took to give way to the next, of each transition so far */
async function recordTransitions(page: Page): Promise<() => Promise<number[]>> {
  const recorded = await page.evaluateHandle(() => {
    const all: string[] = []
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = start(update)
      void transition.ready.then(() => {
        const old = getComputedStyle(document.documentElement, '::view-transition-old(root)')
        all.push(old.animationDuration)
      })
      return transition
    }
    return all
  })
  return async () => (await recorded.jsonValue()).map((duration) => parseFloat(duration) * 1_000)
}

const isMoving = (one: Locator) =>
  one.evaluate((element) =>
    element.getAnimations({ subtree: true }).some(({ playState }) => playState === 'running'),
  )

test('the skip link is the first tab stop', async ({ page, say }) => {
  await page.goto('/')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: say('common:navigation.skip') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#main$/)
  await page.keyboard.press('Tab')
  await expect(page.locator('main :focus')).toHaveCount(1)
})

test('the skip link of the cabinet leads past its navigation', async ({ page, say }) => {
  await signIn(page, demoInvestor)
  await load(page, '/cabinet/operations')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: say('common:navigation.skip') })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.locator('main :focus')).toHaveCount(1)
})

test('focus stays in the page after Back, a filter and another page of a list, and is on the heading after a form', async ({
  page,
  stack,
  say,
}) => {
  const heading = page.locator('main h1')
  const focused = page.locator('main :focus')
  await signIn(page, demoInvestor)
  await load(page, '/cabinet/operations')
  await page.locator('main a[href*="page=2"]').first().click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page).toHaveTitle(new RegExp(say('common:list.page', { page: '2' })))
  await expect(focused).toHaveCount(1)
  await page.goBack()
  await expect(page).not.toHaveURL(/page=2/)
  await expect(focused).toHaveCount(1)
  await page.locator('main nav a[href*="from="]').first().click()
  await expect(page).toHaveURL(/from=/)
  await expect(focused).toHaveCount(1)
  await page.locator('nav a[href="/cabinet/deposits"]').first().click()
  await expect(page).toHaveURL(/deposits$/)
  await page.goBack()
  await expect(page).toHaveURL(/from=/)
  await expect(heading).toBeFocused()

  await page.context().clearCookies({ name: /sid/ })
  await investorAt(page, stack, '/cabinet/deposits/new', { usdt: '700' })
  await takenOver(page)
  await fillIn(page, { planId: 'breeze', currency: 'USDT', amount: '300' })
  await send(page, 'amount')
  await confirm(page)
  await expect(page).toHaveURL(/\/cabinet\/deposits\/(?!new$)[^/]+$/)
  await expect(heading).toBeFocused()
  await expect(page.locator('main')).toContainText(say('common:status.deposit.in_progress'))
})

test('what changes without a new page is in a live region: a form that is done, a receipt, what is copied', async ({
  page,
  context,
  stack,
  say,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.url })
  await investorAt(page, stack, '/cabinet/settings/profile')
  await takenOver(page)
  await fillIn(page, { city: 'Klaipėda' })
  await send(page, 'city')
  await expect(page.getByRole('status').filter({ hasText: say('flash:dataUpdated') })).toBeVisible()

  await load(page, '/cabinet/deposits/new')
  await fillIn(page, { planId: 'breeze', currency: 'USDT', amount: '300' })
  await expect(page.locator('main [aria-live=polite]').filter({ hasText: /3[.,]33\sUSDT/ })).toBeVisible()

  await load(page, '/cabinet/referrals')
  const copy = page.getByRole('button').filter({ has: page.locator('[aria-live]') })
  const before = await copy.first().innerText()
  await copy.first().click()
  await expect(copy.first().locator('[aria-live=polite]')).not.toHaveText(before)
})

test('a deposit that is closed in the dialog over its page leaves the focus on the heading', async ({
  page,
  stack,
  say,
}) => {
  const investor = await investorAt(page, stack, '/cabinet', { usdt: '700' })
  await load(page, `/cabinet/deposits/${await closableDeposit(investor)}`)
  await page.locator('main a[href$="/close"]').first().press('Enter')
  await page.locator('[role=alertdialog] form button[type=submit]').first().press('Enter')
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(page.locator('main')).toContainText(say('common:status.deposit.closed'))
  await expect(page.locator('main h1')).toBeFocused()
})

test('a deposit is closed by keyboard alone, from its list on, in few presses', async ({
  page,
  stack,
  say,
}) => {
  const { press, counted, tabTo, toContent, follow } = keyboardOf(page)
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const deposit = `/cabinet/deposits/${await closableDeposit(investor)}`
  await signIn(page, investor)
  await load(page, '/cabinet/deposits')
  const closing = await counted(async () => {
    await toContent()
    await follow(deposit)
    await toContent()
    await tabTo('main a[href$="/close"]')
    await press('Enter')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await tabTo('[role=alertdialog] form button')
    await press('Enter')
    await expect(page.locator('main')).toContainText(say('common:status.deposit.closed'))
    await expect(page.locator('main h1')).toBeFocused()
  })
  expectFew({ 'closing a deposit': { of: closing, allowed: 20 } })
})
