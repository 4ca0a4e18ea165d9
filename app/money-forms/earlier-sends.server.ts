import { panel } from '~/upstream/panel.server'
import { extensionsOf } from '~/upstream/settings.server'
import { type FormDefinition } from './definitions/define-money-form.server'
import { idempotencyKeyTtlMs } from './idempotency-keys.server'
import {
  type Reconciliation,
  askWhereKept,
  atBest,
  keepsOutcomes,
  maxCallMs,
  reconcile,
} from './reconcile.server'
import { entryIn, keyAfter, recordOf } from './records.server'
import {
  type IdempotencyRecord,
  type Outcome,
  type PostedKey,
  type SubmissionContext,
  type SubmissionTicket,
} from './types'

/**
 * What earlier posts of a form have sent, for a post that comes after them: the store may not know it, and what the store says
 * of a refusal may be over.
 */

/** A form with its opened key and the ticket that it would be sent with. */
export interface PostedForm {
  form: FormDefinition
  postedKey: PostedKey
  ticket: SubmissionTicket
}

/** A double press gets the same refusal. A later press is a new attempt. */
const refusalHoldsMs = 2_000

/** The ticket with the key that this post uses: its own, or the next one if its own moved nothing and is used up. */
export async function ticketToSend(
  context: SubmissionContext,
  attempt: { form: FormDefinition; part?: string },
  ticket: SubmissionTicket,
): Promise<SubmissionTicket> {
  const record = await context.idempotencyKeys.store.find(ticket.key).catch(() => null)
  if (!record || (attempt.part !== undefined && record.outcome.state === 'refused')) return ticket
  if (!(await mayBeSentAnew(context, attempt.form, ticket, record))) return ticket
  return ticketToSend(context, attempt, { ...ticket, key: keyAfter(ticket.key) })
}

/** The key that a form was sent with last, and its record: after a 401 that is the one that follows. */
export async function lastSent(
  context: SubmissionContext,
  key: string,
): Promise<{ key: string; record: IdempotencyRecord | null }> {
  const record = await context.idempotencyKeys.store.find(key).catch(() => null)
  if (record?.outcome.state !== 'unauthorized') return { key, record }
  const next = await lastSent(context, keyAfter(key))
  return next.record ? next : { key, record }
}

/**
 * A refusal is over after a while. A 401 is over once the upstream's outcomes or list show that its call made nothing: it was
 * answered, so nothing of it is still to arrive.
 */
async function mayBeSentAnew(
  context: SubmissionContext,
  form: FormDefinition,
  ticket: SubmissionTicket,
  { hash, startedAt, sentAt, before, outcome }: IdempotencyRecord,
): Promise<boolean> {
  const isSame = hash === recordOf(ticket, outcome).hash
  const sent = { ...ticket, startedAt, sentAt, before }
  if (outcome.state === 'refused')
    return (
      isSame &&
      context.idempotencyKeys.now() - startedAt > refusalHoldsMs &&
      (await stillStands(context, form, sent))
    )
  if (outcome.state !== 'unauthorized') return false
  if (!isSame) return true
  return showsNothing(await reconcile(context, form, sent))
}

/**
 * Whether a stored refusal is still true. The answer may have come from a gateway while the call went on behind it: where
 * outcomes are kept, its own key is queried before another one is used.
 */
async function stillStands(
  context: SubmissionContext,
  form: FormDefinition,
  ticket: SubmissionTicket,
): Promise<boolean> {
  const found = await askWhereKept(context, form, ticket)
  if (!found || found.state === 'refused' || showsNothing(found)) return true
  const { store } = context.idempotencyKeys
  if (found.state === 'done')
    await atBest(context, store.saveOutcome(ticket.key, recordOf(ticket, { ...found, state: 'done' })))
  else if (!isUnreachable(found))
    await atBest(context, store.saveOutcome(ticket.key, recordOf(ticket, { state: 'unknown' })))
  return false
}

/** Whether the upstream was asked and has nothing of the call. */
export const showsNothing = (found: Reconciliation): boolean =>
  found.state === 'open' && (found.because === 'never_seen' || found.because === 'no_entry')

const isUnreachable = (found: Reconciliation): boolean =>
  found.state === 'open' && found.because === 'unreachable'

/**
 * The outcome of a key that the store may not know: it was issued before the store's memory begins, or may not send any
 * more. If it was ever sent, that was after the form was made, and the upstream knows. Null if the upstream has never seen
 * it. Then a key that may still send does so: should an earlier call arrive meanwhile, the upstream carries out one of the two.
 * That nothing was sent is certain only once no earlier call can still arrive.
 * @param sentBefore when it was sent at the latest, in milliseconds since the epoch
 */
export async function outcomeFromBefore(
  context: SubmissionContext,
  posted: PostedForm,
  { sentBefore }: { sentBefore: number },
): Promise<Outcome | null> {
  const { idempotencyKeys, upstream } = context
  const { form, postedKey, ticket } = posted
  // A process that has just started knows the upstream's clock by its first answer.
  await panel(extensionsOf(upstream))
  const now = idempotencyKeys.now()
  const sentAt = new Date(upstream.now().getTime() - (now - postedKey.issuedAt)).toISOString()
  const earlier = { ...ticket, startedAt: postedKey.issuedAt, sentAt, firstCheckedAt: now }
  const reconciliation = await reconcile(context, form, earlier)
  switch (reconciliation.state) {
    case 'done':
      return { kind: 'done', value: entryIn(reconciliation), replayed: true }
    case 'refused':
      return (
        (await outcomeAfterRefusal(context, posted, { sentBefore })) ?? {
          kind: 'refused',
          failure: reconciliation.failure,
        }
      )
    case 'otherwise':
      return { kind: 'mismatch' }
    case 'running':
      return { kind: 'running', href: await idempotencyKeys.hrefOf(earlier) }
    case 'open': {
      const sentAtLatest = Math.min(now, sentBefore, postedKey.issuedAt + idempotencyKeyTtlMs)
      const mayArrive = !postedKey.maySend && now - sentAtLatest <= maxCallMs
      return reconciliation.because === 'never_seen' && !mayArrive
        ? null
        : { kind: 'unknown', href: await idempotencyKeys.hrefOf(earlier) }
    }
  }
}

/** The outcome of the same form sent again after its refusal, under the key that follows; null if it was not. */
async function outcomeAfterRefusal(
  context: SubmissionContext,
  posted: PostedForm,
  sent: { sentBefore: number },
): Promise<Outcome | null> {
  if (!(await keepsOutcomes(context))) return null
  const ticket = { ...posted.ticket, key: keyAfter(posted.ticket.key) }
  return outcomeFromBefore(context, { ...posted, ticket }, sent)
}
