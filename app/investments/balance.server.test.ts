import { expect, test, vi } from 'vitest'
import { type Upstream } from '~/upstream/types'
import { balanceOf } from './balance.server'

test('is requested once for all parts of a page, and again for the next page', async () => {
  const balance = vi.fn(() => Promise.resolve({ totalInUsdt: '1' }))
  const request = () => ({ user: { balance } }) as unknown as Upstream
  const [one, other] = [request(), request()]
  expect(await balanceOf(one)).toBe(await balanceOf(one))
  expect(balance).toHaveBeenCalledTimes(1)
  await balanceOf(other)
  expect(balance).toHaveBeenCalledTimes(2)
})
