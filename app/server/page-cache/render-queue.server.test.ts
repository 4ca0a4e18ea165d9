import { describe, expect, it } from 'vitest'
import { createRenderQueue } from './render-queue.server'

describe('the rendering queue', () => {
  it('has a limited number of places, and refuses when none is left', async () => {
    const queue = createRenderQueue({ places: 2, maxWaiting: 2 })
    const running: (() => void)[] = []
    const work = () => queue.run(() => new Promise<void>((resolve) => running.push(resolve)))
    const works = [work(), work(), work()]
    await Promise.resolve()
    expect([running.length, queue.isFull()]).toEqual([2, false])
    works.push(work())
    expect(queue.isFull()).toBe(true)
    for (let done = 0; done < 4; done++) {
      while (!running[done]) await new Promise((resolve) => setImmediate(resolve))
      running[done]!()
    }
    await Promise.all(works)
    expect(queue.isFull()).toBe(false)
  })

  it('frees a place when the work fails', async () => {
    const queue = createRenderQueue({ places: 1 })
    await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await queue.run(() => Promise.resolve('next'))).toBe('next')
  })
})
