import { demoCode, newPerson, tronWallet } from '../support/investor'
import { expect, test } from '../support/journey'
import { type Figure, figures, inviterRewards, statementAtTheEnd, statementParts } from '../support/main-path'
import {
  confirm,
  fact,
  figure,
  fillIn,
  load,
  rowsOf,
  send,
  typePasswordAndCode,
  unfold,
} from '../support/steps'
import { languages } from '~/contract/languages'
import { isFull } from '../support/reading-modes'

/**
 * The main path in a browser, with scripts and without; `tests/journeys/main-path.test.ts` has it by HTML alone in the other
 * language.
 */

const opposites = [
  { scripts: true, lng: 'en', width: 360 },
  { scripts: false, lng: 'ru', width: 1280 },
] as const
const widths = [360, 1280] as const
const matrix = [true, false].flatMap((scripts) =>
  languages.flatMap((lng) => widths.map((width) => ({ scripts, lng, width }))),
)

for (const { scripts, lng, width } of isFull ? matrix : opposites) {
  test.describe(`scripts ${scripts ? 'on' : 'off'}, ${lng}, ${width} px`, () => {
    test.use({ javaScriptEnabled: scripts, lng, viewport: { width, height: 800 } })

    test('registers, tops up, opens a deposit, earns two terms, closes it and withdraws', async ({
      page,
      stack,
      say,
    }) => {
      const main = page.locator('main')
      /** Opens a page of the cabinet; with scripts on it waits until the page is hydrated. */
      const open = (path: string) => (scripts ? load(page, path) : page.goto(path))
      /** Checks figures of the page, each beside its own term. */
      const shows = async (facts: Record<string, Figure>, within = 'main') => {
        for (const [term, amount] of Object.entries(facts)) {
          const first = new RegExp(`^\\s*${figure(figures[amount][lng]).source}`)
          const value = fact(page, say(`cabinet:${term}`), within)
          await unfold(value)
          await expect(value, term).toContainText(first, inWords)
        }
      }
      /** The time beside a term of the page, in milliseconds since the epoch. */
      const timeOf = async (term: string) =>
        Date.parse(
          (await fact(page, say(`cabinet:${term}`))
            .locator('time')
            .getAttribute('datetime')) ?? '',
        )
      const termEnds = async (days: number) => {
        const opened = await timeOf('deposits.one.startedAt')
        expect(await timeOf('deposits.one.endsAt')).toBe(opened + days * 24 * 3_600_000)
      }
      /** Checks the two balances above every page. */
      const accounts = async (balance: Figure, inDeposits: Figure) => {
        await open('/cabinet')
        const strip = page.getByRole('region', { name: say('cabinet:layout.accounts') })
        for (const [account, amount] of [
          ['balance', balance],
          ['balance_dep', inDeposits],
        ] as const) {
          const name = page.locator('dt', { hasText: say(`common:account.${account}`) })
          const held = strip.locator('dl > div', { has: name }).locator('dd').first()
          await expect(held).toContainText(figure(figures[amount][lng]), inWords)
        }
      }
      /**
       * The same while the deposit runs, with its income so far, the next event, and the deposit's own page.
       */
      const showsDeposit = async (balance: Figure, accrued: Figure, withIt: Figure, next?: Figure) => {
        await accounts(balance, '300')
        await shows({ 'dashboard.earnings.inAll': accrued, ...(next && { 'dashboard.earnings.next': next }) })
        if (!next)
          await expect(fact(page, say('cabinet:dashboard.earnings.next'))).toHaveText(
            say('cabinet:dashboard.earnings.none'),
          )
        await open(deposit)
        await shows({
          'deposits.one.amount': '300',
          'deposits.one.accruedUsdt': accrued,
          'deposits.one.total': withIt,
          'deposits.one.closing': '300',
        })
      }
      const moveClock = async (days: number) => {
        await page.goto('/demo/clock') // a page without scripts
        const clock = page.locator('form:has([name=days]:not([type=hidden]))')
        await clock.locator('[name=days]').fill(String(days))
        await clock.locator('button[type=submit]').click()
        // The jobs of each skipped day run; until then the page asks again by itself.
        await expect(page.locator('body')).toContainText(say('flash:clockMoved'), { timeout: 240_000 })
      }

      // Registers by the referral link of an investor, and confirms the phone.
      const person = newPerson()
      await page.goto('/register/investor')
      await expect(main).toContainText(say('auth:register.invitedBy', { login: 'investor' }))
      await fillIn(page, { ...person, passwordRepeat: person.password })
      await send(page, 'passwordRepeat')
      await expect(page).toHaveURL(/\/phone$/)
      await expect(page.locator('body')).toContainText(say('flash:registered'))
      await expect(main).toContainText(demoCode)
      await fillIn(page, { code: '000 000' })
      await send(page, 'code')
      await expect(page).toHaveURL(/\/cabinet$/)
      await expect(page.locator('body')).toContainText(say('flash:phoneConfirmed'))

      // Tops up 700 USDT: gets an address, then the demonstration simulates the transfer.
      await open('/cabinet/top-up')
      await fillIn(page, { system: 'usdt-trc20', amount: '700' })
      await send(page, 'amount')
      await expect(page).toHaveURL(/\/cabinet\/top-up\/[^/]+$/)
      await expect(main).toContainText(say('common:status.refill.pending'))
      await shows({ 'refill.amount': '700', 'refill.requested': '700' })
      await page.getByRole('button', { name: say('common:action.playTransfer') }).click()
      await expect(main).toContainText(say('common:status.refill.topped_up'))
      await shows({ 'refill.requested': '700', 'refill.credited': '700' })
      await expect(page.locator('body')).toContainText(say('flash:toppedUp'))

      await accounts('700', '0.00')

      // Opens a deposit of 300 on Breeze, after a review page.
      await open('/cabinet/deposits/new')
      await fillIn(page, { planId: 'breeze', currency: 'USDT', amount: '300' })
      await send(page, 'amount')
      await shows({
        'deposits.review.amount': '300',
        'deposits.review.day': '3.33',
        'deposits.review.closing': '300',
        'deposits.review.after': '400',
      })
      const ofTerm = say(`cabinet:deposits.review.income_${{ en: 'other', ru: 'many' }[lng]}`, { count: 50 })
      await expect(fact(page, ofTerm)).toContainText(figure(figures['166.50'][lng]), inWords)
      await expect(fact(page, say('cabinet:deposits.review.second'))).toContainText(
        figure(figures['6.66'][lng]),
        inWords,
      )
      await confirm(page)
      await expect(page).toHaveURL(/\/cabinet\/deposits\/(?!new$)[^/]+$/)
      await expect(page.locator('body')).toContainText(say('flash:depositCreated'))
      const deposit = new URL(page.url()).pathname
      const closing = page.locator(`main a[href="${deposit}/close"]`)
      await showsDeposit('400', '0.00', '300', '3.33')
      await shows({ 'deposits.one.next': '3.33', 'deposits.one.remaining': '166.50' })
      await termEnds(50)
      await expect(main).toContainText(say('common:status.deposit.in_progress'))
      await expect(closing).toHaveCount(0)
      // The inviter sees 7 % of 300 at once, and can use it after the first term.
      const rewards = () => inviterRewards(stack.backendUrl, person.login, deposit.split('/').at(-1)!)
      expect(await rewards()).toEqual({ held: [21], free: [] })

      await moveClock(1)
      await showsDeposit('403.33', '3.33', '303.33', '3.33')
      await shows({ 'deposits.one.next': '3.33', 'deposits.one.remaining': '163.17' })
      await termEnds(50)
      await expect(closing).toHaveCount(0)

      await moveClock(49) // day 50: the first term is over
      expect(await rewards()).toEqual({ held: [], free: [21] })
      await showsDeposit('566.50', '166.50', '466.50', '6.66')
      await shows({ 'deposits.one.next': '6.66', 'deposits.one.remaining': '333' })
      await termEnds(100)
      await expect(main).toContainText(say('common:status.deposit.in_progress'))
      await expect(closing).toHaveCount(1)

      await moveClock(1) // day 51: the first day of the doubled rate
      await showsDeposit('573.16', '173.16', '473.16', '6.66')
      await shows({ 'deposits.one.next': '6.66', 'deposits.one.remaining': '326.34' })
      await termEnds(100)

      await moveClock(49) // day 100: both terms are over
      await showsDeposit('899.50', '499.50', '799.50')
      for (const over of ['next', 'remaining', 'endsAt'])
        await expect(fact(page, say(`cabinet:deposits.one.${over}`))).toHaveCount(0)
      await expect(main).toContainText(say('common:status.deposit.awaiting_completion'))
      await moveClock(3) // it earns nothing while it can be closed
      await showsDeposit('899.50', '499.50', '799.50')

      // Closes it, after a dialog or a page that names plan, amount and currency.
      await closing.click()
      // Without scripts it is a page.
      const dialog = scripts ? '[role=alertdialog]' : 'main'
      if (scripts)
        await expect(page.locator(dialog)).toHaveAccessibleName(say('cabinet:deposits.close.title'))
      await expect(fact(page, say('cabinet:deposits.close.plan'), dialog)).toHaveText(
        { en: 'Breeze', ru: 'Бриз' }[lng],
      )
      await expect(fact(page, say('cabinet:deposits.close.currency'), dialog)).toHaveText('USDT')
      await shows(
        {
          'deposits.close.amount': '300',
          'deposits.close.pays': '300',
          'deposits.close.accrued': '499.50',
        },
        dialog,
      )
      await confirm(page)
      await expect(page.locator('body')).toContainText(say('flash:depositClosed'))
      await expect(main).toContainText(say('common:status.deposit.closed'))
      await shows({ 'deposits.one.accruedUsdt': '499.50', 'deposits.one.total': '799.50' })
      await accounts('1199.50', '0.00')

      // Withdraws 200 to a wallet on TRC-20, after a review page with the amount that arrives.
      await open('/cabinet/withdrawals/new?system=usdt-trc20')
      await fillIn(page, { system: 'usdt-trc20', amount: '200', wallet: tronWallet })
      await send(page, 'wallet')
      await shows({
        'withdrawals.review.amount': '200',
        'withdrawals.review.fee': '1',
        'withdrawals.review.net': '199',
        'withdrawals.review.after': '999.50',
      })
      expect((await main.innerText()).replace(/\s/g, '')).toContain(tronWallet)
      await typePasswordAndCode(page)
      await confirm(page)
      await expect(page).toHaveURL(/\/cabinet\/withdrawals\/(?!new$)[^/]+$/)
      await expect(page.locator('body')).toContainText(say('flash:requestSent'))
      await expect(main).toContainText(say('common:status.payment.pending'))
      const due = say('common:sentence.payment.pending', { expectedBy: '' }).replace(/[.\s]+$/, '')
      await expect(main).toContainText(due)
      const createdAt = await timeOf('withdrawals.one.createdAt')
      expect(await timeOf('withdrawals.one.expectedBy')).toBe(createdAt + 96 * 3_600_000)
      await shows({
        'withdrawals.one.amount': '200',
        'withdrawals.one.fee': '1',
        'withdrawals.one.net': '199',
      })

      // The demonstration acts as the administrator.
      await page.locator('main form[action$="/decide"] button[value=complete]').click()
      await expect(main).toContainText(say('common:sentence.payment.completed'))
      await accounts('999.50', '0.00')

      // The statement lists all of it, newest first.
      await page.goto('/cabinet/operations?limit=1000')
      const { list, summary } = statementAtTheEnd(lng)
      expect(statementParts(await rowsOf(page, 'list', list.heads))).toEqual(list.parts)
      expect(await rowsOf(page, 'summary', summary.heads)).toEqual(summary.rows)
    })
  })
}

/** Text as rendered, so that neighbouring cells are separated. */
const inWords = { useInnerText: true }
