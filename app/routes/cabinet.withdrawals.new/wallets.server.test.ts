import { expect, test } from 'vitest'
import { type PaymentSystem } from '~/contract/settings'
import { type Upstream } from '~/upstream/types'
import { savedWallets } from './options.server'

const systems = [
  { id: 'usdt-trc20', title: 'Tether', network: 'TRC-20' },
  { id: 'trx', title: 'TRON', network: 'TRON' },
  { id: 'trx-2', title: 'TRON', network: 'TRON' },
] as PaymentSystem[]

const savedAs = (items: { system: string; address: string | null }[]) =>
  savedWallets(
    { userData: { wallets: () => Promise.resolve({ items }) } } as unknown as Upstream,
    Promise.resolve(systems),
  )

test('an address that was saved for several systems is one choice', async () => {
  const saved = await savedAs([
    { system: 'usdt-trc20', address: 'T1' },
    { system: 'trx', address: 'T1' },
    { system: 'trx-2', address: 'T1' },
    { system: 'gone', address: 'T1' },
    { system: 'trx', address: 'T2' },
    { system: 'usdt-trc20', address: null },
  ])
  expect(saved).toEqual([
    { address: 'T1', titles: ['Tether', 'TRON'], networks: ['TRC-20', 'TRON'] },
    { address: 'T2', titles: ['TRON'], networks: ['TRON'] },
  ])
})
