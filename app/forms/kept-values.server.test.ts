import { expect, test } from 'vitest'
import { nestedValues } from './kept-values.server'

test('a field that stands in a list is put back into it', () => {
  const fields = {
    amount: '1',
    'wallets[0].system': 'btc',
    'wallets[0].address': 'a',
    'wallets[1].address': 'b',
  }
  expect(nestedValues(fields)).toEqual({
    amount: '1',
    wallets: [{ system: 'btc', address: 'a' }, { address: 'b' }],
  })
})

test('a name can not reach behind the values', () => {
  nestedValues({ '__proto__.polluted': 'yes', 'constructor.prototype.polluted': 'yes' })
  expect(({} as { polluted?: string }).polluted).toBeUndefined()
})
