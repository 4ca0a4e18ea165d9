import { expect, test } from '../support/faulty-journey'
import { demoInvestor } from '../support/investor'
import { fillIn, signIn, stepUpIn } from '../support/steps'

/**
 * Pages over an upstream with failing calls, with scripts on; `tests/journeys/partial-failures.test.ts` tests
 * their HTML.
 */

// Nothing here moves the clock.
test.use({ clock: 'still' })

const get = (path: RegExp) => ({ method: 'GET', path })

test.describe('a page of the cabinet that fails', () => {
  test('keeps the layout and names the failure in its title, wherever its reader came from', async ({
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

test.describe('the data download of an investor', () => {
  test("that can't be created leads back to its page, which says so until it can", async ({
    page,
    stack,
    say,
  }) => {
    await signIn(page, demoInvestor)
    await stepUpIn(page, stack.url, demoInvestor.password)
    await page.goto('/cabinet/settings/data?stepUp=password')
    stack.faulty.fail('answers 503', { method: 'POST', path: /\/ext\/account\/export$/ })
    const download = page.getByRole('button', { name: say('security:data.downloadFile') })
    await fillIn(page, { currentPassword: demoInvestor.password })
    await download.click()
    await expect(page).toHaveURL(/\/cabinet\/settings\/data\?failed=1$/)
    await expect(page.getByRole('alert')).toContainText(say('refusals:fallback.any'))
    await expect(page.getByRole('alert')).toContainText(say('security:data.failed'))

    stack.faulty.heal()
    await page.goto('/cabinet/settings/data?stepUp=password')
    await fillIn(page, { currentPassword: demoInvestor.password })
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(file.suggestedFilename()).toMatch(/^investor-[\d-]+\.json$/)
  })
})
