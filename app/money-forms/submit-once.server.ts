import { forgetBalance } from '~/investments/balance.server'
import { within } from '~/forms/within.server'
import { isAboutStepUp } from '~/session/step-up.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { type FormDefinition, answerOfAnother } from './definitions/define-money-form.server'
import { type PostedForm, outcomeFromBefore, showsNothing, ticketToSend } from './earlier-sends.server'
import { detailsOf, entryIn, entryName, keyOfPart, namesOf, recordOf } from './records.server'
import { type Reconciliation, askUpstream, askWhereKept, atBest, keepsOutcomes } from './reconcile.server'
import {
  type Entry,
  type StoredOutcome,
  type Outcome,
  type PostedKey,
  type IdempotencyRecord,
  type SubmissionContext,
  type IdempotencyStore,
  type SubmittedValues,
  type SubmissionTicket,
} from './types'

/**
 * Money moves once. Invariants: nothing is sent before the key is acquired; a key has one outcome, returned to every
 * later post; the same key with other values is refused; an unknown outcome is never shown as a failure or resent;
 * that nothing was sent is reported only if it is known. A refusal is not final: the same form may succeed when it is sent
 * again later, after the browser's Back. It is then sent under a key that is derived from its own.
 */

export interface Attempt {
  form: FormDefinition
  /** All that decides what moves, and nothing else: two posts with equal values are one intent. */
  values: SubmittedValues
  /**
   * What one of several calls of the same form is about (`submit-series.server.ts`): its key is derived from the form's. A
   * refusal of it is final, since the form as a whole is not sent anew.
   */
  part?: string
  /** Makes the one call, with this ticket's `Idempotency-Key`, and returns the entry that it made. */
  run(ticket: SubmissionTicket): Promise<Entry>
}

/** A posted form whose key has been opened, once per request. */
export interface Submission {
  /** The key as it was posted, for the next page of the form; undefined if it is no key of this form. */
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
  const whole =
    typeof sealed === 'string' ? await context.idempotencyKeys.open(attempt.form.name, sealed) : null
  const { part } = attempt
  const postedKey = whole && part !== undefined ? { ...whole, key: keyOfPart(whole.key, part) } : whole
  const ticket = postedKey && newTicket(context, attempt, postedKey)
  if (!ticket) {
    const outcome: Outcome = { kind: (await isForeign(context, sealed)) ? 'foreign' : 'stale' }
    return {
      sealed: undefined,
      outcomeSoFar: ({ sends }) => Promise.resolve(sends ? counted(context, attempt, outcome) : outcome),
      submit: () => Promise.resolve(counted(context, attempt, outcome)),
    }
  }
  const posted = { form: attempt.form, postedKey, ticket: await ticketToSend(context, attempt, ticket) }
  return {
    sealed: sealed as string, // a ticket exists only for a string
    async outcomeSoFar({ sends }) {
      const outcome = await outcomeSoFar(context, posted, { sends })
      return outcome && sends ? counted(context, attempt, outcome) : outcome
    },
    async submit() {
      const acquired = await acquire(context, posted)
      if ('kind' in acquired) return counted(context, attempt, acquired)
      let href: Promise<string> | undefined
      // Sealed once, so that a warning and the answer lead to the same address.
      const openHref = () => (href ??= context.idempotencyKeys.hrefOf(acquired))
      const outcome = send(context, acquired, { ...attempt, openHref })
      // Also of one that is later than its reader.
      outcome.then(
        (sent) => counted(context, attempt, sent),
        (error: unknown) => context.idempotencyKeys.onOutcome(attempt.form.name, failedAs(error)),
      )
      return answerInTime(context, { form: acquired.form, openHref, outcome })
    },
  }
}

/** Counts an outcome and returns it. */
function counted(
  { idempotencyKeys }: SubmissionContext,
  { form }: Pick<Attempt, 'form'>,
  outcome: Outcome,
): Outcome {
  const isRepeated = outcome.kind === 'done' && outcome.replayed
  idempotencyKeys.onOutcome(form.name, isRepeated ? 'repeated' : outcome.kind)
  return outcome
}

const failedAs = (error: unknown): string => (error instanceof UpstreamFailure ? error.kind : 'error')

async function isForeign(
  { idempotencyKeys, session }: SubmissionContext,
  sealed: FormDataEntryValue | null | undefined,
): Promise<boolean> {
  const issued = typeof sealed === 'string' ? await idempotencyKeys.issuedTo(sealed) : null
  return issued !== null && issued.userId !== session.user?.id
}

/** How long a call may be away before it counts as one without an outcome. */
const maxUnnotedMs = 1_000

/**
 * Returns when the press has no time left, even if the call is still running. The call goes on, and its outcome is stored
 * when it ends.
 */
