import { expect, test } from 'vitest'
import { type PaymentSystem } from '~/contract/settings'
import { createServerI18n } from '~/locale/texts.server'
import { newTopUpForm, topUpProblems, topUpReceiptOf } from './top-up.server'

const { en } = createServerI18n('Europe/Vilnius')

const system: PaymentSystem = {
  id: 'usdt-trc20',
  title: 'USDT',
  network: 'TRC-20',
  currency: 'USDT',
  decimals: 6,
  explorer: null,
  refill: { enabled: true, min: '10', max: '5000', timeoutMinutes: 60 },
  payment: { enabled: true, min: '20', max: null, fee: '1', hours: 96, requires: [] },
}

test('a form with an id is checked for syntax only, not by the present state of its system', () => {
  expect(newTopUpForm('en').parse({ system: 'closed-since', amount: '1,000.50' })).toEqual({
    system: 'closed-since',
    amount: '1000.5',
  })
})

test.each([
  ['9.999999', 'The minimum is 10.00 USDT'],
  ['5000.000001', 'The maximum is 5,000.00 USDT'],
  ['10.0000001', 'No more than 6 digits after the point'],
])('%s: %s', (amount, sentence) => {
  const problems = topUpProblems({ system: 'usdt-trc20', amount }, [system], en)
  expect(problems?.['amount']?.replace(/\s/g, ' ')).toBe(sentence)
})

test('an amount between the bounds is accepted, and one for a closed system is not', () => {
  expect(topUpProblems({ system: 'usdt-trc20', amount: '10' }, [system], en)).toBeNull()
  expect(topUpProblems({ system: 'usdt-trc20', amount: '10' }, [], en)).toEqual({
    system: 'Choose a payment system',
  })
})

test('the receipt of what is typed has the amount to send, or the error of the form', () => {
  const receiptOf = (amount: string | null, id = 'usdt-trc20') =>
    topUpReceiptOf({ system: id, amount }, [system], en)
  expect(receiptOf('1,000.50')).toEqual({ problem: null, amount: '1000.5', example: null })
  expect(receiptOf('9')).toEqual({ problem: 'The minimum is 10.00\u00a0USDT', amount: null, example: null })
  expect(receiptOf('ten').problem).toMatch(/in digits/)
  for (const nothing of [receiptOf(null, 'gone'), receiptOf('100', 'gone')])
    expect(nothing).toEqual({ problem: null, amount: null, example: null })
  for (const untyped of [receiptOf(null), receiptOf('')])
    expect(untyped).toEqual({ problem: null, amount: null, example: '10' })
})
