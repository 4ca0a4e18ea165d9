import { type Page } from '@playwright/test'
import { type Investor, newInvestor } from '../support/investor'
import { expect, test } from '../support/journey'
import { rowsOf, enterCabinet, signIn } from '../support/steps'
import { type Say, writtenIn } from '../support/texts'

/** The overview by figures that can be worked out by hand, and what partners bring by those of their page. */

const breeze = (amount: string) => ({ planId: 'breeze', currency: 'USDT', amount })

/**
 * Who has 300 of 700 at work, and a partner who opened 4,000 on the same day; a day later. Of the partner's deposit
 * come 7 % and the bonus of the rank Spark, of its first 44.40 a matching of 5 %, and 3.33 of the own deposit.
 */
async function dayAfterOpening(backendUrl: string): Promise<Investor> {
  const investor = await newInvestor(backendUrl, { usdt: '700' })
  await investor.ask('POST', '/funds/deposits', breeze('300'))
  const partner = await newInvestor(backendUrl, { usdt: '4000', inviter: investor.login })
  await partner.ask('POST', '/funds/deposits', breeze('4000'))
  await investor.ask('POST', '/ext/demo/clock', { days: 1 })
  return investor
}

const region = (page: Page, say: Say, key: string) =>
  page.getByRole('region', { name: say(`cabinet:dashboard.${key}`), exact: true })