async function answerInTime(
  { press, idempotencyKeys: { log } }: SubmissionContext,
  { form, openHref, outcome }: { form: string; openHref: () => Promise<string>; outcome: Promise<Outcome> },
): Promise<Outcome> {
  const budgetMs = Math.max(1_000, press.leftMs())
  const noteAfterMs = Math.min(maxUnnotedMs, budgetMs / 2)
  const soon = await within(noteAfterMs, outcome)
  if (soon) return soon
  // A fresh form that is opened meanwhile, in another tab or after a reload, warns that this one is under way.
  const href = await openHref()
  const first = await within(budgetMs - noteAfterMs, outcome)
  if (first) return first
  outcome.catch((error: unknown) => {
    log.warn({ form, error: String(error) }, 'a call that its form no longer waits for has failed')
  })
  return { kind: 'running', href }
}

async function outcomeSoFar(
  context: SubmissionContext,
  posted: PostedForm,
  { sends }: { sends: boolean },
): Promise<Outcome | null> {
  const { postedKey, ticket } = posted
  const outcome = await whenStoreAnswers<Outcome | null>(context, posted, async (store) => {
    const record = await store.find(ticket.key)
    if (record) return outcomeOf(context, ticket, record)
    const since = await store.remembersSince()
    // A key from since then has no record because it was not sent; but the record of one that is too old may be gone.
    if (postedKey.maySend && postedKey.issuedAt >= since) return null
    const earlier = await outcomeFromBefore(context, posted, { sentBefore: since })
    if (!earlier && !postedKey.maySend) return { kind: 'stale' }
    return earlier?.kind === 'unknown' && !sends ? null : earlier
  })
  return outcome?.kind === 'store_unavailable' && !sends ? null : outcome
}

function newTicket(
  { idempotencyKeys, upstream, session }: SubmissionContext,
  { form, values }: Attempt,
  { key }: PostedKey,
): SubmissionTicket | null {
  if (!session.user) return null
  const sentAt = upstream.now().toISOString()
  return { key, form: form.name, values, userId: session.user.id, startedAt: idempotencyKeys.now(), sentAt }
}

/** Acquires the key for this post and returns its ticket, or the existing outcome of the key. */
function acquire(context: SubmissionContext, posted: PostedForm): Promise<SubmissionTicket | Outcome> {
  return whenStoreAnswers<SubmissionTicket | Outcome>(context, posted, async (store) => {
    const earlier = await outcomeSoFar(context, posted, { sends: true })
    if (earlier) return earlier
    const before = await entriesBefore(context, posted)
    // By now the upstream has answered, so that its clock is known.
    const ticket = { ...posted.ticket, before, sentAt: context.upstream.now().toISOString() }
    const record = await store.acquire(ticket.key, recordOf(ticket, { state: 'running' }))
    return record ? outcomeOf(context, ticket, record) : ticket
  })
}

/** Names of the entries that exist before the call, to recognise the new one. For upstreams without `outcomes`. */
async function entriesBefore(
  context: SubmissionContext,
  { form, ticket }: PostedForm,
): Promise<string[] | undefined> {
  try {
    if (await keepsOutcomes(context)) return undefined
    return namesOf(await form.find(context.upstream, ticket.values))
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || error.kind === 'unauthorized') throw error
    return undefined
  }
}

/**
 * While the store is out of reach no key can be acquired, so nothing is sent. Only the upstream then knows whether an
 * earlier post of the form was sent.
 */
async function whenStoreAnswers<Answer>(
  context: SubmissionContext,
  posted: PostedForm,
  ask: (store: IdempotencyStore) => Promise<Answer>,
): Promise<Answer | Outcome> {
  const { store, log } = context.idempotencyKeys
  try {
    return await ask(store)
  } catch (error) {
    if (error instanceof UpstreamFailure) throw error
    log.warn({ form: posted.form.name, error: String(error) }, 'an idempotency key could not be acquired')
    const outcome = await outcomeFromBefore(context, posted, { sentBefore: Infinity })
    return outcome?.kind === 'unknown' || !outcome
      ? { kind: 'store_unavailable', isUnseen: !outcome }
      : outcome
  }
}

