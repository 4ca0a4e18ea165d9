import {
  currentPassword,
  demoCode,
  demoInvestor,
  newInvestor,
  newPerson,
  topUp,
  tronWallet,
  demoOperator,
} from '../support/investor'
import { expect, test } from '../support/journey'
import { connected, load, signIn, takenOver, installClock } from '../support/steps'
import { expectFew, keyboardOf } from '../support/keyboard'
import { toastOn } from '../support/toasts'

/** Tasks by keyboard alone. That Tab reaches every element of each page is in `focus-visible.spec.ts`. */

test.use({ clock: 'still' })

test('the main path by keyboard alone, in few presses', async ({ page, stack, say }) => {
  const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
  const { press, counted, tabTo, toContent, follow, type } = keyboardOf(page)

  await page.goto('/login')
  const entering = await counted(async () => {
    await tabTo('[name=login]')
    await type(investor.login)
    await tabTo('[name=password]')
    await type(investor.password)
    await press('Enter')
    await expect(page).toHaveURL(/\/cabinet$/)
  })
  await takenOver(page)
  const toppingUp = await counted(async () => {
    await follow('/cabinet/top-up')
    await toContent()
    await tabTo('[name=amount]')
    await type('400')
    await tabTo('[name=system]')
    await press('Space')
    await press('Enter')
    await expect(page).toHaveURL(/\/cabinet\/top-up\/[^/]+$/)
  })
  await takenOver(page)
  const deposit = await counted(async () => {
    await follow('/cabinet/deposits', 'Shift+Tab')
    await toContent()
    await follow('/cabinet/deposits/new')
    await toContent()
    await tabTo('[name=amount]')
    await type('300')
    await tabTo('[name=currency]')
    await type('USDT')
    await tabTo('[name=planId]')
    await press('ArrowDown')
    await press('ArrowUp')
    await expect(page.locator('[name=planId]:checked')).toBeFocused()
    await press('Enter')
    await expect(page.locator('main h1')).toHaveText(say('cabinet:deposits.review.title'))
    await tabTo('#confirm button')
    await press('Enter')
    await expect(page).toHaveURL(/\/cabinet\/deposits\/(?!new)[^/]+$/)
  })
  await takenOver(page)
  const withdrawal = await counted(async () => {
    await follow('/cabinet/withdrawals', 'Shift+Tab')
    await toContent()
    await follow('/cabinet/withdrawals/new')
    await toContent()
    await tabTo('[name=amount]')
    await type('200')
    await tabTo('[name=system]')
    await press('Space')
    await tabTo('[name=wallet]')
    await type(tronWallet)
    await press('Enter')
    await expect(page.locator('main h1')).toHaveText(say('cabinet:withdrawals.review.title'))
    await tabTo('#confirm button')
    await press('Enter')
    await expect(page.locator('#confirm [name=currentPassword]')).toBeFocused()
    await type(currentPassword)
    await press('Enter')
    await expect(page.locator('#confirm [name=stepUpCode]')).toBeFocused()
    await type(demoCode)
    await press('Enter')
    await expect(page).toHaveURL(/\/cabinet\/withdrawals\/(?!new)[^/]+$/)
    await expect(page.locator('main h1')).toBeFocused()
  })
  await takenOver(page)
  const cancelling = await counted(async () => {
    const opener = 'main a[href$="/cancel"]'
    await tabTo(opener)
    await press('Enter')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toBeVisible()
    await press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.locator(opener)).toBeFocused()
    await press('Enter')
    await tabTo('[role=alertdialog] form button')
    await press('Enter')
    await expect(page.locator('main')).toContainText(say('common:status.payment.rejected'))
    await expect(page.locator('main h1')).toBeFocused()
  })
  expectFew({
    'signing in': { of: entering, allowed: 15 },
    'a top-up': { of: toppingUp, allowed: 30 },
    'a deposit': { of: deposit, allowed: 46 },
    'a withdrawal': { of: withdrawal, allowed: 45 },
    'cancelling it': { of: cancelling, allowed: 20 },
  })
})

