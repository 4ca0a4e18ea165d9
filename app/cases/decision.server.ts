import { createHash } from 'node:crypto'
import { type z } from 'zod'
import { type RequestContext } from '~/context'
import { type Case, type CaseQueue, type Preview } from '~/contract/extensions/operator/cases'
import { type Decision } from '~/contract/extensions/operator/queues'
import { type Language, fallbackLanguage } from '~/contract/languages'
import { type ParsedForm, invalid, parseForm } from '~/forms/parse.server'
import { problemsOf } from '~/forms/refused.server'
import { type TextKey } from '~/locale/keys'
import { i18nOf } from '~/locale/texts.server'
import { answerReviewedForm, toChange, wantsChange } from '~/money-forms/action.server'
import { type MoneyForm } from '~/money-forms/definitions/define-money-form.server'
import { type Review, type Reviewed } from '~/money-forms/review.server'
import { type SubmittedValues } from '~/money-forms/types'
import { UpstreamFailure } from '~/upstream/failure.server'
import { needsReason } from './needs-reason'
import { casePath } from './paths'
import { type PaidByIt, paidBySameTransfer } from './same-transfer.server'
import { answerCaseWork, type CaseSubject } from './work.server'

/** The forms of a case. A decision is made once its operator has confirmed what the investor will read. */

export interface DecisionReview extends Reviewed {
  preview: Preview
  /** As it is sent: a usual reason is written out. */
  reason: string | null
  /** What is credited, as a decimal. */
  creditedAmount: string | null
  /** The other withdrawals that were paid out by the same transfer. */
  paidByIt: PaidByIt[]
}

export type TypedDecision = Decision & { usual?: string }

/**
 * Answers a post of a case's page: work on the case, or the decision by the queue's own schema. The next case opens
 * after a decision.
 */
export async function answerCase<Typed extends TypedDecision>(
  context: RequestContext,
  subject: CaseSubject,
  definition: MoneyForm<SubmittedValues & Decision & { id: string }>,
  schema: z.ZodType<Typed>,
) {
  const { upstream } = context
  const work = await answerCaseWork(context, subject)
  if (work) return work
  const form = await parseForm(context, schema)
  if (!form.ok) return invalid(form)
  if (wantsChange(context)) return toChange(form)
  const { id } = subject
  const decision = await writtenDecision(subject.queue, form.value, () => readerOf(upstream, subject))
  return answerReviewedForm(context, definition, form, {
    values: { id, ...decision },
    subject: id,
    review: () => reviewDecision(context, form, subject, decision),
    next: () => nextCasePath(upstream, subject),
  })
}

/**
 * The decision as it is sent: without empty fields, with a reason only where the decision has one, and with the usual
 * reason that was chosen where none was written, in the language of whoever reads it.
 * @param languageOf reads that language; may be left out where no usual reason was chosen, or one was written
 */
export async function writtenDecision<Typed extends TypedDecision>(
  queue: CaseQueue,
  { usual, ...typed }: Typed,
  languageOf?: () => Promise<Language> | Language,
): Promise<Decision & Record<string, string>> {
  const isGiven = ([, value]: [string, unknown]) => value !== undefined && value !== ''
  const decision = Object.fromEntries(Object.entries(typed).filter(isGiven)) as Decision &
    Record<string, string> // without the empty fields
  if (!needsReason(queue, decision.decision)) delete decision['reason']
  if (decision.decision === 'reject' && usual && !decision.reason && languageOf) {
    const reason = usualReasons(await languageOf(), queue)[usual]
    if (reason) return { ...decision, reason }
  }
  return decision
}

async function readerOf(upstream: RequestContext['upstream'], subject: CaseSubject): Promise<Language> {
  return (await readCase(upstream, subject)).investor?.language ?? fallbackLanguage
}

/**
 * What the investor will read, or what is wrong with the decision. Only a shown text can be confirmed: one that has
 * changed since, such as by other rates, is shown again.
 */
async function reviewDecision(
  { upstream, i18n }: Pick<RequestContext, 'upstream' | 'i18n'>,
  form: ParsedForm<unknown>,
  subject: CaseSubject,
  decision: Decision,
): Promise<Review<DecisionReview>> {
  try {
    const [preview, paidByIt] = await Promise.all([
      upstream.operator.previewDecision({ ...subject, ...decision }),
      paidBySameTransfer(upstream, subject, decision),
    ])
    const figures = createHash('sha256')
      // An app of an earlier release, beside this one, knows of no such withdrawals.
      .update(JSON.stringify([decision, preview, ...(paidByIt.length > 0 ? [paidByIt] : [])]))
      .digest('base64url')
    return {
      review: {
        preview,
        figures,
        reason: decision.reason ?? null,
        creditedAmount: decision.creditedAmount ?? null,
        paidByIt,
      },
    }
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || error.kind !== 'refused') throw error
    const { form: text, fields } = problemsOf(form, error, i18n)
    return { problems: { ...(text && { '': text }), ...fields } }
  }
}

/** Where an operator goes after a decision: the next case, if any waits. */
async function nextCasePath(
  upstream: RequestContext['upstream'],
  subject: CaseSubject,
): Promise<string | null> {
  // The decision is made, also if the next case can't be read now.
  const next = await readCase(upstream, subject).then(
    (found) => found.next,
    () => null,
  )
  return next === null ? null : casePath[subject.queue](next)
}

async function readCase({ operator }: RequestContext['upstream'], { queue, id }: CaseSubject): Promise<Case> {
  const read = {
    payments: () => operator.payment({ id }),
    refills: () => operator.refill({ id }),
    transfers: () => operator.transfer({ id }),
    verifications: () => operator.verification({ id }),
    inquiries: () => operator.inquiry({ id }),
    applications: () => operator.application({ id }),
  }
  return (await read[queue]()).case
}

/** The usual reasons of a queue by their names, in the language of whoever reads them. */
export function usualReasons(language: Language, queue: CaseSubject['queue']): Record<string, string> {
  const { t } = i18nOf(language)
  const named = reasonNames[queue].map((name) => [name, t(`cases:reasons.${queue}.${name}` as TextKey)])
  return Object.fromEntries(named) as Record<string, string>
}

const reasonNames: Record<CaseSubject['queue'], readonly string[]> = {
  payments: ['network', 'refused', 'owner', 'documents'],
  refills: ['nothing', 'other'],
  transfers: [],
  verifications: ['unreadable', 'mismatch', 'expired'],
  inquiries: ['balance'],
  applications: [],
}
