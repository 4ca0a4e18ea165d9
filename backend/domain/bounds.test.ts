import { describe, expect, test } from 'vitest'
import { boundsAt, checkAmount, minimumAt } from './bounds'
import { Refusal } from './refusal'

const breeze = { min: '100', max: '4999.99' }

function refusalOf(amount: string, currency = 'USDT', bounds: { min: string; max: string | null } = breeze) {
  try {
    checkAmount(amount, currency, bounds)
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { code: error.code, params: error.params ?? error.fields?.amount?.params }
  }
}

describe('bounds in a currency', () => {
  test('USDT keeps them as they are', () => {
    expect(boundsAt(breeze, 'USDT', '1')).toEqual(breeze)
  })

  test('the minimum rounds up, the maximum rounds down', () => {
    // 100 / 61,234.56 = 0.001633064…  ·  4,999.99 / 61,234.56 = 0.081653072…
    expect(boundsAt(breeze, 'BTC', '61234.56')).toEqual({ min: '0.00163307', max: '0.08165307' })
  })

  test('a minimum that divides evenly is not rounded', () => {
    expect(minimumAt('20', 'TRX', '0.25')).toBe('80')
  })

  test('a plan without a maximum has none in any currency', () => {
    expect(boundsAt({ min: '25000', max: null }, 'ETH', '2500').max).toBeNull()
  })
})

describe('an amount', () => {
  test('is accepted at the bounds and one unit inside them', () => {
    for (const amount of ['100', '100.000001', '4999.989999', '4999.99']) expect(refusalOf(amount)).toBeNull()
  })

  test('is refused one unit outside, with the bound it missed', () => {
    expect(refusalOf('99.999999')).toEqual({
      code: 'amount_below_min',
      params: { min: '100', currency: 'USDT' },
    })
    expect(refusalOf('4999.990001')).toEqual({
      code: 'amount_above_max',
      params: { max: '4999.99', currency: 'USDT' },
    })
  })

  test('below 0 is negative, and 0 is below the minimum', () => {
    expect(refusalOf('-0.01')?.code).toBe('amount_negative')
    expect(refusalOf('0', 'USDT', { min: '0', max: null })?.code).toBe('amount_below_min')
  })

  test('with more decimals than the currency is refused, not rounded', () => {
    expect(refusalOf('100.0000001')).toEqual({ code: 'validation', params: { count: 6 } })
  })

  test('without a maximum is still bounded by what the ledger can store', () => {
    const unbounded = { min: '100', max: null }
    expect(refusalOf('999999999999', 'BTC', unbounded)).toBeNull()
    expect(refusalOf('999999999999.00000001', 'BTC', unbounded)).toEqual({
      code: 'amount_above_max',
      params: { max: '999999999999', currency: 'BTC' },
    })
  })
})
