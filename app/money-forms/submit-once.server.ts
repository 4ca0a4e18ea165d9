import { forgetBalance } from '~/investments/balance.server'
import { isAboutPassword } from '~/session/current-password.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { type FormDefinition } from './definitions/define-money-form.server'
import { detailsOf, entryName, recordOf } from './records.server'
import { reconcile } from './reconcile.server'
import {
  type Entry,
  type StoredOutcome,
  type Outcome,
  type IdempotencyKey,
  type IdempotencyRecord,
  type SubmissionContext,
  type IdempotencyStore,
  type SubmittedValues,
  type SubmissionTicket,
} from './types'

/**
 * Money moves once. Invariants: nothing is sent before the key is acquired; a key has one outcome, returned to every
 * later post; the same key with other values is refused; an unknown outcome is never shown as a failure or resent.
 */

export interface Attempt {
  form: FormDefinition
  /** All that decides what moves, and nothing else: two posts with equal values are one intent. */
  values: SubmittedValues
  /** Makes the one call, with this `Idempotency-Key`, and returns the entry that it made. */
  run(key: string): Promise<Entry>
}

/** A posted form whose key has been opened, once per request. */
export interface Submission {
  /** The key as it was posted, for the page that carries it on; undefined if it is no key of this form. */
  readonly sealed: string | undefined
  /**
   * The outcome of the form so far, or null when its key has not been used. For forms that check the current state
   * before they submit: a completed form must not be judged by the state that it caused.
   * @param sends false if the post is only a preview: an outcome that is only possible is left out then
   */
  outcomeSoFar: (options: { sends: boolean }) => Promise<Outcome | null>
  /** Makes the call at most once and returns its outcome. */
  submit: () => Promise<Outcome>
}

/** Opens the key of a posted form. It acquires and sends nothing. */
export async function openSubmission(context: SubmissionContext, attempt: Attempt): Promise<Submission> {
  const sealed = context.form?.get('submission')
  const id = typeof sealed === 'string' ? await context.idempotencyKeys.open(attempt.form.name, sealed) : null
  const ticket = id && newTicket(context, attempt, id)
  if (!ticket)
    return {
      sealed: undefined,
      outcomeSoFar: () => Promise.resolve(null),
      submit: () => Promise.resolve({ kind: 'stale' }),
    }
  return {
    sealed: sealed as string, // what is no string opens to nothing
    outcomeSoFar: ({ sends }) => outcomeSoFar(context, attempt.form, { id, ticket, sends }),
    async submit() {
      const acquired = await acquire(context, attempt.form, id, ticket)
      return acquired === 'acquired' ? send(context, ticket, attempt) : acquired
    },
  }
}

async function outcomeSoFar(
  context: SubmissionContext,
  form: FormDefinition,
  { id, ticket, sends }: { id: IdempotencyKey; ticket: SubmissionTicket; sends: boolean },
): Promise<Outcome | null> {
  const outcome = await whenStoreAnswers(context, ticket, async (store) => {
    const record = await store.find(id.key)
    if (record) return outcomeOf(context, ticket, record)
    const earlier = await outcomeFromBefore(context, form, id, ticket)
    return earlier?.kind === 'unknown' && !sends ? null : earlier
  })
  return outcome?.kind === 'store_unavailable' && !sends ? null : outcome
}

function newTicket(
  { idempotencyKeys, upstream, session }: SubmissionContext,
  { form, values }: Attempt,
  { key }: IdempotencyKey,
): SubmissionTicket | null {
  if (!session.user) return null
  const sentAt = upstream.now().toISOString()
  return { key, form: form.name, values, userId: session.user.id, startedAt: idempotencyKeys.now(), sentAt }
}

/** Acquires the key for this post, or returns its existing outcome. */
function acquire(
  context: SubmissionContext,
  form: FormDefinition,
  id: IdempotencyKey,
  ticket: SubmissionTicket,
): Promise<'acquired' | Outcome> {
  return whenStoreAnswers(context, ticket, async (store) => {
    const earlier = (await store.find(id.key)) ? null : await outcomeFromBefore(context, form, id, ticket)
    if (earlier) return earlier
    const record = await store.acquire(id.key, recordOf(ticket, { state: 'running' }))
    return record ? outcomeOf(context, ticket, record) : 'acquired'
  })
}

