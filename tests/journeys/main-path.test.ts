import { demoCode, currentPassword, newPerson, tronWallet } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { type Figure, figures, inviterRewards, statementAtTheEnd, statementParts } from '../support/main-path'
import { plainLanguages } from '../support/reading-modes'
import { until } from '../support/program'
import { textsOf } from '../support/texts'
import { type Answer, cellsUnder, factOf, openVisitor } from '../support/visitor'

/** The main path by HTML alone, from the first visit to the withdrawal, with every figure. */

for (const lng of plainLanguages)
  test(`registers, tops up, opens a deposit, earns two terms, closes it and withdraws, in ${lng}`, async ({
    stack,
  }) => {
    const say = textsOf(lng)
    const visitor = openVisitor(stack.url, lng)
    const amountOf = (amount: Figure) => figures[amount][lng]
    /** Checks figures of a page, each beside its own term. */
    const shows = (page: Answer, facts: Record<string, Figure>) => {
      for (const [term, amount] of Object.entries(facts))
        expect(factOf(page, say(`cabinet:${term}`))?.text, term).toMatch(startingWith(amountOf(amount)))
    }
    const timeOf = (page: Answer, term: string) =>
      Date.parse(factOf(page, say(`cabinet:${term}`))?.times[0] ?? '')
    const termEnds = (page: Answer, days: number) =>
      expect(timeOf(page, 'deposits.one.endsAt')).toBe(
        timeOf(page, 'deposits.one.startedAt') + days * 24 * 3_600_000,
      )
    /** Checks the two balances above every page. @returns the overview */
    const accounts = async (balance: Figure, inDeposits: Figure) => {
      const page = await visitor.visit('/cabinet')
      const strip = `section[aria-label="${say('cabinet:layout.accounts')}"]`
      for (const [account, amount] of [
        ['balance', balance],
        ['balance_dep', inDeposits],
      ] as const)
        expect(factOf(page, say(`common:account.${account}`), strip)?.text).toMatch(whole(amountOf(amount)))
      return page
    }
    /**
     * The same while the deposit runs, with its income so far and the next event. @returns the deposit's own
     * page
     */
    const showsDeposit = async (balance: Figure, accrued: Figure, withIt: Figure, next?: Figure) => {
      const overview = await accounts(balance, '300')
      shows(overview, {
        'dashboard.earnings.inAll': accrued,
        ...(next && { 'dashboard.earnings.next': next }),
      })
      if (!next)
        expect(factOf(overview, say('cabinet:dashboard.earnings.next'))?.text).toBe(
          say('cabinet:dashboard.earnings.none'),
        )
      const page = await visitor.visit(deposit)
      shows(page, {
        'deposits.one.amount': '300',
        'deposits.one.accruedUsdt': accrued,
        'deposits.one.total': withIt,
        'deposits.one.closing': '300',
      })
      return page
    }
    const moveClock = async (days: number) => {
      const clock = await visitor.visit('/demo/clock')
      let moved = await visitor.press(clock, 'id="clock-days"', { days: String(days) })
      // On a slow machine the page asks again by itself until the clock is moved.
      await until('the clock is moved', async () => {
        if (moved.headers.has('refresh')) moved = await visitor.visit(moved.url.href)
        return !moved.headers.has('refresh')
      })
      expect(moved.textOf('body')).toContain(say('flash:clockMoved'))
    }

    // Registers by the referral link of an investor, and confirms the phone.
    const person = newPerson()
    let page = await visitor.visit('/register/investor')
    expect(page.text).toContain(say('auth:register.invitedBy', { login: 'investor' }))
    const repeated = { ...person, passwordRepeat: person.password }
    page = await visitor.press(page, 'name="passwordRepeat"', repeated)
    expect(page.url.pathname).toBe('/phone')
    expect(page.textOf('body')).toContain(say('flash:registered'))
    expect(page.text).toContain(demoCode)
    page = await visitor.press(page, 'name="code"', { code: '000 000' })
    expect(page.url.pathname).toBe('/cabinet')
    expect(page.textOf('body')).toContain(say('flash:phoneConfirmed'))

    // Tops up 700 USDT: gets an address, then the demonstration simulates the transfer.
    page = await visitor.visit('/cabinet/top-up')
    page = await visitor.press(page, 'name="amount"', { system: 'usdt-trc20', amount: '700' })
    expect(page.url.pathname).toMatch(/^\/cabinet\/top-up\/[^/]+$/)
    expect(page.text).toContain(say('common:status.refill.pending'))
    shows(page, { 'refill.amount': '700', 'refill.requested': '700' })
    page = await visitor.press(page, say('common:action.playTransfer'))
    expect(page.text).toContain(say('common:status.refill.topped_up'))
    shows(page, { 'refill.requested': '700', 'refill.credited': '700' })
    expect(page.textOf('body')).toContain(say('flash:toppedUp'))
    await accounts('700', '0.00')

    // Opens a deposit of 300 on Breeze, after a review page.
    page = await visitor.visit('/cabinet/deposits/new')
    const opening = { planId: 'breeze', currency: 'USDT', amount: '300' }
    page = await visitor.submit(page, 'name="amount"', opening)
    shows(page, {
      'deposits.review.amount': '300',
      'deposits.review.day': '3.33',
      'deposits.review.closing': '300',
      'deposits.review.after': '400',
    })
    const ofTerm = say(`cabinet:deposits.review.income_${{ en: 'other', ru: 'many' }[lng]}`, { count: 50 })
    expect(factOf(page, ofTerm)?.text).toMatch(whole(amountOf('166.50')))
    expect(factOf(page, say('cabinet:deposits.review.second'))?.text).toMatch(whole(amountOf('6.66')))
    page = await visitor.press(page, 'id="confirm"')
    expect(page.url.pathname).toMatch(/^\/cabinet\/deposits\/(?!new$)[^/]+$/)
    expect(page.textOf('body')).toContain(say('flash:depositCreated'))
    const deposit = page.url.pathname
    const closingsIn = ({ $ }: Answer) => $(`main a[href="${deposit}/close"]`).length
    page = await showsDeposit('400', '0.00', '300', '3.33')
    shows(page, { 'deposits.one.next': '3.33', 'deposits.one.remaining': '166.50' })
    termEnds(page, 50)
    expect(page.text).toContain(say('common:status.deposit.in_progress'))
    expect(closingsIn(page)).toBe(0)
    // The inviter sees 7 % of 300 at once, and can use it after the first term.
    const rewards = () => inviterRewards(stack.backendUrl, person.login, deposit.split('/').at(-1)!)
    expect(await rewards()).toEqual({ held: [21], free: [] })

    await moveClock(1)
    page = await showsDeposit('403.33', '3.33', '303.33', '3.33')
    shows(page, { 'deposits.one.next': '3.33', 'deposits.one.remaining': '163.17' })
    termEnds(page, 50)
    expect(closingsIn(page)).toBe(0)

    await moveClock(49) // day 50: the first term is over
    expect(await rewards()).toEqual({ held: [], free: [21] })
    page = await showsDeposit('566.50', '166.50', '466.50', '6.66')
    shows(page, { 'deposits.one.next': '6.66', 'deposits.one.remaining': '333' })
    termEnds(page, 100)
    expect(page.text).toContain(say('common:status.deposit.in_progress'))
    expect(closingsIn(page)).toBe(1)

    await moveClock(1) // day 51: the first day of the doubled rate
    page = await showsDeposit('573.16', '173.16', '473.16', '6.66')
    shows(page, { 'deposits.one.next': '6.66', 'deposits.one.remaining': '326.34' })
    termEnds(page, 100)

    await moveClock(49) // day 100: both terms are over
    page = await showsDeposit('899.50', '499.50', '799.50')
    for (const over of ['next', 'remaining', 'endsAt'])
      expect(factOf(page, say(`cabinet:deposits.one.${over}`)), over).toBeUndefined()
    expect(page.text).toContain(say('common:status.deposit.awaiting_completion'))
    await moveClock(3) // it earns nothing while it can be closed
    await showsDeposit('899.50', '499.50', '799.50')

    // Closes it, after a page that names plan, amount and currency.
    page = await visitor.visit(`${deposit}/close`)
    const plan = { en: 'Breeze', ru: 'Бриз' }[lng]
    expect(factOf(page, say('cabinet:deposits.close.plan'))?.text).toBe(plan)
    expect(factOf(page, say('cabinet:deposits.close.currency'))?.text).toBe('USDT')
    shows(page, {
      'deposits.close.amount': '300',
      'deposits.close.pays': '300',
      'deposits.close.accrued': '499.50',
    })
    page = await visitor.press(page, 'id="confirm"')
    expect(page.textOf('body')).toContain(say('flash:depositClosed'))
    expect(page.text).toContain(say('common:status.deposit.closed'))
    shows(page, { 'deposits.one.accruedUsdt': '499.50', 'deposits.one.total': '799.50' })
    await accounts('1199.50', '0.00')

    // Withdraws 200 to a wallet on TRC-20, after a review page with the amount that arrives.
    page = await visitor.visit('/cabinet/withdrawals/new?system=usdt-trc20')
    const withdrawal = { system: 'usdt-trc20', amount: '200', wallet: tronWallet }
    page = await visitor.submit(page, 'name="wallet"', withdrawal)
    shows(page, {
      'withdrawals.review.amount': '200',
      'withdrawals.review.fee': '1',
      'withdrawals.review.net': '199',
      'withdrawals.review.after': '999.50',
    })
    expect(page.text.replace(/\s/g, '')).toContain(tronWallet)
    page = await visitor.press(page, 'id="confirm"')
    page = await visitor.press(page, 'id="confirm"', { currentPassword })
    expect(page.url.pathname).toMatch(/^\/cabinet\/withdrawals\/(?!new$)[^/]+$/)
    expect(page.textOf('body')).toContain(say('flash:requestSent'))
    expect(page.text).toContain(say('common:status.payment.pending'))
    const due = say('common:sentence.payment.pending', { expectedBy: '' }).replace(/[.\s]+$/, '')
    expect(page.text).toContain(due)
    expect(timeOf(page, 'withdrawals.one.expectedBy')).toBe(
      timeOf(page, 'withdrawals.one.createdAt') + 96 * 3_600_000,
    )
    shows(page, { 'withdrawals.one.amount': '200', 'withdrawals.one.fee': '1', 'withdrawals.one.net': '199' })

    // The demonstration acts as the administrator.
    const complete = page.$('main form[action$="/decide"] button[value="complete"]').text()
    page = await visitor.press(page, complete)
    expect(page.text).toContain(say('common:sentence.payment.completed'))
    await accounts('999.50', '0.00')

    // The statement lists all of it, newest first.
    page = await visitor.visit('/cabinet/operations?limit=1000')
    const { list, summary } = statementAtTheEnd(lng)
    expect(statementParts(cellsUnder(page, 'list', list.heads))).toEqual(list.parts)
    expect(cellsUnder(page, 'summary', summary.heads)).toEqual(summary.rows)
  })

const escaped = (text: string) => text.replace(/[.]/g, '\\.').replace(/ /g, '\\s')

/** Matches a whole amount: 3.33 does not match 403.33, nor 1.00 1.005. */
const whole = (text: string) => new RegExp(`(?<![\\d.,])${escaped(text)}(?!\\d)`)
const startingWith = (text: string) => new RegExp(`^${escaped(text)}(?!\\d)`)
