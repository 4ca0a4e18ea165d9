import { within } from '~/forms/within.server'
import { setTimeout } from 'node:timers/promises'
import { failed } from '~/upstream/answer.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { panel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { type FittingEntry, type FormDefinition } from './definitions/define-money-form.server'
import { detailsOf, entryName, hashOf, madeSince, recordOf } from './records.server'
import { idempotencyKeyTtlMs } from './idempotency-keys.server'
import {
  type Entry,
  type IdempotencyRecord,
  type StoredOutcome,
  type SubmissionContext,
  type SubmissionTicket,
} from './types'

/**
 * Finds out the outcome of a call whose answer was lost. The upstream's `outcomes` is the authority if it has one;
 * else the entry with the same values, made after the sending, is searched. Invariants: only an entry that must be
 * ours counts, so two that fit, or one without a time, leave the outcome open; and reconciling changes nothing
 * upstream.
 */

/** Why an outcome is still open: nothing is visible upstream yet, or the entry is ambiguous. */
export type OpenBecause = 'never_seen' | 'no_entry' | 'several_entries' | 'undated_entry' | 'unreachable'

export type Reconciliation =
  | ({ state: 'done' } & Entry)
  | { state: 'refused'; failure: UpstreamFailure }
  /** The key was used with other values than these. */
  | { state: 'otherwise'; id: string | null }
  | { state: 'running' }
  | { state: 'open'; because: OpenBecause }

/** How much earlier than our 24 hours the upstream's may end. */
const keyGrainMs = 60_000

/**
 * No call takes this long. A key acquired longer ago is not in flight, even if its record says so; and one that the
 * upstream has still not seen will not arrive.
 */
export const maxCallMs = 120_000

/** Whether the call of a record may still be answered. */
export const isInFlight = ({ outcome, startedAt }: IdempotencyRecord, nowMs: number): boolean =>
  outcome.state === 'running' && nowMs - startedAt < maxCallMs

/**
 * The outcome known by now. A final one is stored, so that a later post with the same key gets it too.
 * @param maxAskMs how long the upstream is asked about a call that is still under way
 */
export async function reconcile(
  context: SubmissionContext,
  form: FormDefinition,
  ticket: SubmissionTicket,
  maxAskMs = briefMs,
): Promise<Reconciliation> {
  const { store, now } = context.idempotencyKeys
  const kept = await store.find(ticket.key).catch(() => null)
  if (kept?.outcome.state === 'done') return kept.outcome
  if (kept?.outcome.state === 'refused')
    return { state: 'refused', failure: new UpstreamFailure(kept.outcome.failure) }

  const inFlight = kept !== null && isInFlight(kept, now())
  const found = await (inFlight
    ? askUpstreamBriefly(maxAskMs, context, form, ticket)
    : askUpstream(context, form, ticket))
  if (found.state === 'done') await keep(context, ticket, found)
  if (found.state === 'refused')
    await keep(context, ticket, { state: 'refused', failure: detailsOf(found.failure) })
  return found.state === 'open' && inFlight ? { state: 'running' } : found
}

/** An upstream that does not answer quickly is treated as saying that the call is under way. */
async function askUpstreamBriefly(
  ms: number,
  ...request: Parameters<typeof askUpstream>
): Promise<Reconciliation> {
  return (await within(ms, askUpstream(...request))) ?? { state: 'running' }
}

const briefMs = 1_500
const momentMs = 2_000
/** A reader who has waited for ten seconds already is told within twelve, what the rest of the page takes included. */
const toldWithinMs = 11_000

/**
 * The same for a reader who waits: a call that is still under way gets a moment to end, so that a double press leads
 * straight to its entry.
 */
export async function reconcileWithin(
  context: SubmissionContext,
  form: FormDefinition,
  ticket: SubmissionTicket,
): Promise<Reconciliation> {
  const waitedMs = context.idempotencyKeys.now() - ticket.startedAt
  // What the upstream takes to answer counts as well.
  const until = performance.now() + Math.min(momentMs, Math.max(500, toldWithinMs - waitedMs))
  for (;;) {
    const leftMs = Math.max(intervalMs, until - performance.now())
    const reconciliation = await reconcile(context, form, ticket, Math.min(briefMs, leftMs))
    if (reconciliation.state !== 'running' || performance.now() >= until) return reconciliation
    await setTimeout(intervalMs)
  }
}

const intervalMs = 200

