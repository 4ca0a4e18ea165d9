import { redirect } from '@remix-run/node'
import { type RequestContext } from '~/context'
import { type FormDefinition, type FormPages } from './definitions/define-money-form.server'
import { type Entry, type Outcome } from './types'
import { formStatus } from '~/upstream/failure-status.server'
import { type FlashKey } from '~/session/flash.server'
import { invalid, type ParsedForm } from '~/forms/parse.server'
import { type FieldOf, problemsOf, withMore, withRetryAfter } from '~/forms/refused.server'

export interface OutcomeOptions {
  /** The subject that the form's key was issued for. */
  subject?: string
  /** Fields of codes beside those that the form's definition names. */
  fieldOf?: FieldOf
  /** The page that finds out what became of it, where that is not the one of its ticket. */
  open?: string
  /** What this form can add to a refusal. */
  more?: string
  /** The flash message of a new entry; by default the form's own. */
  flash?: FlashKey
}

/**
 * The answer to a form that moves money: on to its entry, to the page that finds out, or the form again with what
 * was typed and a key that is valid for the next attempt.
 */
export async function answerOutcome(
  context: RequestContext,
  definition: FormDefinition,
  form: ParsedForm<unknown>,
  outcome: Outcome,
  { subject, fieldOf, open, more, flash = definition.flash }: OutcomeOptions,
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

  switch (outcome.kind) {
    case 'done':
      context.flash.set(flash)
      return redirect(pageOf(pages, outcome.value), 303)
    case 'running':
    case 'unknown':
      return redirect(open ?? outcome.href, 303)
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
    case 'store_unavailable': {
      const text = outcome.isUnsent ? 'store_unavailable' : 'store_unavailable_unsure'
      const sealed = context.form?.get('submission')
      return invalid(form, {
        status: 503,
        form: t(`refusals:code.${text}`),
        // What it was sent with, if it was: the same press later is one intent with it.
        submission: typeof sealed === 'string' ? sealed : undefined,
      })
    }
  }
}

/** The page of an entry, or of all of them where it is not known which it is. */
export const pageOf = (pages: FormPages, { id }: Entry): string =>
  id === null ? pages.list : pages.entry(id)
