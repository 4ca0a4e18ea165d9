import { data } from '@remix-run/node'
import { type RequestContext } from '~/context'
import { type FormContext, invalid, type ParsedForm } from '~/forms/parse.server'
import { type MoneyForm } from './definitions/define-money-form.server'
import { type Duplicate, findDuplicate, isUnticked, untickedOf } from './duplicate.server'
import { answerOutcome, type OutcomeOptions } from './outcome.server'
import { answerReview, confirmOnce, type Review, type Reviewed } from './review.server'
import { type Attempt, openSubmission } from './submit-once.server'
import { type Entry, type Outcome, type SubmittedValues } from './types'

/** What a route's action passes to a form that moves money, in addition to its definition. */
type Posted<Sent> = Values<Sent> &
  Pick<OutcomeOptions, 'subject' | 'fieldOf' | 'next'> & {
    /** Wraps the call, for example to count an attempt at the password. */
    around?: (call: () => Promise<Entry>) => Promise<Entry>
  }

/**
 * `values` are exactly what decides how much money moves where: two posts with equal values are one intent. `sent` is
 * the input of the call, if it has more: how the values are carried out.
 */
type Values<Sent> = { values: SubmittedValues & Sent } | { values: SubmittedValues; sent: Sent }

type Simple<Sent> = Posted<Sent> & {
  /** Errors of a form that has not been sent yet, by field. */
  problems?: () => Promise<Record<string, string> | null>
  /** A sentence that this form adds to a refusal. */
  more?: (outcome: Outcome) => Promise<string | undefined>
}

/** Answers a post of a form without a review page: its own page states the effect. */
export async function answerMoneyForm<Sent>(
  context: RequestContext,
  definition: MoneyForm<Sent>,
  form: ParsedForm<unknown>,
  { problems, more, ...posted }: Simple<NoInfer<Sent>>,
) {
  const attempt = attemptOf(context, definition, posted)
  const submission = await openSubmission(context, attempt)
  let outcome = problems ? await submission.outcomeSoFar({ sends: true }) : null
  if (!outcome) {
    const [fields, duplicate] = await Promise.all([problems?.(), findDuplicate(context, attempt)])
    if (fields) return invalid(form, { fields })
    // The second of two presses may find the entry that the first has made.
    if (isUnticked(duplicate)) outcome = await submission.outcomeSoFar({ sends: true })
    if (isUnticked(duplicate) && !outcome) return askForTick(form, duplicate, submission.sealed)
    outcome ??= await submission.submit()
  }
  return answerOutcome(context, definition, form, outcome, { ...posted, more: await more?.(outcome) })
}

/** The form with the typed values, and the existing entry with the same values. */
function askForTick(form: ParsedForm<unknown>, duplicate: Duplicate, submission: string | undefined) {
  const unticked = untickedOf(form, duplicate)
  const lastResult = unticked ?? form.source.submission.reply()
  return data({ lastResult, submission, duplicate }, unticked ? 422 : 200)
}

type ReviewedForm<Sent, Details extends Reviewed> = Posted<Sent> & {
  /** Reads the current state: the errors, or what will happen. */
  review: (at: { keepsQuote: boolean }) => Promise<Review<Details>>
}

/** Answers a post of a form with a review page: the first shows the page, the second confirms it. */
export async function answerReviewedForm<Sent, Details extends Reviewed>(
  context: RequestContext,
  definition: MoneyForm<Sent>,
  form: ParsedForm<unknown>,
  { review, ...posted }: ReviewedForm<NoInfer<Sent>, Details>,
) {
  const attempt = attemptOf(context, definition, posted)
  const step = await confirmOnce(context, attempt, review, posted.subject)
  if (step.kind === 'problems') return invalid(form, { fields: step.fields })
  if (step.kind === 'review') return answerReview(context, form, step)
  return answerOutcome(context, definition, form, step.outcome, posted)
}

/** The one call of a post. */
function attemptOf<Sent>(
  { upstream }: RequestContext,
  definition: MoneyForm<Sent>,
  posted: Posted<Sent>,
): Attempt {
  const { around = (call) => call() } = posted
  const sent = 'sent' in posted ? posted.sent : posted.values
  return {
    form: definition,
    values: posted.values,
    run: (ticket) =>
      around(() =>
        definition.send(upstream, sent, { key: ticket.key, values: ticket.values, sending: ticket }),
      ),
  }
}

/** Whether the post goes back from the review page to its form (`ConfirmForm`). */
export const wantsChange = ({ form }: Pick<FormContext, 'form'>): boolean => form?.has('change') ?? false

/** Whether the form only requests the receipt of what is typed (`ReceiptButton`). */
export const wantsReceipt = ({ form }: Pick<FormContext, 'form'>): boolean => form?.has('receipt') ?? false

/** The form again with the typed values and without errors. */
export function toChange({ source }: ParsedForm<unknown>) {
  return data({ lastResult: source.submission.reply(), submission: undefined }, { status: 200 })
}
