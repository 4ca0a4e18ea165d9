import { createHash } from 'node:crypto'
import { type FailureDetails, type UpstreamFailure } from '~/upstream/failure.server'
import { type FittingEntry } from './definitions/define-money-form.server'
import {
  type Entry,
  type FormName,
  type StoredOutcome,
  type IdempotencyRecord,
  type SubmittedValues,
  type SubmissionTicket,
} from './types'

/** The stored record of a submission in this state. */
export function recordOf(ticket: SubmissionTicket, outcome: StoredOutcome): IdempotencyRecord {
  const { form, values, startedAt, sentAt, before } = ticket
  return { hash: hashOf(form, values), startedAt, sentAt, before, outcome }
}

/** Whether the outcome of a key can't change any more. */
export const isFinal = ({ outcome }: IdempotencyRecord): boolean =>
  outcome.state === 'done' || outcome.state === 'refused'

/**
 * The key that a form is sent with after this one was refused or answered with 401. It follows from it, so that a restart finds
 * it again.
 */
export const keyAfter = (key: string): string =>
  createHash('sha256').update(key).digest('base64url').slice(0, key.length)

/** The key of one of several calls of a form. It follows from the form's, so that the same form leads to the same calls. */
export const keyOfPart = (key: string, part: string): string =>
  createHash('sha256').update(`${key} ${part}`).digest('base64url').slice(0, key.length)

/** The entry of an outcome, without the rest of it. */
export const entryIn = ({ id, flash }: Entry): Entry => ({ id, flash })

/** A refusal as stored: all that is needed to show it again. */
export function detailsOf(failure: UpstreamFailure): FailureDetails {
  const { kind, call, requestId, status, sent, code, problem, retryAfter } = failure
  return {
    kind,
    call,
    requestId,
    status,
    sent,
    code,
    problem,
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

/** What is known of the moment before the call, to tell a new entry from the ones that existed. */
export type Sending = Pick<SubmissionTicket, 'sentAt' | 'before'>

/** The entries that this call may have created. */
export interface MadeEntries {
  made: FittingEntry[]
  /** How many other entries may be older or newer than the call. */
  unsure: number
}

/**
 * If the names of the earlier entries are known, every other entry is new, whatever the clocks say. Else it depends on the
 * upstream's times. An entry without a time, or of the day before the call, may be either: the clock that dates the
 * entries may be behind the one that was read.
 */
export function madeSince(entries: readonly FittingEntry[], { sentAt, before }: Sending): MadeEntries {
  const sentMs = Date.parse(sentAt)
  const recent = entries.filter(({ at }) => at === null || Date.parse(at) > sentMs - dayMs)
  const known = [...(before ?? [])]
  const others = recent.filter(({ name }) => name === null || !takeOut(known, shortName(name)))
  const made = others.filter(({ at, name }) =>
    before ? name !== null : at !== null && Date.parse(at) >= sentMs - clockGrainMs,
  )
  return { made, unsure: others.length - made.length }
}

/** Entries that are named by their minute may share a name, so each earlier name is used up by one entry. */
function takeOut(names: string[], name: string): boolean {
  const place = names.indexOf(name)
  if (place >= 0) names.splice(place, 1)
  return place >= 0
}

/**
 * The names of entries as a ticket holds them. Undefined if there are too many for a ticket, or if an entry without a name
 * could not be told from a new one.
 */
export function namesOf(entries: readonly FittingEntry[]): string[] | undefined {
  const names = entries.flatMap(({ name }) => (name === null ? [] : [shortName(name)]))
  return names.length === entries.length && names.length <= maxNames ? names : undefined
}

/** 48 bits are enough to tell a few entries of one investor apart. */
export const shortName = (name: string): string =>
  createHash('sha256').update(name).digest('base64url').slice(0, 8)

const maxNames = 40
const dayMs = 24 * 60 * 60_000
/** A `Date` header has whole seconds: an entry may seem this much older than its sending. */
const clockGrainMs = 2_000

/** The name under which the store records which submission made an entry. */
export function entryName({ form, userId }: Pick<SubmissionTicket, 'form' | 'userId'>, id: string): string {
  return `${form}:${userId}:${id}`
}

/** Equal for equal form and values; reveals nothing of the values. */
export function hashOf(form: FormName, values: SubmittedValues): string {
  const inOrder = Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([form, inOrder]))
    .digest('base64url')
}
