import { type Call, type CallAnswer } from '~/contract/call'
import { compare } from '~/money/decimal'
import { type FlashKey } from '~/session/flash.server'
import { type FailureFallback } from '~/upstream/failure-texts.server'
import { type FieldOf } from '~/forms/refused.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { extensionsOf } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'
import { type Entry, type FormName, type SubmittedValues } from '../types'

/**
 * One form that moves money, defined in one place: its call, how to find its entry when the answer was lost, its
 * messages and where it leads. A route adds the typed and the reviewed fields.
 */

/** What is known of every such form without knowing what it sends. */
export interface FormDefinition {
  /** The upstream's call, by which keys and tickets name the form. */
  name: FormName
  call: Call
  /** The entry in that call's answer, and whether it is one of these values; null where the answer is not one. */
  read(body: unknown, values: SubmittedValues): (Entry & { fits: boolean }) | null
  /** Searches entries with these values that were made at `since` (milliseconds) or later. */
  find(upstream: Upstream, values: SubmittedValues, since: number): Promise<FittingEntries>
  /** The text for a refusal without its own. */
  fallback: FailureFallback
  /** The field that a code is about, where the upstream names none. */
  fieldOf: FieldOf
  /** The flash message on the page of the entry. */
  flash: FlashKey
  pages: FormPages
}

/** Entries that may be the one that a form made: each has the values that were sent. */
export interface FittingEntries {
  made: (Entry & { at: string })[]
  /** How many others have no time, or only a coarse one. They may be older than the form. */
  undated: number
}

export interface FormPages {
  /** The page of what the form made. */
  entry: (id: string) => string
  /** Where its entries are listed. */
  list: string
  /** The address of an empty form. */
  again: (values: SubmittedValues) => string
}

/** A form whose call takes `Sent`. */
export interface MoneyForm<Sent> extends FormDefinition {
  /** Makes the call and returns the entry, and the flash message. */
  send: (
    upstream: Upstream,
    sent: Sent,
    options: { key: string; values: SubmittedValues },
  ) => Promise<Entry & { flash: FlashKey }>
}

interface Definition<C extends Call, Made extends Entry, Sent> {
  name: FormName
  call: C
  send: (upstream: Upstream, sent: Sent, options: { key: string }) => Promise<CallAnswer<C>>
  /** The entry in the call's answer; null if the answer is only a success. */
  entryIn: (answer: CallAnswer<C>) => Made | null
  /** The id of an entry that existed before the form was sent. */
  idOf?: (values: SubmittedValues) => string | undefined
  /** The newest entries, among which the one that was made must be. */
  list: (upstream: Upstream, values: SubmittedValues) => Promise<{ items: Made[] }>
  /** Whether an entry has all that was sent. */
  fits: (entry: Made, values: SubmittedValues) => boolean
  /** ISO 8601; null if the upstream does not provide it. */
  madeAt: (entry: Made) => string | null
  fallback?: FailureFallback
  fieldOf?: FieldOf
  flash: FlashKey
  /** The flash message, if it depends on the answer. */
  flashOf?: (answer: CallAnswer<C>) => FlashKey
  pages: FormPages
}

/** Entries are compared with all that was sent; what was made before the sending is never taken for it. */
export function defineMoneyForm<C extends Call, Made extends Entry, Sent>(
  definition: Definition<C, Made, Sent>,
): MoneyForm<Sent> {
  const { name, call, send, entryIn, list, fits, madeAt, flash, pages } = definition
  const { fallback = 'any', fieldOf = {}, idOf = () => undefined, flashOf = () => flash } = definition

  async function find(upstream: Upstream, values: SubmittedValues, since: number): Promise<FittingEntries> {
    const { items } = await list(upstream, values)
    const fitting = items
      .filter((entry) => fits(entry, values))
      .map((entry) => ({ id: entry.id, at: madeAt(entry) }))
    return {
      made: fitting.flatMap(({ id, at }) => (at !== null && Date.parse(at) >= since ? [{ id, at }] : [])),
      undated: fitting.filter(({ at }) => at === null || isCoarse(at, since)).length,
    }
  }

  /**
   * Finds the entry when the call's answer did not include it. An upstream with `outcomes` always includes it, so
   * there the outcome is queried instead.
   */
  async function findMade(
    upstream: Upstream,
    values: SubmittedValues,
    since: number,
  ): Promise<string | null> {
    if ((await extensionsOf(upstream)).has('outcomes')) throw unnamed(name)
    const known = idOf(values)
    if (known !== undefined) return known
    // It is made: a list that can't be read takes nothing back.
    const { made } = await find(upstream, values, since).catch(() => ({ made: [] }))
    return made.length === 1 ? (made[0]?.id ?? null) : null
  }

  return {
    ...{ name, call, fallback, fieldOf, flash, pages },
    find,
    async send(upstream, sent, { key, values }) {
      const since = upstream.now().getTime() - clockGrainMs
      const answer = await send(upstream, sent, { key })
      const id = entryIn(answer)?.id ?? (await findMade(upstream, values, since))
      return { id, flash: flashOf(answer) }
    },
    read(body, values) {
      const answer = call.output.safeParse(body)
      if (!answer.success) return null
      const entry = entryIn(answer.data as CallAnswer<C>)
      return entry && { id: entry.id, fits: fits(entry, values) }
    },
  }
}

const unnamed = (call: FormName) =>
  new UpstreamFailure({
    ...{ kind: 'unknown', call, requestId: '', status: 502, sent: true },
    detail: 'the answer does not tell what was made',
  })

/** How many of the newest entries are searched: more than one investor makes in the relevant time. */
export const newest = { sortDir: 'desc', limit: 100 } as const

/** A `Date` header has whole seconds: an entry may seem this much older than its sending. */
export const clockGrainMs = 2_000

/** An entry that is identified by its operation; an answer does not include its booking time. */
export interface Booked {
  id: string | null
  createdAt?: string | null
}

/** The fields of amounts that the upstream may refuse without naming them. */
export const amountFields = {
  amount_negative: 'amount',
  amount_below_min: 'amount',
  amount_above_max: 'amount',
  insufficient_funds: 'amount',
} as const

const dayMs = 24 * 60 * 60_000

/** A time without seconds may mean any moment of its minute, hour or day, and so one after the sending. */
function isCoarse(at: string, since: number): boolean {
  const ms = Date.parse(at)
  return ms < since && ms > since - dayMs && at.endsWith(':00.000Z')
}

/** Whether two decimal strings are one amount, however many zeros they end with. */
export function isSameAmount(amount: string, sent: string | undefined): boolean {
  return sent !== undefined && compare(amount, sent) === 0
}
