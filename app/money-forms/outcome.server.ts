import { redirect } from '@remix-run/node'
import { type RequestContext } from '~/context'
import { type Entry, type FormName, type Outcome } from './types'
import { formStatus } from '~/upstream/failure-status.server'
import { type FailureFallback } from '~/upstream/failure-texts.server'
import { invalid, type ParsedForm } from '~/forms/parse.server'
import { type FieldOf, problemsOf, withMore, withRetryAfter } from '~/forms/refused.server'

export interface OutcomeOptions {
  name: FormName
  /** As the form's id was issued for. */
  subject?: string
  /** What the form says for a refusal without a word. */
  fallback?: FailureFallback
  /** The field that a code is about, where the upstream names none. */
  fieldOf?: FieldOf
  /** What this form can add to a refusal. */
  more?: string
  /** Says what went well, and gives the page of the entry. */
  done: (entry: Entry) => string
}

/**
 * The answer to a form that moves money: on to its entry, to the page that finds out, or the form again with what
 * was typed and an id that is good for the next attempt.
 */
export async function answerOutcome(
  context: RequestContext,
  form: ParsedForm<unknown>,
  outcome: Outcome,
  { name, subject, fallback = 'any', fieldOf, more, done }: OutcomeOptions,
) {
  const { t } = context.i18n
  const again = async (status: number, text: string | undefined, fields?: Record<string, string>) =>
    invalid(form, {
      status,
      form: text,
      fields,
      submission: await context.idempotencyKeys.issue(name, subject),
    })

  switch (outcome.kind) {
    case 'done':
      return redirect(done(outcome.value), 303)
    case 'running':
    case 'unknown':
      return redirect(outcome.href, 303)
    case 'refused': {
      const { form: text, fields } = problemsOf(outcome.failure, context.i18n, { fallback, fieldOf })
      const { kind, retryAfter } = outcome.failure
      // The form says itself how long the wait is.
      const sentence = more && kind === 'rate_limited' ? t('refusals:code.too_many_requests') : text
      return withRetryAfter(
        await again(formStatus(outcome.failure), sentence && withMore(sentence, more), fields),
        retryAfter,
      )
    }
    case 'mismatch':
      return again(422, t('errors:code.idempotency_mismatch'))
    case 'stale':
      return again(422, t('refusals:code.form_stale'))
    case 'store_unavailable':
      return again(503, t('refusals:code.store_unavailable'))
  }
}
