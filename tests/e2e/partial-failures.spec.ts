import { expect, test } from '../support/faulty-journey'
import { demoInvestor } from '../support/investor'
import { fillIn, signIn } from '../support/steps'

/**
 * Pages of several parts over an upstream of which some fail: what answers is shown, what does not is said or left
 * out, and no figure is invented in its place.
 */

test.use({ product: { env: { UPSTREAM_TIMEOUT_GET_MS: '3000' } } })
test.describe.configure({ mode: 'serial' })

const get = (path: RegExp) => ({ method: 'GET', path })

test.describe('the overview', () => {
  const parts = [
    { fails: /\/user\/balance/, lacks: ['accounts'] },
    { fails: /\/user\/statistics/, lacks: ['earnings.title', 'course.title'] },
    { fails: /\/funds\/deposits/, lacks: ['deposits'] },
    { fails: /\/user\/operations/, lacks: ['operations'] },
    { fails: /\/user\/exchange-rate/, lacks: ['leaders.title'] },
    { fails: /\/user\/bonus/, lacks: ['rank.title'] },
  ]
  const all = parts.flatMap(({ lacks }) => lacks)

  test('stands without any one of its parts, and says so in that part alone', async ({
    page,
    stack,
    say,
  }) => {
    await signIn(page, demoInvestor)
    const failed = say('cabinet:dashboard.failed')
    for (const { fails, lacks } of parts) {
      stack.faulty.fail('answers 503', get(fails))
      const response = await page.goto('/cabinet')
      stack.faulty.heal()
      expect(response?.status()).toBe(200)
      for (const part of all) {
        const region = page.getByRole('region', { name: say(`cabinet:dashboard.${part}`), exact: true })
        const which = `${part} without ${fails}`
        await expect(region.getByRole('heading', { level: 2 }), which).toHaveText(
          say(`cabinet:dashboard.${part}`),
        )
        await expect(region.getByText(failed), which).toHaveCount(lacks.includes(part) ? 1 : 0)
        if (!lacks.includes(part)) await expect(region, which).toContainText(/\d[.,]\d/)
      }
    }
  })

  test('says of the balance above the page that it is not known', async ({ page, stack, say }) => {
    await signIn(page, demoInvestor)
    stack.faulty.fail('answers 503', get(/\/user\/balance/))
    await page.goto('/cabinet')
    await expect(page.getByText(say('cabinet:layout.unavailable'))).toBeVisible()
  })

  test('stands without several, whatever the upstream says in their place', async ({ page, stack, say }) => {
    await signIn(page, demoInvestor)
    stack.faulty.fail('answers 500 in words', get(/\/funds\/deposits/))
    stack.faulty.fail('commits, then HTML', get(/\/user\/operations/))
    const response = await page.goto('/cabinet')
    expect(response?.status()).toBe(200)
    await expect(page.locator('main').getByText(say('cabinet:dashboard.failed'))).toHaveCount(2)
  })

  test('is left for sign-in when the session has ended', async ({ page, stack }) => {
    await signIn(page, demoInvestor)
    stack.faulty.fail('answers 401', get(/\/user\/balance/))
    await page.goto('/cabinet')
    await expect(page).toHaveURL(/\/login\?/)
  })
})

test.describe('a page of the cabinet that fails', () => {
  test('leaves the layout standing and says so in its title, wherever its reader came from', async ({
    page,
    stack,
    say,
  }) => {
    const navigation = page.getByRole('navigation', { name: say('common:navigation.cabinet') })
    const accounts = page.getByRole('region', { name: say('cabinet:layout.accounts') })
    const titled = (key: string) => say('common:title.page', { title: say(key), site: 'Tideline' })
    await signIn(page, demoInvestor)

    await page.goto('/cabinet/deposits/no-such-deposit')
    await expect(page.locator('main h1')).toHaveText(say('errors:page.notFound'))
    await expect(page).toHaveTitle(titled('errors:page.notFound'))
    await expect(accounts).toContainText('USDT')

    await navigation.getByRole('link', { name: say('common:navigation.dashboard') }).click()
    await expect(page).toHaveTitle(titled('cabinet:dashboard.title'))
    stack.faulty.fail('answers 503', get(/\/user\/operations/))
    await navigation.getByRole('link', { name: say('common:navigation.operations') }).click()
    await expect(page.locator('main h1')).toHaveText(say('errors:page.failure'))
    await expect(page).toHaveTitle(titled('errors:page.failure'))
    await expect(accounts).toContainText('USDT')

    stack.faulty.heal()
    await navigation.getByRole('link', { name: say('common:navigation.deposits') }).click()
    await expect(page.locator('main h1')).toHaveText(say('cabinet:deposits.title'))
    await expect(page).toHaveTitle(titled('cabinet:deposits.title'))
  })
})

test.describe('the file of what is held of an investor', () => {
  for (const javaScriptEnabled of [true, false])
    test.describe(`scripts ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled })

      test('that can not be made leads back to its page, which says so until it can', async ({
        page,
        stack,
        say,
      }) => {
        await signIn(page, demoInvestor)
        await page.goto('/cabinet/settings/data?download=asked')
        stack.faulty.fail('answers 503', { method: 'POST', path: /\/ext\/account\/export$/ })
        const download = page.getByRole('button', { name: say('settings:data.downloadFile') })
        await fillIn(page, { currentPassword: demoInvestor.password })
        await download.click()
        await expect(page).toHaveURL(/\/cabinet\/settings\/data\?failed=1$/)
        await expect(page.getByRole('alert')).toContainText(say('errors:fallback.any'))
        await expect(page.getByRole('alert')).toContainText(say('settings:data.failed'))

        stack.faulty.heal()
        await page.goto('/cabinet/settings/data?download=asked')
        await fillIn(page, { currentPassword: demoInvestor.password })
        const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
        expect(file.suggestedFilename()).toMatch(/^investor-[\d-]+\.json$/)
      })
    })
})

test.describe('the home page', () => {
  test('makes no claim that the upstream does not answer for', async ({ page, stack, say }) => {
    stack.faulty.fail('answers 503', get(/./))
    const response = await page.goto('/')
    expect(response?.status()).toBe(200)
    await expect(page.getByText(say('site:home.noPlans'))).toBeVisible()
    await expect(page.locator('main').getByText(say('common:risk.warning'))).toBeVisible()
    await expect(page.getByText(say('common:demo.banner'))).toBeVisible()
    // The 24 hours over which leaders are told are no figure of anybody's.
    await expect(page.locator('main')).not.toContainText(/(?<!\d)(?!24(?!\d))\d+/)
    await expect(page.locator('footer')).not.toContainText('Tideline')
  })

  test('shows each plan by its own figures', async ({ page }) => {
    await page.goto('/')
    const plans = page.locator('section[aria-labelledby=tariffs] li')
    await expect(plans).toHaveCount(3)
    await expect(plans.nth(0)).toContainText(/1\.11%.*From 100\.00\sUSDT to 4,999\.99\sUSDT.*2\.22%/)
    await expect(plans.nth(1)).toContainText(/2\.22%.*From 5,000\.00\sUSDT to 24,999\.99\sUSDT.*4\.44%/)
    await expect(plans.nth(2)).toContainText(/3\.33%.*From 25,000\.00\sUSDT.*6\.66%/)
  })
})