/** While the store is out of reach no key can be acquired, so nothing is sent. */
async function whenStoreAnswers<Answer>(
  { idempotencyKeys: { store, log } }: SubmissionContext,
  { form }: SubmissionTicket,
  ask: (store: IdempotencyStore) => Promise<Answer>,
): Promise<Answer | { kind: 'store_unavailable' }> {
  try {
    return await ask(store)
  } catch (error) {
    if (error instanceof UpstreamFailure) throw error
    log.warn({ form, error: String(error) }, 'an idempotency key could not be acquired; nothing was sent')
    return { kind: 'store_unavailable' }
  }
}

/** Makes the call. Its outcome is stored before it is returned. */
async function send(
  context: SubmissionContext,
  ticket: SubmissionTicket,
  attempt: Attempt,
): Promise<Outcome> {
  const { store, hrefOf } = context.idempotencyKeys
  const keep = (outcome: StoredOutcome) =>
    atBest(context, store.saveOutcome(ticket.key, recordOf(ticket, outcome)))
  try {
    const { id } = await attempt.run(ticket.key)
    await keep({ state: 'done', id })
    if (id !== null) await atBest(context, store.own(entryName(ticket, id), ticket.key))
    return { kind: 'done', value: { id }, replayed: false }
  } catch (error) {
    // An error of our own after the call was made does not tell whether the call succeeded.
    if (!(error instanceof UpstreamFailure)) {
      await keep({ state: 'unknown' })
      throw error
    }
    if (error.kind === 'unknown' || error.code === 'in_progress') {
      await keep({ state: 'unknown' })
      return { kind: 'unknown', href: await hrefOf(ticket) }
    }
    // A missing or wrong password moved no money and does not use up the key.
    if (error.sent && !isAboutPassword(error)) await keep({ state: 'refused', failure: detailsOf(error) })
    else await atBest(context, store.release(ticket.key))
    if (error.kind === 'unauthorized') throw error
    return { kind: 'refused', failure: error }
  } finally {
    forgetBalance(context.upstream)
  }
}

/** The outcome of a used key, for a post with the values of this ticket. */
async function outcomeOf(
  { idempotencyKeys }: SubmissionContext,
  ticket: SubmissionTicket,
  { hash, startedAt, sentAt, outcome }: IdempotencyRecord,
): Promise<Outcome> {
  if (hash !== recordOf(ticket, outcome).hash) return { kind: 'mismatch' }
  switch (outcome.state) {
    case 'done':
      return { kind: 'done', value: { id: outcome.id }, replayed: true }
    case 'refused':
      return { kind: 'refused', failure: new UpstreamFailure(outcome.failure) }
    case 'running':
    case 'unknown':
      return { kind: outcome.state, href: await idempotencyKeys.hrefOf({ ...ticket, startedAt, sentAt }) }
  }
}

/**
 * The outcome of a key that was issued before the store's memory begins. If it was ever sent, that was after the form
 * was made, and the upstream knows. Null if it was certainly not sent, or the store would know it.
 */
async function outcomeFromBefore(
  context: SubmissionContext,
  form: FormDefinition,
  id: IdempotencyKey,
  ticket: SubmissionTicket,
): Promise<Outcome | null> {
  const { idempotencyKeys, upstream } = context
  if (id.issuedAt >= idempotencyKeys.store.remembersSince) return null
  const ageMs = idempotencyKeys.now() - id.issuedAt
  const sentAt = new Date(upstream.now().getTime() - ageMs).toISOString()
  const earlier = { ...ticket, startedAt: id.issuedAt, sentAt }
  const reconciliation = await reconcile(context, form, earlier)
  switch (reconciliation.state) {
    case 'done':
      return { kind: 'done', value: { id: reconciliation.id }, replayed: true }
    case 'refused':
      return { kind: 'refused', failure: reconciliation.failure }
    case 'otherwise':
      return { kind: 'mismatch' }
    case 'running':
      return { kind: 'running', href: await idempotencyKeys.hrefOf(earlier) }
    case 'open':
      return reconciliation.because === 'never_seen'
        ? null
        : { kind: 'unknown', href: await idempotencyKeys.hrefOf(earlier) }
  }
}

/** The call is made; a store that fails now must not hide its outcome. */
async function atBest(context: SubmissionContext, writing: Promise<unknown>): Promise<void> {
  try {
    await writing
  } catch (error) {
    context.idempotencyKeys.log.warn(
      { error: String(error) },
      'the outcome of a submission could not be kept',
    )
  }
}
