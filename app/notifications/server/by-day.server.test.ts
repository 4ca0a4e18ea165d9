import { expect, test } from 'vitest'
import { createServerI18n } from '~/locale/texts.server'
import { type NotificationSummary } from '~/notifications/client/summary'
import { byDay } from './by-day.server'

const { en } = createServerI18n('Europe/Vilnius')
/** Half past midnight in the reader's zone, the evening before in UTC. */
const now = new Date('2026-03-01T22:30:00Z')

const notification = (id: string, createdAt: string | null, isRead = false) =>
  ({ id, createdAt, isRead }) as NotificationSummary

const shown = (items: NotificationSummary[]) =>
  byDay(items, now, en).map(({ name, days }) => [
    name,
    ...days.map(({ title, items: members }) => [title, ...members.map(({ id }) => id)].join(' ')),
  ])

test('stand under the days of the reader’s zone, today and yesterday by their names', () => {
  expect(
    shown([
      notification('a', '2026-03-01T22:10:00Z'),
      notification('b', '2026-03-01T21:50:00Z'),
      notification('c', '2026-03-01T06:00:00Z'),
      notification('d', '2026-02-28T06:00:00Z'),
      notification('e', null),
    ]),
  ).toEqual([
    [
      null,
      'Today a',
      'Yesterday b c',
      `${en.day('2026-02-28')} d`,
      `${en.t('cabinet:operations.dayUnknown')} e`,
    ],
  ])
})

test('the days begin anew where the unread ones end', () => {
  expect(
    shown([
      notification('a', '2026-03-01T06:00:00Z'),
      notification('b', '2026-03-01T22:10:00Z', true),
      notification('c', '2026-03-01T06:00:00Z', true),
    ]),
  ).toEqual([
    ['Unread', 'Yesterday a'],
    ['Read', 'Today b', 'Yesterday c'],
  ])
})

test('a list that does not begin with the unread ones is one', () => {
  const mixed = [
    notification('a', '2026-03-01T06:00:00Z', true),
    notification('b', '2026-03-01T05:00:00Z'),
    notification('c', '2026-03-01T04:00:00Z', true),
  ]
  expect(shown(mixed)).toEqual([[null, 'Yesterday a b c']])
  expect(shown(mixed.slice(0, 2))).toEqual([[null, 'Yesterday a b']])
  expect(shown([])).toEqual([[null]])
})
