import { expect, test } from 'vitest'
import { type PaymentSystem } from '~/contract/settings'
import { createServerI18n } from '~/locale/texts.server'
import { netAmountPreviewOf } from './withdrawal.server'

const { en } = createServerI18n('Europe/Vilnius')

// As much of a system as is looked at.
const tether = {
  id: 'usdt-trc20',
  currency: 'USDT',
  decimals: 6,
  payment: { min: '20', max: null, fee: '1' },
} as unknown as PaymentSystem
const free = { ...tether, id: 'free', payment: { ...tether.payment, fee: '0' } }

const look = (amount: string, system = 'usdt-trc20') =>
  netAmountPreviewOf({ system, amount }, [tether, free], en)

test('what arrives is the amount less the fee', () => {
  expect(look('200')).toEqual({ netAmount: { currency: 'USDT', amount: '200', fee: '1', net: '199' } })
  expect(look('200', 'free')).toMatchObject({ netAmount: { fee: null, net: '200' } })
})

test('what can not be asked for is told as it would be on asking', () => {
  expect(look('19.99')).toEqual({ problems: { amount: 'The minimum is 20.00\u00a0USDT' } })
  expect(look('20.0000001')).toEqual({ problems: { amount: 'No more than 6 digits after the point' } })
  expect(look('200', 'gone')).toEqual({ problems: { system: 'Choose a payment system' } })
})
