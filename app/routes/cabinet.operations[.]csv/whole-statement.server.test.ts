import { describe, expect, test } from 'vitest'
import { type Operation } from '~/contract/statement'
import { type StatementPage, StatementChanged, wholeStatement } from './whole-statement.server'

const perPage = 3

const operation = (id: string, own: Partial<Operation> = {}): Operation => ({
  id,
  type: 'accrual',
  direction: 'in',
  account: 'balance',
  currency: 'USDT',
  amount: '0.1',
  balanceAfter: '1',
  status: 'completed',
  createdAt: '2026-01-05T12:00:00.000Z',
  reference: null,
  ...own,
})

const nothing = { opening: '0', in: '0', out: '0', closing: '0' }
const summaryOf = (all: Operation[]) => ({
  USDT: {
    balance: { ...nothing, in: (all.length / 10).toFixed(1), closing: (all.length / 10).toFixed(1) },
    balance_dep: nothing,
  },
})

/** An upstream whose list the test may change between two pages. */
function upstream(all: Operation[]) {
  const requests: number[] = []
  const ask = (page: number): Promise<StatementPage> => {
    requests.push(page)
    const items = all.slice((page - 1) * perPage, page * perPage)
    return Promise.resolve({ items, total: all.length, summary: summaryOf(all) })
  }
  return { all, requests, ask }
}

async function idsOf(statement: AsyncIterable<Operation[]>, between?: () => void): Promise<string[]> {
  const ids: string[] = []
  for await (const piece of statement) {
    ids.push(...piece.map(({ id }) => String(id)))
    between?.()
  }
  return ids
}

const seven = () => ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => operation(id))

test('every operation is listed once, page after page, and the first page is not requested again', async () => {
  const { ask, requests } = upstream(seven())
  const statement = wholeStatement(await ask(1), ask)
  expect(await idsOf(statement)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  expect(requests).toEqual([1, 2, 3])
})

test('the next page is requested when the one before has been consumed, and not if reading stops', async () => {
  const { ask, requests } = upstream(seven())
  const statement = wholeStatement(await ask(1), ask)
  await statement.next()
  expect(requests).toEqual([1])
  await statement.return(undefined)
  expect(requests).toEqual([1])
})

test('operations that are added meanwhile are left out', async () => {
  const { ask, all } = upstream(seven())
  const statement = wholeStatement(await ask(1), ask)
  expect(await idsOf(statement, () => all.push(operation(`new-${all.length}`)))).toHaveLength(7)
})

test('an operation added in between moves the pages but is not listed twice', async () => {
  const { ask, all } = upstream(seven())
  const statement = wholeStatement(await ask(1), ask)
  let isFirst = true
  const ids = await idsOf(statement, () => {
    if (isFirst) all.splice(1, 0, operation('late'))
    isFirst = false
  })
  expect(ids).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
})

test('a statement that does not match the summary, or ends too early, is reported as incomplete', async () => {
  const { ask } = upstream(seven())
  const first = await ask(1)
  const other = (page: number) =>
    ask(page).then((answer) => ({
      ...answer,
      items: answer.items.map((item) => (item.id === 'g' ? { ...item, amount: '0.2' } : item)),
    }))
  await expect(idsOf(wholeStatement(first, other))).rejects.toThrow(StatementChanged)
  const short = () => Promise.resolve({ ...first, items: [] })
  await expect(idsOf(wholeStatement(first, short))).rejects.toThrow(StatementChanged)
})

test('a statement without operations is complete', async () => {
  const { ask } = upstream([])
  expect(await idsOf(wholeStatement(await ask(1), ask))).toEqual([])
})

describe('an upstream with less data', () => {
  const noSummary = {}

  test('a statement without a total is read to its end', async () => {
    const { ask, requests } = upstream(seven())
    const uncounted = (page: number) => ask(page).then((list) => ({ ...list, total: null }))
    const statement = wholeStatement(await uncounted(1), uncounted)
    expect(await idsOf(statement)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    expect(requests).toEqual([1, 2, 3, 4])
  })

  test('unreadable rows are left out, and the rest is listed', async () => {
    const { ask } = upstream(seven())
    const broken = (page: number) =>
      ask(page).then((list) => ({ ...list, items: list.items.slice(1), leftOut: 1 }))
    expect(await idsOf(wholeStatement(await broken(1), broken))).toEqual(['b', 'c', 'e', 'f'])
  })

  test('operations without account and direction are not added up', async () => {
    const all = seven().map((one) => ({ ...one, account: null, direction: null }))
    const { ask } = upstream(all)
    expect(await idsOf(wholeStatement(await ask(1), ask))).toHaveLength(7)
    const first = { ...(await ask(1)), summary: noSummary }
    expect(await idsOf(wholeStatement(first, ask))).toHaveLength(7)
  })
})