for (const { lng, scripts } of [
  { lng: 'en', scripts: true },
  { lng: 'ru', scripts: false },
] as const) {
  test.describe(`in ${lng}, scripts ${scripts ? 'on' : 'off'}`, () => {
    test.use({ lng, javaScriptEnabled: scripts })

    /** `1,234.56` USDT as the reader's language writes it, and no other figure that ends so. */
    function usdt(english: string): RegExp {
      const written =
        lng === 'ru' ? english.replace(',', '\\s').replace('.', ',') : english.replace('.', '\\.')
      return new RegExp(`(?<![\\d.,])${written}\\sUSDT`)
    }

    test('tells what is there, what was earned, what comes next and how it went', async ({
      page,
      stack,
      say,
    }) => {
      const investor = await dayAfterOpening(stack.backendUrl)
      const { items } = (await investor.ask('GET', '/funds/deposits')) as {
        items: { nextAccrualAt: string }[]
      }
      await enterCabinet(page, investor)

      const earnings = region(page, say, 'earnings.title').locator('dl > div')
      for (const at of [0, 1, 2]) await expect(earnings.nth(at)).toContainText(usdt('3.33'))
      await expect(earnings.first()).toContainText(say('cabinet:dashboard.earnings.next'))
      await expect(earnings.first().locator('time')).toHaveAttribute(
        'datetime',
        items[0]?.nextAccrualAt ?? '',
      )

      // 700 − 300 + 3.33; what the partner brought is not free yet.
      const accounts = region(page, say, 'accounts')
      await expect(accounts).toContainText(usdt('703.33'))
      const heads = ['common:account.balance', 'common:account.balance_dep', 'cabinet:dashboard.worth']
      const [row = []] = await rowsOf(
        page,
        'accounts',
        heads.map((head) => say(head)),
      )
      expect(row.map((cell, at) => usdt(['403.33', '300.00', '703.33'][at]!).test(cell))).toEqual([
        true,
        true,
        true,
      ])

      const deposits = region(page, say, 'deposits').getByRole('listitem')
      await expect(deposits).toHaveCount(1)
      await expect(deposits.getByRole('link')).toContainText(usdt('300.00'))
      await expect(deposits).toContainText(say('cabinet:dashboard.day', { day: 1, days: 50 }))

      const rank = region(page, say, 'rank.title')
      await expect(rank).toContainText(say('partners:rank.name.spark'))
      await expect(rank).toContainText(usdt('4,000.00'))
      await expect(rank).toContainText(usdt('6,000.00'))
      // 280 + 10 + 2.22
      await expect(rank).toContainText(say('cabinet:dashboard.rank.held'))
      await expect(rank).toContainText(usdt('292.22'))
      await expect(rank).toContainText(
        say('cabinet:dashboard.rank.next', { rank: say('partners:rank.name.chimera') }),
      )

      // Two accounts and the income of the last day, in the table below each drawing.
      const course = region(page, say, 'course.title')
      for (const table of ['balanceTable', 'incomeTable'])
        await course.getByText(say(`cabinet:dashboard.course.${table}`)).click()
      const last = course.getByRole('table').locator('tbody tr:last-child')
      await expect(last.nth(0).getByRole('cell')).toHaveText([usdt('403.33'), usdt('300.00')])
      await expect(last.nth(1).getByRole('cell')).toHaveText([usdt('3.33')])
      await course.getByRole('link', { name: say('cabinet:dashboard.course.all') }).click()
      await expect(page).toHaveURL(/period=all/)
      // All of it begins on the day before the first event.
      await expect(course.locator('table').first().locator('tbody tr')).toHaveCount(3)
    })

    test('tells what moved last, each with its kind, its day and its amount, from the newest on', async ({
      page,
      stack,
      say,
    }) => {
      const investor = await dayAfterOpening(stack.backendUrl)
      const { items } = (await investor.ask('GET', '/funds/deposits')) as { items: { startedAt: string }[] }
      const opened = Date.parse(items[0]?.startedAt ?? '')
      await enterCabinet(page, investor)

      const locale = { en: 'en-GB', ru: 'ru-RU' }[lng]
      const dayParts = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/Vilnius' } as const
      const dayOf = (moment: number) =>
        new Date(moment).toLocaleDateString(locale, dayParts).replace(/\s/g, ' ')
      const [first, next] = [dayOf(opened), dayOf(opened + 86_400_000)]
      const row = (type: string, day: string, account: string, amount: string) => [
        say(`common:operation.${type}`),
        day,
        say(`common:account.${account}`),
        `${writtenIn(lng, amount)} USDT`,
      ]
      const heads = ['dashboard.operation', 'dashboard.date', 'operations.account', 'dashboard.amount']
      const shown = await rowsOf(
        page,
        'operations',
        heads.map((head) => say(`cabinet:${head}`)),
      )
      const rows = shown.map(([type, moment = '', ...rest]) => [type, moment.split(', ')[0], ...rest])
      expect(rows).toHaveLength(4)
      expect(rows[0]).toEqual(row('accrual', next, 'balance', '+3.33'))
      // Of one moment, in either order.
      expect(rows.slice(1, 3)).toEqual(
        expect.arrayContaining([
          row('deposit_open', first, 'balance', '−300.00'),
          row('deposit_open', first, 'balance_dep', '+300.00'),
        ]),
      )
      expect(rows[3]).toEqual(row('refill', first, 'balance', '+700.00'))
      await region(page, say, 'operations')
        .getByRole('link', { name: say('cabinet:dashboard.allOperations') })
        .click()
      await expect(page).toHaveURL(/\/cabinet\/operations$/)
    })

    test('shows the course of as many days as are chosen, and says which', async ({ page, stack, say }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      await investor.ask('POST', '/funds/deposits', breeze('300'))
      await investor.ask('POST', '/ext/demo/clock', { days: 3 })
      await enterCabinet(page, investor)

      const course = region(page, say, 'course.title')
      const chosen = course.getByRole('navigation').locator('[aria-current=page]')
      const days = (count: number) =>
        say(`cabinet:dashboard.course.days_${{ en: 'other', ru: 'many' }[lng]}`, { count })
      await expect(chosen).toHaveText(days(30))
      for (const [period, name, count] of [
        ['7', days(7), 7],
        ['90', days(90), 90],
        ['30', days(30), 30],
        // All of it begins on the day before the first of four.
        ['all', say('cabinet:dashboard.course.all'), 5],
      ] as const) {
        await course.getByRole('link', { name, exact: true }).click()
        await expect(page).toHaveURL(new RegExp(`/cabinet\\?period=${period}#course$`))
        await expect(chosen).toHaveText(name)
        for (const table of await course.locator('table').all())
          await expect(table.locator('tbody tr'), period).toHaveCount(count)
        // 700 − 300 + 3 × 3.33
        const last = course.locator('table').first().locator('tbody tr:last-child td')
        await expect(last).toHaveText([usdt('409.99'), usdt('300.00')])
      }
    })

    test('tells what coins are worth in USDT, and which of them moved most', async ({ page, stack, say }) => {
      const investor = await newInvestor(stack.backendUrl, { usdt: '700' })
      const { rateId } = await investor.ask('GET', '/user/exchange-rate')
      await investor.ask('POST', '/user/exchange', { from: 'USDT', to: 'TRX', amount: '200', rateId })
      await enterCabinet(page, investor)

      const heads = ['common:account.currency', 'cabinet:dashboard.worth'].map((head) => say(head))
      const rows = await rowsOf(page, 'accounts', heads)
      const worth = Object.fromEntries(rows.map(([coin = '', text = '']) => [coin, cents(text)]))
      expect(worth['USDT']).toBe(50_000)
      // What was given for it, less what the rate moved and the last digits that are cut.
      expect(worth['TRX']).toBeGreaterThan(19_000)
      expect(worth['TRX']).toBeLessThan(21_000)
      const total = cents(await region(page, say, 'accounts').locator('p').nth(1).innerText())
      // Each figure is cut at the cent, and so is their sum.
      const sum = Object.values(worth).reduce((all, one) => all + one, 0)
      expect(total - sum).toBeGreaterThanOrEqual(0)
      expect(total - sum).toBeLessThanOrEqual(rows.length)

      // By the page's own figures, for rates move: the highest first of what rose, the lowest first of what fell.
      const leaders = region(page, say, 'leaders.title').getByRole('list')
      const changes = async (side: number) =>
        (await leaders.nth(side).getByRole('listitem').allInnerTexts()).map(changeIn)
      const [rose, fell] = [await changes(0), await changes(1)]
      expect(rose.length + fell.length).toBeGreaterThan(1)
      expect(rose).toEqual(rose.filter((change) => change > 0).sort((one, other) => other - one))
      expect(fell).toEqual(fell.filter((change) => change < 0).sort((one, other) => one - other))
    })

    test('the page of partners tells each kind of reward by itself, and the rank', async ({
      page,
      stack,
      say,
    }) => {
      await signIn(page, await dayAfterOpening(stack.backendUrl))
      await page.goto('/cabinet/referrals')
      const rank = page.getByRole('region', { name: say('partners:rank.title'), exact: true })
      const rewards = rank.locator('dl > div')
      for (const [at, [kind, amount]] of [
        ['common:operation.referral', '280.00'],
        ['common:operation.matching', '2.22'],
        ['common:operation.bonus', '10.00'],
        ['partners:rank.total', '292.22'],
      ].entries()) {
        await expect(rewards.nth(at)).toContainText(say(kind!))
        await expect(rewards.nth(at)).toContainText(usdt(amount!))
      }
      await expect(rank).toContainText(say('partners:rank.name.spark'))
      await expect(rank).toContainText(
        say('partners:held.part', { amount: `${writtenIn(lng, '292.22')} USDT` }),
      )
      const waiting = page.getByRole('region', { name: say('partners:held.title'), exact: true })
      await expect(waiting.getByRole('row')).toHaveCount(4)
      for (const [at, amount] of ['280.00', '10.00', '2.22'].entries())
        await expect(
          waiting
            .getByRole('row')
            .nth(at + 1)
            .getByRole('cell')
            .last(),
        ).toHaveText(usdt(amount))
      await expect(waiting.locator('time')).toHaveCount(3)
      await rank.locator('summary').click()
      const held = rank.getByRole('row').filter({ hasText: say('partners:rank.yours') })
      await expect(held).toContainText(say('partners:rank.name.spark'))
      await expect(held).toContainText(usdt('1,000.00'))
    })
  })
}

/** `1,234.56 USDT` in either language, in cents. */
const cents = (text: string): number => Number(text.replace(/\D/g, ''))

/** `ETH Ether 3,000.00 USDT −1.23%` in either language, as a number of percent. */
function changeIn(line: string): number {
  const [, sign = '', figure = ''] = /([+−-])([\d.,]+)\s?%/.exec(line) ?? []
  return Number(`${sign === '+' ? '' : '-'}${figure.replace(',', '.')}`)
}
