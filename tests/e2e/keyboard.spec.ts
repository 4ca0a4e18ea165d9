import { type Page } from '@playwright/test'
import {
  currentPassword,
  demoCode,
  newInvestor,
  tronWallet,
  demoInvestor,
  demoOperator,
} from '../support/investor'
import { expect, test } from '../support/journey'
import { load, signIn } from '../support/steps'

/** Pages by keyboard alone: Tab reaches every element in order, with a visible focus. */

test.use({ clock: 'still' })

for (const path of ['/', '/investors', '/faq', '/contacts', '/vacancies/intern', '/login', '/register'])
  test(`${path} can be used by keyboard`, async ({ page }) => {
    await page.goto(path)
    await walkThrough(page)
  })

test('the pages of the cabinet can be used by keyboard', async ({ page }) => {
  await signIn(page, demoInvestor)
  for (const path of [
    '/cabinet',
    '/cabinet/top-up',
    '/cabinet/operations',
    '/cabinet/deposits/new',
    '/cabinet/withdrawals/new',
    '/cabinet/referrals',
    '/cabinet/exchange',
    '/cabinet/notifications',
    '/cabinet/settings/profile',
    '/cabinet/settings/verification',
  ]) {
    await load(page, path)
    await test.step(path, () => walkThrough(page))
  }
})

test('money moves by keyboard alone: a deposit is opened, and a withdrawal requested', async ({
  page,
  stack,
  say,
}) => {
  await signIn(page, await newInvestor(stack.backendUrl, { usdt: '700' }))
  const { keyboard } = page

  await page.goto('/cabinet/deposits/new')
  await tabTo(page, '[name=planId]')
  await keyboard.press('Space')
  await tabTo(page, '[name=currency]')
  await keyboard.type('USDT')
  await tabTo(page, '[name=amount]')
  await keyboard.type('300')
  await keyboard.press('Enter')
  await expect(page.locator('main h1')).toHaveText(say('cabinet:deposits.review.title'))
  await tabTo(page, '#confirm button')
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cabinet\/deposits\/(?!new)[^/]+$/)

  await page.goto('/cabinet/withdrawals/new')
  await tabTo(page, '[name=system]')
  await keyboard.press('Space')
  await tabTo(page, '[name=amount]')
  await keyboard.type('200')
  await tabTo(page, '[name=wallet]')
  await keyboard.type(tronWallet)
  await keyboard.press('Enter')
  await expect(page.locator('main h1')).toHaveText(say('cabinet:withdrawals.review.title'))
  await tabTo(page, '#confirm button')
  await keyboard.press('Enter')
  await expect(page.locator('#confirm [name=currentPassword]')).toBeFocused()
  await keyboard.type(currentPassword)
  await keyboard.press('Enter')
  await expect(page.locator('#confirm [name=stepUpCode]')).toBeFocused()
  await keyboard.type(demoCode)
  await keyboard.press('Enter')
  await expect(page).toHaveURL(/\/cabinet\/withdrawals\/(?!new)[^/]+$/)
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

/** Presses Tab until the next element of this kind has focus. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 100; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
  }
  throw new Error(`${selector} can't be reached by the keyboard`)
}

async function walkThrough(page: Page): Promise<void> {
  const stops = await numberStops(page)
  expect(stops).toBeGreaterThan(3)
  for (let stop = 1; stop <= stops; stop += 1) {
    const goOn = async () => {
      await page.keyboard.press('Tab')
      return focusOf(page)
    }
    let focus = await goOn()
    // Each part of a date field has a tab stop.
    for (let part = 0; part < 3 && stop > 1 && focus.stop === stop - 1; part += 1) focus = await goOn()
    expect(focus, `stop ${stop} of ${stops}`).toEqual({ stop, isSeen: true })
  }
}

/** Numbers all visible focusable elements, from top to bottom. @returns how many there are */
function numberStops(page: Page): Promise<number> {
  return page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]',
    )
    // A group of radio buttons has one tab stop: the checked one, or else the first.
    const isStop = (element: HTMLElement) => {
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true
      const choices = [...document.querySelectorAll<HTMLInputElement>(`input[name="${element.name}"]`)]
      return element === (choices.find(({ checked }) => checked) ?? choices[0])
    }
    const stops = [...all].filter(
      (element) => element.checkVisibility() && element.tabIndex >= 0 && isStop(element),
    )
    stops.forEach((element, place) => (element.dataset['stop'] = `${place + 1}`))
    return stops.length
  })
}

function focusOf(page: Page): Promise<{ stop: number; isSeen: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement
    const isRinged = (ringed: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(ringed)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
    }
    // The focus ring of a radio button is drawn around its label.
    const choice = element.closest('label')
    return {
      stop: Number(element.dataset['stop']),
      isSeen: isRinged(element) || (choice !== null && isRinged(choice)),
    }
  })
}
