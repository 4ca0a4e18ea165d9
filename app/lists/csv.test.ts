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

test.each(['x;=1', 'x,=1', 'x; "=1', 'x\t@SUM(A1)', 'x\n+1', '"=1', 'a,-1;=2'])(
  'no part of a text %j is a formula, whatever sign a program takes for the one between cells',
  (text) => {
    for (const { row } of [en, ru])
      for (const separator of [',', ';', '\t'])
        for (const cell of row([{ text }])
          .trim()
          .split(/\r?\n/)
          .flatMap((part) => part.split(separator)))
          expect(cell.replace(/^["\s]+/, '')).not.toMatch(/^[=@]|^[+-](?!\d+[";,]*)/)
  },
)

test.each(['Paid, -5%', 'between -5; +10', '["-5","-6"]', 'a, b; c'])(
  'the text %j is not altered',
  (text) => {
    expect(en.row([{ text }]).replaceAll('""', '"')).toContain(text)
  },
)

test('a number that goes on is no plain number', () => {
  for (const text of ["x;-1+cmd|'/C calc'!A0", 'x;+5*A1', 'x;-5,=1'])
    expect(ru.row([{ text }])).toMatch(/;'[+-]|,'=/)
})

test('a negative amount stays a number', () => {
  expect(en.row([{ figure: '-0.5' }])).toBe('-0.5\r\n')
})

test('the file begins with the UTF-8 byte order mark', () => {
  expect(Buffer.from(en.start).toString('hex')).toBe('efbbbf')
})
