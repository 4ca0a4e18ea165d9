import { expect, test } from 'vitest'
import { createServerI18n } from '~/locale/texts.server'
import { dayErrorsOf, readListQuery } from './list-query.server'

const read = (query: string) =>
  readListQuery('user.operations', new URLSearchParams(query), ['type', 'currency', 'from', 'to', 'page'])

test('filters and page are parsed by the contract', () => {
  expect(read('type=accrual&currency=USDT&from=2026-01-05&page=2')).toEqual({
    type: 'accrual',
    currency: 'USDT',
    from: '2026-01-05',
    page: 2,
  })
})

test('a value that the upstream would refuse counts as absent', () => {
  expect(read('type=gift&currency=usdt%00&from=2026-02-30&page=0')).toEqual({})
  expect(read('page=1.5&to=&type=')).toEqual({})
  expect(readListQuery('user.referrals', new URLSearchParams('search=a%00b'), ['search'])).toEqual({})
})

test('blanks are no search', () => {
  for (const search of ['%20', '+++', '%C2%A0'])
    expect(readListQuery('user.referrals', new URLSearchParams(`search=${search}`), ['search'])).toEqual({})
})

test('a parameter of another list is left in the address', () => {
  expect(read('limit=1000&sort=amount&__proto__=1')).toEqual({})
})

const { en } = createServerI18n('Europe/Vilnius')
const errors = (query: string) => dayErrorsOf(new URLSearchParams(query), read(query), en)

test('days are read as people type them where a browser shows no calendar', () => {
  expect(read('from=01.02.2026&to=2026/2/3')).toEqual({ from: '2026-02-01', to: '2026-02-03' })
  expect(errors('from=01.02.2026&to=2026/2/3')).toBeNull()
})

test('a day that can’t be read is an error at its field, with what was typed', () => {
  const invalid = en.t('refusals:code.date_invalid')
  expect(errors('from=31.02.2026&to=2026-03-01')).toEqual({
    typed: { from: '31.02.2026', to: '2026-03-01' },
    texts: { from: invalid },
  })
  expect(errors(`from=0000-01-01&to=${'9'.repeat(99)}`)).toEqual({
    typed: { from: '0000-01-01', to: '9'.repeat(40) },
    texts: { from: invalid, to: invalid },
  })
  for (const none of ['', 'from=&to=+', 'from=a%00b', 'page=2']) expect(errors(none), none).toBeNull()
})

test('a first day after the last one is an error, in whatever way they are written', () => {
  expect(errors('from=02.02.2026&to=2026-02-01')).toEqual({
    typed: { from: '2026-02-02', to: '2026-02-01' },
    texts: { to: en.t('refusals:code.dates_swapped') },
  })
})
