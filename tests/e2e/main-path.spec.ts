import { demoCode, newPerson, knownInvestor, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { confirm, demoInvestor, figure, fillIn, send } from '../support/steps'
import { type Language } from '../support/texts'

/**
 * One investor's money from the first visit to the wallet. The figures, worked out by hand from money.md:
 * Breeze pays 1.11 % a day, 300 × 1.11 / 100 = 3.33 a day in the first term and twice that, 6.66, in the second.
 *
 *   moment              free balance                       in deposits   accrued
 *   topped up                              700.00              0.00
 *   opened 300          700 − 300      =   400.00            300.00        0.00
 *   day 1               400 + 3.33     =   403.33            300.00        3.33
 *   day 50              400 + 50×3.33  =   566.50            300.00      166.50   may be closed
 *   day 51              566.50 + 6.66  =   573.16            300.00      173.16   doubled
 *   day 100             566.50+50×6.66 =   899.50            300.00      499.50   waits, earns nothing
 *   closed              899.50 + 300   = 1,199.50              0.00      499.50
 *   200 withdrawn     1,199.50 − 200   =   999.50              0.00               fee 1, arrives 199
 */
const figures = {
  '0.00': { en: '0.00', ru: '0,00' },
  '1': { en: '1.00', ru: '1,00' },
  '3.33': { en: '3.33', ru: '3,33' },
  '6.66': { en: '6.66', ru: '6,66' },
  '166.50': { en: '166.50', ru: '166,50' },
  '173.16': { en: '173.16', ru: '173,16' },
  '199': { en: '199.00', ru: '199,00' },
  '200': { en: '200.00', ru: '200,00' },
  '300': { en: '300.00', ru: '300,00' },
  '400': { en: '400.00', ru: '400,00' },
  '403.33': { en: '403.33', ru: '403,33' },
  '499.50': { en: '499.50', ru: '499,50' },
  '566.50': { en: '566.50', ru: '566,50' },
  '573.16': { en: '573.16', ru: '573,16' },
  '700': { en: '700.00', ru: '700,00' },
  '899.50': { en: '899.50', ru: '899,50' },
  '999.50': { en: '999.50', ru: '999,50' },
  '1199.50': { en: '1,199.50', ru: '1 199,50' },
} satisfies Record<string, Record<Language, string>>

// Each pair of two of the three ways stands once; the whole matrix is their product.
const pairs = [
  { scripts: true, lng: 'ru', width: 1280 },
  { scripts: true, lng: 'en', width: 360 },
  { scripts: false, lng: 'ru', width: 360 },
  { scripts: false, lng: 'en', width: 1280 },
] as const
const otherPairs = pairs.map((pair) => ({ ...pair, width: pair.width === 360 ? 1280 : 360 }))

for (const { scripts, lng, width } of process.env['TEST_FULL'] ? [...pairs, ...otherPairs] : pairs) {
  test.describe(`scripts ${scripts ? 'on' : 'off'}, ${lng}, ${width} px`, () => {
    test.use({ javaScriptEnabled: scripts, lng, viewport: { width, height: 800 } })

    test('registers, tops up, opens a deposit, earns two terms, closes it and withdraws', async ({
      page,
      stack,
      say,
    }) => {
      const main = page.locator('main')
      const shows = async (...amounts: (keyof typeof figures)[]) => {
        for (const amount of amounts) await expect(main).toContainText(figure(figures[amount][lng]), inWords)
      }
      /** The two accounts in the strip above every page. */
      const accounts = async (balance: keyof typeof figures, inDeposits: keyof typeof figures) => {
        await page.goto('/cabinet')
        const strip = page.getByRole('region', { name: say('cabinet:frame.accounts') })
        const [free, locked] = [strip.locator('dd').first(), strip.locator('dd').nth(1)]
        await expect(free).toContainText(figure(figures[balance][lng]), inWords)
        await expect(locked).toContainText(figure(figures[inDeposits][lng]), inWords)
      }
      /** The same while the deposit runs, and the deposit's own page. */
      const stands = async (balance: keyof typeof figures, accrued: keyof typeof figures) => {
        await accounts(balance, '300')
        await page.goto(deposit)
        await shows('300', accrued)
      }
      const moveClock = async (days: number) => {
        await page.goto('/cabinet')
        const clock = page.locator('form:has([name=days]:not([type=hidden]))')
        await clock.locator('[name=days]').fill(String(days))
        await clock.locator('button[type=submit]').click()
        // A jump runs the jobs of each of its days.
        await expect(page.locator('body')).toContainText(say('common:flash.clockMoved'), { timeout: 60_000 })
      }

      // Registers by the link of an investor, and confirms the phone.
      const person = newPerson()
      await page.goto('/register/investor')
      await expect(main).toContainText(say('auth:register.invitedBy', { login: 'investor' }))
      await fillIn(page, { ...person, passwordRepeat: person.password })
      await send(page, 'passwordRepeat')
      await expect(page).toHaveURL(/\/phone$/)
      await expect(main).toContainText(demoCode)
      await fillIn(page, { code: '000 000' })
      await send(page, 'code')
      await expect(page).toHaveURL(/\/cabinet$/)

      // Tops up 700 USDT: an address, then the transfer that the demonstration plays.
      await page.goto('/cabinet/top-up')
      await fillIn(page, { system: 'usdt-trc20', amount: '700' })
      await send(page, 'amount')
      await expect(page).toHaveURL(/\/cabinet\/top-up\/[^/]+$/)
      await expect(main).toContainText(say('common:status.refill.pending'))
      await shows('700')
      await page.getByRole('button', { name: say('common:action.playTransfer') }).click()
      await expect(main).toContainText(say('common:status.refill.topped_up'))
      await expect(page.locator('body')).toContainText(say('common:flash.toppedUp'))

      await accounts('700', '0.00')

      // Opens 300 on Breeze, after a page that says what will happen.
      const inviter = await knownInvestor(stack.backendUrl, demoInvestor)
      const rewards = async () =>
        (await inviter.ask('GET', '/user/operations/?type=referral&limit=100')) as {
          items: { amount: string }[]
          total: number
        }
      const rewardsBefore = (await rewards()).total
      await page.goto('/cabinet/deposits/new')
      await fillIn(page, { planId: 'breeze', currency: 'USDT', amount: '300' })
      await send(page, 'amount')
      await shows('300', '3.33', '166.50')
      await confirm(page, say)
      await expect(page).toHaveURL(/\/cabinet\/deposits\/(?!new$)[^/]+$/)
      await expect(page.locator('body')).toContainText(say('common:flash.depositCreated'))
      const deposit = new URL(page.url()).pathname
      const closing = page.locator(`main a[href="${deposit}/close"]`)
      await shows('300', '0.00', '3.33')
      await expect(main).toContainText(say('common:status.deposit.in_progress'))
      await expect(closing).toHaveCount(0)
      await accounts('400', '300')
      // The inviter gets 7 % of 300 at once.
      expect((await rewards()).total).toBe(rewardsBefore + 1)
      expect(Number((await rewards()).items[0]?.amount)).toBe(21)

      await moveClock(1)
      await stands('403.33', '3.33')
      await expect(closing).toHaveCount(0)

      await moveClock(49) // day 50: the first term is over
      await stands('566.50', '166.50')
      await shows('6.66')
      await expect(main).toContainText(say('common:status.deposit.in_progress'))
      await expect(closing).toHaveCount(1)

      await moveClock(1) // day 51: the first day of the doubled rate
      await stands('573.16', '173.16')

      await moveClock(49) // day 100: both terms are over
      await stands('899.50', '499.50')
      await expect(main).toContainText(say('common:status.deposit.awaiting_completion'))
      await moveClock(3) // it earns nothing while it waits
      await stands('899.50', '499.50')

      // Closes it, after a page that names plan, amount and currency.
      await closing.click()
      await expect(main).toContainText({ en: 'Breeze', ru: 'Бриз' }[lng])
      await shows('300')
      await confirm(page, say)
      await expect(page.locator('body')).toContainText(say('common:flash.depositClosed'))
      await expect(main).toContainText(say('common:status.deposit.closed'))
      await accounts('1199.50', '0.00')

      // Withdraws 200 to a wallet on TRC-20, after a page that says what arrives.
      await page.goto('/cabinet/withdrawals/new?system=usdt-trc20')
      await fillIn(page, { system: 'usdt-trc20', amount: '200', wallet: tronWallet })
      await send(page, 'wallet')
      await shows('200', '1', '199')
      expect((await main.innerText()).replace(/\s/g, '')).toContain(tronWallet)
      await confirm(page, say)
      await expect(page).toHaveURL(/\/cabinet\/withdrawals\/(?!new$)[^/]+$/)
      await expect(page.locator('body')).toContainText(say('common:flash.requestSent'))
      await expect(main).toContainText(say('common:status.payment.pending'))
      const due = say('common:sentence.payment.pending', { expectedBy: '' }).replace(/[.\s]+$/, '')
      await expect(main).toContainText(due)
      const timeOf = async (term: string) => {
        const fact = main.locator('dl > div', { has: page.locator('dt', { hasText: say(term) }) })
        return Date.parse((await fact.locator('time').getAttribute('datetime')) ?? '')
      }
      const asked = await timeOf('cabinet:withdrawals.one.createdAt')
      expect(await timeOf('cabinet:withdrawals.one.expectedBy')).toBe(asked + 96 * 3_600_000)
      await shows('200', '1', '199')

      // The demonstration plays the administrator.
      await page.locator('main form[action$="/decide"] button[value=complete]').click()
      await expect(main).toContainText(say('common:status.payment.completed'))
      await expect(main).toContainText(say('common:sentence.payment.completed'))
      await accounts('999.50', '0.00')
    })
  })
}

/** Text as it is laid out, so that the figures of neighbouring cells don't run together. */
const inWords = { useInnerText: true }
