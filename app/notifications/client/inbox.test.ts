import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createInbox, type InboxOptions } from './inbox'
import { type NotificationSummary } from './summary'

const summary = (place: number, given: Partial<NotificationSummary> = {}): NotificationSummary => ({
  id: `n${place}`,
  type: 'other',
  text: `Number ${place}`,
  createdAt: new Date(Date.UTC(2026, 0, 5, 0, place)).toISOString(),
  isRead: false,
  ...given,
})

/** @param room how many toasts the screen has room for, the newest of them */
function open(given: Partial<InboxOptions> = {}, room = 5) {
  const reported: string[] = []
  const fresh: string[] = []
  const inbox = createInbox({
    newestId: null,
    isVisible: true,
    onShown: ({ id }) => reported.push(id),
    onNew: ({ id }) => fresh.push(id),
    ...given,
  })
  inbox.subscribe(() =>
    inbox
      .get()
      .toasts.slice(Math.max(0, inbox.get().toasts.length - room))
      .forEach(inbox.displayed),
  )
  inbox.loaded(0)
  return { inbox, reported, fresh, toasts: () => inbox.get().toasts.map(({ id }) => id) }
}

/** The list as the upstream sends it. */
const listOf = (...places: number[]) => places.sort((a, b) => b - a).map((place) => summary(place))

describe('a notification that arrives', () => {
  it('is counted and shown, and thereby read', () => {
    const { inbox, reported, toasts } = open()
    inbox.arrived(summary(1))
    expect(toasts()).toEqual(['n1'])
    expect(inbox.get().unread).toBe(1)
    expect(reported).toEqual(['n1'])
  })

  it.each(['refill', 'long_login', 'bonus', 'other', 'unknown'] as const)(
    'is reported as read when it is shown, as %s is',
    (type) => {
      const { inbox, reported } = open()
      inbox.arrived(summary(1, { type }))
      expect(reported).toEqual(['n1'])
    },
  )

  it('is not marked as read by being shown if it is a mailing', () => {
    const { inbox, reported, toasts } = open()
    inbox.arrived(summary(1, { type: 'mailing' }))
    expect(toasts()).toEqual(['n1'])
    expect(reported).toEqual([])
  })

  it('is shown once, however often and from wherever it arrives', () => {
    const { inbox, toasts, fresh } = open()
    inbox.arrived(summary(1))
    inbox.arrived(summary(1))
    inbox.hide('n1')
    inbox.listed({ unread: 1, items: listOf(1) })
    inbox.arrived(summary(1))
    expect(toasts()).toEqual([])
    expect(fresh).toEqual(['n1'])
    expect(inbox.get().unread).toBe(1)
  })

  it('is only in the bell if five are shown', () => {
    const { inbox, reported, toasts } = open()
    for (let place = 1; place <= 1_000; place += 1) inbox.arrived(summary(place))
    expect(toasts()).toEqual(['n1', 'n2', 'n3', 'n4', 'n5'])
    expect(inbox.get().unread).toBe(1_000)
    expect(reported).toHaveLength(5)
  })

  it('is read where the screen has room for it, now or when others are gone', () => {
    const { inbox, reported, toasts } = open({ isVisible: false }, 2)
    for (let place = 1; place <= 5; place += 1) inbox.arrived(summary(place))
    inbox.visibilityChanged(true)
    expect(toasts()).toEqual(['n1', 'n2', 'n3', 'n4', 'n5'])
    expect(reported).toEqual(['n4', 'n5'])
    inbox.hide('n5')
    expect(reported).toEqual(['n4', 'n5', 'n3'])
  })

  it('is not read where nothing can be shown, and the next one is tried', () => {
    const { inbox, reported, toasts } = open({}, 0)
    for (let place = 1; place <= 9; place += 1) {
      inbox.arrived(summary(place))
      expect(toasts()).toEqual([`n${place}`])
      inbox.hideAll()
    }
    expect(reported).toEqual([])
    expect(inbox.get().unread).toBe(9)
  })

  it('that was read elsewhere is neither counted nor shown', () => {
    const { inbox, toasts } = open()
    inbox.arrived(summary(1, { isRead: true }))
    expect([inbox.get().unread, ...toasts()]).toEqual([0])
  })
})

describe('the list after a gap', () => {
  it('shows what is new since the page was loaded, oldest first', () => {
    const { inbox, toasts } = open({ newestId: 'n3' })
    inbox.listed({ unread: 9, items: listOf(1, 2, 3, 4, 5) })
    expect(toasts()).toEqual(['n4', 'n5'])
    expect(inbox.get().unread).toBe(9)
  })

  it('shows what was missed, even if something newer has arrived', () => {
    const { inbox, toasts } = open({ newestId: 'n1' })
    inbox.arrived(summary(3))
    inbox.listed({ unread: 3, items: listOf(1, 2, 3) })
    expect(toasts()).toEqual(['n3', 'n2'])
  })

  it('shows nothing that was there before, where the page could not read what that was', () => {
    const { inbox, toasts } = open({ newestId: undefined })
    inbox.listed({ unread: 3, items: listOf(1, 2, 3) })
    expect(toasts()).toEqual([])
    inbox.listed({ unread: 4, items: listOf(1, 2, 3, 4) })
    expect(toasts()).toEqual(['n4'])
  })

  it('shows nothing old where what is read leaves the list', () => {
    const { inbox, toasts } = open({ newestId: 'n3' })
    inbox.listed({ unread: 3, items: listOf(1, 2, 3) })
    inbox.listed({ unread: 2, items: listOf(1, 2) })
    expect(toasts()).toEqual([])
    const another = open({ newestId: 'n3' })
    another.inbox.listed({ unread: 2, items: listOf(1, 2) })
    another.inbox.listed({ unread: 3, items: listOf(1, 2, 4) })
    expect(another.toasts()).toEqual(['n4'])
  })

  it('shows the newest five of many', () => {
    const { inbox, toasts } = open()
    inbox.listed({ unread: 50, items: listOf(...Array.from({ length: 50 }, (_, place) => place + 1)) })
    expect(toasts()).toEqual(['n46', 'n47', 'n48', 'n49', 'n50'])
  })

  it('shows nothing that was read meanwhile', () => {
    const { inbox, toasts } = open()
    inbox.read({ id: 'n2', unread: 1 })
    inbox.listed({ unread: 1, items: [summary(3, { isRead: true }), summary(2), summary(1)] })
    expect(toasts()).toEqual(['n1'])
  })
})

