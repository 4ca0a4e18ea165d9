import { periodsOf, threeDaysAfterOpening } from '../support/dashboard'
import { type Investor, newInvestor } from '../support/investor'
import { expect, test } from '../support/in-process-journey'
import { type Language, textsOf, writtenIn } from '../support/texts'
import { type Answer, cellsUnder, signedIn } from '../support/visitor'
import { otherPlainLanguages } from '../support/reading-modes'

/**
 * The figures of the overview, checked against calculations by hand, and the figures of the partners page.
 */

const breeze = (amount: string) => ({ planId: 'breeze', currency: 'USDT', amount })

/**
 * An investor with 300 of 700 deposited and a partner who deposited 4,000 on the same day, one day later. The
 * partner's deposit brings 7 % and the bonus of the rank Spark, its first income of 44.40 brings a matching
 * bonus of 5 %, and the own deposit brings 3.33.
 */
async function dayAfterOpening(backendUrl: string): Promise<Investor> {
  const investor = await newInvestor(backendUrl, { usdt: '700' })
  await investor.ask('POST', '/funds/deposits', breeze('300'))
  const partner = await newInvestor(backendUrl, { usdt: '4000', inviter: investor.login })
  await partner.ask('POST', '/funds/deposits', breeze('4000'))
  await investor.ask('POST', '/ext/demo/clock', { days: 1 })
  return investor
}