/** The entry of a key as the upstream reports it; null if it reports none. */
export async function entryOfKey(
  context: SubmissionContext,
  form: FormDefinition,
  key: string,
): Promise<Entry | null> {
  if (!(await keepsOutcomes(context))) return null
  const outcome = await panel(context.upstream.outcomes.one({ key }))
  return outcome?.state === 'done' ? form.read(outcome.body, {}) : null
}

/** The outcome as the upstream reports it. It is not stored. */
export const askUpstream = (
  context: SubmissionContext,
  form: FormDefinition,
  ticket: SubmissionTicket,
): Promise<Reconciliation> =>
  ifAnswered(async () =>
    (await keepsOutcomes(context)) ? askOutcomes(context, form, ticket) : lookForEntry(context, form, ticket),
  )

/** The same, but null where the upstream keeps no outcomes. */
export const askWhereKept = (
  context: SubmissionContext,
  form: FormDefinition,
  ticket: SubmissionTicket,
): Promise<Reconciliation | null> =>
  ifAnswered(async () => ((await keepsOutcomes(context)) ? askOutcomes(context, form, ticket) : null))

/** What was found out, or that the upstream can't be asked. The end of the session is thrown. */
async function ifAnswered<Answer>(ask: () => Promise<Answer>): Promise<Answer | Reconciliation> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || error.kind === 'unauthorized') throw error
    return { state: 'open', because: 'unreachable' }
  }
}

export const keepsOutcomes = async ({ upstream }: Pick<SubmissionContext, 'upstream'>): Promise<boolean> =>
  (await extensionsOf(upstream)).has('outcomes')

async function askOutcomes(
  context: SubmissionContext,
  form: FormDefinition,
  ticket: SubmissionTicket,
): Promise<Reconciliation> {
  const { upstream, requestId } = context
  const refusal = (status: number, body: unknown): Reconciliation => ({
    state: 'refused',
    failure: failed({ id: form.name, call: form.call, requestId }, status, body),
  })
  try {
    const { state, status, body } = await upstream.outcomes.one({ key: ticket.key })
    if (state === 'running') return { state }
    if (state === 'refused') return refusal(status ?? 422, body)
    const made = form.read(body, ticket.values)
    if (!made) return { state: 'open', because: 'unreachable' }
    const { fits, id, flash } = made
    return fits ? { state: 'done', id, flash } : { state: 'otherwise', id }
  } catch (error) {
    // In the contract's words: a gateway's own 404 says nothing of the key.
    const isUnseen = error instanceof UpstreamFailure && error.code === 'not_found'
    if (!isUnseen) throw error
    return isForgotten(context, ticket)
      ? lookForEntry(context, form, ticket)
      : { state: 'open', because: 'never_seen' }
  }
}

/** The upstream has an outcome for as long as a key is valid (contract: 24 h); after that only the entries show it. */
export function isForgotten(
  { idempotencyKeys }: Pick<SubmissionContext, 'idempotencyKeys'>,
  { startedAt }: Pick<SubmissionTicket, 'startedAt'>,
): boolean {
  return idempotencyKeys.now() - startedAt > idempotencyKeyTtlMs - keyGrainMs
}

async function lookForEntry(
  { upstream, idempotencyKeys }: SubmissionContext,
  form: FormDefinition,
  ticket: SubmissionTicket,
): Promise<Reconciliation> {
  const { made, unsure } = madeSince(await form.find(upstream, ticket.values), ticket)
  const [found, another] = made
  if (another) return { state: 'open', because: 'several_entries' }
  // An entry that another submission is known to have made is not this one's.
  const isOurs =
    found && (await idempotencyKeys.store.own(nameOf(ticket, found), ticket.key).catch(() => false))
  if (isOurs) return { state: 'done', id: found.id }
  return { state: 'open', because: unsure > 0 ? 'undated_entry' : 'no_entry' }
}

/** An entry without an id is identified by its time and the values that were sent. */
const nameOf = (ticket: SubmissionTicket, { id, at }: FittingEntry): string =>
  entryName(ticket, id ?? `${at} ${hashOf(ticket.form, ticket.values)}`)

const keep = (context: SubmissionContext, ticket: SubmissionTicket, outcome: StoredOutcome): Promise<void> =>
  atBest(context, context.idempotencyKeys.store.saveOutcome(ticket.key, recordOf(ticket, outcome)))

/** The call is made; a store that fails now must not hide its outcome. */
export async function atBest(context: SubmissionContext, writing: Promise<unknown>): Promise<void> {
  try {
    await writing
  } catch (error) {
    context.idempotencyKeys.log.warn(
      { error: String(error) },
      'the outcome of a submission could not be kept',
    )
  }
}
