import { expect, test } from 'vitest'
import { createServerI18n } from '~/locale/texts.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { WalletsForm, changesOf, problemsOf, refusedFields } from './wallets.server'

const { en } = createServerI18n('Europe/Vilnius')

const saved = [
  { system: 'usdt-trc20', title: 'USDT', network: 'TRC-20', address: 'T-one', updatedAt: null },
  { system: 'btc', title: 'BTC', network: 'Bitcoin', address: 'b-one', updatedAt: null },
  { system: 'new', title: 'New', network: 'A new network', address: '', updatedAt: null },
]

test('only changed addresses are sent, and none for a system that no longer exists', () => {
  const typed = [
    { system: 'gone', address: 'x' },
    { system: 'usdt-trc20', address: 'T-one' },
    { system: 'btc', address: '' },
    { system: 'new', address: 'n-one' },
  ]
  expect(changesOf(typed, saved)).toEqual([
    { at: 2, system: 'btc', address: '', network: 'Bitcoin' },
    { at: 3, system: 'new', address: 'n-one', network: 'A new network' },
  ])
})

test('an address that its network does not allow is refused at its field; an unknown network is left to the upstream', () => {
  const changes = changesOf(
    [
      { system: 'usdt-trc20', address: 'nowhere' },
      { system: 'btc', address: '' },
      { system: 'new', address: 'n-one' },
    ],
    saved,
  )
  expect(problemsOf(changes, en)).toEqual({
    'wallets[0].address':
      'This address does not belong to TRC-20. An address there begins with T and has 34 letters and digits',
  })
})

test('a refusal of the upstream is shown at the field that caused it', () => {
  const changes = [
    { at: 1, system: 'btc', address: 'b-two', network: 'Bitcoin' },
    { at: 3, system: 'new', address: 'n-one', network: 'A new network' },
  ]
  const wrong = { code: 'wallet_invalid', message: '', params: { network: 'A new network' } }
  const failure = new UpstreamFailure({
    kind: 'refused',
    call: 'userData.updateWallets',
    requestId: '',
    status: 422,
    sent: true,
    code: 'wallet_invalid',
    problem: { message: '', fields: { 'wallets.1.address': wrong, 'wallets.7.address': wrong } },
  })
  expect(refusedFields(failure, changes, en)).toEqual({
    'wallets[3].address':
      'This address does not belong to A new network. Copy it anew from a wallet on that network',
  })
})

test('as many systems can be saved as the fields of one form allow', () => {
  const rows = (count: number) => ({
    wallets: Array.from({ length: count }, (_, at) => ({ system: `system-${at}`, address: '' })),
  })
  expect(WalletsForm.safeParse(rows(95)).success).toBe(true)
  expect(WalletsForm.safeParse(rows(96)).success).toBe(false)
})
