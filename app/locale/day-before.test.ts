import { expect, test } from 'vitest'
import { dayBefore } from './day-before'

test.each([
  // Clocks are changed on the day before, or on the day itself.
  ['2026-03-30', '2026-03-29'],
  ['2026-10-25', '2026-10-24'],
  ['2026-10-26', '2026-10-25'],
  ['2026-03-01', '2026-02-28'],
  ['2026-01-01', '2025-12-31'],
])('the day before %s is %s', (date, before) => expect(dayBefore(date)).toBe(before))