test('a new account by keyboard alone: registration, and the confirmation of the phone', async ({ page }) => {
  const { press, counted, tabTo, type } = keyboardOf(page)
  const person = newPerson()
  await page.goto('/register')
  const registering = await counted(async () => {
    for (const [name, value] of Object.entries({ ...person, passwordRepeat: person.password })) {
      await tabTo(`[name=${name}]`)
      await type(value)
    }
    await press('Enter')
    await expect(page).toHaveURL(/\/phone$/)
  })
  const confirming = await counted(async () => {
    await tabTo('[name=code]')
    await type(demoCode)
    await press('Enter')
    await expect(page).toHaveURL(/\/cabinet$/)
  })
  expectFew({
    registering: { of: registering, allowed: 20 },
    'confirming the phone': { of: confirming, allowed: 12 },
  })
})

test('exchange, subscription and a deposit that is kept, by keyboard alone', async ({ page, stack, say }) => {
  const { press, counted, tabTo, toContent, type } = keyboardOf(page)
  await signIn(page, await newInvestor(stack.backendUrl, { usdt: '700' }))
  await load(page, '/cabinet/exchange')
  const exchange = await counted(async () => {
    await toContent()
    await tabTo('[name=amount]')
    await type('100')
    await tabTo('[name=from]')
    await type('USDT')
    await tabTo('[name=to]')
    await type('BTC')
    await tabTo('main form button:not([name])')
    await press('Enter')
    await expect(page.locator('main h1')).toHaveText(say('exchange:review.title'))
    await tabTo('#confirm button')
    await press('Enter')
    await expect(page.locator('main h1')).toHaveText(say('exchange:done.title'))
    await expect(page.locator('main h1')).toBeFocused()
  })
  await load(page, '/cabinet/subscription')
  const subscription = await counted(async () => {
    await toContent()
    await tabTo('[name=optionId]')
    await press('Space')
    await press('Enter')
    await expect(page.locator('main h1')).toHaveText(say('exchange:subscription.review.title'))
    await tabTo('#confirm button')
    await press('Enter')
    await expect(page.locator('#confirm')).toHaveCount(0)
    await expect(page.locator('main h1')).toBeFocused()
  })
  await page.context().clearCookies()
  await signIn(page, demoInvestor)
  await load(page, '/cabinet/deposits?status=awaiting_completion')
  await page.locator('main a[href^="/cabinet/deposits/"]:not([href$="/new"])').first().press('Enter')
  await expect(page).toHaveURL(/\/cabinet\/deposits\/(?!new)[^/?]+$/)
  const closing = await counted(async () => {
    const opener = 'main a[href$="/close"]'
    await tabTo(opener)
    await press('Enter')
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toBeVisible()
    await tabTo('[role=alertdialog] form button')
    await press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.locator(opener)).toBeFocused()
  })
  expectFew({
    'an exchange': { of: exchange, allowed: 25 },
    'a subscription': { of: subscription, allowed: 20 },
    'keeping a deposit': { of: closing, allowed: 25 },
  })
})

test('the bell and a toast by keyboard alone', async ({ page, stack, say }) => {
  const { press, counted, tabTo } = keyboardOf(page)
  const investor = await newInvestor(stack.backendUrl)
  await signIn(page, investor)
  await Promise.all([connected(page), load(page, '/cabinet/operations')])
  const toast = await counted(async () => {
    await tabTo('header a')
    await topUp(investor, '700')
    await expect(toastOn(page, '700.00')).toBeVisible()
    await press('F8')
    await tabTo('[role=region] li button')
    await press('Enter')
    await expect(toastOn(page, '700.00')).toHaveCount(0)
    await expect(page.locator('header a:focus')).toHaveCount(1)
  })
  const bell = await counted(async () => {
    const opener = `nav[aria-label="${say('common:navigation.notifications')}"] a`
    await tabTo(opener)
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: say('notifications:title') })
    await expect(dialog).toBeVisible()
    await tabTo('[role=dialog] a')
    await press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.locator(opener)).toBeFocused()
  })
  expectFew({ 'closing a toast': { of: toast, allowed: 8 }, 'the bell': { of: bell, allowed: 20 } })
})

test('a session is gone on with by keyboard alone, and the focus is not lost', async ({
  page,
  stack,
  say,
}) => {
  const { press, counted, tabTo } = keyboardOf(page)
  await installClock(page)
  await signIn(page, await newInvestor(stack.backendUrl))
  await load(page, '/cabinet/operations')
  await page.clock.fastForward('25:30')
  const stay = page.getByRole('button', { name: say('cabinet:layout.session.stay') })
  await expect(stay).toBeVisible()
  const staying = await counted(async () => {
    await tabTo('[role=alert] button')
    await expect(stay).toBeFocused()
    await press('Enter')
    await expect(stay).toHaveCount(0)
    await expect(page.locator(':focus')).toHaveCount(1)
  })
  expectFew({ 'going on with a session': { of: staying, allowed: 25 } })
})

