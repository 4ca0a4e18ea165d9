import { type Call, type CallAnswer } from '~/contract/call'
import { compare } from '~/money/decimal'
import { type FlashKey } from '~/session/flash.server'
import { type FailureFallback } from '~/upstream/failure-texts.server'
import { type TextKey } from '~/locale/keys'
import { type FieldOf } from '~/forms/refused.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { extensionsOf } from '~/upstream/settings.server'
import { type Upstream } from '~/upstream/types'
import { type Sending, madeSince, shortName } from '../records.server'
import { type Entry, type FormName, type SubmittedValues } from '../types'

/**
 * One form that moves money, defined in one place: its call, how to find its entry when the answer was lost, its
 * messages and where it leads. A route adds the typed and the reviewed fields.
 */

/** The part of a form's definition that does not depend on the type of its values. */
export interface FormDefinition {
  /** The upstream's call, by which keys and tickets name the form. */
  name: FormName
  call: Call
  /** The entry in that call's answer, and whether it has these values; null if the answer does not match the contract. */
  read(body: unknown, values: SubmittedValues): (Entry & { fits: boolean }) | null
  /** The entries with these values among the newest ones. */
  find(upstream: Upstream, values: SubmittedValues): Promise<FittingEntry[]>
  /** Whether each call makes an entry of its own, with an id that no other has. */
  makesEntry: boolean
  /** The text for a refusal without its own. */
  fallback: FailureFallback
  /** The field that a code is about, where the upstream names none. */
  fieldOf: FieldOf
  /** The flash message on the page of the entry. */
  flash: FlashKey
  /** The sentence about an entry with the same values that was made minutes ago; null if there can't be two. */
  duplicate: DuplicateText | null
  pages: FormPages
}

export type DuplicateText = Extract<TextKey, `refusals:duplicate.of.${string}`>

/** An entry with the values that were sent. */
export interface FittingEntry extends Entry {
  /** When it was made, ISO 8601; null if the upstream does not provide it. */
  at: string | null
  /** A name that does not change; null if there is none. */
  name: string | null
  /** Whether it was cancelled or rejected, or is over: an equal one does not double it. */
  isUndone: boolean
}

export interface FormPages {
  /** The page of the entry that the form made. */
  entry: (id: string) => string
  /** Where its entries are listed. */
  list: string
  /** The address of an empty form. */
  again: (values: SubmittedValues) => string
}

/** A form whose call takes `Sent`. */
export interface MoneyForm<Sent> extends FormDefinition {
  /** Makes the call and returns the entry. */
  send: (
    upstream: Upstream,
    sent: Sent,
    options: { key: string; values: SubmittedValues; sending: Sending },
  ) => Promise<Entry>
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
  /** Whether an entry has other values than the sent ones. */
  differs: (entry: Made, values: SubmittedValues) => boolean
  /** Whether an entry without differences was made by the form, and is not the one that the form is to change. */
  isMade?: (entry: Made, values: SubmittedValues) => boolean
  /** Adds the ids of referenced things. Some upstreams send only their names. */
  withIds?: (upstream: Upstream, entries: readonly Made[], values: SubmittedValues) => Promise<Made[]>
  /** ISO 8601; null if the upstream does not provide it. */
  madeAt: (entry: Made) => string | null
  /** The name of an entry in its list, if that is not its id. */
  nameOf?: (entry: Made) => string | null
  isUndone?: (entry: Made) => boolean
  makesEntry?: boolean
  fallback?: FailureFallback
  fieldOf?: FieldOf
  flash: FlashKey
  /** The flash message, if it depends on the answer. */
  flashOf?: (answer: CallAnswer<C>) => FlashKey
  duplicate?: DuplicateText
  pages: FormPages
}

/** Entries are compared with all values that were sent. An entry from before the call never counts. */
export function defineMoneyForm<C extends Call, Made extends Entry, Sent>(
  definition: Definition<C, Made, Sent>,
): MoneyForm<Sent> {
  const { name, call, send, entryIn, list, differs, madeAt, flash, pages } = definition
  const { fallback = 'any', fieldOf = {}, idOf = () => undefined, flashOf } = definition
  const { isMade = () => true, withIds = (_upstream, entries) => Promise.resolve([...entries]) } = definition
  const { nameOf = (entry) => entry.id ?? madeAt(entry), isUndone = () => false } = definition
  const { duplicate = null, makesEntry = false } = definition

  async function find(upstream: Upstream, values: SubmittedValues): Promise<FittingEntry[]> {
    const { items } = await list(upstream, values)
    return (await withIds(upstream, items, values))
      .filter((entry) => !differs(entry, values) && isMade(entry, values))
      .map((entry) => ({
        id: entry.id,
        at: madeAt(entry),
        name: nameOf(entry),
        isUndone: isUndone(entry),
      }))
  }

  /**
   * Finds the entry when the call's answer did not include it. An upstream with `outcomes` always includes it, so
   * there the outcome is queried instead.
   */
  async function findMade(
    upstream: Upstream,
    values: SubmittedValues,
    sending: Sending,
  ): Promise<string | null> {
    if ((await extensionsOf(upstream)).has('outcomes'))
      throw unknownOutcome(name, 'the answer does not tell what was made')
    const known = idOf(values)
    if (known !== undefined) return known
    // The call succeeded, also if the list can't be read now.
    const [found, another] = madeSince(await find(upstream, values).catch(() => []), sending).made
    return another ? null : (found?.id ?? null)
  }

  /** The answer may belong to another request: such an entry has other values, or existed before. */
  async function isAnother(
    upstream: Upstream,
    entry: Made,
    values: SubmittedValues,
    { before = [] }: Sending,
  ): Promise<boolean> {
    const [named = entry] = differs(entry, values) ? await withIds(upstream, [entry], values) : [entry]
    return (
      differs(named, values) || (entry.id !== null && idOf(values) === undefined && isNamed(entry, before))
    )
  }

  const isNamed = (entry: Made, names: readonly string[]) => names.includes(shortName(nameOf(entry) ?? ''))

  return {
    ...{ name, call, makesEntry, fallback, fieldOf, flash, duplicate, pages },
    find,
    async send(upstream, sent, { key, values, sending }) {
      const answer = await send(upstream, sent, { key })
      const entry = entryIn(answer)
      if (entry && (await isAnother(upstream, entry, values, sending))) throw answerOfAnother(name)
      const id = entry?.id ?? (await findMade(upstream, values, sending))
      return { id, flash: flashOf?.(answer) }
    },
    read(body, values) {
      const answer = call.output.safeParse(body)
      if (!answer.success) return null
      const entry = entryIn(answer.data as CallAnswer<C>)
      return (
        entry && {
          id: entry.id,
          flash: flashOf?.(answer.data as CallAnswer<C>),
          fits: !differs(entry, values),
        }
      )
    },
  }
}

const unknownOutcome = (call: FormName, detail: string) =>
  new UpstreamFailure({
    ...{ kind: 'unknown', call, requestId: '', status: 502, sent: true },
    detail,
  })

/** The error of a call whose answer belongs to another request: what became of this one is not known. */
export const answerOfAnother = (call: FormName) =>
  unknownOutcome(call, 'the answer is about something else than what was sent')

/** How many of the newest entries are searched: more than one investor makes in the relevant time. */
export const newest = { sortDir: 'desc', limit: 100 } as const

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

/** Whether two decimal strings are equal amounts; trailing zeros do not matter. */
export function isSameAmount(amount: string, sent: string | undefined): boolean {
  return sent !== undefined && compare(amount, sent) === 0
}
