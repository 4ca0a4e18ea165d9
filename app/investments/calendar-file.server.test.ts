import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.server'

const event = {
  uid: 'deposit-7-first-term@example.org',
  at: '2026-03-20T09:30:15.250Z',
  summary: 'Депозит «Бриз», 300,00 USDT: заканчивается первый срок',
  description: 'Можно закрыть; или оставить, ещё на 50 дней.\nПуть C:\\',
  url: 'https://example.org/cabinet/deposits/7',
}
const made = { now: new Date('2026-01-29T12:00:00.000Z'), product: 'Tideline', language: 'ru' }
const file = calendarFile([event], made)
const lines = file.split('\r\n')

/** As a calendar reads it. */
const unfolded = file.replace(/\r\n /g, '').split('\r\n')

test('a file is one calendar with CRLF line ends', () => {
  expect(lines[0]).toBe('BEGIN:VCALENDAR')
  expect(lines.slice(-2)).toEqual(['END:VCALENDAR', ''])
  expect(file.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/)
  expect(unfolded).toContain('VERSION:2.0')
  expect(unfolded).toContain('PRODID:-//Tideline//RU')
})

test("an event has its id, the file's time and its own time in UTC", () => {
  expect(unfolded).toContain('UID:deposit-7-first-term@example.org')
  expect(unfolded).toContain('DTSTAMP:20260129T120000Z')
  expect(unfolded).toContain('DTSTART:20260320T093015Z')
  expect(unfolded).toContain('URL:https://example.org/cabinet/deposits/7')
})

test('no line is longer than 75 octets, and Cyrillic text is kept', () => {
  for (const line of lines) expect(Buffer.byteLength(line), line).toBeLessThanOrEqual(75)
  expect(lines.length).toBeGreaterThan(unfolded.length)
  expect(file).not.toContain('\uFFFD')
  expect(unfolded).toContain('SUMMARY:Депозит «Бриз»\\, 300\\,00 USDT: заканчивается первый срок')
})

test('special characters of the format are escaped', () => {
  expect(unfolded).toContain('DESCRIPTION:Можно закрыть\\; или оставить\\, ещё на 50 дней.\\nПуть C:\\\\')
})

test('a surrogate pair is not cut in two', () => {
  const { length } = 'SUMMARY:'
  const summary = `${'x'.repeat(74 - length)}𝄞`
  const [, after] = calendarFile([{ ...event, summary }], made).split(`${'x'.repeat(74 - length)}\r\n `)
  expect(after?.startsWith('𝄞\r\n')).toBe(true)
})

test('without events it is still a calendar', () => {
  expect(calendarFile([], made)).not.toContain('VEVENT')
})
