import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLimits } from './limits'

describe('the limits of keyed calls', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('allow sixty a minute and a thousand a day of one investor, and say when to come back', async () => {
    const { keyedCalls } = createLimits(1)
    const waits: number[] = []
    let passed = 0
    for (let minute = 0; minute < 20; minute++) {
      for (let at = 0; at < 61; at++)
        await keyedCalls.count('u1').then(
          () => (passed += 1),
          ({ params }: { params: { retryAfter: number } }) => waits.push(params.retryAfter),
        )
      vi.advanceTimersByTime(61_000)
    }
    expect(passed).toBe(1000)
    expect(waits[0]).toBeLessThanOrEqual(60)
    expect(Math.max(...waits)).toBeGreaterThan(23 * 3600)
    await keyedCalls.count('u2')
    vi.advanceTimersByTime(86_400_000)
    await keyedCalls.count('u1')
  })
})