test('an operator decides cases by keys alone: three presses for each after the first', async ({
  page,
  stack,
  say,
}) => {
  const { login, ask } = await newInvestor(stack.backendUrl, { usdt: '700' })
  for (const amount of ['201', '202'])
    await ask('POST', '/funds/payments', { system: 'usdt-trc20', amount, wallet: tronWallet })
  await signIn(page, demoOperator)
  await page.goto(`/operator/withdrawals?search=${login}`)
  const { keyboard } = page

  await keyboard.press('?')
  await expect(page.getByRole('dialog', { name: say('operator:shortcuts.title') })).toBeVisible()
  await keyboard.press('Escape')
  await keyboard.press('/')
  await expect(page.locator('#search')).toBeFocused()
  await keyboard.press('j')
  await expect(page.locator('#search')).toHaveValue('j')
  await page.reload()
  await keyboard.press('j')
  await keyboard.press('Enter')
  for (const amount of ['201', '202']) {
    await expect(page.locator('main h1')).toContainText(amount)
    await keyboard.press('1')
    await keyboard.press('Enter')
    await expect(page.locator('main h1')).toHaveText(say('cases:review.title'))
    await keyboard.press('y')
    await expect(page.getByText(say('flash:caseDecided'))).toBeVisible()
  }
  await page.goto(`/operator/withdrawals?status=approved&search=${login}`)
  await expect(page.locator('main tbody tr')).toHaveCount(2)
})

test('an operator who speaks instead of typing switches the keys off, and on again', async ({
  page,
  say,
}) => {
  await signIn(page, demoOperator)
  await page.goto('/operator/withdrawals')
  const { keyboard } = page
  const dialog = page.getByRole('dialog', { name: say('operator:shortcuts.title') })
  const press = async (name: string) => dialog.getByRole('button', { name }).press('Enter')

  await keyboard.press('?')
  await press(say('operator:shortcuts.off'))
  await keyboard.press('Escape')
  await page.reload()
  await keyboard.press('/')
  await expect(page.locator('#search')).not.toBeFocused()
  await page.getByRole('button', { name: say('operator:shortcuts.title') }).press('Enter')
  await press(say('operator:shortcuts.on'))
  await keyboard.press('Escape')
  await keyboard.press('/')
  await expect(page.locator('#search')).toBeFocused()
})

test('an operator ticks cases by keys alone, and decides on all of them at once', async ({
  page,
  stack,
  say,
}) => {
  const { login, ask } = await newInvestor(stack.backendUrl, { usdt: '700' })
  for (const amount of ['201', '202'])
    await ask('POST', '/funds/payments', { system: 'usdt-trc20', amount, wallet: tronWallet })
  await signIn(page, demoOperator)
  await page.goto(`/operator/withdrawals?search=${login}`)
  const { keyboard } = page
  const whole = page.locator('[name=all]')

  await keyboard.press('j')
  await keyboard.press('x')
  await expect(whole).not.toBeChecked()
  await keyboard.press('j')
  await keyboard.press('x')
  await expect(whole).toBeChecked()
  await whole.uncheck()
  await expect(page.locator('tbody input:checked')).toHaveCount(0)
  await whole.check()
  await expect(page.locator('tbody input:checked')).toHaveCount(2)
  await keyboard.press('1')
  await keyboard.press('Enter')
  await expect(page.locator('main h1')).toHaveText(say('cases:review.title'))
  await keyboard.press('y')
  await expect(page.locator('main h1')).toHaveText(say('cases:several.results'))
  await expect(page.getByText(say('cases:several.state.done'))).toHaveCount(2)
})

test('an answer of the FAQ opens by keyboard', async ({ page, say }) => {
  await page.goto('/faq')
  await page.locator('summary').first().focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(say('site:faq.a1'))).toBeVisible()
})

test.describe('scripts off', () => {
  test.use({ javaScriptEnabled: false })

  test('the calculator is submitted by keyboard, and focus moves to its result', async ({ page, say }) => {
    await page.goto('/')
    await page.locator('[name=amount]').focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('2000')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/amount=2000/)
    await expect(page.getByRole('heading', { name: say('site:calculator.result') })).toBeFocused()
  })
})
