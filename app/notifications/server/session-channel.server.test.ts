import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type NotificationListener, type OpenNotificationSocket } from '~/upstream/notification-socket.server'
import { type ChannelTab, SessionChannel } from './session-channel.server'

/** The channel of one session by a clock that the test moves; tests/faults tests it over real sockets. */

const minute = 60_000
const start = Date.UTC(2026, 0, 5)
const session = { sessionId: 's1', login: 'anna', token: 't1', language: 'en', sealedAt: start } as const

/** A tab that records what it receives. */
function newTab(endsInMs = 30 * minute) {
  const received: string[] = []
  const note =
    (word: string) =>
    (of?: { id: string }): void =>
      void received.push(of ? `${word} ${of.id}` : word)
  const tab: ChannelTab = {
    endsAt: Date.now() + endsInMs,
    notify: note('notification'),
    notifyChanged: note('changed'),
    notifyRead: note('read'),
    notifyMissed: note('missed'),
    end: note('ended'),
    drop: note('dropped'),
  }
  return { tab, received }
}

/** A channel, and an upstream that records which connections are opened and closed. */
function newLine() {
  const upstream: string[] = []
  let listener: NotificationListener | undefined
  let isClosed = false
  const open: OpenNotificationSocket = ({ token }, listening) => {
    upstream.push(`open ${token}`)
    listener = listening
    return { report: () => Promise.resolve(null), close: () => void upstream.push(`close ${token}`) }
  }
  const onClose = () => void (isClosed = true)
  const line = new SessionChannel(session, { open, lingerMs: 5_000, onClose, onRead: () => undefined })
  const notification = (id: string) =>
    listener?.notification({
      ...{ id, type: 'other', message: id, image: null, imageAlt: null },
      ...{ createdAt: '', readAt: null },
    })
  return { line, upstream, notification, listener: listener!, isClosed: () => isClosed }
}

beforeEach(() => void vi.useFakeTimers({ now: start }))
afterEach(() => void vi.useRealTimers())

describe('an expired session', () => {
  it('is ended in every tab at that moment, and not before', () => {
    const { line, upstream, isClosed } = newLine()
    const [one, other] = [newTab(), newTab()]
    for (const { tab } of [one, other]) line.join(tab, session)
    vi.advanceTimersByTime(30 * minute - 1)
    expect([...one.received, ...other.received]).toEqual([])
    vi.advanceTimersByTime(1)
    expect([one.received, other.received]).toEqual([['ended'], ['ended']])
    expect(upstream).toEqual(['open t1', 'close t1'])
    expect(isClosed()).toBe(true)
  })

  it('continues in the open tabs if a page load has prolonged it', () => {
    const { line } = newLine()
    const before = newTab()
    line.join(before.tab, session)
    vi.advanceTimersByTime(20 * minute)
    const after = newTab()
    line.join(after.tab, { ...session, sealedAt: Date.now() })
    vi.advanceTimersByTime(30 * minute - 1)
    expect(before.received).toEqual([])
    vi.advanceTimersByTime(1)
    expect([before.received, after.received]).toEqual([['ended'], ['ended']])
  })

  it('is kept for as long as a tab that has left could have stayed', () => {
    const { line } = newLine()
    const [stays, leaves] = [newTab(10 * minute), newTab(30 * minute)]
    line.join(stays.tab, session)
    line.join(leaves.tab, session)
    line.leave(leaves.tab)
    vi.advanceTimersByTime(30 * minute - 1)
    expect(stays.received).toEqual([])
    vi.advanceTimersByTime(1)
    expect(stays.received).toEqual(['ended'])
  })
})

describe('the connection to the upstream', () => {
  it('outlives the last tab for some time, and is reused by a tab that comes meanwhile', () => {
    const { line, upstream, isClosed } = newLine()
    const [before, after] = [newTab(), newTab()]
    line.join(before.tab, session)
    line.leave(before.tab)
    vi.advanceTimersByTime(4_999)
    line.join(after.tab, session)
    vi.advanceTimersByTime(minute)
    expect(upstream).toEqual(['open t1'])
    line.leave(after.tab)
    vi.advanceTimersByTime(4_999)
    expect(isClosed()).toBe(false)
    vi.advanceTimersByTime(1)
    expect(upstream).toEqual(['open t1', 'close t1'])
    expect(isClosed()).toBe(true)
  })

  it('is reopened with a newer bearer, not with an older one', () => {
    const { line, upstream } = newLine()
    line.join(newTab().tab, session)
    line.join(newTab().tab, { ...session, token: 't2', sealedAt: start + 1 })
    line.join(newTab().tab, session)
    expect(upstream).toEqual(['open t1', 'close t1', 'open t2'])
  })
})

describe('a tab', () => {
  it('is told to read the list first, once its upstream connection works', () => {
    const { line, listener, notification } = newLine()
    const [first, second] = [newTab(), newTab()]
    line.join(first.tab, session)
    expect(first.received).toEqual([])
    listener.connected()
    line.join(second.tab, session)
    notification('n1')
    expect([first.received, second.received]).toEqual([
      ['missed', 'notification n1'],
      ['missed', 'notification n1'],
    ])
  })

  it('gets a repeated notification once, also with two hundred others in between', () => {
    const { line, notification } = newLine()
    const { tab, received } = newTab()
    line.join(tab, session)
    notification('again')
    for (let count = 1; count < 200; count += 1) notification(`n${count}`)
    notification('again')
    expect(received.filter((word) => word === 'notification again')).toHaveLength(1)
    expect(received).toHaveLength(200)
  })

  it('is ended if the upstream refuses the bearer', () => {
    const { line, listener, isClosed } = newLine()
    const { tab, received } = newTab()
    line.join(tab, session)
    listener.refused()
    expect(received).toEqual(['ended'])
    expect(isClosed()).toBe(true)
  })
})
