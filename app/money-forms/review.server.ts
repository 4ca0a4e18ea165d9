import { data } from '@remix-run/node'
import { type RequestContext } from '~/context'
import { isAboutStepUp, stepUpQuestionOf } from '~/session/step-up.server'
import { type Duplicate, findDuplicate, isUnticked, untickedOf } from './duplicate.server'
import { type Attempt, openSubmission } from './submit-once.server'
import { type Outcome } from './types'
import { type UpstreamFailure } from '~/upstream/failure.server'
import { stepUpFieldOf } from '~/forms/step-up-field.server'
import { type LastResult, type ParsedForm } from '~/forms/parse.server'
import { refused } from '~/forms/refused.server'

/**
 * A form with a review page: the first post is answered with what will happen, the second confirms it. Only shown
 * figures can be confirmed: if one has changed in between, the page is shown again and nothing is sent.
 */

/**
 * What a review page shows. `figures` covers all that can change before it is confirmed: the decisions of others, and
 * the amount itself, which another language may parse differently (`20,000`).
 */
export interface Reviewed {
  figures: string
  /** The quoted price, which the form sends back as `rate`; null or absent without a quote. */
  rate?: string | null
}

/** The errors of a form by field, or its effect. */
export type Review<Details extends Reviewed> = { problems: Record<string, string> } | { review: Details }

export type ReviewStep<Details extends Reviewed> =
  | { kind: 'problems'; fields: Record<string, string> }
  | {
      kind: 'review'
      page: ReviewPage<Details>
      /** The upstream's refusal of the step-up, if that is why the page is shown again. It is shown on the page. */
      failure?: UpstreamFailure
    }
  | { kind: 'outcome'; outcome: Outcome }

export interface ReviewPage<Details extends Reviewed> {
  review: Details
  /** The form's fields as they were typed, to be sent once more. */
  typed: Record<string, string>
  /** What has changed since figures were shown: only the rate, or other figures too. Null if none were shown. */
  changed: 'rate' | 'figures' | null
  /** An entry with the same values that was made minutes ago. */
  duplicate: Duplicate | null
  /** A new key, if the posted one is used up. */
  submission?: string
  /** What the upstream requires before it carries this out: the password, or a code. */
  stepUp: string | null
  /** The errors of the review page's own form. */
  lastResult?: LastResult
}

/**
 * A form whose key has been used leads to its entry at either post: opened in two tabs, or gone back to, it is one
 * intent. With other values the first post is a new intent, and the review page carries a new key.
 * @param readReview reads the current state, once it is known that this form has not been sent yet; `keepsQuote` while a
 * shown quote is being confirmed: what the rate alone decides was checked by it, and the upstream checks it again
 * @param subject what the form's key was issued for, as the loader of its page has it
 */
export async function confirmOnce<Details extends Reviewed>(
  context: RequestContext,
  attempt: Attempt,
  readReview: (at: { keepsQuote: boolean }) => Promise<Review<Details>>,
  subject?: string,
): Promise<ReviewStep<Details>> {
  const { form } = context
  const issueKey = () => context.idempotencyKeys.issue(attempt.form.name, subject)
  const confirmed = form?.get('figures') ?? null
  const question = form?.get('stepUp')
  const stepUp = typeof question === 'string' && question !== '' ? question : null
  const show = async (
    id: string | undefined,
    changed: ReviewPage<Details>['changed'] | typeof changeSince = null,
  ): Promise<ReviewStep<Details>> => {
    const [reviewed, duplicate] = await Promise.all([
      readReview({ keepsQuote: false }),
      findDuplicate(context, attempt),
    ])
    if ('problems' in reviewed) return { kind: 'problems', fields: reviewed.problems }
    const { review } = reviewed
    const page = {
      ...{ review, duplicate, stepUp, submission: id, typed: typedIn(form, attempt) },
      changed: typeof changed === 'function' ? changed(form, review) : changed,
    }
    return { kind: 'review', page }
  }

  const submission = await openSubmission(context, attempt)
  let outcome = await submission.outcomeSoFar({ sends: confirmed !== null })
  if (confirmed === null) {
    // A form that was filled in another account gets no review in this one.
    if (outcome && (mayHaveMovedMoney(outcome) || outcome.kind === 'foreign'))
      return { kind: 'outcome', outcome }
    return show(outcome ? await issueKey() : submission.sealed)
  }
  if (!outcome) {
    const [reviewed, duplicate] = await Promise.all([
      readReview({ keepsQuote: true }),
      findDuplicate(context, attempt),
    ])
    const isOld = 'problems' in reviewed || reviewed.review.figures !== confirmed
    // The second of two presses may find the entry that the first has made, and figures that it has changed.
    outcome =
      isOld || isUnticked(duplicate)
        ? await submission.outcomeSoFar({ sends: true })
        : await submission.submit()
    if (!outcome) return show(submission.sealed, isOld ? 'figures' : changeSince)
  }
  if (outcome.kind === 'refused' && concernsStepUp(outcome.failure, stepUp !== null)) {
    const id = isAboutStepUp(outcome.failure) ? submission.sealed : await issueKey()
    const step = await show(id, changeSince)
    if (step.kind !== 'review') return step
    return {
      ...step,
      page: { ...step.page, stepUp: stepUpQuestionOf(outcome.failure) ?? stepUp },
      failure: outcome.failure,
    }
  }
  if (!isOvertaken(outcome)) return { kind: 'outcome', outcome }
  return show(await issueKey(), 'rate')
}

/** The form has moved money, or may have. */
function mayHaveMovedMoney({ kind }: Outcome): boolean {
  return kind === 'done' || kind === 'running' || kind === 'unknown'
}

/** Which figures differ from those of the posted form: its quote may have been replaced meanwhile. */
function changeSince(form: FormData | null, { figures, rate }: Reviewed): ReviewPage<Reviewed>['changed'] {
  if (form?.get('figures') !== figures) return 'figures'
  return !rate || form.get('rate') === rate ? null : 'rate'
}

/** A missing or wrong step-up leaves the key usable; too many attempts use it up, as any refusal does. */
function concernsStepUp(failure: UpstreamFailure, wasRequired: boolean): boolean {
  return isAboutStepUp(failure) || (wasRequired && failure.kind === 'rate_limited')
}

/** The review page, with the errors of the step-up and of the tick. It never contains what was typed for it. */
export function answerReview<Details extends Reviewed>(
  context: Pick<RequestContext, 'i18n'>,
  form: ParsedForm<unknown>,
  { page, failure }: Extract<ReviewStep<Details>, { kind: 'review' }>,
) {
  if (!failure) {
    const lastResult = untickedOf(form, page.duplicate)
    return data({ ...page, lastResult }, lastResult ? 422 : 200)
  }
  const { data: answer, init } = refused(context, form, failure, { fieldOf: stepUpFieldOf })
  return data({ ...page, lastResult: answer.lastResult }, init ?? undefined)
}

/** The shown quote has expired: no money moved, and the key is used up. */
function isOvertaken(outcome: Outcome): boolean {
  return outcome.kind === 'refused' && outcome.failure.code === 'rate_expired'
}

function typedIn(form: FormData | null, { values }: Attempt): Record<string, string> {
  return Object.fromEntries(
    Object.keys(values).flatMap((name) => {
      const typed = form?.get(name)
      return typeof typed === 'string' ? [[name, typed]] : []
    }),
  )
}
