import { type Call, type CallOutput } from '~/contract/call'
import { compare } from '~/money/decimal'
import { type FlashKey } from '~/session/flash.server'
import { type FailureFallback } from '~/upstream/failure-texts.server'
import { type FieldOf } from '~/forms/refused.server'
import { type Upstream } from '~/upstream/types'
import { type Entry, type FormName, type SubmittedValues } from '../types'

/**
 * One form that moves money, stated once: the call that it makes, how its entry is found again when the answer was
 * lost, what it says and where it leads. A route adds what is typed and what is reviewed.
 */

/** What is known of every such form without knowing what it sends. */
export interface FormDefinition {
  /** The upstream's call, by which ids and tickets name the form. */
  name: FormName
  call: Call
  /** The entry in that call's answer, and whether it is one of these values; null where the answer is not one. */
  read(body: unknown, values: SubmittedValues): { id: string; fits: boolean } | null
  /** Ids of the entries with these values that were made at `since` (milliseconds) or later. */
  find(upstream: Upstream, values: SubmittedValues, since: number): Promise<string[]>
  /** What the form says for a refusal without a word. */
  fallback: FailureFallback
  /** The field that a code is about, where the upstream names none. */
  fieldOf: FieldOf
  /** What is said on the page of the entry. */
  flash: FlashKey
  pages: FormPages
}

export interface FormPages {
  /** The page of what the form made. */
  entry: (id: string) => string
  /** Where its entries are listed. */
  list: string
  /** The form, to be filled in anew. */
  again: (values: SubmittedValues) => string
}

/** A form whose call takes `Sent`. */
export interface MoneyForm<Sent> extends FormDefinition {
  /** Makes the call and gives what it made, and what is said of it. */
  send: (upstream: Upstream, sent: Sent, options: { key: string }) => Promise<Entry & { flash: FlashKey }>
}

interface Definition<C extends Call, Made extends Entry, Sent> {
  name: FormName
  call: C
  send: (upstream: Upstream, sent: Sent, options: { key: string }) => Promise<CallOutput<C>>
  /** The entry in the call's answer. */
  entryIn: (answer: CallOutput<C>) => Made
  /** The newest entries, among which the one that was made must be. */
  list: (upstream: Upstream, values: SubmittedValues) => Promise<{ items: Made[] }>
  /** Whether an entry has all that was sent. */
  fits: (entry: Made, values: SubmittedValues) => boolean
  /** ISO 8601; null while the form has not done its work on the entry. */
  madeAt: (entry: Made) => string | null
  fallback?: FailureFallback
  fieldOf?: FieldOf
  flash: FlashKey
  /** Where the answer decides what is said. */
  flashOf?: (answer: CallOutput<C>) => FlashKey
  pages: FormPages
}

/** Entries are compared with all that was sent; what was made before the sending is never taken for it. */
export function defineMoneyForm<C extends Call, Made extends Entry, Sent>(
  definition: Definition<C, Made, Sent>,
): MoneyForm<Sent> {
  const { name, call, send, entryIn, list, fits, madeAt, flash, pages } = definition
  const { fallback = 'any', fieldOf = {}, flashOf = () => flash } = definition
  return {
    ...{ name, call, fallback, fieldOf, flash, pages },
    async send(upstream, sent, options) {
      const answer = await send(upstream, sent, options)
      return { id: entryIn(answer).id, flash: flashOf(answer) }
    },
    read(body, values) {
      const answer = call.output.safeParse(body)
      if (!answer.success) return null
      const entry = entryIn(answer.data as CallOutput<C>)
      return { id: entry.id, fits: fits(entry, values) }
    },
    async find(upstream, values, since) {
      const { items } = await list(upstream, values)
      const isOurs = (entry: Made) => {
        const at = madeAt(entry)
        return at !== null && Date.parse(at) >= since && fits(entry, values)
      }
      return items.filter(isOurs).map(({ id }) => id)
    },
  }
}

/** The newest entries that are looked through: more than one investor makes in the time that matters. */
export const newest = { sortDir: 'desc', limit: 100 } as const

/** An entry that is known by its operation; an answer does not say when that was booked. */
export interface Booked {
  id: string
  createdAt?: string
}

/** The fields of amounts that the upstream may refuse without naming them. */
export const amountFields = {
  amount_negative: 'amount',
  amount_below_min: 'amount',
  amount_above_max: 'amount',
  insufficient_funds: 'amount',
} as const

/** Whether two decimal strings are one amount, however many zeros they end with. */
export function isSameAmount(amount: string, sent: string | undefined): boolean {
  return sent !== undefined && compare(amount, sent) === 0
}
