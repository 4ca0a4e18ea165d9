import { type I18n } from '~/locale/create'
import { dayBefore } from '~/locale/day-before'
import { type NotificationSummary } from '~/notifications/client/summary'

/** Those of one day, in their order; what has no date stands under none. */
export interface NotificationDay {
  /** The day in the reader's zone and language. */
  title: string
  items: NotificationSummary[]
}

/** What is unread, what is read, or all of a list that does not tell them apart. */
export interface NotificationPart {
  name: string | null
  days: NotificationDay[]
}

/**
 * The notifications under their days, whose names stay on the server. A page on which the unread ones end and the others begin has two parts, for the
 * days begin anew there.
 * @param now the upstream's clock
 */
export function byDay(
  items: readonly NotificationSummary[],
  now: Date,
  { t, day, calendarDate }: Pick<I18n, 't' | 'day' | 'calendarDate'>,
): NotificationPart[] {
  const today = calendarDate(now.toISOString())
  const near = {
    [today]: t('activity:notifications.today'),
    [dayBefore(today)]: t('activity:notifications.yesterday'),
  }
  const titleOf = (date: string | null) =>
    date === null ? t('cabinet:operations.dayUnknown') : (near[date] ?? day(date))
  const daysOf = (part: readonly NotificationSummary[]): NotificationDay[] =>
    runsOf(part, ({ createdAt }) => createdAt && calendarDate(createdAt)).map(([date, members]) => ({
      title: titleOf(date),
      items: members,
    }))
  const [first, second, ...others] = runsOf(items, ({ isRead }) => isRead)
  if (first && second && others.length === 0 && !first[0])
    return [
      { name: t('activity:notifications.unread'), days: daysOf(first[1]) },
      { name: t('activity:notifications.read'), days: daysOf(second[1]) },
    ]
  return [{ name: null, days: daysOf(items) }]
}

/** Those that follow one another and have the same key. */
function runsOf<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): [Key, Item[]][] {
  const runs: [Key, Item[]][] = []
  for (const item of items) {
    const last = runs.at(-1)
    if (last && last[0] === keyOf(item)) last[1].push(item)
    else runs.push([keyOf(item), [item]])
  }
  return runs
}
