import { expect, test } from 'vitest'
import { readDay } from './read-day.server'

test.each([
  ['2026-02-01', '2026-02-01'],
  ['2026-2-1', '2026-02-01'],
  ['2026.02.01', '2026-02-01'],
  ['2026/02/01', '2026-02-01'],
  ['01.02.2026', '2026-02-01'],
  ['1.2.2026', '2026-02-01'],
  [' 29.02.2028 ', '2028-02-29'],
  ['\u200e2026\u20112\u20121\u200f', '2026-02-01'],
])('%j is the day %s', (typed, day) => expect(readDay(typed)).toBe(day))

test.each([
  '',
  ' ',
  '2026-02-30',
  '0000-01-01',
  '29.02.2026',
  '00.01.2026',
  '01.13.2026',
  // The first of February or the second of January.
  '01/02/2026',
  '01-02-2026',
  '2026-02/01',
  '26-02-01',
  '1.2.26',
  '2026-02',
  '2026-02-01T00:00',
  '+2026-02-01',
  '٢٠٢٦-٠٢-٠١',
  'yesterday',
])('%j is no day that is certain', (typed) => expect(readDay(typed)).toBeNull())
