import { createHash } from 'node:crypto'
import { data, redirect } from '@remix-run/node'
import { z } from 'zod'
import { type RequestContext } from '~/context'
import { type CaseQueue, type Preview } from '~/contract/extensions/operator/cases'
import { type Decision } from '~/contract/extensions/operator/queues'
import { type ParsedForm, invalid, parseForm } from '~/forms/parse.server'
import { problemsOf } from '~/forms/refused.server'
import { toChange, wantsChange } from '~/money-forms/action.server'
import { inGroups, openSeries } from '~/money-forms/submit-series.server'
import { operatorPaths } from '~/operator-paths'
import { operatorPermissions } from '~/session/operator-permissions.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import {
  type Credit,
  type Credits,
  CreditFields,
  needsCredits,
  readCredits,
  typedCredits,
} from './credits.server'
import { decisionForms } from './decision-forms.server'
import { usualReasons, writtenDecision } from './decision.server'
import { type DescribedCase, type ReadCase, openCases } from './describe.server'
import { needsReason } from './needs-reason'
import { decisionCalls, queueName } from './paths'
import { playedCredits } from './played-transfer.server'
import { chosenIn, confirmedIn, idsIn, maxCases } from './several-posted.server'

/**
 * One decision on several cases of a queue. Each is made by the very call that its own page makes, with a key that follows
 * from the form's: what one case refuses holds no other up, and the same press twice decides once.
 */

const severalKey = 'several'

/** What can be decided for several. A credit has a transfer of its own for each. */
const decisionsOf: Record<CaseQueue, readonly ('approve' | 'review' | 'reject' | 'complete')[]> = {
  payments: ['approve', 'review', 'reject'],
  refills: ['approve', 'reject'],
  // A credit has a top-up of its own for each.
  transfers: ['reject'],
  verifications: ['approve', 'reject'],
  inquiries: ['complete', 'reject'],
  applications: ['complete', 'reject'],
}

/** What the form offers. */
export interface SeveralOffer {
  decisions: readonly string[]
  /** The usual reasons of a refusal by their names; each investor reads theirs in their own language. */
  reasons: Record<string, string>
  submission: string
}

/** The form for several cases of a queue; null for who may not decide on them. */
export async function offerSeveral(
  { upstream, i18n, idempotencyKeys }: RequestContext,
  queue: CaseQueue,
): Promise<SeveralOffer | null> {
  const { may } = await operatorPermissions(upstream)
  if (!may(decisionCalls[queue]) || !may('previewDecision')) return null
  return {
    decisions: decisionsOf[queue],
    reasons: usualReasons(i18n.language, queue),
    submission: await idempotencyKeys.issue(decisionForms[queue].name, severalKey),
  }
}

const formOf = (queue: CaseQueue) =>
  z.object({
    decision: z.enum(decisionsOf[queue], 'required'),
    usual: z.string().max(32).optional(),
    answer: z.string().trim().max(4000, 'too_long').optional(),
    reason: z.string().trim().max(300, 'too_long').optional(),
    credits: CreditFields,
  })

/** One case on the check page. */
export interface ReviewedCase {
  case: DescribedCase
  /** What the decision does: it is made, waits for a second operator, or can't be made. */
  effect: 'decides' | 'waits' | 'refused'
  preview: Preview | null
  /** Why it can't be made. */
  problem: string | null
  /** The transfer that it is credited by. */
  credit: Credit | null
}

export interface SeveralReview {
  cases: ReviewedCase[]
  /** The fields as they were typed, to be sent once more. */
  typed: Record<string, string>
  /** The cases that are decided, each with what its investor will read. */
  figures: string
  submission: string
  /** Something has changed since it was shown. */
  changed: boolean
}

