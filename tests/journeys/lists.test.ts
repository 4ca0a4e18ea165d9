import { demoInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import * as lists from '../support/lists'
import { plainLanguages } from '../support/reading-modes'
import { textsOf } from '../support/texts'
import { type Answer, cellsUnder, rowsOf, signedIn } from '../support/visitor'

/**
 * Lists by HTML alone, by state and by pages, with each step in the address. `tests/e2e` tests the Back
 * button.
 */

/** The distinct texts in the last column. */
const statesIn = (page: Answer) => lists.eachOnce(rowsOf(page).map((cells) => cells.at(-1) ?? ''))

for (const lng of plainLanguages)
  test.describe(`in ${lng}`, () => {
    const say = textsOf(lng)
    const show = say('common:action.show')

    test('deposits are filtered by state', async ({ stack }) => {
      const visitor = await signedIn(stack.url, demoInvestor, lng)
      const all = await visitor.visit('/cabinet/deposits')
      expect(statesIn(all)).toEqual(lists.wordsOf(say, 'deposit', lists.depositStates))
      const tabs = `nav[aria-label="${say('cabinet:deposits.status')}"]`
      expect(all.textOf(`${tabs} [aria-current="page"]`)).toBe(say('common:list.all'))
      for (const state of lists.depositStates) {
        const name = say(`common:status.deposit.${state}`)
        const page = await visitor.follow(all, name)
        expect(page.url.pathname + page.url.search).toBe(`/cabinet/deposits?status=${state}`)
        expect(page.textOf(`${tabs} [aria-current="page"]`)).toBe(name)
        expect(statesIn(page)).toEqual([name])
        const back = await visitor.follow(page, say('common:list.all'))
        expect(back.url.pathname + back.url.search).toBe('/cabinet/deposits')
        expect(statesIn(back)).toEqual(lists.wordsOf(say, 'deposit', lists.depositStates))
      }
    })

    test('withdrawals are filtered by state', async ({ stack }) => {
      const visitor = await signedIn(stack.url, demoInvestor, lng)
      const all = await visitor.visit('/cabinet/withdrawals')
      expect(statesIn(all)).toEqual(lists.wordsOf(say, 'payment', lists.paymentStates))
      const current = `nav[aria-label="${say('cabinet:withdrawals.status')}"] [aria-current="page"]`
      expect(all.textOf(current)).toBe(say('common:list.all'))
      for (const state of lists.paymentStates) {
        const name = say(`cabinet:withdrawals.tab.${state}`)
        const page = await visitor.follow(all, name)
        expect(page.url.pathname + page.url.search).toBe(`/cabinet/withdrawals?status=${state}`)
        expect(page.textOf(current)).toBe(name)
        expect(statesIn(page)).toEqual(lists.wordsOf(say, 'payment', [state]))
      }
    })

    test('top-ups are filtered by state, which their filter then shows', async ({ stack }) => {
      const visitor = await signedIn(stack.url, demoInvestor, lng)
      let page = await visitor.visit('/cabinet/top-up')
      const all = lists.wordsOf(say, 'refill', lists.refillStates)
      expect(statesIn(page)).toEqual(all)
      for (const state of [...lists.refillStates, '']) {
        page = await visitor.press(page, show, { status: state })
        expect(page.url.pathname + page.url.search).toContain(`/cabinet/top-up?status=${state}&`)
        expect(statesIn(page)).toEqual(state ? lists.wordsOf(say, 'refill', [state]) : all)
        expect(page.typed('status')).toBe(state)
      }
    })

    test('notifications are filtered by subject, which their tabs then show', async ({ stack }) => {
      const visitor = await signedIn(stack.url, demoInvestor, lng)
      let page = await visitor.visit('/cabinet/notifications')
      const items = `[role="group"][aria-label="${say('notifications:list')}"] li`
      const kindsIn = ({ $ }: Answer) => {
        const rows = $(items).toArray()
        return lists.kindsIn(say, ...rows.map((row) => $(row).text()))
      }
      expect(kindsIn(page).length).toBeGreaterThan(1)
      for (const kind of lists.notificationTypes) {
        page = await visitor.follow(page, say(`notifications:tab.${kind}`))
        expect(page.url.pathname + page.url.search).toBe(`/cabinet/notifications?type=${kind}`)
        expect(kindsIn(page)).toEqual([kind])
        expect(page.textOf('main nav [aria-current="page"]')).toBe(say(`notifications:tab.${kind}`))
      }
    })

    test('operations are filtered by currency, account, state and days', async ({ stack }) => {
      const visitor = await signedIn(stack.url, demoInvestor, lng)
      const whole = await visitor.visit('/cabinet/operations')
      const heads = lists.filteredColumns.map((head) => say(`cabinet:operations.${head}`))
      const shownIn = (page: Answer) => lists.filteredIn(cellsUnder(page, 'list', heads))
      for (const [name, value, shown] of lists.statementFilters(say)) {
        const page = await visitor.press(whole, show, { [name]: value })
        expect(page.url.search).toMatch(new RegExp(`[?&]${name}=${value}(&|$)`))
        expect(shownIn(page)[name]).toEqual([shown])
        expect(page.typed(name)).toBe(value)
      }

      const daysIn = ({ $ }: Answer) =>
        lists.daysOf(
          $('main section:is([aria-labelledby="list"], :has(> * > #list)) tbody time')
            .toArray()
            .map(({ attribs }) => attribs['datetime']),
        )
      expect(daysIn(whole).length).toBeGreaterThan(1)
      const day = daysIn(whole)[1] ?? ''
      const narrow = await visitor.press(whole, show, { from: day, to: day, account: 'balance' })
      expect(narrow.url.search).toMatch(new RegExp(`[?&]from=${day}&to=${day}$`))
      expect(daysIn(narrow)).toEqual([day])
      expect(shownIn(narrow).account).toEqual([say('common:account.balance')])
      expect([narrow.typed('from'), narrow.typed('to')]).toEqual([day, day])
    })

    test('the accruals of a deposit are paged forwards and backwards', async ({ stack }) => {
      const visitor = await signedIn(stack.url, demoInvestor, lng)
      const list = await visitor.visit('/cabinet/deposits?status=awaiting_completion')
      const first = list.$('main tbody a').first().attr('href') ?? ''
      const [next, previous] = [say('common:list.next'), say('common:list.previous')]
      const section = `section:is([aria-labelledby="accruals"], :has(> * > #accruals))`
      const daysIn = ({ $ }: Answer) =>
        $(`${section} tbody tr > :first-child`)
          .toArray()
          .map((cell) => $(cell).text())
      const linksIn = ({ $ }: Answer) =>
        $(`${section} nav[aria-label="${say('common:list.pages')}"] a`)
          .toArray()
          .map((link) => $(link).text())
      const tenFrom = (day: number) => lists.tenAccrualsFrom(say, day)
      let page = await visitor.visit(first)
      expect(daysIn(page)).toEqual(tenFrom(100))
      expect(linksIn(page)).not.toContain(previous)
      page = await visitor.follow(page, next)
      expect(page.url.search).toBe('?page=2')
      expect(daysIn(page)).toEqual(tenFrom(90))
      page = await visitor.follow(page, next)
      expect(daysIn(page)).toEqual(tenFrom(80))
      page = await visitor.follow(page, previous)
      expect(daysIn(page)).toEqual(tenFrom(90))
      page = await visitor.visit(`${first}?page=10`)
      expect(daysIn(page)).toEqual(tenFrom(10))
      expect(linksIn(page)).not.toContain(next)
      expect(page.textOf(section)).toContain(say('common:list.end'))
    })
  })
