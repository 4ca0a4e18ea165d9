import { knownInvestor, newInvestor, newPerson, tronWallet, demoInvestor } from '../support/investor'
import { operators } from '../support/areas'
import { eachPrepared } from '../support/prepared-pages'
import { publicAddresses } from '../support/first-load'
import { expect, test } from '../support/journey'
import { expectLight, withoutCache } from '../support/scripts'
import { appearances, soundInTurns } from '../support/sound'
import { confirm, fillIn, send, signIn, typePasswordAndCode, investorAt, signOut } from '../support/steps'
import { type Visitor, signedIn } from '../support/visitor'

/**
 * Checks of every page, in its languages, widths and themes: no accessibility violation, no sideways scroll
 * on a narrow phone, one h1 inside `main`, the demonstration's banner, and no more script than the page may
 * have.
 */

// The demonstration has each state on the day of its start only; a moved clock would change its deposits and
// top-ups.
test.use({ clock: 'still' })

/** Besides every address of the public site. */
const publicStates = ['/subscribe?sent=1', '/no-such-page']
const visitorPages = ['/login', '/register', '/register/investor', '/password/forgot', '/password/reset']
const cabinetPages = [
  '/cabinet',
  '/cabinet/top-up',
  '/cabinet/operations',
  '/cabinet/deposits',
  '/cabinet/deposits/new',
  '/cabinet/withdrawals',
  '/cabinet/withdrawals/new',
  '/cabinet/referrals',
  '/cabinet/referrals?search=nobody-at-all',
  '/cabinet/referrals/amber.bay',
  '/cabinet/referrals/zephyr',
  '/cabinet/settings/profile',
  '/cabinet/settings/payment-systems',
  '/cabinet/settings/password',
  '/cabinet/settings/verification',
  '/cabinet/exchange',
  '/cabinet/subscription',
  '/cabinet/notifications',
  '/cabinet/deposits/no-such-deposit',
]

/** Pages of the cabinet that are HTML only. */
const plainCabinetPages = [
  '/cabinet/settings/language',
  '/cabinet/settings/sessions',
  '/cabinet/settings/activity',
  '/cabinet/settings/data',
  '/cabinet/settings/data/deletion',
  '/cabinet/settings/security',
  '/cabinet/settings/security/totp',
  '/cabinet/settings/security/recovery-codes',
]

/** One entry of each list in each of its states has a page of its own. */
const entries = [
  { list: '/cabinet/top-up', of: ['pending', 'topped_up', 'rejected', 'timeout_expired'] },
  { list: '/cabinet/deposits', of: ['in_progress', 'awaiting_completion', 'closed'] },
  { list: '/cabinet/withdrawals', of: ['pending', 'under_review', 'rejected', 'completed'] },
]

