import { type Element } from 'domhandler'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserName, newInvestor } from './support/investor'
import {
  type LargeInvestor,
  days,
  large,
  levelOf,
  makeLarge,
  paidIn,
  turnoverOf,
  waiting,
} from './support/large-investor'
import { type TestDatabase, testDatabase } from './support/postgres'
import { type Stack, startStack } from './support/stack'
import { type Language } from '~/contract/languages'
import { languages, textsOf } from './support/texts'
import { type Answer, type Visitor, rowsOf, signedIn } from './support/visitor'

/** Pages for an investor without any entries, and for an investor with thousands. */

const say = textsOf('en')
/** The maximal size of a page before compression; a list of thousands would exceed it by far. */
const pageLimit = 250_000

const partners = Array.from({ length: large.partners }, (_, at) => at + 1)
const turnover = (of: readonly number[]) => of.reduce((sum, k) => sum + turnoverOf(k), 0)

/** How a language writes counts and amounts, with plain spaces. */
const writtenIn = (language: Language) => {
  const written = (value: number, decimals: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: decimals }).format(value).replace(/\s/g, ' ')
  return {
    say: textsOf(language),
    count: (value: number) => written(value, 0),
    usdt: (value: number) => `${written(value, 2)} USDT`,
  }
}

/** The rows of the page's last table, one line each. */
const linesOf = (answer: Answer): string[] => rowsOf(answer).map((cells) => cells.join(' '))
/** The list of partners stands above the other tables of its page. */
const partnerRowsOf = (answer: Answer) => rowsOf(answer, 0)
const loginsOf = (answer: Answer) => partnerRowsOf(answer).map(([login]) => login)

