import { expect, test } from 'vitest'
import { csvIn } from './csv'

const [en, ru] = [csvIn('en'), csvIn('ru')]

test('each language has the separators of its spreadsheets', () => {
  const cells = [{ text: 'USDT' }, { figure: '-1000.000001' }, { text: 'a;b,c' }]
  expect(en.row(cells)).toBe('USDT,-1000.000001,"a;b,c"\r\n')
  expect(ru.row(cells)).toBe('USDT;-1000,000001;"a;b,c"\r\n')
  expect(ru.row([{ text: 'a,b' }])).toBe('a,b\r\n')
})

test('quotes and line ends stay inside their cell', () => {
  expect(en.row([{ text: 'say "no"' }, { text: 'two\nlines' }])).toBe('"say ""no""","two\nlines"\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '|cmd', '%0A', '＝1'])(
  'a text %j is never a formula',
  (text) => {
    const cell = en.row([{ text }]).replace(/^"/, '')
    expect(cell.startsWith("'")).toBe(true)
  },
)

test('a negative amount stays a number', () => {
  expect(en.row([{ figure: '-0.5' }])).toBe('-0.5\r\n')
})

test('the file begins with the UTF-8 byte order mark', () => {
  expect(Buffer.from(en.start).toString('hex')).toBe('efbbbf')
})
