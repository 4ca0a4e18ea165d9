import { AxeBuilder } from '@axe-core/playwright'
import { type Page } from '@playwright/test'
import { newInvestor, newPerson } from '../support/investor'
import { expect, test } from '../support/journey'
import { demoInvestor, fillIn, send, signIn } from '../support/steps'
import { type Language } from '../support/texts'

/**
 * What holds on every page, in its languages, widths and themes: no accessibility violation, no sideways scroll
 * on a narrow phone, one heading of the first order inside `main`, the demonstration's notice, and no more script
 * than the page may have.
 */

// The demonstration shows each state on the day of its start; days later its deposits and top-ups have moved on.
test.use({ clock: 'still' })

const publicPages = ['/', '/no-such-page']
const visitorPages = ['/login', '/register', '/register/investor']
const cabinetPages = [
  '/cabinet',
  '/cabinet/top-up',
  '/cabinet/operations',
  '/cabinet/deposits',
  '/cabinet/deposits/new',
  '/cabinet/withdrawals',
  '/cabinet/withdrawals/new',
]

/** One entry of each list in each of its states has a page of its own. */
const entries = [
  { list: '/cabinet/top-up', of: ['pending', 'topped_up', 'rejected', 'timeout_expired'] },
  { list: '/cabinet/deposits', of: ['in_progress', 'awaiting_completion', 'closed'] },
  { list: '/cabinet/withdrawals', of: ['pending', 'under_review', 'rejected', 'completed'] },
]

const looks = [
  { lng: 'ru', colorScheme: 'light' },
  { lng: 'en', colorScheme: 'dark' },
  ...(process.env['TEST_FULL']
    ? ([
        { lng: 'ru', colorScheme: 'dark' },
        { lng: 'en', colorScheme: 'light' },
      ] as const)
    : []),
] as const satisfies { lng: Language; colorScheme: 'light' | 'dark' }[]

for (const { lng, colorScheme } of looks) {
  test.describe(`in ${lng}, ${colorScheme}`, () => {
    test.use({ lng, colorScheme })

    test('public and sign-in pages are sound and carry no script', async ({ page, stack }) => {
      for (const path of [...publicPages, ...visitorPages]) {
        const before = stack.answers.length
        await page.goto(path)
        await expectSound(page)
        await expect(page.locator('script'), path).toHaveCount(0)
        expect(stack.answers.slice(before).filter((answer) => answer.path.endsWith('.js'))).toEqual([])
      }
    })

    test('the page of the phone code is sound', async ({ page, stack }) => {
      const person = newPerson()
      await page.goto('/register')
      await fillIn(page, { ...person, passwordRepeat: person.password })
      await send(page, 'passwordRepeat')
      await expect(page).toHaveURL(`${stack.url}/phone`)
      await expectSound(page)
    })

    test('every page of the cabinet is sound', async ({ page }) => {
      await signIn(page, demoInvestor)
      for (const path of cabinetPages) {
        await page.goto(path)
        await expectSound(page)
      }
    })

    for (const { list, of } of entries) {
      test(`the pages of ${list} are sound in each state`, async ({ page }) => {
        await signIn(page, demoInvestor)
        for (const state of of) {
          await page.goto(`${list}?status=${state}`)
          const link = page.locator(`main a[href^="${list}/"]:not([href$="/new"])`).first()
          await page.goto((await link.getAttribute('href')) as string)
          await expectSound(page)
        }
      })
    }

    test('forms that failed are sound, and say so first', async ({ page, stack, say }) => {
      await page.goto('/login')
      await fillIn(page, { login: 'nobody-here', password: 'not-the-password' })
      await send(page, 'password')
      await expect(page).toHaveTitle(new RegExp(`^${say('common:title.error', { title: '' })}`))
      await expectSound(page)

      await signIn(page, await newInvestor(stack.backendUrl, { usdt: '700' }))
      await page.goto('/cabinet/deposits/new')
      await send(page, 'amount')
      await expect(page).toHaveTitle(new RegExp(`^${say('common:title.error', { title: '' })}`))
      await expectSound(page)
    })
  })
}

test('a cabinet page loads at most 135 KB of script', async ({ page, stack }) => {
  await signIn(page, demoInvestor)
  // Each page as the first one that a browser sees.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  for (const path of cabinetPages) {
    const before = stack.answers.length
    await page.goto(path, { waitUntil: 'networkidle' })
    const scripts = stack.answers.slice(before).filter((answer) => answer.path.endsWith('.js'))
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
    expect(
      bytes,
      `${path}: ${scripts.map((script) => `${script.path} ${script.bytes}`).join(', ')}`,
    ).toBeLessThan(135 * 1024)
  }
})

async function expectSound(page: Page): Promise<void> {
  const path = new URL(page.url()).pathname
  await expect(page.locator('main h1'), `${path} has one heading of the first order`).toHaveCount(1)
  await expect(page.locator('[style]'), `${path} has no style attributes`).toHaveCount(0)

  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' · ')}`)
  expect(told, `axe on ${path}`).toEqual([])

  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 640 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow, `${path} scrolls sideways at 320 px`).toBeLessThanOrEqual(0)
  if (size) await page.setViewportSize(size)
}
