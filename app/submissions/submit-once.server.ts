import { UpstreamFailure } from '~/upstream/failure.server'
import { detailsOf, entryName, recordOf } from './records.server'
import { settle } from './settle.server'
import {
  type Entry,
  type FormName,
  type KeptOutcome,
  type Outcome,
  type Submission,
  type SubmissionRecord,
  type SubmissionContext,
  type SubmittedValues,
  type Ticket,
} from './types'

/**
 * Money moves once. What must stay true: nothing is sent before its id has been claimed; an id has one outcome,
 * which every later post of it gets; an id with other values is refused; an outcome that is not known is never
 * told as a failure and never sent again; where nothing can be claimed, nothing is sent.
 */

export interface Attempt {
  form: FormName
  /** All that decides what moves, and nothing else: two posts with equal values are one wish. */
  values: SubmittedValues
  /** Makes the one call, with this `Idempotency-Key`, and gives the entry that it made. */
  run(key: string): Promise<Entry>
}

/** Makes the call of a posted form at most once and says what became of it. */
export async function submitOnce(context: SubmissionContext, attempt: Attempt): Promise<Outcome> {
  const id = await openId(context, attempt)
  const ticket = id && newTicket(context, attempt, id)
  if (!ticket) return { kind: 'stale' }
  const claimed = await claim(context, id, ticket)
  return claimed === 'claimed' ? send(context, ticket, attempt) : claimed
}

/**
 * The outcome that a posted form has already, or null when its id has not been used. For forms that look at the
 * present state before they submit: what was done once must not be judged by the state that it made.
 */
export async function outcomeSoFar(
  context: SubmissionContext,
  attempt: Omit<Attempt, 'run'>,
): Promise<Outcome | null> {
  const { store } = context.submissions
  const id = await openId(context, attempt)
  const ticket = id && newTicket(context, attempt, id)
  const standing = ticket && (await store.find(ticket.key).catch(() => null))
  return standing ? outcomeOf(context, ticket, standing) : null
}

async function openId({ form, submissions }: SubmissionContext, attempt: Omit<Attempt, 'run'>) {
  const sealed = form?.get('submission')
  return typeof sealed === 'string' ? submissions.open(attempt.form, sealed) : null
}

function newTicket(
  { submissions, upstream, session }: SubmissionContext,
  { form, values }: Omit<Attempt, 'run'>,
  { key }: Submission,
): Ticket | null {
  if (!session.user) return null
  const sentAt = upstream.now().toISOString()
  return { key, form, values, userId: session.user.id, startedAt: submissions.now(), sentAt }
}

/** Takes the id for this post, or gives the outcome that it has already. */
async function claim(
  context: SubmissionContext,
  id: Submission,
  ticket: Ticket,
): Promise<'claimed' | Outcome> {
  const { store, hrefOf, log } = context.submissions
  const record = recordOf(ticket, { state: 'running' })
  try {
    if (id.issuedAt < store.remembersSince && !(await store.find(id.key))) {
      const earlier = sentBefore(context, id, ticket)
      if (!(await wasNeverSeen(context, earlier))) return { kind: 'unknown', href: await hrefOf(earlier) }
    }
    const standing = await store.claim(id.key, record)
    return standing ? outcomeOf(context, ticket, standing) : 'claimed'
  } catch (error) {
    if (error instanceof UpstreamFailure) throw error
    log.warn(
      { form: ticket.form, error: String(error) },
      'a submission could not be claimed; nothing was sent',
    )
    return { kind: 'store_unavailable' }
  }
}

/** Makes the call. Whatever comes of it is kept before anyone is told. */
async function send(context: SubmissionContext, ticket: Ticket, attempt: Attempt): Promise<Outcome> {
  const { store, hrefOf } = context.submissions
  const keep = (outcome: KeptOutcome) => atBest(context, store.settle(ticket.key, recordOf(ticket, outcome)))
  try {
    const { id } = await attempt.run(ticket.key)
    await keep({ state: 'done', id })
    await atBest(context, store.own(entryName(ticket.form, id), ticket.key))
    return { kind: 'done', value: { id }, replayed: false }
  } catch (error) {
    // An error of our own after the call was made says nothing about the call.
    if (!(error instanceof UpstreamFailure)) {
      await keep({ state: 'unknown' })
      throw error
    }
    if (error.kind === 'unknown' || error.code === 'in_progress') {
      await keep({ state: 'unknown' })
      return { kind: 'unknown', href: await hrefOf(ticket) }
    }
    if (error.sent) await keep({ state: 'refused', failure: detailsOf(error) })
    else await atBest(context, store.release(ticket.key))
    if (error.kind === 'unauthorized') throw error
    return { kind: 'refused', failure: error }
  }
}

/** The outcome of an id that has been used, for a post with the values of this ticket. */
async function outcomeOf(
  { submissions }: SubmissionContext,
  ticket: Ticket,
  { hash, startedAt, sentAt, outcome }: SubmissionRecord,
): Promise<Outcome> {
  if (hash !== recordOf(ticket, outcome).hash) return { kind: 'mismatch' }
  switch (outcome.state) {
    case 'done':
      return { kind: 'done', value: { id: outcome.id }, replayed: true }
    case 'refused':
      return { kind: 'refused', failure: new UpstreamFailure(outcome.failure) }
    case 'running':
    case 'unknown':
      return { kind: outcome.state, href: await submissions.hrefOf({ ...ticket, startedAt, sentAt }) }
  }
}

/** An id from before the store's memory: if it was ever sent, that was after the form was made. */
function sentBefore({ submissions, upstream }: SubmissionContext, id: Submission, ticket: Ticket): Ticket {
  const age = submissions.now() - id.issuedAt
  const sentAt = new Date(upstream.now().getTime() - age).toISOString()
  return { ...ticket, startedAt: id.issuedAt, sentAt }
}

async function wasNeverSeen(context: SubmissionContext, ticket: Ticket): Promise<boolean> {
  const settled = await settle(context, ticket)
  return settled.state === 'open' && settled.because === 'never_seen'
}

/** The call is made; a store that fails now must not hide what came of it. */
async function atBest(context: SubmissionContext, writing: Promise<unknown>): Promise<void> {
  try {
    await writing
  } catch (error) {
    context.submissions.log.warn({ error: String(error) }, 'the outcome of a submission could not be kept')
  }
}
