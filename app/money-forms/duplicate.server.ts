import { TZDate } from '@date-fns/tz'
import { type RequestContext } from '~/context'
import { type LastResult, type ParsedForm, invalid } from '~/forms/parse.server'
import { type I18n } from '~/locale/create'
import { publicPanel } from '~/upstream/panel.server'
import { type DuplicateText, type FittingEntry } from './definitions/define-money-form.server'
import { pageOf } from './outcome.server'
import { hashOf, shortName } from './records.server'
import { type Attempt } from './submit-once.server'

/**
 * A key makes one entry of one form. Two forms with the same values, for example in tabs from before and after a
 * restart, have two keys. So if an entry with these values was made minutes ago, or may have been, the form shows it and
 * requires a tick to make another one. The same holds for one that was sent and has no outcome yet.
 */

/** An existing entry with the same values, in the reader's language. */
export interface Duplicate {
  /** What it is, and how long ago it was made. */
  text: string
  href: string
  /** The text of the link to it. */
  see: string
  /** The label of the checkbox, and the error when it is not ticked. */
  tick: string
  missing: string
  /** The value of the tick: it is for this entry, and for none that was made after it. */
  mark: string
  state: 'new' | 'seen' | 'ticked'
}

/** The checkbox, and the hidden field with the entry that the reader was shown. */
const tickField = 'again'
const shownField = 'duplicate'

/** How long ago an entry may have been made, by the upstream's clock, on either side of it. */
const recentMs = 10 * 60_000

type Context = Pick<RequestContext, 'upstream' | 'i18n' | 'form' | 'idempotencyKeys'>

/** The newest such entry, else what has no outcome yet; null if there is neither, or the list can't be read now. */
export async function findDuplicate(
  context: Context,
  attempt: Pick<Attempt, 'form' | 'values'>,
): Promise<Duplicate | null> {
  const { duplicate } = attempt.form
  if (!duplicate) return null
  const found =
    (await newestEntry(context, attempt, duplicate)) ?? (await submissionWithoutOutcome(context, attempt))
  if (!found) return null
  const { i18n, form } = context
  const mark = shortName(found.name)
  const isTicked = form?.get(tickField) === mark
  return {
    ...{ text: found.text, href: found.href, see: found.see },
    tick: i18n.t('refusals:duplicate.tick'),
    missing: i18n.t('refusals:duplicate.untick'),
    mark,
    state: isTicked ? 'ticked' : form?.get(shownField) === mark ? 'seen' : 'new',
  }
}

/** What is shown, under a name that tells it from others of the same values. */
type Found = Pick<Duplicate, 'text' | 'href' | 'see'> & { name: string }

async function newestEntry(
  { upstream, i18n }: Context,
  { form: definition, values }: Pick<Attempt, 'form' | 'values'>,
  duplicate: DuplicateText,
): Promise<Found | null> {
  const now = upstream.now().getTime()
  const entries = (await publicPanel(definition.find(upstream, values))) ?? []
  const recent = entries
    .filter(({ isUndone }) => !isUndone)
    .map((entry) => ({ ...entry, made: entry.at === null ? anyTime : spanOf(entry.at, upstream.timeZone) }))
    .filter(({ made }) => now > made.from - recentMs && now < made.until + recentMs)
    .sort((one, other) => other.made.from - one.made.from)
  const [newest] = recent
  if (!newest) return null
  return {
    name: namesOfNewest(recent),
    text: i18n.t(duplicate, { when: timeOf(i18n, newest, now) }),
    href: pageOf(definition.pages, newest),
    see: i18n.t('refusals:duplicate.see'),
  }
}

/** The same values that were sent with another key, and of which it is not known yet what came of them. */
async function submissionWithoutOutcome(
  { i18n, form: posted, idempotencyKeys }: Context,
  { form: { name }, values }: Pick<Attempt, 'form' | 'values'>,
): Promise<Found | null> {
  const own = posted?.get('submission')
  const isOwn = (key: string) => typeof own === 'string' && own.startsWith(`${key}.`)
  const others = (await idempotencyKeys.openSubmissions()).filter(
    ({ key, form }) => form === name && !isOwn(key),
  )
  const hash = hashOf(name, values)
  for (const { key, sentAt, href } of others) {
    const record = await idempotencyKeys.store.find(key).catch(() => null)
    if (record?.hash !== hash) continue
    const time = i18n.time(sentAt)
    return {
      name: key,
      text: i18n.t('refusals:duplicate.open', { time }),
      ...{ href, see: i18n.t('refusals:openSubmission.see') },
    }
  }
  return null
}

/** When an entry was made, in milliseconds since the epoch: a moment, a whole day, or any time. */
interface Span {
  from: number
  until: number
  /** The calendar day in the upstream's zone, where nothing more is known. */
  day?: string
}

/** Of an entry without a time: it may have been made just now. */
const anyTime: Span = { from: -Infinity, until: Infinity }

/** A time at midnight, of the upstream or of UTC, stands for its day: that is how an upstream without times dates its entries. */
function spanOf(at: string, timeZone: string): Span {
  const there = new TZDate(Date.parse(at), timeZone).toISOString()
  const day = [there, at].find((time) => midnight.test(time))?.slice(0, 10)
  if (day === undefined) return { from: Date.parse(at), until: Date.parse(at) }
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return {
    day,
    from: new TZDate(year, month - 1, date, timeZone).getTime(),
    until: new TZDate(year, month - 1, date + 1, timeZone).getTime(),
  }
}

const midnight = /T00:00:00\.000/

type RecentEntry = FittingEntry & { made: Span }

/** Entries of one day, or without a time, can't be told by their age: a tick is for all of them, and for none that is added. */
function namesOfNewest(recent: readonly RecentEntry[]): string {
  const from = recent[0]?.made.from
  const newest = recent.filter(({ made }) => made.from === from)
  return newest.map(({ name, at }) => name ?? String(at)).join()
}

export const isUnticked = (duplicate: Duplicate | null): duplicate is Duplicate =>
  duplicate !== null && duplicate.state !== 'ticked'

/** The form with the missing tick as its error; undefined if the reader has not been shown the entry yet. */
export function untickedOf(form: ParsedForm<unknown>, duplicate: Duplicate | null): LastResult | undefined {
  if (duplicate?.state !== 'seen') return undefined
  return invalid(form, { fields: { [tickField]: duplicate.missing } }).data.lastResult
}

function timeOf({ t, day }: I18n, { at, made }: RecentEntry, now: number): string {
  if (at === null) return t('refusals:duplicate.undated')
  if (made.day !== undefined) return t('refusals:duplicate.day', { day: day(made.day) })
  const count = Math.round((now - made.from) / 60_000)
  return count > 0 ? t('refusals:duplicate.when', { count }) : t('refusals:duplicate.now')
}
