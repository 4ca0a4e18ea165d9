import { describe, expect, it } from 'vitest'
import { fitted, maxBytes, maxRows } from './fit-export'

const rows = (count: number, text = 'x') => Array.from({ length: count }, (_, n) => ({ n, text }))
const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

describe('an export', () => {
  it('that fits is complete', () => {
    const held = { account: { login: 'kai' }, operations: rows(20), refills: [] }
    expect(fitted(held)).toEqual({ ...held, more: [] })
  })

  it('that does not fit loses the oldest entries of its longest lists, and says where to get them', () => {
    const held = {
      account: { login: 'kai' },
      operations: rows(9000, 'ж'.repeat(200)),
      refills: rows(300),
      messages: rows(9000, 'y'.repeat(300)),
    }
    const { more, ...kept } = fitted(held)
    expect(size(kept)).toBeLessThan(maxBytes)
    expect(size(kept)).toBeGreaterThan(maxBytes * 0.95)
    expect(kept).toMatchObject({ account: held.account, refills: held.refills })
    const operations = kept.operations as { n: number }[]
    expect(operations.length).toBeGreaterThan(1000)
    expect(operations).toEqual(held.operations.slice(0, operations.length))
    expect(more).toContainEqual({ list: 'operations', call: 'GET /user/operations/' })
    expect(more).toContainEqual({ list: 'messages', call: null })
    expect(more).toHaveLength(2)
  })

  it('with more rows than are read says so', () => {
    const { more, ...kept } = fitted({ sessions: rows(maxRows + 1) })
    expect(kept.sessions).toHaveLength(maxRows)
    expect(more).toEqual([{ list: 'sessions', call: null }])
  })
})
