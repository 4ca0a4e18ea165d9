import { describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call } from '~/contract/call'
import { readJson } from './json.server'
import { type ListOrder } from './list.server'
import { type ReadingOptions, understand } from './understand.server'

/** Answers as others write them, and what is read in them. */

const read = (call: Call, text: string, more: Partial<ReadingOptions> = {}) => {
  const understanding = understand(call.output, readJson(text), { timeZone: 'Europe/Vilnius', ...more })
  if (!understanding.ok) throw new Error(understanding.deviations.map(({ field }) => field).join())
  return understanding.value as Record<string, unknown>
}
const rulesOf = (call: Call, text: string) =>
  understand(call.output, readJson(text), { timeZone: 'UTC' }).deviations.map(
    ({ field, rule }) => `${field} ${rule}`,
  )

const deposit = '{"id":7,"plan":"Breeze","currency":"usdt","amount":0.1,"status":"In progress"}'

describe('a deposit', () => {
  it('of the description alone is read, and what it lacks is null', () => {
    const { items } = read(contract.deposits.list, `[${deposit}]`)
    expect(items).toEqual([
      {
        id: '7',
        plan: { id: null, tariff: 'breeze', title: 'Breeze' },
        currency: 'USDT',
        amount: '0.1',
        min: null,
        dailyPercent: null,
        term: null,
        termDays: null,
        startedAt: null,
        endsAt: null,
        nextAccrualAt: null,
        nextAccrual: null,
        income: null,
        accrued: null,
        accruedUsdt: null,
        total: null,
        status: 'in_progress',
        canClose: null,
        closingPays: null,
        closedAt: null,
      },
    ])
  })

  it('whose term is told in days has that many', () => {
    const { items } = read(contract.deposits.list, `[${deposit.replace('{', '{"term":50,')}]`)
    expect(items).toMatchObject([{ term: null, termDays: 50 }])
  })

  it('without an amount is left out of its list, which says so', () => {
    const answer = read(contract.deposits.list, `[${deposit}, {"id":8,"currency":"USDT","amount":"1,000"}]`)
    expect(answer).toMatchObject({ items: [{ id: '7' }], leftOut: 1 })
    expect(
      rulesOf(contract.deposits.list, `[{"id":8,"plan":"Breeze","currency":"USDT","amount":"1,000"}]`),
    ).toContain('items.amount unreadable')
  })
})

describe('a list', () => {
  const item = '{"id":1,"title":"News"}'
  it.each([
    [`[${item}]`],
    [`{"data":[${item}]}`],
    [`{"results":[${item}],"count":1}`],
    [`{"rows":[${item}],"total":1}`],
    [`{"data":{"items":[${item}],"total":1}}`],
    [`{"data":[${item}],"meta":{"total":1}}`],
    [`{"success":true,"data":[${item}]}`],
    [`{"news":[${item}]}`],
  ])('is found in %s', (text) => {
    expect(read(contract.content.news, text)).toMatchObject({
      items: [{ id: '1', title: 'News' }],
      total: 1,
      page: 1,
    })
  })

  it('that came full tells no total where nobody says one', () => {
    const full = `[${Array.from({ length: 20 }, (_, at) => `{"id":${at},"title":"a"}`).join()}]`
    expect(read(contract.content.news, full, { page: 2, limit: 20 })).toMatchObject({ total: null, page: 2 })
  })

  it('that is given whole is cut to the page that was asked for', () => {
    const whole = `[${Array.from({ length: 45 }, (_, at) => `{"id":${at},"title":"a"}`).join()}]`
    const answer = read(contract.content.news, whole, { page: 3, limit: 20 })
    expect(answer).toMatchObject({ total: 45, page: 3 })
    expect(answer.items).toHaveLength(5)
  })
})

