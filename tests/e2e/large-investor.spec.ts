import { expectFits } from '../support/fits'
import { newInvestor } from '../support/investor'
import { type WatchedStack, expect, startWatchedStack, test as journey } from '../support/journey'
import { makeLarge } from '../support/large-investor'
import { testDatabase } from '../support/postgres'
import { signIn } from '../support/steps'
import { otherScriptedLanguages } from '../support/reading-modes'

/** An investor with thousands of entries has the longest sums: they fit a narrow phone in either language. */

const test = journey.extend<
  object,
  { stack: WatchedStack; database: Awaited<ReturnType<typeof testDatabase>> }
>({
  database: [
    async ({}, use) => {
      const database = await testDatabase()
      await use(database)
      await database.drop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  stack: [
    async ({ database }, use) => {
      const stack = await startWatchedStack({ env: { DATABASE_URL: database.url } })
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
test.use({ javaScriptEnabled: false })

test('the sums of a large account fit a narrow phone on every page', async ({
  page,
  context,
  stack,
  database,
}) => {
  const investor = await newInvestor(stack.backendUrl)
  const { partner } = await makeLarge(database.pool, investor.login)
  await signIn(page, investor)
  for (const lng of otherScriptedLanguages) {
    await context.addCookies([{ name: 'lng', value: lng, url: stack.url }])
    for (const path of [
      '/cabinet?period=all',
      '/cabinet/operations',
      '/cabinet/referrals',
      `/cabinet/referrals/${partner(1)}`,
      '/cabinet/deposits',
      '/cabinet/notifications',
      '/cabinet/top-up',
      '/cabinet/withdrawals',
    ]) {
      await page.goto(path)
      await expect(page.locator('html')).toHaveAttribute('lang', lng)
      await expect(page.locator('main')).toContainText(/\d{2}[.,]\d{2}/)
      await expectFits(page)
    }
  }
})
