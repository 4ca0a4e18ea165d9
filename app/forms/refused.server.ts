import { tooOftenText } from '~/locale/error-text'
import { type RequestContext } from '~/context'
import { type I18n } from '~/locale/create'
import { formStatus } from '~/upstream/failure-status.server'
import { type FailureFallback, fieldTexts, problemText } from '~/upstream/failure-texts.server'
import { type UpstreamFailure, mayBeDone } from '~/upstream/failure.server'
import { stepUpField } from './step-up-field.server'
import { asksForStepUp, stepUpQuestionOf } from '~/session/step-up.server'
import { askMore, hasField, invalid, type ParsedForm } from './parse.server'

/** The field of the form that an error code is about. */
export type FieldOf = Record<string, string>

export interface RefusedOptions {
  /** The text for a code without its own. */
  fallback?: FailureFallback
  /** The field that a code is about, where the upstream names none. */
  fieldOf?: FieldOf
  /** The fields with files, which no schema has. */
  files?: readonly string[]
  /** Sending it twice does no harm, as with a sign-in. */
  isHarmless?: boolean
  /** The sentence where no answer came, in place of the one that asks the sender to look first. */
  maybe?: 'refusals:maybeArrived' | 'refusals:maybeSignedIn'
}

/** The errors of a form: as a whole, and at its fields. */
interface FormProblems {
  form?: string
  fields: Record<string, string>
}

/**
 * The page with the upstream's errors and the typed values, except passwords. A request for the password, or for a code,
 * is no error in a form that had no field for it.
 */
export function refused(
  { i18n }: Pick<RequestContext, 'i18n'>,
  form: ParsedForm<unknown>,
  failure: UpstreamFailure,
  options: RefusedOptions = {},
) {
  const question = asksForStepUp(failure) ? stepUpQuestionOf(failure) : null
  const anew = question && askMore(form, stepUpField, question)
  if (anew) return anew
  const problems = problemsOf(form, failure, i18n, options)
  // No answer is no refusal.
  if (mayBeDone(failure) && !options.isHarmless)
    problems.form = withMore(
      problems.form ?? i18n.t('refusals:fallback.any'),
      i18n.t(options.maybe ?? 'refusals:maybeDone'),
    )
  return withRetryAfter(invalid(form, { ...problems, status: formStatus(failure) }), failure.retryAfter)
}

/** The texts of a refusal: at its fields where the form has them, else for the form as a whole. */
export function problemsOf(
  form: ParsedForm<unknown>,
  failure: UpstreamFailure,
  i18n: I18n,
  { fallback = 'any', fieldOf = {}, files = [] }: RefusedOptions = {},
): FormProblems {
  const text = problemText(failure, i18n, fallback)
  const field = fieldOf[failure.code ?? '']
  const fields = { ...(field && { [field]: text }), ...fieldTexts(failure, i18n) }
  if (Object.keys(fields).length === 0) return { form: text, fields }
  return atKnownFields(form, fields, [...Object.values(fieldOf), ...files])
}

/** The form as a whole is given what concerns fields that it does not have. */
function atKnownFields(
  form: ParsedForm<unknown>,
  fields: FormProblems['fields'],
  ownNames: readonly string[],
): FormProblems {
  const isKnown = (name: string) => ownNames.includes(name) || hasField(form, name)
  const entries = Object.entries(fields)
  const unknown = entries.filter(([name]) => !isKnown(name)).map(([, problem]) => problem)
  return {
    form: [...new Set(unknown)].join('. ') || undefined,
    fields: Object.fromEntries(entries.filter(([name]) => isKnown(name))),
  }
}

/** A sentence, with the form's additional one. */
export const withMore = (text: string, more: string | undefined) => (more ? `${text}. ${more}` : text)

/**
 * The page with status 429 and the time to wait.
 * @param more the form's own text about the wait
 */
export function tooManyRequests(
  { i18n }: Pick<RequestContext, 'i18n'>,
  form: ParsedForm<unknown>,
  retryAfterS: number,
  more?: string,
) {
  const text = more
    ? withMore(i18n.t('refusals:code.too_many_requests'), more)
    : tooOftenText(i18n, retryAfterS)
  const answer = invalid(form, { form: text, status: 429 })
  return withRetryAfter(answer, retryAfterS)
}

/** The page again, for someone whose form needs a proof of work: 429, and from when on it passes without scripts. */
export function workDue(
  { i18n }: Pick<RequestContext, 'i18n'>,
  form: ParsedForm<unknown>,
  { retryAfterS, from }: { retryAfterS: number; from: string },
) {
  const text = i18n.t('auth:work.from', { time: i18n.time(from) })
  return withRetryAfter(invalid(form, { form: text, status: 429 }), retryAfterS)
}

/** The same answer, with the time after which it is worth trying again. */
export function withRetryAfter(answer: ReturnType<typeof invalid>, seconds: number | undefined) {
  if (seconds !== undefined) answer.init = { ...answer.init, headers: { 'Retry-After': String(seconds) } }
  return answer
}