for (const lng of otherPlainLanguages) {
  test.describe(`in ${lng}`, () => {
    const say = textsOf(lng)
    const overviewOf = async (url: string, investor: Investor) =>
      (await signedIn(url, investor, lng)).visit('/cabinet')

    test('shows balances, income, next events and the chart', async ({ stack }) => {
      const investor = await dayAfterOpening(stack.backendUrl)
      const { items } = (await investor.ask('GET', '/funds/deposits')) as {
        items: { nextAccrualAt: string }[]
      }
      const visitor = await signedIn(stack.url, investor, lng)
      const page = await visitor.visit('/cabinet')

      const accounts = sectionOf(page, say('cabinet:dashboard.accounts'))
      const earnings = factsIn(page, accounts)
      expect(earnings).toHaveLength(3)
      for (const { text } of earnings.slice(0, 2)) expect(text).toMatch(usdt(lng, '3.33'))
      // 3.33 × 7, which a phone has on its first screen.
      expect(earnings[2]?.text).toMatch(usdt(lng, '23.31'))

      // One accrual on each of seven days.
      const week = sectionOf(page, say('cabinet:dashboard.week.title'))
      const [nextIncome] = factsIn(page, week)
      expect(nextIncome?.text).toContain(say('cabinet:dashboard.earnings.next'))
      expect(nextIncome?.text).toMatch(usdt(lng, '3.33'))
      expect(nextIncome?.times).toEqual([items[0]?.nextAccrualAt])
      expect(page.$(`${week} h2 + p`).text().replace(/\s/g, ' ')).toMatch(usdt(lng, '23.31'))
      const days = page.$(`${week} details`).toArray()
      expect(days).toHaveLength(7)
      for (const day of days) expect(page.$(day).find('summary').text()).toMatch(usdt(lng, '3.33'))
      expect(page.$(`${week} details li time`).attr('datetime')).toBe(items[0]?.nextAccrualAt)

      // 700 − 300 + 3.33; the partner's reward is not available yet.
      expect(page.textOf(accounts)).toMatch(usdt(lng, '703.33'))
      const heads = ['common:account.balance', 'common:account.balance_dep', 'cabinet:dashboard.worth']
      const [row = []] = cellsUnder(
        page,
        'currencies',
        heads.map((head) => say(head)),
      )
      for (const [at, amount] of ['403.33', '300.00', '703.33'].entries())
        expect(row[at]).toMatch(usdt(lng, amount))

      const deposits = page.$(`${sectionOf(page, say('cabinet:dashboard.deposits'))} li`)
      expect(deposits).toHaveLength(1)
      expect(deposits.find('a').text()).toMatch(usdt(lng, '300.00'))
      expect(deposits.text()).toContain(say('cabinet:dashboard.day', { day: 1, days: 50 }))

      const rank = page.textOf(sectionOf(page, say('cabinet:dashboard.rank.title')))
      expect(rank).toContain(say('partners:rank.name.spark'))
      expect(rank).toMatch(usdt(lng, '4,000.00'))
      expect(rank).toMatch(usdt(lng, '6,000.00'))
      // 280 + 10 + 2.22
      expect(rank).toContain(say('cabinet:dashboard.rank.held'))
      expect(rank).toMatch(usdt(lng, '292.22'))
      const next = { rank: say('partners:rank.name.chimera') }
      expect(rank).toContain(say('cabinet:dashboard.rank.next', next))

      // All of the money, what of it is in deposits, and what moved it, in the table below the chart.
      const [worth = []] = tablesIn(page, course)
      expect(worth.at(-1)).toEqual([
        expect.stringMatching(usdt(lng, '703.33')),
        expect.stringMatching(usdt(lng, '300.00')),
      ])
      const moved = page.$(`${course} tbody tr`).eq(-2).find('th').text()
      expect(moved).toContain(say('cabinet:dashboard.course.move.topUp'))
      expect(moved).toMatch(usdt(lng, '700.00'))
      expect(moved).toContain(say('cabinet:dashboard.course.move.deposit'))
      expect(moved).toMatch(usdt(lng, '300.00'))
      // It begins on the day before the first event.
      expect(worth).toHaveLength(3)
      const income = await visitor.follow(page, say('cabinet:dashboard.course.to.income'))
      expect(income.url.search).toBe('?period=30&of=income')
      expect(tablesIn(income, course)[0]?.at(-1)).toEqual([expect.stringMatching(usdt(lng, '3.33'))])
      const whole = await visitor.follow(income, say('cabinet:dashboard.course.all'))
      expect(whole.url.search).toBe('?period=all&of=income')
    })

    test('lists the latest operations, each with its kind, day and amount, newest first', async ({
      stack,
    }) => {
      const investor = await dayAfterOpening(stack.backendUrl)
      const { items } = (await investor.ask('GET', '/funds/deposits')) as { items: { startedAt: string }[] }
      const opened = Date.parse(items[0]?.startedAt ?? '')
      const visitor = await signedIn(stack.url, investor, lng)
      const page = await visitor.visit('/cabinet')

      const locale = { en: 'en-GB', ru: 'ru-RU' }[lng]
      const dayParts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/Vilnius' } as const
      const dayOf = (moment: number) =>
        new Date(moment).toLocaleDateString(locale, dayParts).replace(/\s/g, ' ')
      const [first, next] = [dayOf(opened), dayOf(opened + 86_400_000)]
      const row = (type: string, account: string, amount: string) => [
        say(`common:operation.${type}`),
        say(`common:account.${account}`),
        `${writtenIn(lng, amount)} USDT`,
      ]
      const heads = ['operations.type', 'operations.account', 'operations.amount']
      const rows = cellsUnder(
        page,
        'operations',
        heads.map((head) => say(`cabinet:${head}`)),
      )
      const days = page
        .$('section:is([aria-labelledby="operations"], :has(> * > #operations)) tbody [scope="rowgroup"]')
        .toArray()
      expect(days.map((day) => page.$(day).text().replace(/\s/g, ' '))).toEqual([next, first])
      expect(rows).toHaveLength(4)
      expect(rows[0]).toEqual(row('accrual', 'balance', '+3.33'))
      // Both have the same time, so either order is right.
      expect(rows.slice(1, 3)).toEqual(
        expect.arrayContaining([
          row('deposit_open', 'balance', '−300.00'),
          row('deposit_open', 'balance_dep', '+300.00'),
        ]),
      )
      expect(rows[3]).toEqual(row('refill', 'balance', '+700.00'))
      const all = await visitor.follow(page, say('cabinet:dashboard.allOperations'))
      expect(all.url.pathname).toBe('/cabinet/operations')
    })

    test('shows the chart for the chosen number of days, and marks the choice', async ({ stack }) => {
      const investor = await threeDaysAfterOpening(stack.backendUrl)
      const visitor = await signedIn(stack.url, investor, lng)
      let page = await visitor.visit('/cabinet')

      const chosen = () => page.textOf(`${course} nav [aria-current="page"]`)
      const { first, others, count } = periodsOf(lng)
      expect(chosen()).toBe(first)
      for (const { period, name } of others) {
        page = await visitor.follow(page, name)
        expect(page.url.href.slice(stack.url.length)).toBe(`/cabinet?period=${period}#course`)
        expect(chosen()).toBe(name)
        const tables = tablesIn(page, course)
        expect(tables.length).toBeGreaterThan(0)
        for (const rows of tables) expect(rows, period).toHaveLength(count)
        // 700 + 3 × 3.33
        expect(tables[0]?.at(-1)).toEqual([
          expect.stringMatching(usdt(lng, '709.99')),
          expect.stringMatching(usdt(lng, '300.00')),
        ])
      }
    })

    test('shows the worth of coins in USDT, and which rates moved most', async ({ stack }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      const { rateId } = await investor.ask('GET', '/user/exchange-rate')
      await investor.ask('POST', '/user/exchange', { from: 'USDT', to: 'TRX', amount: '200', rateId })
      const page = await overviewOf(stack.url, investor)

      const heads = ['common:account.currency', 'cabinet:dashboard.worth'].map((head) => say(head))
      const rows = cellsUnder(page, 'currencies', heads)
      const worth = Object.fromEntries(rows.map(([coin = '', text = '']) => [coin, cents(text)]))
      expect(worth['USDT']).toBe(50_000)
      // The price paid for the coin, apart from changes of the rate and rounding.
      expect(worth['TRX']).toBeGreaterThan(19_000)
      expect(worth['TRX']).toBeLessThan(21_000)
      const accounts = sectionOf(page, say('cabinet:dashboard.accounts'))
      const total = cents(page.$(`${accounts} p`).first().text())
      // Each amount is rounded down to the cent, and so is their sum.
      const sum = Object.values(worth).reduce((all, one) => all + one, 0)
      expect(total - sum).toBeGreaterThanOrEqual(0)
      expect(total - sum).toBeLessThanOrEqual(rows.length)

      // Compared with the page's own figures, because rates change: gains from the highest, losses from the
      // lowest.
      const leaders = page.$(`${sectionOf(page, say('cabinet:dashboard.leaders.title'))} :is(ul, ol)`)
      const changes = (side: number) =>
        leaders
          .eq(side)
          .find('li')
          .toArray()
          .map((item) => changeIn(page.$(item).text()))
      const [rose, fell] = [changes(0), changes(1)]
      expect(rose.length + fell.length).toBeGreaterThan(1)
      expect(rose).toEqual(rose.filter((change) => change > 0).sort((one, other) => other - one))
      expect(fell).toEqual(fell.filter((change) => change < 0).sort((one, other) => one - other))
    })

    test('the page of partners shows each kind of reward separately, and the rank', async ({ stack }) => {
      const visitor = await signedIn(stack.url, await dayAfterOpening(stack.backendUrl), lng)
      const page = await visitor.visit('/cabinet/referrals')
      const rank = sectionOf(page, say('partners:rank.title'))
      const rewards = factsIn(page, rank)
      for (const [at, [kind, amount]] of [
        ['common:operation.referral', '280.00'],
        ['common:operation.matching', '2.22'],
        ['common:operation.bonus', '10.00'],
        ['partners:rank.total', '292.22'],
      ].entries()) {
        expect(rewards[at]?.text).toContain(say(kind!))
        expect(rewards[at]?.text).toMatch(usdt(lng, amount!))
      }
      expect(page.textOf(rank)).toContain(say('partners:rank.name.spark'))
      const held = say('partners:held.part', { amount: `${writtenIn(lng, '292.22')} USDT` })
      expect(page.textOf(rank)).toContain(held)
      const waiting = sectionOf(page, say('partners:held.title'))
      expect(tablesIn(page, waiting)[0]?.map((cells) => cells.at(-1))).toEqual(
        ['280.00', '10.00', '2.22'].map((amount) => expect.stringMatching(usdt(lng, amount)) as string),
      )
      expect(page.$(`${waiting} time`)).toHaveLength(3)
      const own = page
        .$(`${rank} tr`)
        .toArray()
        .map((row) => page.$(row).text())
        .filter((text) => text.includes(say('partners:rank.yours')))
      expect(own).toHaveLength(1)
      expect(own[0]).toContain(say('partners:rank.name.spark'))
      expect(own[0]).toMatch(usdt(lng, '1,000.00'))
    })
  })
}

