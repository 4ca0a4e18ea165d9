import { expect, test } from 'vitest'
import { summaryRows } from './statement.server'

const nothing = { opening: '0', in: '0.000000', out: '0', closing: '0' }
const touched = { opening: '0', in: '0.000001', out: '0.000001', closing: '0' }

test('shows each account with operations or a balance, and no other', () => {
  const summary = {
    USDT: { balance: touched, balance_dep: nothing },
    BTC: { balance: nothing, balance_dep: { ...nothing, opening: '1', closing: '1' } },
  }
  expect(summaryRows(summary).map(({ currency, account }) => `${currency} ${account}`)).toEqual([
    'USDT balance',
    'BTC balance_dep',
  ])
})
