import { expect, test } from 'vitest'
import { readCsv } from './read-csv.server'

const rows = [
  ['withdrawal', 'transactionHash'],
  ['one', 'a, "b"'],
  ['two', ''],
]

test.each([
  ['as it was given out', 'withdrawal,transactionHash\r\none,"a, ""b"""\r\ntwo,\r\n'],
  ['as a Russian spreadsheet writes it', '\uFEFFwithdrawal;transactionHash\none;"a, ""b"""\n\n two ;\n'],
  ['with tabs, and without a line end at its end', 'withdrawal\ttransactionHash\none\ta, ""b""\ntwo\t'],
])('reads a table %s', (_how, text) => {
  if (text.includes('\t')) expect(readCsv(text)?.[2]).toEqual(rows[2])
  else expect(readCsv(text)).toEqual(rows)
})

test('what begins a quoted cell and never ends it is no table', () => {
  expect(readCsv('withdrawal,transactionHash\n"one,two')).toBeNull()
})
