import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newInvestor } from './support/investor'
import { large, makeLarge } from './support/large-investor'
import { type TestDatabase, testDatabase } from './support/postgres'
import { type Stack, startStack } from './support/stack'
import { textsOf } from './support/texts'
import { type Visitor, signedIn } from './support/visitor'

/** Pages that make sense to whoever has nothing, and to whoever has thousands of everything. */

const say = textsOf('en')
/** What a page may weigh before it is packed; a list of thousands would be far more. */
const pageLimit = 250_000

describe('two sizes of truth', { timeout: 240_000 }, () => {
  let database: TestDatabase
  let stack: Stack
  let largeInvestor: Visitor
  let newcomer: Visitor

  const bothPages = async (visitor: Visitor) => ({
    overview: await visitor.visit('/cabinet'),
    statement: await visitor.visit('/cabinet/operations'),
  })

  const fileOf = async (visitor: Visitor) => {
    const headers = { Cookie: visitor.cookie() }
    return (await fetch(`${stack.url}/cabinet/operations.csv`, { headers })).text()
  }

  beforeAll(async () => {
    database = await testDatabase()
    stack = await startStack({ env: { DATABASE_URL: database.url } })
    const [one, other] = await Promise.all([newInvestor(stack.backendUrl), newInvestor(stack.backendUrl)])
    await makeLarge(database.pool, one.login)
    largeInvestor = await signedIn(stack.url, one, 'en')
    newcomer = await signedIn(stack.url, other, 'en')
  })
  afterAll(async () => {
    await stack.stop()
    await database.drop()
  })

  it('leads who has nothing to the first top-up, and shows no empty panel', async () => {
    const { overview, statement } = await bothPages(newcomer)
    expect(overview.text).toContain(say('cabinet:dashboard.begin.title'))
    expect(overview.html).toContain('href="/cabinet/top-up"')
    expect(overview.text).not.toContain(say('cabinet:dashboard.noOperations'))
    expect(overview.text).not.toContain(say('cabinet:dashboard.failed'))
    expect(statement.text).toContain(say('cabinet:operations.empty'))
  })

  it.each(['7', '30', '90', 'all'])(
    'shows of thousands what can be taken in, over %s days',
    async (period) => {
      const { status, html, text } = await largeInvestor.visit(`/cabinet?period=${period}`)
      expect(status).toBe(200)
      expect(text).not.toContain(say('cabinet:dashboard.failed'))
      expect(text).toContain(say('cabinet:dashboard.depositsOf', { shown: '8', total: `${large.deposits}` }))
      expect(html.length).toBeLessThan(pageLimit)
    },
  )

  it('pages through the statement, whose place is told', async () => {
    const { html, text, status } = await largeInvestor.visit('/cabinet/operations')
    expect(status).toBe(200)
    expect(text).toContain(say('common:list.place', { from: '1', to: '20', total: '10,000' }))
    expect(html.length).toBeLessThan(pageLimit)
    const last = await largeInvestor.visit('/cabinet/operations?page=500')
    expect(last.text).toContain(say('common:list.end'))
    expect(last.text).toContain(say('common:operation.refill'))
  })

  it('puts all of them into the file, which adds up', async () => {
    const file = await fileOf(largeInvestor)
    const rows = file.split('\r\n').slice(1, -1)
    const standing = (word: string) => rows.filter((row) => row.startsWith(`,${word},`))
    const [opening, closing] = [standing('Opening'), standing('Closing')]
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
})