const links = (answer: Answer, below: string): string[] =>
  answer.links(`${below}/`).filter((href) => /^(?!new)[^/?#]+$/.test(href.slice(below.length + 1)))

describe('empty and large accounts', { timeout: 240_000 }, () => {
  let database: TestDatabase
  let stack: Stack
  let largeInvestor: Visitor
  let inRussian: Visitor
  let names: LargeInvestor
  let newcomer: Visitor

  const bothPages = async (visitor: Visitor) => ({
    overview: await visitor.visit('/cabinet'),
    statement: await visitor.visit('/cabinet/operations'),
  })

  const fileOf = async (visitor: Visitor) => {
    const headers = { Cookie: visitor.cookie(), 'User-Agent': browserName }
    return (await fetch(`${stack.url}/cabinet/operations.csv`, { headers })).text()
  }

  beforeAll(async () => {
    database = await testDatabase()
    stack = await startStack({ env: { DATABASE_URL: database.url } })
    const [one, other] = await Promise.all([newInvestor(stack.backendUrl), newInvestor(stack.backendUrl)])
    names = await makeLarge(database.pool, one.login)
    largeInvestor = await signedIn(stack.url, one, 'en')
    inRussian = await signedIn(stack.url, one, 'ru')
    newcomer = await signedIn(stack.url, other, 'en')
  })
  afterAll(async () => {
    await stack.stop()
    await database.drop()
  })

  it('an empty account is led to the first top-up, and sees no empty panel', async () => {
    const { overview, statement } = await bothPages(newcomer)
    expect(overview.text).toContain(say('cabinet:dashboard.begin.title'))
    expect(overview.html).toContain('href="/cabinet/top-up"')
    expect(overview.text).not.toContain(say('cabinet:dashboard.operations'))
    expect(overview.text).not.toContain(say('cabinet:dashboard.failed'))
    expect(statement.text).toContain(say('cabinet:operations.empty'))
  })

  it.each(['7', '30', '90', 'all'])(
    'the overview of a large account stays readable over %s days',
    async (period) => {
      const { status, html, text } = await largeInvestor.visit(`/cabinet?period=${period}`)
      expect(status).toBe(200)
      expect(text).not.toContain(say('cabinet:dashboard.failed'))
      expect(text).toContain(say('cabinet:dashboard.depositsOf', { shown: '4', total: `${large.deposits}` }))
      expect(html.length).toBeLessThan(pageLimit)
    },
  )

  it('the statement has pages, and says which rows are shown', async () => {
    const { html, text, status } = await largeInvestor.visit('/cabinet/operations')
    expect(status).toBe(200)
    expect(text).toContain(say('common:list.place', { from: '1', to: '20', total: '10,000' }))
    expect(html.length).toBeLessThan(pageLimit)
    const last = await largeInvestor.visit('/cabinet/operations?page=500')
    expect(last.text).toContain(say('common:list.end'))
    expect(last.text).toContain(say('common:operation.refill'))
  })

  it('the file has all operations, and adds up', async () => {
    const file = await fileOf(largeInvestor)
    const rows = file.split('\r\n').slice(1, -1)
    const rowsWith = (word: string) => rows.filter((row) => row.startsWith(`,${word},`))
    const [opening, closing] = [rowsWith('Opening'), rowsWith('Closing')]
    expect([opening.length, closing.length]).toEqual([2, 2])
    const operations = rows.slice(opening.length, -closing.length).map((row) => row.split(','))
    expect(operations).toHaveLength(large.operations)
    for (const [place, line] of closing.entries()) {
      const [, , account, , , held = ''] = line.split(',')
      const cents = (figure = '0') => Math.round(Number(figure) * 100)
      const change = operations
        .filter((cells) => cells[2] === account)
        .reduce((sum, cells) => sum + cents(cells[4]), 0)
      expect(cents(opening[place]?.split(',')[5]) + change, account).toBe(cents(held))
    }
  })

  describe.each(languages)('of a large investor, in %s', (language) => {
    const { say, count, usdt } = writtenIn(language)

    /** Visits a page and checks that it does not exceed the limit. */
    async function page(path: string): Promise<Answer> {
      const answer = await (language === 'ru' ? inRussian : largeInvestor).visit(path)
      expect(answer.status, path).toBe(200)
      expect(answer.html.length, path).toBeLessThan(pageLimit)
      return answer
    }

    const place = (from: number, to: number, total: number) =>
      say('common:list.place', { from: count(from), to: count(to), total: count(total) })
    const lastPlace = (...of: [from: number, to: number, total: number]) =>
      `${place(...of)}. ${say('common:list.end')}`

    it('counts partners by level, and lists them by turnover from the greatest to the least', async () => {
      const first = await page('/cabinet/referrals')
      for (const level of [1, 2, 3]) {
        const on = partners.filter((k) => levelOf(k) === level)
        expect(first.text).toContain(`${count(on.length)} ${usdt(turnover(on))}`)
      }
      expect(first.text).toContain(say('partners:rank.highest', { turnover: usdt(turnover(partners)) }))
      expect(first.text).toContain(place(1, 20, large.partners))
      const last = await page('/cabinet/referrals?page=250')
      expect(last.text).toContain(lastPlace(4981, 5000, large.partners))

      const order = partners
        .map((k) => ({ login: names.partner(k), turnover: turnoverOf(k) }))
        .sort((one, other) => other.turnover - one.turnover || (one.login < other.login ? 1 : -1))
      for (const [shown, expected] of [
        [first, order.slice(0, 20)],
        [last, order.slice(-20)],
      ] as const) {
        expect(loginsOf(shown)).toEqual(expected.map(({ login }) => login))
        for (const [at, row] of partnerRowsOf(shown).entries())
          expect(row.join(' ')).toContain(usdt(expected[at]?.turnover ?? 0))
      }
    })

    it('finds partners by login and by level, and shows the partners of one of them', async () => {
      // 499 and 4990 to 4999
      const found = await page('/cabinet/referrals?search=-499&sort=login')
      expect(found.text).toContain(lastPlace(1, 11, 11))
      expect(loginsOf(found)[0]).toBe(names.partner(499))
      const onThird = await page('/cabinet/referrals?search=-499&level=3&sort=turnover&sortDir=asc')
      expect(loginsOf(onThird)).toEqual(Array.from({ length: 10 }, (_, at) => names.partner(4990 + at)))
      const second = partners.filter((k) => levelOf(k) === 2)
      const onSecond = await page('/cabinet/referrals?level=2&page=75')
      expect(onSecond.text).toContain(lastPlace(1481, 1500, second.length))

      const own = await page(`/cabinet/referrals/${names.partner(1)}`)
      const invited = [1500, 2000, 1000]
      expect(loginsOf(own)).toEqual(invited.map(names.partner))
      expect(own.text).toContain(`${count(3)} ${say('partners:column.turnover')} ${usdt(turnover(invited))}`)
    })

    it('lists deposits from the newest to the oldest, each with its income', async () => {
      const status = (word: string) => say(`common:status.deposit.${word}`)
      const first = await page('/cabinet/deposits')
      expect(first.text).toContain(place(1, 20, large.deposits))
      expect(linesOf(first)).toHaveLength(20)
      for (const row of linesOf(first)) {
        expect(row).toContain(`${usdt(100)} `)
        expect(row).toContain(usdt(1.11 * days))
        expect(row).toContain(status('in_progress'))
      }
      const last = await page('/cabinet/deposits?page=10')
      expect(last.text).toContain(lastPlace(181, 200, large.deposits))
      // 50 days at 1.11 and 50 at twice that
      for (const row of linesOf(last)) expect(row).toContain(usdt(166.5))
      for (const row of linesOf(last)) expect(row).toContain(status('awaiting_completion'))
      const over = await page('/cabinet/deposits?status=awaiting_completion')
      expect(over.text).toContain(lastPlace(1, waiting, waiting))
    })

    it('pages through the accruals of a deposit, day by day', async () => {
      const oldest = links(await page('/cabinet/deposits?page=10'), '/cabinet/deposits').at(-1) ?? ''
      for (const [query, from, amount] of [
        ['', 100, 2.22],
        ['?page=5', 60, 2.22],
        ['?page=6', 50, 1.11],
        ['?page=10', 10, 1.11],
      ] as const) {
        const shown = await page(`${oldest}${query}`)
        const at = 101 - from
        expect(shown.text).toContain((from > 10 ? place : lastPlace)(at, at + 9, 100))
        expect(linesOf(shown)).toHaveLength(10)
        for (const [below, row] of linesOf(shown).entries()) {
          const day = say('cabinet:deposits.accruals.nth', { day: count(from - below) })
          expect(row).toMatch(new RegExp(`^${day} .*[+] ?${usdt(amount)}$`))
        }
      }
      const running = links(await page('/cabinet/deposits'), '/cabinet/deposits')[0] ?? ''
      expect((await page(running)).text).toContain(place(1, 10, days))
    })

    it('shows unread notifications first, and notifications of a kind by pages', async () => {
      const first = await page('/cabinet/notifications')
      /** For each notification of the page whether it is marked as unread, from the first to the last. */
      const unread = ({ $ }: Answer) => {
        const isMark = (_: number, part: Element) => $(part).text() === say('notifications:unread')
        return $(`[role="group"][aria-label="${say('notifications:list')}"] li`)
          .toArray()
          .map((item) => $(item).find('*').filter(isMark).length > 0)
      }
      const marks = (isUnread: boolean, length: number) => Array.from({ length }, () => isUnread)
      expect(first.text).toContain(place(1, 20, large.notifications))
      expect(unread(first)).toEqual(marks(true, 20))
      const left = large.unread - 20
      const second = await page('/cabinet/notifications?page=2')
      expect(unread(second)).toEqual([...marks(true, left), ...marks(false, 20 - left)])
      const last = await page('/cabinet/notifications?page=150')
      expect(last.text).toContain(lastPlace(2981, 3000, large.notifications))
      expect(unread(last)).toEqual(marks(false, 20))
      const bonuses = await page('/cabinet/notifications?type=bonus&page=50')
      expect(bonuses.text).toContain(lastPlace(981, 1000, large.notifications / 3))
    })

    it('lists top-ups and withdrawals by pages, and by state', async () => {
      const topUps = await page('/cabinet/top-up')
      expect(topUps.text).toContain(place(1, 20, large.refills))
      expect(linesOf(topUps)[0]).toContain(usdt(100 + large.refills))
      const oldest = await page('/cabinet/top-up?page=15')
      expect(oldest.text).toContain(lastPlace(281, 300, large.refills))
      const paid = await page('/cabinet/top-up?status=topped_up')
      expect(paid.text).toContain(lastPlace(1, 1, 1))
      expect(linesOf(paid)[0]).toContain(`${usdt(paidIn)} ${usdt(paidIn)}`)
      expect(linesOf(oldest).at(-1)).toBe(linesOf(paid)[0])

      const withdrawals = await page('/cabinet/withdrawals')
      expect(withdrawals.text).toContain(place(1, 20, large.withdrawals))
      for (const row of linesOf(withdrawals)) {
        expect(row).toContain(`${usdt(20)} ${usdt(19)} ${say('common:status.payment.completed')}`)
      }
      const last = await page('/cabinet/withdrawals?status=completed&page=5')
      expect(last.text).toContain(lastPlace(81, 100, large.withdrawals))
      const [one = ''] = links(last, '/cabinet/withdrawals')
      expect((await page(one)).text).toContain(usdt(19))
    })
  })
})
