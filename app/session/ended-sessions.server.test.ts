import { describe, expect, it } from 'vitest'
import { createEndedSessions } from './ended-sessions.server'

describe('createEndedSessions', () => {
  it('remembers an ended session for the lifetime of its cookie', () => {
    let now = 0
    const ended = createEndedSessions(1_000, () => now)
    ended.add('a')
    expect(ended.has('a')).toBe(true)
    expect(ended.has('b')).toBe(false)
    now = 1_000
    expect(ended.has('a')).toBe(false)
  })

  it('never exceeds its limit, and evicts the oldest first', () => {
    const ended = createEndedSessions(1_000, () => 0, 3)
    for (const id of ['a', 'b', 'c', 'd']) ended.add(id)
    expect(['a', 'b', 'c', 'd'].map(ended.has)).toEqual([false, true, true, true])
  })
})
