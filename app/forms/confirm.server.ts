import { data } from '@remix-run/node'
import { type RequestContext } from '~/context.server'
import { isAboutPassword } from '~/session/current-password.server'
import { type Attempt, outcomeSoFar, submitOnce } from '~/submissions/submit-once.server'
import { type Outcome } from '~/submissions/types'
import { type UpstreamFailure } from '~/upstream/failure.server'
import { currentPasswordFieldOf } from './current-password-field.server'
import { type LastResult, type ParsedForm } from './parse.server'
import { refused } from './refused.server'

/**
 * A form with a check page: the first post is answered with what will happen, the second confirms it. What is
 * confirmed is what was shown: when a figure has changed in between, the page is shown again and nothing is sent.
 */

/**
 * What a check page shows. `figures` stands for all of it that can change before it is confirmed: what others decide, and
 * the amount itself, which one reads otherwise in another language (`20,000`).
 */
interface Shown {
  figures: string
  /** The price in it that a quote holds, which the form sends back as `rate`; null or absent: nothing goes by one. */
  rate?: string | null
}

/** What is in the way of a form by now, by field, or what it will do. */
export type Look<Check extends Shown> = { problems: Record<string, string> } | { check: Check }

export type Step<Check extends Shown> =
  | { kind: 'problems'; fields: Record<string, string> }
  | {
      kind: 'check'
      page: CheckPage<Check>
      /** Why the page is shown again, where the upstream refused for the password; it is answered beside the page. */
      failure?: UpstreamFailure
    }
  | { kind: 'outcome'; outcome: Outcome }

export interface CheckPage<Check extends Shown> {
  check: Check
  /** The form's fields as they were typed, to be sent once more. */
  typed: Record<string, string>
  /** What has changed since other figures were shown: the rate alone, or anything of them. Null when none were. */
  changed: 'rate' | 'figures' | null
  /** A new id, where the one that was sent is used up. */
  submission?: string
  /** The upstream asks for the password once more. */
  asksPassword: boolean
  /** What is wrong with the form of this very page. */
  lastResult?: LastResult
}

/**
 * A form whose id has been used leads to what it made at either post: open in two tabs, or gone back to, it is one wish.
 * With other values the first post is a new wish, and the check page carries an id of its own.
 * @param look at the present state, called once it is known that this form has not been sent yet; `keepsQuote` where a
 * quote that was shown is being confirmed: what the rate alone decides was judged by it, and is by the upstream again
 */
export async function confirmOnce<Check extends Shown>(
  context: RequestContext,
  attempt: Attempt,
  look: (at: { keepsQuote: boolean }) => Promise<Look<Check>>,
): Promise<Step<Check>> {
  const { form, submissions } = context
  const confirmed = form?.get('figures') ?? null
  const asksPassword = form?.has('stepUp') ?? false
  const show = (
    looked: Look<Check>,
    submission: string | undefined,
    changed: CheckPage<Check>['changed'] = null,
  ): Step<Check> =>
    'problems' in looked
      ? { kind: 'problems', fields: looked.problems }
      : {
          kind: 'check',
          page: { check: looked.check, typed: typedIn(form, attempt), changed, submission, asksPassword },
        }

  const lookAnew = () => look({ keepsQuote: false })
  let outcome = await outcomeSoFar(context, attempt, { sends: confirmed !== null })
  if (confirmed === null) {
    if (outcome && isWhatItMade(outcome)) return { kind: 'outcome', outcome }
    return show(
      await lookAnew(),
      outcome ? await submissions.issue(attempt.form) : await usableId(context, attempt),
    )
  }
  if (!outcome) {
    const looked = await look({ keepsQuote: true })
    if ('problems' in looked || looked.check.figures !== confirmed)
      return show(await lookAnew(), await usableId(context, attempt), 'figures')
    outcome = await submitOnce(context, attempt)
  }
  if (outcome.kind === 'refused' && concernsPassword(outcome.failure, asksPassword)) {
    const id = isAboutPassword(outcome.failure)
      ? await usableId(context, attempt)
      : await submissions.issue(attempt.form)
    const step = show(await lookAnew(), id)
    if (step.kind !== 'check') return step
    const changed = changeSince(form, step.page.check)
    return { ...step, page: { ...step.page, changed, asksPassword: true }, failure: outcome.failure }
  }
  if (!isOvertaken(outcome)) return { kind: 'outcome', outcome }
  return show(await lookAnew(), await submissions.issue(attempt.form), 'rate')
}

/** The id that was posted, where it is one of this form: the check page carries it on. */
async function usableId(
  { form, submissions }: RequestContext,
  attempt: Attempt,
): Promise<string | undefined> {
  const sealed = form?.get('submission')
  if (typeof sealed !== 'string') return undefined
  return (await submissions.open(attempt.form, sealed)) ? sealed : undefined
}

/** The form has moved money, or may have. */
function isWhatItMade({ kind }: Outcome): boolean {
  return kind === 'done' || kind === 'running' || kind === 'unknown'
}

/** What of the figures is other than what the posted form showed: a quote that it held may have been replaced by now. */
function changeSince(form: FormData | null, { figures, rate }: Shown): CheckPage<Shown>['changed'] {
  if (form?.get('figures') !== figures) return 'figures'
  return !rate || form.get('rate') === rate ? null : 'rate'
}

/** Asked for or wrong, which leaves the id as it was; or tried too often, which uses it up as any refusal does. */
function concernsPassword(failure: UpstreamFailure, wasAsked: boolean): boolean {
  return isAboutPassword(failure) || (wasAsked && failure.kind === 'rate_limited')
}

/** The check page, with what the upstream had against the password at its field. No password stands in it. */
export function answerCheck<Check extends Shown>(
  context: Pick<RequestContext, 'i18n'>,
  form: ParsedForm<unknown>,
  { page, failure }: Extract<Step<Check>, { kind: 'check' }>,
) {
  if (!failure) return data(page, 200)
  const { data: answer, init } = refused(context, form, failure, { fieldOf: currentPasswordFieldOf })
  return data({ ...page, lastResult: answer.lastResult }, init ?? undefined)
}

/** The quote that was shown has run out: nothing moved, and the id is used up. */
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
