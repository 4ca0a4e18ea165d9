import { expect, test } from 'vitest'
import { newWithdrawalForm } from './withdrawal.server'

const parse = (typed: Record<string, string>) => newWithdrawalForm('en').safeParse(typed)
const request = { system: 'btc', amount: '0.01' }

const problemsOf = (typed: Record<string, string>) =>
  (parse(typed).error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`)

test.each([
  ['typed', { wallet: ' bc1-typed ' }, 'bc1-typed', 'wallet'],
  ['saved', { saved: 'bc1-saved' }, 'bc1-saved', 'saved'],
  ['both, and the same', { saved: 'bc1-saved', wallet: 'bc1-saved' }, 'bc1-saved', 'wallet'],
])('the wallet is %s', (_, destination, wallet, walletField) => {
  expect(parse({ ...request, ...destination }).data).toEqual({ ...request, wallet, walletField })
})

test('two different wallets are asked back, and none is asked for', () => {
  expect(problemsOf({ ...request, saved: 'bc1-saved', wallet: 'bc1-typed' })).toEqual(['wallet wallet_twice'])
  expect(problemsOf(request)).toEqual(['wallet wallet_required'])
})

test('an empty form is told of everything at once', () => {
  expect(problemsOf({}).sort()).toEqual([
    'amount amount_required',
    'system system_required',
    'wallet wallet_required',
  ])
})