/** Answers a post of the form: the first shows the check page, the second confirms it and leads to the results. */
export async function answerSeveral(context: RequestContext, queue: CaseQueue) {
  const { i18n } = context
  const readCase = openCases(context, queue)
  const form = await parseForm(context, formOf(queue))
  const chosen = chosenIn(context.form)
  const confirmed = confirmedIn(context.form)
  const isCredited = needsCredits(context.form, queue) && chosen.length > 0 && chosen.length <= maxCases
  const again = async ({ data: answer, init }: ReturnType<typeof invalid> | ReturnType<typeof toChange>) => {
    const shown = isCredited ? [] : idsIn(context.form, 'shown')
    const cases = await inGroups([...new Set([...shown, ...chosen])].slice(0, 100), readCase)
    const played = isCredited ? await playedCredits(context, cases) : null
    return data({ ...answer, cases, chosen, isCredited, played }, init ?? undefined)
  }
  if (!form.ok) return again(invalid(form))
  if (wantsChange(context)) return again(toChange(form))
  if (chosen.length === 0) return again(invalid(form, { form: i18n.t('cases:several.none') }))
  if (chosen.length > maxCases)
    return again(invalid(form, { form: i18n.t('cases:several.tooMany', { count: maxCases }) }))
  const { decision, usual, reason } = form.value
  if (decision === 'reject' && needsReason(queue, decision) && !reason && !usual)
    return again(invalid(form, { fields: { reason: i18n.t('refusals:code.required') } }))
  const credits = isCredited ? readCredits(form.value.credits, chosen, i18n) : null
  if (credits && !context.form?.has('credited')) return again(toChange(form))
  if (credits?.problems) return again(invalid(form, credits.problems))
  const open = { queue, readCase, credits: credits?.byCase ?? null }
  const review = async (changed: boolean) => ({
    review: await reviewSeveral(context, open, form, chosen, changed),
  })
  if (!confirmed) return review(false)

  const definition = decisionForms[queue]
  const series = await openSeries(context, {
    form: definition,
    values: { decision, words: digestOf([usual, form.value.answer, reason, ...(open.credits ?? [])]) },
    parts: [...confirmed.keys()].map((id) => ({
      id,
      async run(ticket) {
        const { upstream, requestId } = context
        const sent = await decisionOn(open, form.value, id)
        // Without its text it is never sent.
        if (!sent)
          throw new UpstreamFailure({
            ...{ kind: 'refused', status: 422, sent: false },
            ...{ call: definition.name, requestId },
          })
        return definition.send(
          upstream,
          { id, ...sent },
          { key: ticket.key, values: ticket.values, sending: ticket },
        )
      },
    })),
  })
  if (!series.unsent) {
    const remaining = new Map([...confirmed].filter(([id]) => series.remaining.includes(id)))
    if (await isChanged(context, open, form, remaining)) return review(true)
  }
  const outcome = series.unsent ?? (await series.submit())
  switch (outcome.kind) {
    case 'sent':
      return redirect(operatorPaths.severalResults(queueName[queue], outcome.series), 303)
    case 'mismatch':
      return again(invalid(form, { form: i18n.t('errors:code.idempotency_mismatch') }))
    case 'stale':
      return again(invalid(form, { form: i18n.t('refusals:code.form_stale') }))
    case 'foreign':
      return again(invalid(form, { form: i18n.t('refusals:code.form_foreign') }))
    case 'store_unavailable':
      return again(invalid(form, { status: 503, form: i18n.t('refusals:code.store_unavailable_unsure') }))
  }
}

type Typed = z.output<ReturnType<typeof formOf>>

/** A queue, with its cases as far as they are read. */
interface OpenQueue {
  queue: CaseQueue
  readCase: ReadCase
  /** The transfers by which top-ups are credited; null for any other decision. */
  credits: Credits | null
}

/**
 * The decision on one case as it is sent; null where no transfer was typed for it, or where its usual reason can't be
 * written out, because the language of its reader is not known.
 */
async function decisionOn(
  { queue, readCase, credits }: OpenQueue,
  typed: Typed,
  id: string,
): Promise<(Decision & Record<string, string>) | null> {
  const { decision, usual, reason } = typed
  if (credits) {
    const credit = credits.get(id)
    return credit ? { decision, ...credit } : null
  }
  if (!usual || reason || decision !== 'reject') return writtenDecision(queue, words(typed))
  const { language } = await readCase(id)
  return language && writtenDecision(queue, words(typed), () => language)
}

