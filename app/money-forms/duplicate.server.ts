import { type RequestContext } from '~/context'
import { type LastResult, type ParsedForm, invalid } from '~/forms/parse.server'
import { type I18n } from '~/locale/create'
import { publicPanel } from '~/upstream/panel.server'
import { pageOf } from './outcome.server'
import { shortName } from './records.server'
import { type Attempt } from './submit-once.server'

/**
 * A key makes one entry of one form. Two forms with the same values, for example in tabs from before and after a
 * restart, have two keys. So if an entry with these values was made minutes ago, the form shows it and requires a tick
 * to make another one.
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

/** The newest such entry; null if there is none, or the list can't be read now. */
export async function findDuplicate(
  { upstream, i18n, form }: Pick<RequestContext, 'upstream' | 'i18n' | 'form'>,
  { form: definition, values }: Pick<Attempt, 'form' | 'values'>,
): Promise<Duplicate | null> {
  const { duplicate, pages } = definition
  if (!duplicate) return null
  const now = upstream.now().getTime()
  const entries = (await publicPanel(definition.find(upstream, values))) ?? []
  const [newest] = entries
    .filter(({ isUndone }) => !isUndone)
    .flatMap((entry) => (entry.at === null ? [] : [{ ...entry, at: Date.parse(entry.at) }]))
    .filter(({ at }) => Math.abs(now - at) < recentMs)
    .sort((one, other) => other.at - one.at)
  if (!newest) return null
  const mark = shortName(newest.name ?? String(newest.at))
  const isTicked = form?.get(tickField) === mark
  return {
    text: i18n.t(duplicate, { when: timeAgo(i18n, now - newest.at) }),
    href: pageOf(pages, newest),
    see: i18n.t('refusals:duplicate.see'),
    tick: i18n.t('refusals:duplicate.tick'),
    missing: i18n.t('refusals:duplicate.untick'),
    mark,
    state: isTicked ? 'ticked' : form?.get(shownField) === mark ? 'seen' : 'new',
  }
}

export const isUnticked = (duplicate: Duplicate | null): duplicate is Duplicate =>
  duplicate !== null && duplicate.state !== 'ticked'

/** The form with the missing tick as its error; undefined if the reader has not been shown the entry yet. */
export function untickedOf(form: ParsedForm<unknown>, duplicate: Duplicate | null): LastResult | undefined {
  if (duplicate?.state !== 'seen') return undefined
  return invalid(form, { fields: { [tickField]: duplicate.missing } }).data.lastResult
}

function timeAgo({ t }: I18n, ms: number): string {
  const count = Math.round(ms / 60_000)
  return count > 0 ? t('refusals:duplicate.when', { count }) : t('refusals:duplicate.now')
}
