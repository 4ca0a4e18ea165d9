import { expect, test } from 'vitest'
import { createProductClock } from './clock'

const base = { now: () => new Date('2026-01-01T12:00:00.250Z') }

test('the product clock is ahead of the real one by whole days', () => {
  const clock = createProductClock(3, base)
  expect(clock.now().toISOString()).toBe('2026-01-04T12:00:00.250Z')
  clock.moveTo(50)
  expect([clock.offsetDays, clock.now().toISOString()]).toEqual([50, '2026-02-20T12:00:00.250Z'])
})

test('it is never set back', () => {
  const clock = createProductClock(3, base)
  expect(() => clock.moveTo(2)).toThrow(RangeError)
  expect(() => clock.moveTo(3.5)).toThrow(RangeError)
  expect(clock.offsetDays).toBe(3)
})