const words = ({ credits: _none, ...typed }: Typed) => typed

async function reviewSeveral(
  context: RequestContext,
  open: OpenQueue,
  form: ParsedForm<Typed> & { ok: true },
  chosen: readonly string[],
  changed: boolean,
): Promise<SeveralReview> {
  const { queue, readCase, credits } = open
  const described = await inGroups(chosen, readCase)
  const previews = await previewsOf(context, open, form, chosen)
  const cases = described.map((one, place): ReviewedCase => {
    const { preview, problem } = previews[place]!
    const effect = preview === null ? 'refused' : preview.needsSecond ? 'waits' : 'decides'
    return { case: one, effect, preview, problem, credit: credits?.get(one.id) ?? null }
  })
  const figures = previews.flatMap(({ id, digest }) => (digest === null ? [] : [`${id}/${digest}`])).join('/')
  const { decision, usual = '', answer = '', reason = '' } = form.value
  const words = { decision, usual, answer, reason, chosen: chosen.join('/') }
  const typed = { ...words, ...(credits && typedCredits(form.value.credits)) }
  return { cases, typed, figures, submission: await keyFor(context, queue), changed }
}

/** The posted key, unless it has been used for other cases. */
async function keyFor({ form, idempotencyKeys }: RequestContext, queue: CaseQueue): Promise<string> {
  const { name } = decisionForms[queue]
  const sealed = form?.get('submission')
  const opened = typeof sealed === 'string' ? await idempotencyKeys.open(name, sealed) : null
  const isFresh = opened?.maySend && !(await idempotencyKeys.store.find(opened.key).catch(() => null))
  return isFresh && typeof sealed === 'string' ? sealed : idempotencyKeys.issue(name, severalKey)
}

interface FoundPreview {
  id: string
  preview: Preview | null
  problem: string | null
  /** Of what its investor reads; null where the decision can't be made. */
  digest: string | null
  /** The upstream refuses the decision on this case. */
  isRefused: boolean
}

function previewsOf(
  { upstream, i18n }: RequestContext,
  open: OpenQueue,
  form: ParsedForm<Typed> & { ok: true },
  ids: readonly string[],
): Promise<FoundPreview[]> {
  return inGroups(ids, async (id) => {
    const { queue, credits } = open
    const decision = await decisionOn(open, form.value, id)
    if (!decision)
      return {
        ...{
          id,
          preview: null,
          problem: i18n.t(credits ? 'cases:credits.none' : 'cases:several.noLanguage'),
        },
        ...{ digest: null, isRefused: false },
      }
    try {
      const preview = await upstream.operator.previewDecision({ queue, id, ...decision })
      return { id, preview, problem: null, digest: digestOf([decision, preview]), isRefused: false }
    } catch (error) {
      // Any other failure says nothing of the case: it must not pass for one that can't be decided.
      if (!isRefusal(error)) throw error
      const { form: text, fields } = problemsOf(form, error, i18n)
      const problem = [text, ...Object.values(fields)].filter(Boolean).join('. ')
      return { id, preview: null, problem, digest: null, isRefused: true }
    }
  })
}

/** Whether the upstream refuses this case, or says in its own words that there is none. */
const isRefusal = (error: unknown): error is UpstreamFailure =>
  error instanceof UpstreamFailure &&
  (error.kind === 'refused' || (error.kind === 'not_found' && error.content === 'words'))

/**
 * Whether an investor would read something else than what was shown. A case that can't take the decision any more is no
 * reason to show all of them again: it is refused alone.
 */
async function isChanged(
  context: RequestContext,
  open: OpenQueue,
  form: ParsedForm<Typed> & { ok: true },
  confirmed: ReadonlyMap<string, string>,
): Promise<boolean> {
  const found = await previewsOf(context, open, form, [...confirmed.keys()])
  return found.some(({ id, digest, isRefused }) => !isRefused && digest !== confirmed.get(id))
}

const digestOf = (content: unknown) =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16)
