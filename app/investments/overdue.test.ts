import { expect, test } from 'vitest'
import { isOverdue } from './overdue'

const [before, due, after] = ['2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z', '2026-03-01T11:00:00Z']

test.each([
  ['pending', due, after, true],
  ['under_review', due, after, true],
  ['pending', due, before, false],
  ['completed', due, after, false],
  ['rejected', due, after, false],
  ['pending', null, after, false],
] as const)(
  'a withdrawal that is %s and due by %s is at %s overdue: %s',
  (status, expectedBy, now, overdue) => {
    expect(isOverdue({ status, expectedBy }, now)).toBe(overdue)
  },
)
