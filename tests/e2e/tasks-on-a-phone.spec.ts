import { type Locator } from '@playwright/test'
import { demoCode, demoInvestor, newPerson, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { enterCabinet, fillIn, fillInDocuments, takenOver } from '../support/steps'

/**
 * Twelve tasks of a new investor on a phone, by touch. Counted are presses of links, buttons and folds, and the screens
 * that have to be scrolled to what is pressed or read next; what is typed or chosen in a field is not. Each has a limit,
 * so that a change which makes a task longer is seen.
 */

test.use({
  clock: 'still',
  lng: 'en',
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  permissions: ['clipboard-write'],
})

interface Effort {
  presses: number
  screens: number
}

const limits: Record<string, Effort> = {
  'learn what is at risk': { presses: 0, screens: 0 },
  register: { presses: 3, screens: 1 },
  'top up': { presses: 3, screens: 3 },
  'open a deposit': { presses: 4, screens: 1 },
  'find the next income': { presses: 2, screens: 1 },
  withdraw: { presses: 6, screens: 1 },
  'change the language': { presses: 2, screens: 0 },
  'copy the referral link': { presses: 3, screens: 0 },
  'hand in documents': { presses: 4, screens: 1 },
  'set a new password': { presses: 6, screens: 1 },
  'read a notification': { presses: 2, screens: 0 },
  'find the income of a month': { presses: 5, screens: 0 },
}

test('twelve tasks on a phone take few presses and little scrolling', async ({
  page,
  context,
  stack,
  say,
}) => {
  const spent: Record<string, Effort> = {}
  let effort: Effort = { presses: 0, screens: 0 }
  const task = async (name: string, go: () => Promise<void>) => {
    spent[name] = effort = { presses: 0, screens: 0 }
    await test.step(name, go)
  }
  /** Brings something into view, and counts the screens that it was away. */
  const scrollTo = async (at: Locator) => {
    await at.waitFor()
    // Read in one go: between two calls the page may draw the element anew.
    const { top, bottom } = await at.evaluate((element) => element.getBoundingClientRect())
    const away = top < 0 ? -top : Math.max(0, bottom - 740)
    effort.screens += Math.ceil(away / 740)
  }
  /** @param to the page that it leads to */
  const press = async (on: Locator, to?: string | RegExp) => {
    if (await page.locator('html[data-page]').count()) await takenOver(page)
    await scrollTo(on)
    effort.presses += 1
    await on.tap()
    if (to) await page.waitForURL(to)
  }
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  const link = (name: string | RegExp) => page.locator('main').getByRole('link', { name })
  const bar = page.getByRole('navigation', { name: say('common:navigation.cabinet') })
  const place = (name: string) => bar.getByRole('link', { name: say(`common:navigation.${name}`) })
  const more = bar.locator('summary')
  const sent = page.locator('#confirm button[type=submit]')

  const person = newPerson()
  await page.goto('/')
  await task('learn what is at risk', () => scrollTo(page.getByText(say('site:home.mayLose')).first()))
  await task('register', async () => {
    await press(
      page.getByRole('banner').getByRole('link', { name: say('site:layout.openAccount') }),
      '**/register',
    )
    await fillIn(page, { ...person, passwordRepeat: person.password })
    await press(button(say('auth:register.action')), '**/phone')
    await fillIn(page, { code: demoCode })
    await press(button(say('common:action.confirm')), '**/cabinet')
  })
  await task('top up', async () => {
    await press(place('topUp'), '**/top-up')
    await fillIn(page, { amount: '700' })
    await press(button(say('cabinet:topUp.submit')), /top-up\/[^/]+$/)
    await press(button(say('common:action.playTransfer')))
    await expect(page.getByText(say('flash:toppedUp'))).toBeVisible()
  })
  await task('open a deposit', async () => {
    await press(place('deposits'), '**/deposits')
    await press(page.locator('main a[href="/cabinet/deposits/new"]').first(), '**/deposits/new')
    await fillIn(page, { amount: '300' })
    await press(button(say('common:action.continue')))
    await press(sent)
    await expect(page.getByText(say('flash:depositCreated'))).toBeVisible()
  })
  await task('find the next income', async () => {
    await press(place('dashboard'), '**/cabinet')
    await press(link(say('cabinet:dashboard.week.title')), /#/)
    await scrollTo(page.locator('section:is([aria-labelledby="week"], :has(> * > #week)) summary').first())
  })
  await task('withdraw', async () => {
    await press(place('withdrawals'), '**/withdrawals')
    await press(page.locator('main a[href="/cabinet/withdrawals/new"]').first(), '**/withdrawals/new')
    await fillIn(page, { system: 'usdt-trc20', amount: '100', wallet: tronWallet })
    await press(button(say('common:action.continue')))
    await press(sent)
    await page.locator('#confirm [name=currentPassword]').fill(person.password)
    await press(sent)
    await page.locator('#confirm [name=stepUpCode]').fill(demoCode)
    await press(sent)
    await expect(page.getByText(say('flash:requestSent'))).toBeVisible()
  })
  await task('change the language', async () => {
    await press(more)
    await press(bar.getByRole('button', { name: 'Русский' }))
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
  })
  await context.addCookies([{ name: 'lng', value: 'en', url: stack.url }])
  await page.goto('/cabinet')
  await task('copy the referral link', async () => {
    await press(more)
    await press(place('referrals'), '**/referrals')
    await press(button(say('partners:link.copy')))
    await expect(page.getByText(say('common:action.copied')).first()).toBeVisible()
  })
  await task('hand in documents', async () => {
    await press(more)
    await press(place('settings'), '**/settings/profile')
    await press(link(say('settings:tab.verification')), '**/verification')
    await fillInDocuments(page)
    await press(button(say('settings:verification.send')))
    await expect(page.locator('main')).toContainText(say('common:status.verification.in_process'))
  })
  await task('set a new password', async () => {
    await press(more)
    await press(bar.getByRole('button', { name: say('common:action.signOut') }), '**/login')
    await press(link(say('auth:forgot.entrance')), '**/forgot')
    await fillIn(page, { login: person.login })
    await press(button(say('auth:forgot.send')), '**/password/reset*')
    const password = 'Slack-water-22'
    await fillIn(page, { code: demoCode, password, passwordRepeat: password })
    await press(button(say('auth:reset.set')), '**/login')
    await fillIn(page, { login: person.login, password })
    await press(button(say('common:action.signIn')), '**/cabinet')
  })
  await task('read a notification', async () => {
    await press(
      page.getByRole('navigation', { name: say('common:navigation.notifications') }).getByRole('link'),
    )
    await press(page.getByRole('dialog').locator('li a').first())
    await expect(page.getByRole('dialog').or(page.locator('main article')).first()).toBeVisible()
  })
  await context.clearCookies()
  await context.addCookies([{ name: 'lng', value: 'en', url: stack.url }])
  await enterCabinet(page, demoInvestor)
  await task('find the income of a month', async () => {
    await press(more)
    await press(place('operations'), '**/operations')
    await press(page.locator('main nav a[href*="from="]').nth(1), /from=/)
    await press(page.locator('summary', { hasText: say('common:list.filters') }))
    await fillIn(page, { type: 'accrual' })
    await press(button(say('common:action.show')), /type=accrual/)
    await scrollTo(page.locator('main tbody tr').first())
  })

  expect(Object.keys(spent)).toEqual(Object.keys(limits))
  const over = Object.entries(spent).filter(
    ([name, { presses, screens }]) => presses > limits[name]!.presses || screens > limits[name]!.screens,
  )
  expect(over, 'more presses or screens than the limit').toEqual([])
})
