import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPageStore } from './page-store.server'

it('never exceeds its bounds, whatever is stored', () => {
  const step = fc.record({ key: fc.constantFrom(...'abcdefghij'), bytes: fc.nat(60), take: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const store = createPageStore({ entries: 4, bytes: 100 })
      const held = () => [...'abcdefghij'].flatMap((key) => store.get(key) ?? [])
      for (const { key, bytes, take } of steps) {
        if (take) store.delete(key)
        else store.set(key, { bytes })
        expect(store.size).toBeLessThanOrEqual(4)
        expect(store.bytes).toBeLessThanOrEqual(100)
      }
      expect(store.bytes).toBe(held().reduce((sum, { bytes }) => sum + bytes, 0))
    }),
  )
})

it('evicts the least recently used page', () => {
  const store = createPageStore({ entries: 2, bytes: 100 })
  store.set('a', { bytes: 1 })
  store.set('b', { bytes: 1 })
  store.get('a')
  store.set('c', { bytes: 1 })
  expect([store.get('a'), store.get('b'), store.get('c')].map(Boolean)).toEqual([true, false, true])
})

it('does not evict everything for a page that is larger than the store', () => {
  const store = createPageStore({ entries: 2, bytes: 100 })
  store.set('a', { bytes: 1 })
  store.set('huge', { bytes: 101 })
  expect([store.get('a'), store.get('huge')].map(Boolean)).toEqual([true, false])
})
