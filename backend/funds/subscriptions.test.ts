import { expect, test } from 'vitest'
import { subscriptionTerm } from './subscriptions'

const now = new Date('2026-05-01T08:00:00Z')

test('the first one begins now', () => {
  expect(subscriptionTerm(now, null, 30)).toEqual({
    startedAt: now,
    expiresAt: new Date('2026-05-31T08:00:00Z'),
  })
})

test('a purchase during an active one adds its days at the end', () => {
  const activeUntil = new Date('2026-05-11T08:00:00Z')
  expect(subscriptionTerm(now, activeUntil, 30)).toEqual({
    startedAt: activeUntil,
    expiresAt: new Date('2026-06-10T08:00:00Z'),
  })
})

test('an expired one adds nothing', () => {
  expect(subscriptionTerm(now, now, 30).startedAt).toEqual(now)
})
