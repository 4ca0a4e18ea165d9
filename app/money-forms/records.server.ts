import { createHash } from 'node:crypto'
import { type FailureDetails, type UpstreamFailure } from '~/upstream/failure.server'
import {
  type FormName,
  type StoredOutcome,
  type IdempotencyRecord,
  type SubmittedValues,
  type SubmissionTicket,
} from './types'

/** The stored record of a submission in this state. */
export function recordOf(ticket: SubmissionTicket, outcome: StoredOutcome): IdempotencyRecord {
  const { form, values, startedAt, sentAt } = ticket
  return { hash: hashOf(form, values), startedAt, sentAt, outcome }
}

/** A refusal as stored: all that is needed to show it again. */
export function detailsOf(failure: UpstreamFailure): FailureDetails {
  const { kind, call, requestId, status, sent, code, problem } = failure
  return { kind, call, requestId, status, sent, code, problem }
}

/** The name under which an entry of an investor is known to be one submission's. */
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