describe('money', () => {
  const balanceOf = (written: string) =>
    (read(contract.user.balance, `{"balance":${written}}`) as { balance: string | null }).balance
  it.each([
    ['0.1', '0.1'],
    ['100000000000000000000000', '100000000000000000000000'],
    ['1e21', '1000000000000000000000'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['12345678901234567890.123456789012345678', '12345678901234567890.123456789012345678'],
    ['"5.00"', '5.00'],
    ['"1e-8"', '0.00000001'],
    ['-3', '-3'],
  ])('written %s keeps its digits', (written, value) => {
    expect(balanceOf(written)).toBe(value)
  })
  it.each(['"1,000"', '"1 000"', '"1_000"', '""', '"NaN"', '"0x10"', '1e400', 'true', '[]', '{}', '"١"'])(
    'written %s is none',
    (written) => {
      expect(balanceOf(written)).toBeNull()
    },
  )
})

describe('a time', () => {
  const timeOf = (written: string) =>
    (read(contract.user.balance, `{"balance":"1","asOf":${written}}`) as { asOf: string | null }).asOf
  it.each([
    ['"2026-01-02T03:04:05Z"', '2026-01-02T03:04:05.000Z'],
    ['"2026-01-02T03:04:05.123456Z"', '2026-01-02T03:04:05.123Z'],
    ['"2026-01-02T03:04:05+03:00"', '2026-01-02T00:04:05.000Z'],
    ['"2026-01-02T03:04:05-0330"', '2026-01-02T06:34:05.000Z'],
    ['"2026-01-02 03:04:05"', '2026-01-02T01:04:05.000Z'],
    ['"2026-07-02 03:04:05"', '2026-07-02T00:04:05.000Z'],
    ['1767323045', '2026-01-02T03:04:05.000Z'],
    ['1767323045123', '2026-01-02T03:04:05.123Z'],
    ['"1767323045"', '2026-01-02T03:04:05.000Z'],
  ])('written %s is that moment', (written, value) => {
    expect(timeOf(written)).toBe(value)
  })
  it.each([
    '"yesterday"',
    '"2026-02-31T00:00:00Z"',
    '"2026-01-02T25:00:00Z"',
    '-5',
    '1e300',
    'true',
    '"02/01/2026"',
  ])('written %s is none', (written) => {
    expect(timeOf(written)).toBeNull()
  })
})

describe('a word', () => {
  const statusOf = (written: string) => {
    const { items } = read(contract.payments.list, `[{"id":1,"system":"btc","amount":1,"status":${written}}]`)
    return (items as { status: string }[])[0]?.status
  }
  it.each([
    ['"under review"', 'under_review'],
    ['"Under-Review"', 'under_review'],
    ['"UNDER_REVIEW"', 'under_review'],
    ['"underReview"', 'under_review'],
    ['"withdrawn"', 'completed'],
    ['"waiting"', 'pending'],
    ['"Выведено"', 'completed'],
    ['"отклонено"', 'rejected'],
    ['"frozen"', 'unknown'],
    ['7', 'unknown'],
    ['null', 'unknown'],
  ])('written %s is %s', (written, value) => {
    expect(statusOf(written)).toBe(value)
  })
})

describe('what a change made', () => {
  it.each([
    [deposit],
    [`{"data":${deposit}}`],
    [`{"deposit":${deposit}}`],
    [`{"success":true,"result":{"deposit":${deposit}}}`],
  ])('is found in %s', (text) => {
    expect(read(contract.deposits.create, text)).toMatchObject({ deposit: { id: '7' }, balance: null })
  })
  it.each(['{}', '{"error":{"message":"no"}}', '[]', '"ok"', '7'])('is not in %s', (text) => {
    expect(understand(contract.deposits.create.output, readJson(text), { timeZone: 'UTC' }).ok).toBe(false)
  })
})

it('reads nothing that an answer inherits', () => {
  const answer = read(
    contract.user.balance,
    '{"balance":"1","currencies":{"__proto__":{"balance":"5"},"BTC":{"balance":"2"}}}',
  )
  expect(Object.keys(answer.currencies as object).sort()).toEqual(['BTC', 'USDT'])
  expect(
    read(contract.user.balance, '{"balance":"1","__proto__":{"totalInUsdt":"9"}}').totalInUsdt,
  ).toBeNull()
})

describe('a list that was asked for by its status', () => {
  const rows = ['pending', 'paid', 'pending', 'rejected']
    .map((status, index) => `{"id":${index + 1},"system":"usdt","amount":10,"status":"${status}"}`)
    .join()
  const ids = (list: Record<string, unknown>) => (list.items as { id: string }[]).map(({ id }) => id)
  const pending = { filters: { status: 'pending' } }

  it('has no row of another, where the upstream answers with all', () => {
    const list = read(contract.payments.list, `[${rows}]`, pending)
    expect([ids(list), list.total]).toEqual([['1', '3'], 2])
  })

  it('is paged after it was searched', () => {
    const second = read(contract.payments.list, `[${rows}]`, { ...pending, page: 2, limit: 1 })
    expect([ids(second), second.total]).toEqual([['3'], 2])
  })

  it('keeps the pages of an upstream that has them in another size', () => {
    const list = read(contract.payments.list, `{"items":[${rows}],"total":40}`, { limit: 2 })
    expect([ids(list), list.total, list.limit]).toEqual([['1', '2', '3', '4'], 40, 4])
  })

  it('has no total where only a page of all rows came', () => {
    const list = read(contract.payments.list, `{"items":[${rows}],"total":40}`, { ...pending, limit: 4 })
    expect([ids(list), list.total]).toEqual([['1', '3'], null])
  })
})

describe('a list whose length nobody tells', () => {
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, id) => `{"id":${id},"system":"usdt","amount":1,"status":"paid"}`).join()
  const totalOf = (count: number, options: Partial<ReadingOptions>) =>
    read(contract.payments.list, `[${rowsOf(count)}]`, options).total

  it.each([
    [3, { limit: 20 }, 3],
    [3, { limit: 20, page: 2 }, 23],
    [0, { limit: 20 }, 0],
    [20, { limit: 20 }, null],
    [30, { limit: 20 }, 30],
    // Half of what was asked for may be all that it gives a page.
    [50, { limit: 100 }, null],
  ])('of %i rows, asked for as %j, has the total %j', (count, options, total) => {
    expect(totalOf(count, options)).toBe(total)
  })
})