for (const { lng, colorScheme } of appearances) {
  test.describe(`in ${lng}, ${colorScheme}`, () => {
    test.use({ lng, colorScheme })

    test('public and sign-in pages pass all checks and load no script', async ({ page, stack }) => {
      const expectSound = soundInTurns(lng)
      const addresses = oneOfEach(await publicAddresses(stack.url))
      expect(addresses.length).toBeGreaterThan(12)
      for (const path of [...addresses, ...publicStates, ...visitorPages]) {
        const before = stack.answers.length
        if (!(await expectSound(page, path))) continue
        await expect(
          page.locator('script:not([type="application/ld+json"]):not([src^="/build/islands/"])'),
          path,
        ).toHaveCount(0)
        expect(
          stack.answers.slice(before).filter((answer) => /(?<!\/islands\/[\w-]+)\.js$/.test(answer.path)),
        ).toEqual([])
      }
    })

    test('the page of the phone code passes all checks', async ({ page, stack }) => {
      const expectSound = soundInTurns(lng)
      const person = newPerson()
      await page.goto('/register')
      await fillIn(page, { ...person, passwordRepeat: person.password })
      await send(page, 'passwordRepeat')
      await expect(page).toHaveURL(`${stack.url}/phone`)
      await expectSound.here(page)
    })

    test('every page of the cabinet passes all checks', async ({ page, stack }) => {
      const expectSound = soundInTurns(lng)
      await signIn(page, demoInvestor)
      for (const path of [...cabinetPages, ...plainCabinetPages]) await expectSound(page, path)
      const { ask } = await knownInvestor(stack.backendUrl, demoInvestor)
      const mailings = (await ask('GET', '/notification?type=mailing&limit=100')) as {
        items: { id: string; image: string | null }[]
      }
      const pictured = mailings.items.find(({ image }) => image !== null)
      await expectSound.open(page, `/cabinet/notifications/${pictured?.id}`)
      await expect(page.locator('main img')).toBeVisible()
      await expectSound.here(page)
    })

    test('pages that something leads to pass all checks, and no two of them have one title', async ({
      page,
      stack,
    }) => {
      const expectSound = soundInTurns(lng)
      const titles: Record<string, string[]> = { 'for operators': [], 'for others': [] }
      await eachPrepared(page, stack, async (address) => {
        await page.context().addCookies([{ name: 'lng', value: lng, url: stack.url }])
        if (!(await expectSound(page, address))) await page.goto(address)
        titles[operators(address) ? 'for operators' : 'for others']!.push(await page.title())
      })
      for (const [where, shown] of Object.entries(titles)) {
        expect(shown.length, where).toBeGreaterThan(5)
        expect(shown, where).toEqual([...new Set(shown)])
      }
    })

    for (const { list, of } of entries) {
      test(`the pages of ${list} pass all checks in each state`, async ({ page, stack }) => {
        const expectSound = soundInTurns(lng, { onlyNew: true })
        await signIn(page, demoInvestor)
        const visitor = await signedIn(stack.url, demoInvestor, lng)
        for (const state of of) await expectSound(page, await firstOf(visitor, `${list}?status=${state}`))
      })
    }

    test('forms with errors pass all checks, and begin with the errors', async ({ page, stack, say }) => {
      const expectSound = soundInTurns(lng, { onlyNew: true })
      const fails = async (path: string, fields: Record<string, string>, field: string) => {
        if (new URL(page.url()).pathname !== path) await page.goto(path)
        await fillIn(page, fields)
        await send(page, field)
        await expect(page).toHaveTitle(new RegExp(`^${say('common:title.error', { title: '' })}`))
        await expectSound.here(page)
      }
      await page.goto('/login')
      await fails('/login', { login: 'nobody-here', password: 'not-the-password' }, 'password')
      await fails('/register', { login: 'x', email: 'nobody' }, 'passwordRepeat')

      const person = newPerson()
      await page.goto('/register')
      await fillIn(page, { ...person, passwordRepeat: person.password })
      await send(page, 'passwordRepeat')
      await expect(page).toHaveURL(`${stack.url}/phone`)
      await fails('/phone', { code: '123456' }, 'code')
      await page.locator('form#resend button').click()
      await expect(page.locator('form#resend').getByRole('alert')).toBeFocused()
      await expectSound.here(page)
      await page.locator('form#leave button').click()

      await signIn(page, await newInvestor(stack.backendUrl, { usdt: '700' }))
      await fails('/cabinet/deposits/new', {}, 'amount')
      await fails('/cabinet/top-up', { amount: 'much' }, 'amount')
      await fails('/cabinet/withdrawals/new', { amount: '-1', wallet: 'nowhere' }, 'wallet')

      await fails('/cabinet/exchange', { amount: '1' }, 'amount')
      await fails('/cabinet/subscription', {}, 'optionId')
      await fails('/cabinet/settings/profile', { email: 'nobody', phone: '12' }, 'email')
      await fails(
        '/cabinet/settings/password',
        { currentPassword: 'x', password: 'short' },
        'currentPassword',
      )
      await fails('/cabinet/settings/payment-systems', { 'wallets[0].address': 'x' }, 'wallets[0].address')
      await fails('/cabinet/settings/verification', {}, 'documentNumber')

      await page.goto('/demo/clock')
      await page.fill('#clock-days', '900')
      await page.locator('form#clock button').click()
      await expect(page.getByRole('alert')).toBeFocused()
      await expectSound.here(page)
    })

    test('review pages pass all checks', async ({ page, stack, say }) => {
      const expectSound = soundInTurns(lng, { onlyNew: true })
      await investorAt(page, stack, '/cabinet/deposits/new?currency=USDT&amount=300', { usdt: '700' })
      await expect(page.locator('main')).toContainText(/3[.,]33\sUSDT/)
      await expectSound.here(page)
      await fillIn(page, { planId: 'breeze', currency: 'USDT', amount: '300' })
      await send(page, 'amount')
      await expect(page.locator('main h1')).toHaveText(say('cabinet:deposits.review.title'))
      await expectSound.here(page)

      await page.goto('/cabinet/withdrawals/new')
      await fillIn(page, { system: 'usdt-trc20', amount: '200', wallet: tronWallet })
      await expect(page.locator('main')).toContainText(/199[.,]00\sUSDT/)
      await expectSound.here(page)
      await fillIn(page, { system: 'usdt-trc20', amount: '200', wallet: tronWallet })
      await send(page, 'wallet')
      await expect(page.locator('main h1')).toHaveText(say('cabinet:withdrawals.review.title'))
      await expectSound.here(page)
      await typePasswordAndCode(page)
      await expectSound.here(page)
      await confirm(page)
      await page.getByRole('link', { name: say('cabinet:withdrawals.cancel.open') }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await expectSound.here(page)
      await page.goto(`${page.url()}/cancel`)
      await expect(page.locator('main h1')).toHaveText(say('cabinet:withdrawals.cancel.title'))
      await expectSound.here(page)

      await page.goto('/cabinet/exchange')
      await fillIn(page, { from: 'USDT', to: 'BTC', amount: '100' })
      await send(page, 'amount')
      await expect(page.locator('main h1')).toHaveText(say('exchange:review.title'))
      await expectSound.here(page)
      await confirm(page)
      await expect(page.locator('main h1')).toHaveText(say('exchange:done.title'))
      await expectSound.here(page)

      await page.goto('/cabinet/subscription')
      await fillIn(page, { optionId: 'month' })
      await send(page, 'optionId')
      await expect(page.locator('main h1')).toHaveText(say('exchange:subscription.review.title'))
      await expectSound.here(page)

      await signOut(page)
      await signIn(page, demoInvestor)
      const visitor = await signedIn(stack.url, demoInvestor, lng)
      for (const state of ['awaiting_completion', 'in_progress', 'closed']) {
        await expectSound(page, `${await firstOf(visitor, `/cabinet/deposits?status=${state}`)}/close`)
      }
      await expectSound(page, '/demo/clock')
    })

    test('a form with a broken body ends on a page that passes all checks', async ({ page, say }) => {
      const expectSound = soundInTurns(lng)
      await page.goto('/login')
      await page.locator('[name=login]').evaluate((field) => field.after(field.cloneNode()))
      await page.locator('main form button[type=submit]').first().click()
      await expect(page.locator('main')).toContainText(say('refusals:request.body_broken'))
      await expectSound.here(page)
    })
  })
}

// Russian takes more bytes than English.
test.describe('in Russian', () => {
  test.use({ lng: 'ru' })

  test('a cabinet page loads at most 136 KB of script', async ({ page, stack }) => {
    await signIn(page, demoInvestor)
    await withoutCache(page)
    const visitor = await signedIn(stack.url, demoInvestor)
    const lists = [...entries.map(({ list }) => list), '/cabinet/notifications']
    const details = await Promise.all(lists.map((list) => firstOf(visitor, list)))
    const [, deposit, withdrawal] = details
    for (const path of [...cabinetPages, ...details, `${deposit}/close`, `${withdrawal}/cancel`])
      await expectLight(page, stack.answers, path)
  })
})

/** The page of the first entry of a list. */
async function firstOf(visitor: Visitor, list: string): Promise<string> {
  const { pathname } = new URL(list, 'http://localhost')
  const [first] = (await visitor.visit(list)).entries(pathname)
  if (!first) throw new Error(`${list} has no entry`)
  return first
}

/** Only the first page of each list: the others differ in their texts only. */
function oneOfEach(addresses: string[]): string[] {
  const shapes = addresses.map((path) => path.replace(/^(\/(news|vacancies)\/)[^/]+/, '$1:id'))
  return addresses.filter((_, place) => shapes.indexOf(shapes[place] ?? '') === place)
}