describe('a read notification', () => {
  it('decreases the count, whether the upstream or this page reported it', () => {
    const { inbox } = open()
    inbox.loaded(7)
    inbox.read({ id: 'n1', unread: null })
    inbox.read({ id: 'n1', unread: null })
    expect(inbox.get().unread).toBe(6)
    inbox.read({ id: 'n2', unread: 2 })
    expect(inbox.get().unread).toBe(2)
    for (const id of ['n3', 'n4', 'n5']) inbox.read({ id, unread: null })
    expect(inbox.get().unread).toBe(0)
  })

  it('reloads the count if two sources disagree about it, and not if they agree', () => {
    let mismatches = 0
    const { inbox } = open({ onMismatch: () => (mismatches += 1) })
    inbox.arrived(summary(1))
    inbox.loaded(1)
    inbox.read({ id: 'n1', unread: 0 })
    inbox.read({ id: 'n1', unread: 0 })
    inbox.read({ id: 'n2', unread: null })
    inbox.listed({ unread: 3, items: [] })
    expect(mismatches).toBe(0)

    // The page was requested before two of them were read, and arrives after those events.
    inbox.loaded(5)
    expect(mismatches).toBe(1)
    inbox.read({ id: 'n3', unread: 1 })
    expect(mismatches).toBe(2)
    inbox.listed({ unread: 0, items: [] })
    expect(inbox.get().unread).toBe(0)
    expect(mismatches).toBe(2)
  })

  it('stays for its time if it was shown, and disappears if it was dismissed', () => {
    const { inbox, toasts } = open()
    inbox.arrived(summary(1))
    inbox.arrived(summary(2, { type: 'mailing' }))
    inbox.read({ id: 'n1', unread: 1 })
    inbox.read({ id: 'n2', unread: 0 })
    expect(toasts()).toEqual(['n1'])
  })
})

describe('a hidden page', () => {
  it('counts and shows nothing, and shows the newest five when it becomes visible', () => {
    const { inbox, reported, toasts } = open({ isVisible: false })
    for (let place = 1; place <= 8; place += 1) inbox.arrived(summary(place))
    expect(inbox.get().unread).toBe(8)
    expect([...toasts(), ...reported]).toEqual([])
    inbox.read({ id: 'n7', unread: 7 })
    inbox.visibilityChanged(true)
    expect(toasts()).toEqual(['n4', 'n5', 'n6', 'n8'])
    expect(reported).toEqual(['n4', 'n5', 'n6', 'n8'])
  })
})

it('shows each at most once, never more than five, and never counts below zero, whatever arrives', () => {
  const place = fc.integer({ min: 1, max: 12 })
  const event = fc.oneof(
    fc.record({ kind: fc.constant('arrived' as const), place }),
    fc.record({ kind: fc.constant('listed' as const), places: fc.uniqueArray(place, { maxLength: 12 }) }),
    fc.record({ kind: fc.constant('read' as const), place }),
    fc.record({ kind: fc.constant('hide' as const), place }),
    fc.record({ kind: fc.constant('visibilityChanged' as const), is: fc.boolean() }),
  )
  fc.assert(
    fc.property(fc.array(event, { maxLength: 60 }), (events) => {
      const { inbox, toasts } = open()
      const everShown: string[] = []
      let before: string[] = []
      inbox.subscribe(() => {
        everShown.push(...toasts().filter((id) => !before.includes(id)))
        before = toasts()
        expect(before.length).toBeLessThanOrEqual(5)
        expect(inbox.get().unread).toBeGreaterThanOrEqual(0)
      })
      for (const one of events) {
        if (one.kind === 'arrived') inbox.arrived(summary(one.place))
        else if (one.kind === 'listed') inbox.listed({ unread: 3, items: listOf(...one.places) })
        else if (one.kind === 'read') inbox.read({ id: `n${one.place}`, unread: null })
        else if (one.kind === 'hide') inbox.hide(`n${one.place}`)
        else inbox.visibilityChanged(one.is)
      }
      expect(new Set(everShown).size).toBe(everShown.length)
    }),
  )
})

describe('notifications without a time', () => {
  it('are in the order of their list, newest first', () => {
    const { inbox, toasts } = open()
    inbox.listed({ unread: null, items: listOf(1, 2, 3).map((one) => ({ ...one, createdAt: null })) })
    expect(toasts()).toEqual(['n1', 'n2', 'n3'])
    expect(inbox.get().unread).toBeNull()
  })
})
