import { expect, test } from 'vitest'
import { type PaymentSystem } from '~/contract/settings'
import { UpstreamFailure } from '~/upstream/failure.server'
import { type Upstream } from '~/upstream/types'
import { unmetRequirements } from './options.server'

// As much of a system, and of an upstream, as is looked at.
const systems = [{ payment: { requires: ['verification'] } }] as unknown as PaymentSystem[]
const upstreamThat = (byType: () => Promise<unknown>) => ({ userData: { byType } }) as unknown as Upstream

const state = (status: string) => () => Promise.resolve({ type: 'verification', data: { status } })
const failing = (kind: 'unavailable' | 'timeout', status: number) => () => {
  const details = { kind, call: 'userData.byType', requestId: 'r', status, sent: true } as const
  return Promise.reject(new UpstreamFailure(details))
}

test('a verification that is done is met, and one that is not stands in the way', async () => {
  expect(await unmetRequirements(upstreamThat(state('successful')), systems)).toEqual([])
  expect(await unmetRequirements(upstreamThat(state('none')), systems)).toEqual(['verification'])
})

test.each([
  ['unavailable', 501],
  ['unavailable', 503],
  ['timeout', 504],
] as const)('nothing is claimed of one that can not be told (%s %d)', async (kind, status) => {
  expect(await unmetRequirements(upstreamThat(failing(kind, status)), systems)).toEqual([])
})
