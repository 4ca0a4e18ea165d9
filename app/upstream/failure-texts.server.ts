import { type I18n } from '~/locale/create'
import { errorText, tooOftenText } from '~/locale/error-text'
import { type TextKey } from '~/locale/keys'
import { type FieldProblem } from '~/contract/errors'
import { sentenceOf } from './reader/problem.server'
import { type UpstreamFailure } from './failure.server'

/**
 * The text for a failure: our own for a known code, else the upstream's message as plain text, else the form's own failure
 * text. It never contains a status, a stack or the name of a call.
 */

/** Longer messages of the upstream are cut. They are shown as text, never as markup. */
const messageLimit = 300

/** The forms that have a failure text of their own; `any` is every other form and page. */
export type FailureFallback =
  Extract<TextKey, `${'errors' | 'refusals'}:fallback.${string}`> extends `${string}:fallback.${infer Name}`
    ? Name
    : never

/** The failure text of a form. Those that only the server shows are not among the browser's texts. */
function fallbackText(i18n: I18n, fallback: FailureFallback): string {
  const key = [`refusals:fallback.${fallback}`, `errors:fallback.${fallback}`].find((one) => i18n.has(one))
  return i18n.t(key ?? 'refusals:fallback.any')
}

/**
 * One sentence for the summary of a form or for a page.
 * @param fallback the failure text of the form; none for a page
 */
export function problemText(failure: UpstreamFailure, i18n: I18n, fallback?: FailureFallback): string {
  switch (failure.kind) {
    case 'unauthorized':
      return i18n.t('errors:code.unauthorized')
    case 'rate_limited':
      return tooOftenText(
        i18n,
        failure.retryAfter,
        failure.code === 'too_many_requests' ? undefined : textOf(i18n, { code: failure.code }),
      )
    case 'timeout':
      return i18n.t('refusals:code.timeout')
    case 'unavailable':
    case 'bad_upstream':
    case 'unknown':
      return i18n.t('refusals:fallback.any')
    case 'forbidden':
    case 'not_found':
    case 'refused':
      // The texts for a missing or forbidden page do not fit a form.
      if (fallback && failure.code === failure.kind) return fallbackText(i18n, fallback)
      return (
        textOf(i18n, { code: failure.code, ...failure.problem }) ??
        (fallback || failure.kind === 'refused'
          ? fallbackText(i18n, fallback ?? 'any')
          : i18n.t(`refusals:code.${failure.kind}`))
      )
  }
}

/** A sentence for each field that the upstream rejected, by the contract's field name. */
export function fieldTexts(failure: UpstreamFailure, i18n: I18n): Record<string, string> {
  return Object.fromEntries(
    Object.entries(failure.problem?.fields ?? {}).map(([field, problem]) => [
      field,
      textOf(i18n, problem) ?? i18n.t('refusals:code.invalid'),
    ]),
  )
}

/** The text of a code that we know, else the message, else nothing. */
function textOf(i18n: I18n, { code, message, params }: Partial<FieldProblem>): string | undefined {
  return (code ? errorText(i18n, code, params) : undefined) ?? ownSentence(i18n, message) ?? plain(message)
}

/** The product's fixed error texts, which upstreams without codes send in English, with their translations. */
const sentences: Readonly<Record<string, TextKey>> = {
  'registration error': 'refusals:fallback.registration',
  'verification error': 'errors:fallback.verification',
  'subscription creation error': 'refusals:fallback.subscription',
  'deposit creation error': 'refusals:fallback.opening',
  'deposit closure error': 'refusals:fallback.closing',
  'update error': 'refusals:fallback.editing',
  'an error occurred, try later': 'refusals:fallback.any',
  'timeout expired': 'refusals:code.timeout',
  'please enter your email address': 'refusals:code.email_required',
  'incorrect e-mail': 'refusals:code.email_invalid',
  'incorrect phone number': 'refusals:code.phone_invalid',
  'incorrect phone number or mail': 'refusals:code.phone_or_email_invalid',
  'passwords do not match': 'refusals:code.passwords_mismatch',
}

function ownSentence({ t }: I18n, message: string | undefined): string | undefined {
  const sentence = message && sentenceOf(message)
  const key = sentence && Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined
  return key && t(key)
}

/** The upstream's message as one line of text. */
function plain(message: string | undefined): string | undefined {
  const line = message?.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  if (!line) return undefined
  const letters = [...line]
  return letters.length > messageLimit ? `${letters.slice(0, messageLimit - 1).join('')}…` : line
}
