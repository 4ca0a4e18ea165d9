import { describe, expect, test } from 'vitest'
import { splitWithdrawal, withdrawalBounds } from './withdrawal'

describe('bounds', () => {
  test('the minimum in USD rounds up in the currency', () => {
    // 20 / 0.27 = 74.074074 0…  ·  100 / 2,512.34 = 0.039803529777020626 189…
    const trx = { currency: 'TRX', minUsd: '20', max: null, fee: '1' }
    expect(withdrawalBounds(trx, '0.27').min).toBe('74.074075')
    const eth = { currency: 'ETH', minUsd: '100', max: null, fee: '0.001' }
    expect(withdrawalBounds(eth, '2512.34').min).toBe('0.039803529777020627')
  })

  test('an amount no larger than its fee is below the minimum', () => {
    expect(withdrawalBounds({ currency: 'USDT', minUsd: '20', max: '500', fee: '25' }, '1')).toEqual({
      min: '25.000001',
      max: '500',
    })
  })
})

describe('sources of the money', () => {
  const btc = { currency: 'BTC', amount: '0.01' }

  test('the balance of the currency first, to its last digit', () => {
    expect(splitWithdrawal(btc, { free: '0.01', freeUsdt: '5000', price: '61234.56' })).toEqual({
      fromBalance: '0.01',
      fromUsdt: null,
    })
  })

  test('the missing amount from USDT at the rate', () => {
    // 0.01 − 0.004 = 0.006; × 61,234.56 = 367.40736
    expect(splitWithdrawal(btc, { free: '0.004', freeUsdt: '367.40736', price: '61234.56' })).toEqual({
      fromBalance: '0.004',
      fromUsdt: '367.40736',
    })
  })

  test('one unit of USDT too little is not enough', () => {
    expect(splitWithdrawal(btc, { free: '0.004', freeUsdt: '367.407359', price: '61234.56' })).toBeNull()
  })

  test('USDT has no other source', () => {
    const usdt = { currency: 'USDT', amount: '100' }
    expect(splitWithdrawal(usdt, { free: '100', freeUsdt: '100', price: '1' })?.fromBalance).toBe('100')
    expect(splitWithdrawal(usdt, { free: '99.999999', freeUsdt: '99.999999', price: '1' })).toBeNull()
  })
})
