import { describe, expect, test } from 'vitest'
import { type PaymentSystem } from '~/contract/settings'
import { UpstreamFailure } from '~/upstream/failure.server'
import { type Upstream } from '~/upstream/types'
import { savedWallets, unmetRequirements } from './options.server'

describe('requirements of a system', () => {
  // Only the parts of a system, and of an upstream, that are read.
  const asksForVerification = [{ payment: { requires: ['verification'] } }] as unknown as PaymentSystem[]
  const upstreamThat = (byType: () => Promise<unknown>) => ({ userData: { byType } }) as unknown as Upstream

  const state = (status: string) => () => Promise.resolve({ type: 'verification', data: { status } })
  const failing = (kind: 'unavailable' | 'timeout', status: number) => () => {
    const details = { kind, call: 'userData.byType', requestId: 'r', status, sent: true } as const
    return Promise.reject(new UpstreamFailure(details))
  }

  test('a completed verification is met, and an incomplete one is unmet', async () => {
    expect(await unmetRequirements(upstreamThat(state('successful')), asksForVerification)).toEqual([])
    expect(await unmetRequirements(upstreamThat(state('none')), asksForVerification)).toEqual([
      'verification',
    ])
  })

  test.each([
    ['unavailable', 501],
    ['unavailable', 503],
    ['timeout', 504],
  ] as const)(
    'a verification whose state is unknown does not count as unmet (%s %d)',
    async (kind, status) => {
      expect(await unmetRequirements(upstreamThat(failing(kind, status)), asksForVerification)).toEqual([])
    },
  )
})

describe('saved wallets', () => {
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
})
