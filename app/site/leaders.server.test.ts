import { expect, test } from 'vitest'
import { leadersIn, leadersOf } from './leaders.server'

const rate = (coin: string, change24h: string, updatedAt = '2026-01-02T00:00:00.000Z') => ({
  coin,
  title: coin,
  exchangeable: false,
  rate: '1',
  change24h,
  updatedAt,
})

test('the highest changes lead growth, the lowest decline, five of each', () => {
  const { growth, decline } = leadersOf(
    ['1', '-9.5', '10', '9', '0.01', '3', '2', '-10', '-1', '-2', '-3', '-4'].map((change, n) =>
      rate(`C${n}`, change),
    ),
  )
  expect(growth.map(({ change24h }) => change24h)).toEqual(['10', '9', '3', '2', '1'])
  expect(decline.map(({ change24h }) => change24h)).toEqual(['-10', '-9.5', '-4', '-3', '-2'])
})

test('an unchanged rate is not listed, and the time shown is that of the oldest rate', () => {
  expect(leadersOf([rate('USDT', '0'), rate('X', '0.00')])).toEqual({ growth: [], decline: [], asOf: null })
  const { asOf } = leadersOf([
    rate('A', '1', '2026-01-02T00:00:00.000Z'),
    rate('B', '-1', '2026-01-01T00:00:00.000Z'),
  ])
  expect(asOf).toBe('2026-01-01T00:00:00.000Z')
})

test('rates without a change are left out, and the others are listed', () => {
  const still = { ...rate('A', '1'), change24h: null, updatedAt: null }
  expect(leadersIn(null)).toBeNull()
  expect(leadersIn([still])).toBeUndefined()
  expect(leadersIn([still, { ...rate('B', '2'), title: null, updatedAt: null }])).toEqual({
    growth: [{ coin: 'B', title: null, rate: '1', change24h: '2' }],
    decline: [],
    asOf: null,
  })
})
