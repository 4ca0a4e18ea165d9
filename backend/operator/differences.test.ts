import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { changesOf, differences } from './differences'

describe('what a decision changed', () => {
  test('is the fields that differ, by their paths', () => {
    const before = { limits: { min: '20', max: null }, open: true, at: new Date('2026-01-01Z') }
    const after = { limits: { min: '30', max: null }, open: true, at: new Date('2026-01-01Z'), note: 'new' }
    expect(differences(before, after)).toEqual({
      before: { 'limits.min': '20' },
      after: { 'limits.min': '30', note: 'new' },
    })
  })

  test('is everything of what is new, and nothing where nothing differs', () => {
    expect(differences(undefined, { a: [1, 2] })).toEqual({ before: null, after: { 'a.0': 1, 'a.1': 2 } })
    expect(differences({ a: 1 }, { a: 1 })).toEqual({ before: null, after: null })
    expect(differences(undefined, undefined)).toEqual({ before: null, after: null })
  })

  test('keeps of a long text the beginning and a hash of the whole', () => {
    const text = 'a'.repeat(10_000)
    const hash = createHash('sha256').update(text).digest('hex')
    expect(differences({ text: 'short' }, { text }).after).toEqual({
      text: `${'a'.repeat(500)}… (10000, SHA-256 ${hash})`,
    })
  })

  test('keeps so many fields, and the number of the others', () => {
    const after = Object.fromEntries(Array.from({ length: 700 }, (_, n) => [`f${n}`, n]))
    const { after: kept } = differences({}, after)
    expect(Object.keys(kept!)).toHaveLength(601)
    expect(kept!['…']).toBe(100)
  })

  test('is read as pairs', () => {
    expect(changesOf({ status: 'pending', hash: null }, { status: 'completed', hash: 'ab' })).toEqual([
      { field: 'hash', before: null, after: 'ab' },
      { field: 'status', before: 'pending', after: 'completed' },
    ])
  })
})
