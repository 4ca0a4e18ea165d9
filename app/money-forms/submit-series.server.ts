import { type FormDefinition } from './definitions/define-money-form.server'
import { lastSent } from './earlier-sends.server'
import { fitsAddress } from './idempotency-keys.server'
import { keyOfPart, recordOf } from './records.server'
import { type Reconciliation, isForgotten, reconcile } from './reconcile.server'
import { type Attempt, openSubmission } from './submit-once.server'
import {
  type Outcome,
  type SubmissionContext,
  type SubmissionSeries,
  type SubmissionTicket,
  type SubmittedValues,
} from './types'

/**
 * A form that makes one call for each of several things, such as cases. Invariants: each call has its own key, which
 * follows from the form's, so that the form sent again makes no second call; one that fails holds no other up; the form's
 * key stands for exactly these things and values.
 */

export interface SeriesAttempt {
  form: FormDefinition
  /** What all calls have in common; each has the `id` of its own thing too. */
  values: SubmittedValues
  parts: readonly { id: string; run: Attempt['run'] }[]
}

/** Why nothing was sent. */
type Unsent = Extract<Outcome, { kind: 'mismatch' | 'stale' | 'foreign' | 'store_unavailable' }>

interface Series {
  /** Why this form can't be sent. */
  readonly unsent: Unsent | null
  /** The ids of what has no outcome yet: the calls that `submit` makes. */
  readonly remaining: readonly string[]
  /** Makes each call that was not made yet. @returns the sealed series, for the page of its outcomes */
  submit: () => Promise<{ kind: 'sent'; series: string } | Unsent>
}

/** So many calls run at once. */
const atOnce = 4

/** Opens the keys of a posted form. It sends nothing. */
export async function openSeries(context: SubmissionContext, attempt: SeriesAttempt): Promise<Series> {
  const { form, values, parts } = attempt
  const opened = await inGroups(parts, async ({ id, run }) => {
    const submission = await openSubmission(context, { form, part: id, values: { id, ...values }, run })
    return { submission, outcome: await submission.outcomeSoFar({ sends: true }) }
  })
  const outcomes = opened.map(({ outcome }) => outcome)
  const isSent = outcomes.some((outcome) => outcome !== null && !isUnsent(outcome))
  // Of a form that may send nothing any more, what it has sent is told all the same.
  const unsent = outcomes.filter(isUnsent).find(({ kind }) => !isSent || kind !== 'stale') ?? null
  return {
    unsent,
    remaining: parts.map(({ id }) => id).filter((_, place) => outcomes[place] === null),
    async submit() {
      const noted = unsent ?? (await noteSent(context, attempt))
      if ('kind' in noted) return noted
      await inGroups(opened, ({ submission }) => submission.submit())
      return { kind: 'sent', series: await context.idempotencyKeys.sealSeries(noted) }
    },
  }
}

const isUnsent = (outcome: Outcome | null): outcome is Unsent =>
  outcome !== null && ['mismatch', 'stale', 'foreign', 'store_unavailable'].includes(outcome.kind)

/** The form's own key makes no call; its record says that it is used, and for what. */
async function noteSent(
  { idempotencyKeys, form: posted, session, upstream }: SubmissionContext,
  { form, values, parts }: SeriesAttempt,
): Promise<SubmissionSeries | Unsent> {
  const { store, log } = idempotencyKeys
  const sealed = posted?.get('submission')
  const postedKey = typeof sealed === 'string' ? await idempotencyKeys.open(form.name, sealed) : null
  if (!postedKey || !session.user) return { kind: 'stale' }
  const series: SubmissionSeries = {
    ...{ key: postedKey.key, form: form.name, values, userId: session.user.id },
    parts: parts.map((part) => part.id),
    ...{ startedAt: idempotencyKeys.now(), sentAt: upstream.now().toISOString() },
  }
  const whole = { ...series, values: { ...values, parts: series.parts.join() } }
  const record = {
    ...recordOf(whole, { state: 'done', id: null }),
    ...(!fitsAddress(series.parts) && { parts: series.parts }),
  }
  try {
    const earlier = await store.acquire(postedKey.key, record)
    if (earlier && earlier.hash !== record.hash) return { kind: 'mismatch' }
    return earlier ? { ...series, startedAt: earlier.startedAt, sentAt: earlier.sentAt } : series
  } catch (error) {
    log.warn({ form: form.name, error: String(error) }, 'an idempotency key could not be acquired')
    return { kind: 'store_unavailable', isUnseen: false }
  }
}

/** What is known of one call of a series. */
export interface PartOutcome {
  id: string
  outcome: Reconciliation
  /** When it was sent, by our clock: a form that is sent again makes the calls that the first post did not. */
  startedAt: number
}

/**
 * What is known by now of each call of a series; null once its keys are forgotten: a call that was made could no longer be
 * told from one that was not. It sends nothing.
 */
export async function outcomesOf(
  context: SubmissionContext,
  form: FormDefinition,
  { parts, ...series }: SubmissionSeries,
): Promise<PartOutcome[] | null> {
  if (isForgotten(context, series)) return null
  return inGroups(parts, async (id) => {
    const { key, record } = await lastSent(context, keyOfPart(series.key, id))
    const { startedAt, sentAt } = record ?? series
    const ticket: SubmissionTicket = {
      ...series,
      ...{ key, startedAt, sentAt, before: record?.before },
      values: { id, ...series.values },
    }
    return { id, outcome: await reconcile(context, form, ticket), startedAt }
  })
}

/** In order, a few at a time. */
export async function inGroups<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += atOnce)
    results.push(...(await Promise.all(items.slice(start, start + atOnce).map(run))))
  return results
}
