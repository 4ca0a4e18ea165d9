import { expect, test, vi } from 'vitest'
import { type Upstream } from '~/upstream/types'
import { balanceOf } from './balance.server'

test('is asked for once by all parts of a request, and anew by the next request', async () => {
  const balance = vi.fn(() => Promise.resolve({ totalInUsdt: '1' }))
  const request = () => ({ user: { balance } }) as unknown as Upstream
  const [one, other] = [request(), request()]
  expect(await balanceOf(one)).toBe(await balanceOf(one))
  expect(balance).toHaveBeenCalledTimes(1)
  await balanceOf(other)
  expect(balance).toHaveBeenCalledTimes(2)
})
