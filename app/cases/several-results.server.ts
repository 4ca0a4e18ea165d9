import { type RequestContext } from '~/context'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { submissionStatusOf } from '~/money-forms/outcome-page/submission.server'
import { isOpenStatus } from '~/money-forms/outcome-page/submission-status'
import { type Reconciliation } from '~/money-forms/reconcile.server'
import { inGroups, outcomesOf } from '~/money-forms/submit-series.server'
import { problemText } from '~/upstream/failure-texts.server'
import { decisionForms } from './decision-forms.server'
import { type DescribedCase, openCases } from './describe.server'

/** What became of a decision on several cases: it reads alone, and sends nothing. */

/**
 * Only `unknown` can still change. `otherwise`: another decision went through under the same key; `unclear`: what the
 * upstream lists doesn't tell whether this one did; `forgotten`: the results are no longer kept.
 */
export type CaseState =
  | 'done'
  | 'waits'
  | 'refused'
  | 'unknown'
  | 'absent'
  | 'otherwise'
  | 'unclear'
  | 'forgotten'

/** What became of the decision on one case. */
export interface CaseResult {
  case: DescribedCase
  state: CaseState
  /** Why it was refused. */
  problem: string | null
}

/** The results of a decision on several cases. */
interface SeveralResults {
  decision: string
  results: CaseResult[]
  /** Some are still to come. */
  isOpen: boolean
  /** False once it is too long ago: then each case alone shows how it stands. */
  isKept: boolean
}

/** The results of the series of an address. @throws Response 404, and 503 while the record of submissions is out of reach */
export async function severalResults(
  context: RequestContext,
  queue: CaseQueue,
  sealed: string,
): Promise<SeveralResults> {
  const definition = decisionForms[queue]
  const series = await context.idempotencyKeys.openSeries(sealed).catch(() => {
    throw new Response(null, { status: 503 })
  })
  if (series?.form !== definition.name) throw new Response(null, { status: 404 })
  const { parts } = series
  const outcomes = parts && (await outcomesOf(context, definition, { ...series, parts }))
  const described = await inGroups(parts ?? [], openCases(context, queue))
  const results = described.map((one, place): CaseResult => {
    const part = outcomes?.[place]
    if (!part) return { case: one, state: 'forgotten', problem: null }
    const { outcome, startedAt } = part
    const problem = outcome.state === 'refused' ? problemText(outcome.failure, context.i18n, 'any') : null
    return { case: one, state: stateOf(outcome, context.idempotencyKeys.now() - startedAt), problem }
  })
  return {
    decision: series.values['decision'] ?? '',
    results,
    isOpen: results.some(({ state }) => state === 'unknown'),
    isKept: outcomes !== null,
  }
}

/** @param ageMs since the decision was sent */
export function stateOf(outcome: Reconciliation, ageMs: number): CaseState {
  if (outcome.state === 'done') return outcome.flash === 'changeProposed' ? 'waits' : 'done'
  const status = submissionStatusOf(outcome, ageMs)
  if (isOpenStatus(status)) return 'unknown'
  return status === 'refused' || status === 'absent' || status === 'otherwise' ? status : 'unclear'
}
