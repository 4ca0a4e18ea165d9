import { expect, it } from 'vitest'
import { createIds, createSeededIds } from './ids'

const still = { now: () => new Date('2026-03-01T00:00:00.000Z') }

it('sorts by the time of creation, also within one millisecond', () => {
  const newId = createIds(still)
  const ids = Array.from({ length: 10_000 }, newId)
  expect(new Set(ids).size).toBe(10_000)
  expect([...ids].sort()).toEqual(ids)
})

it('is a UUID of version 7 that contains its millisecond', () => {
  const id = createIds(still)()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(still.now().getTime())
})

it('gives the same ids for the same seed and others for another', () => {
  const three = (seed: string) => {
    const newId = createSeededIds(seed, still)
    return [newId(), newId(), newId()]
  }
  expect(three('2026-03-01')).toEqual(three('2026-03-01'))
  expect(three('2026-03-02')).not.toEqual(three('2026-03-01'))
})

it('keeps its order when the clock is set back', () => {
  const moments = [5_000, 4_000, 6_000]
  const newId = createIds({ now: () => new Date(moments.shift()!) })
  const ids = [newId(), newId(), newId()]
  expect([...ids].sort()).toEqual(ids)
})