/** The part with the chart. */
const course = '#course'

/** `1,234.56` USDT in the reader's language, and no longer number that ends with it. */
function usdt(lng: Language, english: string): RegExp {
  const written = lng === 'ru' ? english.replace(',', '\\s').replace('.', ',') : english.replace('.', '\\.')
  return new RegExp(`(?<![\\d.,])${written}\\sUSDT`)
}

/** A selector of the section with this heading. */
function sectionOf({ $ }: Answer, title: string): string {
  const heading = $('main section > :is(h2, h3), main section h2')
    .toArray()
    .find((one) => $(one).text() === title)
  return `section:is([aria-labelledby="${heading?.attribs['id']}"], :has(> * > #${heading?.attribs['id']}))`
}

/** The terms of a section with their values, and the times in it. */
function factsIn({ $ }: Answer, section: string): { text: string; times: (string | undefined)[] }[] {
  return $(`${section} dl > div`)
    .toArray()
    .map((fact) => ({
      text: $(fact).text(),
      times: $(fact)
        .find('time')
        .toArray()
        .map(({ attribs }) => attribs['datetime']),
    }))
}

/** The cells of each table of a section, row by row, without row headers. */
function tablesIn({ $ }: Answer, section: string): string[][][] {
  return $(`${section} table`)
    .toArray()
    .map((table) =>
      $(table)
        .find('tbody tr')
        .toArray()
        .map((row) =>
          $(row)
            .find('td')
            .toArray()
            .map((cell) => $(cell).text()),
        ),
    )
}

/** `1,234.56 USDT` in either language, in cents. */
const cents = (text: string): number => Number(text.replace(/\D/g, ''))

/** `ETH Ether 3,000.00 USDT −1.23%` in either language, as a number of percent. */
function changeIn(line: string): number {
  const [, sign = '', figure = ''] = /([+−-])([\d.,]+)\s?%/.exec(line) ?? []
  return Number(`${sign === '+' ? '' : '-'}${figure.replace(',', '.')}`)
}
