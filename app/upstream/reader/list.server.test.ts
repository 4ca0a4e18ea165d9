import { describe, expect, it } from 'vitest'
import { type ListRequest, listRequestOf, pageOfList } from './list.server'

/** The rows that remain of a list that came whole, whatever was requested. */

const ids = (items: { id: string; [field: string]: unknown }[], filters: ListRequest['filters']) => {
  const page = pageOfList({ items, total: null, leftOut: 0 }, { filters }, 'Europe/Vilnius')
  return [(page.items as { id: string }[]).map(({ id }) => id).join(''), page.total, page.rules.join()]
}

describe('rows that were not requested', () => {
  const dated = [
    // Two hours before midnight at UTC is the next day in Vilnius.
    { id: 'a', createdAt: '2026-01-09T21:59:59.999Z' },
    { id: 'b', createdAt: '2026-01-09T22:00:00.000Z' },
    { id: 'c', createdAt: '2026-01-10T21:59:59.999Z' },
    { id: 'd', createdAt: '2026-01-10T22:00:00.000Z' },
    { id: 'e', createdAt: null },
  ]
  it.each([
    ['from a day on', { from: '2026-01-10' }, 'bcde'],
    ['up to a day', { to: '2026-01-10' }, 'abce'],
    ['of one day', { from: '2026-01-10', to: '2026-01-10' }, 'bce'],
  ])('are left out: %s', (_, filters, left) => {
    expect(ids(dated, filters)).toEqual([left, left.length, 'unfiltered'])
  })

  it('are left out by level, and by read state', () => {
    const partners = [{ id: 'a', level: 1 }, { id: 'b', level: 2 }, { id: 'c' }]
    expect(ids(partners, { level: 2 })).toEqual(['bc', 2, 'unfiltered'])
    const letters = [
      { id: 'a', readAt: null },
      { id: 'b', readAt: '2026-01-10T00:00:00.000Z' },
    ]
    expect(ids(letters, { unread: 'true' })).toEqual(['a', 1, 'unfiltered'])
    expect(ids(letters, { unread: 'false' })).toEqual(['ab', 2, ''])
  })

  it('are left out by a search, unless it may match a value that no row shows', () => {
    const partners = [
      { id: '1', login: 'Anna' },
      { id: '2', login: 'boris' },
    ]
    expect(ids(partners, { search: 'ANN' })).toEqual(['1', 1, 'unfiltered'])
    expect(ids(partners, { search: 'by e-mail' })).toEqual(['12', 2, ''])
  })

  it('stay without a filter, or with a filter on a field that no row has', () => {
    expect(ids(dated, {})).toEqual(['abcde', 5, ''])
    expect(ids(dated, { status: 'paid', level: 3 })).toEqual(['abcde', 5, ''])
  })
})

describe('the filter of a list', () => {
  it("is the part of the input that the list's schema has", () => {
    const input = {
      page: 2,
      limit: 50,
      sort: 'amount',
      sortDir: 'desc',
      status: 'paid',
      id: '7',
      from: undefined,
    }
    expect(listRequestOf(input)).toEqual({
      page: 2,
      limit: 50,
      order: { by: 'amount', direction: 'desc' },
      filters: { status: 'paid' },
    })
    expect(listRequestOf({})).toEqual({ filters: {} })
  })
})
