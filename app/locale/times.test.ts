import { describe, expect, test } from 'vitest'
import { createTimeFormats } from './times'

const en = createTimeFormats('en-GB', 'Europe/Vilnius')
const ru = createTimeFormats('ru-RU', 'Europe/Vilnius')

/** A line may break at a space, but not at `_`. */
const broken = (text: string) => text.replaceAll('\u00a0', '_')

test('the time zone is next to the time, in summer and in winter', () => {
  expect(broken(en.dateTime('2026-01-05T10:00:00.000Z'))).toBe('5_January_2026, 12:00_GMT+2')
  expect(broken(ru.dateTime('2026-01-05T10:00:00.000Z'))).toBe('5_января_2026_г., 12:00_GMT+2')
  expect(broken(en.time('2026-07-05T21:30:00.000Z'))).toBe('00:30_GMT+3')
})

test('the day is that of the zone, not of the server', () => {
  expect(broken(en.date('2026-01-05T22:30:00.000Z'))).toBe('6_January_2026')
  expect(ru.calendarDate('2026-01-05T22:30:00.000Z')).toBe('2026-01-06')
})

test('a calendar date has no time zone', () => {
  const west = createTimeFormats('en-GB', 'America/Los_Angeles')
  expect(broken(west.day('2026-01-05'))).toBe('5_January_2026')
})

test('a month without a day', () => {
  expect(en.month('2026-10')).toBe('October 2026')
  expect(ru.month('2026-10')).toBe('Октябрь 2026')
})

describe('a span in its two largest units', () => {
  test.each([
    [3_599_999, '59 minutes 59 seconds', '59 минут 59 секунд'],
    [3_600_000, '1 hour', '1 час'],
    [5_025_000, '1 hour 23 minutes', '1 час 23 минуты'],
    [86_400_000 * 21 + 3_600_000, '21 days 1 hour', '21 день 1 час'],
    [999, '0 seconds', '0 секунд'],
    [-5000, '0 seconds', '0 секунд'],
  ])('%i ms', (ms, english, russian) => {
    expect(en.duration(ms)).toBe(english)
    expect(ru.duration(ms)).toBe(russian)
  })
})
