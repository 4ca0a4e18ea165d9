import { describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call } from '~/contract/call'
import { readJson } from './json.server'
import { type ListOrder } from './list.server'
import { type ReadingOptions, understand } from './understand.server'

/** Answers as other upstreams write them, and the values that are read from them. */

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
  it('with only the documented fields is read, and the others are null', () => {
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
        extension: null,
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

  it('with a term in days has that number of days', () => {
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
  it('is filtered by days of the page and not of the upstream, whose times without a zone are others', () => {
    const wanted = { filters: { from: '2026-03-01', to: '2026-03-31' } }
    const row = (id: number, createdAt: string) =>
      `{"id":${id},"type":"refill","amount":1,"currency":"USDT","createdAt":"${createdAt}"}`
    const rows = [
      ...[row(1, '2026-02-28 21:59:59'), row(2, '2026-02-28 22:30:00')],
      ...[row(3, '2026-03-31 20:59:59'), row(4, '2026-03-31 21:30:00')],
    ]
    const answer = read(contract.user.operations, `[${rows.join()}]`, {
      ...{ timeZone: 'UTC', dayZone: 'Europe/Vilnius' },
      ...wanted,
    })
    expect(answer).toMatchObject({ items: [{ id: '2' }, { id: '3' }] })
  })

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

  it('that fills the page has no total if the upstream sends none', () => {
    const full = `[${Array.from({ length: 20 }, (_, at) => `{"id":${at},"title":"a"}`).join()}]`
    expect(read(contract.content.news, full, { page: 2, limit: 20 })).toMatchObject({ total: null, page: 2 })
  })

  it('that comes whole is cut to the requested page', () => {
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
    'written %s is invalid',
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
  ])('written %s is invalid', (written) => {
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

describe('the result of a change', () => {
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

it('ignores inherited properties of an answer', () => {
  const answer = read(
    contract.user.balance,
    '{"balance":"1","currencies":{"__proto__":{"balance":"5"},"BTC":{"balance":"2"}}}',
  )
  expect(Object.keys(answer.currencies as object).sort()).toEqual(['BTC', 'USDT'])
  expect(
    read(contract.user.balance, '{"balance":"1","__proto__":{"totalInUsdt":"9"}}').totalInUsdt,
  ).toBeNull()
})

describe('a list that was requested by status', () => {
  const rows = ['pending', 'paid', 'pending', 'rejected']
    .map((status, index) => `{"id":${index + 1},"system":"usdt","amount":10,"status":"${status}"}`)
    .join()
  const ids = (list: Record<string, unknown>) => (list.items as { id: string }[]).map(({ id }) => id)
  const pending = { filters: { status: 'pending' } }

  it('has no row of another status, even if the upstream answers with all', () => {
    const list = read(contract.payments.list, `[${rows}]`, pending)
    expect([ids(list), list.total]).toEqual([['1', '3'], 2])
  })

  it('is cut into pages after filtering', () => {
    const second = read(contract.payments.list, `[${rows}]`, { ...pending, page: 2, limit: 1 })
    expect([ids(second), second.total]).toEqual([['3'], 2])
  })

  it('keeps the pages of an upstream with another page size', () => {
    const list = read(contract.payments.list, `{"items":[${rows}],"total":40}`, { limit: 2 })
    expect([ids(list), list.total, list.limit]).toEqual([['1', '2', '3', '4'], 40, 4])
  })

  it('has no total if only a page of all rows came', () => {
    const list = read(contract.payments.list, `{"items":[${rows}],"total":40}`, { ...pending, limit: 4 })
    expect([ids(list), list.total]).toEqual([['1', '3'], null])
  })
})

describe('a list without a total', () => {
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
    // Half of the requested size may be the upstream's own page size.
    [50, { limit: 100 }, null],
  ])('of %i rows, requested as %j, has the total %j', (count, options, total) => {
    expect(totalOf(count, options)).toBe(total)
  })
})

describe('a list that was requested in an order', () => {
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
  ])('is sorted by %s, %s, if the upstream answers with all of it', (by, direction, expected) => {
    expect(idsIn({ by, direction }, `[${rows}]`)).toBe(expected)
  })

  it('is sorted before it is cut into pages', () => {
    expect(idsIn({ by: 'amount', direction: 'desc' }, `[${rows}]`, { limit: 2 })).toBe('2,3')
  })

  it('stays as it came if it is only a part, or if a row lacks the value', () => {
    expect(idsIn({ by: 'amount', direction: 'desc' }, `{"items":[${rows}],"total":9}`, { limit: 3 })).toBe(
      '1,2,3',
    )
    expect(idsIn({ by: 'withdrawnAt', direction: 'desc' }, `[${rows}]`)).toBe('1,2,3')
  })
})

describe('a balance', () => {
  const balanceOf = (text: string) => {
    const { type, balance, currency, currencies } = read(contract.user.balance, text)
    return { type, balance, currency, currencies }
  }
  const usdt = { balance: '5', balance_dep: null, rate: '1', inUsdt: null }

  it.each(['"main"', '"default balance"', '1', 'null'])('may be of the type %s', (type) => {
    expect(balanceOf(`{"type":${type},"balance":5}`)).toEqual({
      ...{ type: 'balance', balance: '5', currency: 'USDT' },
      currencies: { USDT: usdt },
    })
  })

  it('in another currency is one of its currencies, and not USDT', () => {
    expect(balanceOf('{"balance":5,"currency":"btc"}')).toEqual({
      ...{ type: 'balance', balance: null, currency: 'USDT' },
      currencies: { BTC: { ...usdt, rate: null } },
    })
  })

  it('may list its currencies as rows', () => {
    const { currencies } = balanceOf('{"balance":5,"currencies":[{"currency":"BTC","balance":"0.1"}]}')
    expect(currencies).toEqual({ USDT: usdt, BTC: { ...usdt, balance: '0.1', rate: null } })
  })
})

describe('rates', () => {
  it.each(['rate', 'price'])('by coin, each as an object with its %s', (name) => {
    const { items } = read(contract.user.exchangeRate, `{"BTC":{"${name}":60000},"ETH":{"${name}":"3000.5"}}`)
    const rates = (items as { coin: string; rate: string }[]).map(({ coin, rate }) => [coin, rate])
    expect(rates).toEqual([
      ['BTC', '60000'],
      ['ETH', '3000.5'],
    ])
  })

  it('against another currency than USDT are ignored', () => {
    for (const text of [
      '{"base":"USD","items":[{"coin":"BTC","rate":"60000"}]}',
      '{"base":"EUR","BTC":60000}',
    ])
      expect(() => read(contract.user.exchangeRate, text)).toThrow('base')
  })
})

describe('a date', () => {
  it.each([
    ['30000000000', '1970-12-14'],
    ['-86400', '1969-12-31'],
    ['-631152000000', '1950-01-01'],
    ['"631152000"', '1990-01-01'],
    ['631152000000', '1990-01-01'],
  ])('in Unix time, %s, is %s', (written, day) => {
    const { data } = read(contract.userData.byType, `{"type":"profile","data":{"dateOfBirth":${written}}}`)
    expect(data).toMatchObject({ birthDate: day })
  })
})

describe('a word of the product’s description', () => {
  const row = (status: string) =>
    `[{"id":1,"system":1,"plan":"Depth","currency":"USDT","amount":1,"requestAmount":1,"status":"${status}"}]`
  const statusIn = (items: unknown) => (items as { status: string }[])[0]?.status
  const typeOf = (type: string) => {
    const text = `[{"id":1,"type":"${type}","message":"A word","date":"2026-01-02"}]`
    return (read(contract.notification.list, text).items as { type: string }[])[0]?.type
  }
  const verificationOf = (status: string) =>
    read(contract.userData.byType, `{"type":"verification","data":{"status":"${status}"}}`)

  it.each([
    ['topped up', 'topped_up'],
    ['rejected', 'rejected'],
    ['pending', 'pending'],
    ['timeout expired', 'timeout_expired'],
    ['Timeout Expired', 'timeout_expired'],
    ['timeoutExpired', 'timeout_expired'],
    ['TIMEOUT-EXPIRED', 'timeout_expired'],
  ])('is understood for a top-up: %s', (word, expected) => {
    expect(statusIn(read(contract.refills.list, row(word)).items)).toBe(expected)
  })

  it.each([
    ['pending', 'pending'],
    ['awaiting admin processing', 'pending'],
    ['under review', 'under_review'],
    ['rejected', 'rejected'],
    ['withdrawn', 'completed'],
    ['completed', 'completed'],
  ])('is understood for a withdrawal: %s', (word, expected) => {
    expect(statusIn(read(contract.payments.list, row(word)).items)).toBe(expected)
  })

  it.each([
    ['in progress', 'in_progress'],
    ['awaiting completion', 'awaiting_completion'],
    ['closed', 'closed'],
  ])('is understood for a deposit: %s', (word, expected) => {
    expect(statusIn(read(contract.deposits.list, row(word)).items)).toBe(expected)
  })

  it.each([
    ['in process', 'in_process'],
    ['successful', 'successful'],
    ['rejected', 'rejected'],
  ])('is understood for a verification: %s', (word, expected) => {
    expect(verificationOf(word)).toMatchObject({ data: { status: expected } })
  })

  it.each(['mailing', 'refill', 'long_login', 'bonus', 'other'])(
    'is understood for a notification: %s',
    (word) => {
      expect(typeOf(word)).toBe(word)
    },
  )

  it.each(['Spark', 'Chimera', 'Monarch', 'Goliath', 'Whale'])('is understood for a rank: %s', (word) => {
    expect(read(contract.user.bonus, `{"rank":"${word}"}`).rank).toBe(word.toLowerCase())
  })

  it.each(['Breeze', 'Depth', 'Tsunami'])('is understood for a tariff: %s', (word) => {
    const text = `[{"id":1,"tariff":"${word}","percent":1}]`
    expect(read(contract.settings.plans, text).items).toMatchObject([{ tariff: word.toLowerCase() }])
  })
})

describe('an empty list', () => {
  it.each(['null', '{"data":null,"total":0}', '{"items":null}', '{"data":{"rows":null}}'])(
    'may be %s',
    (text) => {
      expect(read(contract.deposits.list, text)).toMatchObject({ items: [], total: 0 })
    },
  )
})

describe('a name with null as its value', () => {
  it.each([`{"data":null,"rows":[${deposit}]}`, `{"items":null,"deposits":[${deposit}]}`])(
    'hides no rows under another name: %s',
    (text) => {
      expect(read(contract.deposits.list, text)).toMatchObject({ items: [{ id: '7' }] })
    },
  )

  it('is no list beside a text, which may be an error message', () => {
    expect(() => read(contract.deposits.list, '{"data":null,"message":"Try later"}')).toThrow()
  })
})

describe('a list in a frame of its own', () => {
  it.each([
    `{"deposits":[${deposit}],"meta":{"total":7}}`,
    `{"data":{"deposits":[${deposit}],"total":7}}`,
    `{"content":[${deposit}],"totalElements":7}`,
    `{"results":[${deposit}],"total_items":7,"links":[]}`,
  ])('is found: %s', (text) => {
    expect(read(contract.deposits.list, text)).toMatchObject({ items: [{ id: '7' }], total: 7 })
  })

  it('is not guessed between two lists', () => {
    expect(() => read(contract.deposits.list, `{"open":[${deposit}],"shut":[]}`)).toThrow()
  })
})

describe('names of fields', () => {
  it.each(['creation_date', 'CreationDate', 'creation-date', 'created_at'])('may be written %s', (name) => {
    const text = `[{"id":1,"system":{"id":3,"name":"TRC-20"},"amount":1,"status":"paid","${name}":"2026-01-02"}]`
    const { items } = read(contract.payments.list, text)
    expect(items).toMatchObject([{ system: '3', createdAt: '2026-01-01T22:00:00.000Z' }])
  })

  it('of the contract take precedence over others', () => {
    const text = '[{"id":1,"system":"a","amount":1,"AMOUNT":2,"status":"paid"}]'
    expect(read(contract.payments.list, text).items).toMatchObject([{ amount: '1' }])
  })
})

describe('the data of a company', () => {
  const settingOf = (key: string, value: string) =>
    read(contract.settings.get, `{"key":"${key}","value":${value}}`).value

  it('may be incomplete', () => {
    expect(settingOf('contacts', '{"email":"a@example.org"}')).toEqual({
      ...{ email: 'a@example.org', messenger: null, hours: null },
    })
    expect(settingOf('company', '{"name":"Sea"}')).toMatchObject({ name: 'Sea', country: null, team: [] })
    // The upstream has not said that there is none.
    expect(settingOf('company', '{"name":"Sea"}')).not.toHaveProperty('licence')
    expect(
      settingOf('vacancies', '[{"id":1,"title":"Pilot","text":"Steer","date":"2026-01-02"}]'),
    ).toMatchObject([{ id: '1', location: null, postedAt: '2026-01-02', qualifications: [] }])
  })
})

describe('a percentage', () => {
  it('may have a percent sign', () => {
    const { items } = read(contract.settings.plans, '[{"id":1,"tariff":"breeze","percent":"2.5 %"}]')
    expect(items).toMatchObject([{ dailyPercent: '2.5' }])
  })
})