/** Makes the call. Its outcome is stored before it is returned. */
async function send(
  context: SubmissionContext,
  ticket: SubmissionTicket,
  attempt: Attempt & { openHref: () => Promise<string> },
): Promise<Outcome> {
  const { store } = context.idempotencyKeys
  const keep = (outcome: StoredOutcome) =>
    atBest(context, store.saveOutcome(ticket.key, recordOf(ticket, outcome)))
  const done = async ({ id, flash }: Entry): Promise<Outcome> => {
    await keep({ state: 'done', id, flash })
    return { kind: 'done', value: { id, flash }, replayed: false }
  }
  try {
    const entry = await attempt.run(ticket)
    // An answer with an entry that another submission is known to have made is an answer to that one.
    if (!(await own(context, ticket, entry)) && attempt.form.makesEntry)
      throw answerOfAnother(attempt.form.name)
    return await done(entry)
  } catch (error) {
    // An error of our own after the call was made does not tell whether the call succeeded.
    if (!(error instanceof UpstreamFailure)) {
      await keep({ state: 'unknown' })
      throw error
    }
    const rechecked = await recheckRefusal(context, attempt.form, ticket, error)
    if (rechecked instanceof UpstreamFailure) {
      await keep({ state: 'unauthorized' })
      throw rechecked
    }
    if (rechecked?.state === 'done') {
      await own(context, ticket, rechecked)
      return await done(rechecked)
    }
    const mayBeDone = rechecked !== null && mayBeCarriedOut(rechecked)
    if (error.kind === 'unknown' || error.code === 'in_progress' || mayBeDone) {
      await keep({ state: 'unknown' })
      return { kind: 'unknown', href: await attempt.openHref() }
    }
    // A missing or wrong step-up, or the end of the session, moved no money and does not use up the key.
    const isFinal = error.sent && error.kind !== 'unauthorized' && !isAboutStepUp(error)
    if (isFinal) await keep({ state: 'refused', failure: detailsOf(error) })
    // The bearer may have been refused after the call was carried out: it is looked for before the form is sent again.
    else if (error.sent && error.kind === 'unauthorized') await keep({ state: 'unauthorized' })
    else {
      await atBest(context, store.release(ticket.key))
      await context.idempotencyKeys.closeSubmission(ticket.key)
    }
    if (error.kind === 'unauthorized') throw error
    return { kind: 'refused', failure: error }
  } finally {
    forgetBalance(context.upstream)
  }
}

/** Records that this submission made the entry. False if another one is known to have made it. */
async function own(
  { idempotencyKeys: { store, log } }: SubmissionContext,
  ticket: SubmissionTicket,
  { id }: Entry,
): Promise<boolean> {
  if (id === null) return true
  return store.own(entryName(ticket, id), ticket.key).catch((error: unknown) => {
    // A store that fails now must not hide what was made.
    log.warn({ form: ticket.form, error: String(error) }, 'the owner of an entry could not be noted')
    return true
  })
}

/** Of a refused call: whether it may have been carried out all the same, or something else under its key. */
const mayBeCarriedOut = (rechecked: Reconciliation): boolean =>
  rechecked.state !== 'refused' && !showsNothing(rechecked)

/** The outcome of a used key, for a post with the values of this ticket. */
async function outcomeOf(
  { idempotencyKeys }: SubmissionContext,
  ticket: SubmissionTicket,
  { hash, startedAt, sentAt, before, outcome }: IdempotencyRecord,
): Promise<Outcome> {
  if (hash !== recordOf(ticket, outcome).hash) return { kind: 'mismatch' }
  switch (outcome.state) {
    case 'done':
      return { kind: 'done', value: entryIn(outcome), replayed: true }
    case 'refused':
      return { kind: 'refused', failure: new UpstreamFailure(outcome.failure) }
    case 'running':
    case 'unknown':
    case 'unauthorized':
      // With the times of the first post: an entry that it made is already listed.
      return {
        kind: outcome.state === 'running' ? 'running' : 'unknown',
        href: await idempotencyKeys.hrefOf({ ...ticket, startedAt, sentAt, before }),
      }
  }
}

/**
 * Checks whether a refused call succeeded after all: an upstream that fails after it has committed may answer with a
 * refusal, and so may a gateway. With `outcomes` the outcome is queried. Without it the lists are searched: after a refusal
 * in words by an upstream that does not call itself unavailable, only an entry that has come since speaks against it. An
 * upstream that can't be asked leaves the outcome open.
 * @returns null if the refusal holds, or if there is no way to check; the failure if the session has ended meanwhile
 */
async function recheckRefusal(
  context: SubmissionContext,
  form: FormDefinition,
  ticket: SubmissionTicket,
  { sent, kind, code, content }: UpstreamFailure,
): Promise<Reconciliation | UpstreamFailure | null> {
  if (!sent || kind === 'unauthorized' || kind === 'unknown') return null
  // Then nothing else is answered either.
  if (code === 'account_suspended') return null
  const mayHaveCommitted = content !== 'words' || kind === 'unavailable'
  try {
    const kept = await askWhereKept(context, form, ticket)
    if (kept) return kept
    const listed = await askUpstream(context, form, ticket)
    return mayHaveCommitted || listed.state === 'done' ? listed : null
  } catch (error) {
    if (error instanceof UpstreamFailure) return error
    throw error
  }
}