describe('a list that was asked for in an order', () => {
  const rows = [
    ['1', '9'],
    ['2', '100'],
    ['3', '20'],
  ]
    .map(
      ([id, amount]) =>
        `{"id":${id},"system":"usdt","amount":"${amount}","status":"paid","createdAt":"2026-01-0${id}"}`,
    )
    .join()
  const idsIn = (order: ListOrder, text: string, more: Partial<ReadingOptions> = {}) =>
    (read(contract.payments.list, text, { order, ...more }).items as { id: string }[])
      .map(({ id }) => id)
      .join()

  it.each<[ListOrder['by'], ListOrder['direction'], string]>([
    ['createdAt', 'desc', '3,2,1'],
    ['createdAt', 'asc', '1,2,3'],
    ['amount', 'asc', '1,3,2'],
    ['amount', 'desc', '2,3,1'],
  ])('is sorted by %s, %s, where the upstream answers with all of it', (by, direction, expected) => {
    expect(idsIn({ by, direction }, `[${rows}]`)).toBe(expected)
  })

  it('is sorted before it is cut into pages', () => {
    expect(idsIn({ by: 'amount', direction: 'desc' }, `[${rows}]`, { limit: 2 })).toBe('2,3')
  })

  it('stays as it came where it is only a part, or where not every row tells', () => {
    expect(idsIn({ by: 'amount', direction: 'desc' }, `{"items":[${rows}],"total":9}`, { limit: 3 })).toBe(
      '1,2,3',
    )
    expect(idsIn({ by: 'withdrawnAt', direction: 'desc' }, `[${rows}]`)).toBe('1,2,3')
  })
})
