import { redirect } from '@remix-run/node'
import { type RequestContext } from '~/context'
import { type FormDefinition, type FormPages } from './definitions/define-money-form.server'
import { type Entry, type Outcome } from './types'
import { formStatus } from '~/upstream/failure-status.server'
import { invalid, type ParsedForm } from '~/forms/parse.server'
import { type FieldOf, problemsOf, withMore, withRetryAfter } from '~/forms/refused.server'

export interface OutcomeOptions {
  /** The subject that the form's key was issued for. */
  subject?: string
  /** Fields of codes, in addition to those in the form's definition. */
  fieldOf?: FieldOf
  /** A sentence that this form adds to a refusal. */
  more?: string
  /** Where a form that was carried out leads instead of to its entry: the next of a queue. Null: to its entry. */
  next?: () => Promise<string | null>
}

/**
 * The answer to a form that moves money: a redirect to its entry or to the page that finds out the outcome, or the form
 * with the typed values and a key for the next attempt.
 */
export async function answerOutcome(
  context: RequestContext,
  definition: FormDefinition,
  form: ParsedForm<unknown>,
  outcome: Outcome,
  { subject, fieldOf, more, next }: OutcomeOptions,
) {
  const { name, fallback, pages } = definition
  const { t } = context.i18n
  const again = async (status: number, text: string | undefined, fields?: Record<string, string>) =>
    invalid(form, {
      status,
      form: text,
      fields,
      submission: await context.idempotencyKeys.issue(name, subject),
    })

  /** With the key that the form was sent with: the same post later is the same intent. */
  const asSent = (text: string) => {
    const sealed = context.form?.get('submission')
    const submission = typeof sealed === 'string' ? sealed : undefined
    return invalid(form, { status: 503, form: text, submission })
  }

  switch (outcome.kind) {
    case 'done':
      context.flash.set(outcome.value.flash ?? definition.flash)
      return redirect((await next?.()) ?? pageOf(pages, outcome.value), 303)
    case 'running':
    case 'unknown':
      return redirect(outcome.href, 303)
    case 'refused': {
      const { form: text, fields } = problemsOf(form, outcome.failure, context.i18n, {
        fallback,
        fieldOf: { ...definition.fieldOf, ...fieldOf },
      })
      const { kind, retryAfter } = outcome.failure
      // The form states the wait itself.
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
    case 'foreign':
      return again(422, t('refusals:code.form_foreign'))
    case 'store_unavailable':
      return asSent(t(`refusals:code.${outcome.isUnseen ? 'store_unavailable' : 'store_unavailable_unsure'}`))
  }
}

/** The page of an entry, or the list if the entry's id is not known. */
export const pageOf = (pages: FormPages, { id }: Entry): string =>
  id === null ? pages.list : pages.entry(id)
