import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { type RequestContext } from '~/context'
import { type CaseQueue, type Noted } from '~/contract/extensions/operator/cases'
import { invalid, parseForm } from '~/forms/parse.server'
import { refused } from '~/forms/refused.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { operatorPaths } from '~/operator-paths'
import { casePath } from './paths'

/** Work on a case that decides nothing: an operator takes it, gives it back, or writes a note. */

export interface CaseSubject {
  queue: CaseQueue
  id: string
}

const intents = ['take', 'over', 'release', 'note'] as const
type Intent = (typeof intents)[number]

const NoText = z.object({})

const NoteForm = z.object({
  text: z.string('required').trim().min(1, 'required').max(2000, 'too_long'),
})

const doneAs = { take: 'caseTaken', over: 'caseTaken', release: 'caseReleased' } as const

/** The answer to the form of a note on an investor. */
export async function answerInvestorNote(context: RequestContext, id: string) {
  return answerNote(context, { queue: 'investors', id }, operatorPaths.investor(id))
}

/** The answer to a form about the work on a case; null for its decision. */
export async function answerCaseWork(context: RequestContext, subject: CaseSubject) {
  const intent = intents.find((one) => one === context.form?.get('intent'))
  if (!intent) return null
  const page = casePath[subject.queue](subject.id)
  if (intent === 'note') return answerNote(context, subject, page)
  const form = await parseForm(context, NoText)
  if (!form.ok) return invalid(form)
  try {
    await send(context, subject, intent)
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    return refused(context, form, error)
  }
  context.flash.set(doneAs[intent])
  return redirect(page, 303)
}

async function answerNote(context: RequestContext, subject: { queue: Noted; id: string }, page: string) {
  const form = await parseForm(context, NoteForm)
  if (!form.ok) return invalid(form)
  const { text } = form.value
  try {
    await context.upstream.operator.addNote({ ...subject, text })
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    return refused(context, form, error)
  }
  context.flash.set('noteAdded')
  return redirect(page, 303)
}

async function send(
  { upstream: { operator } }: RequestContext,
  subject: CaseSubject,
  intent: Exclude<Intent, 'note'>,
): Promise<unknown> {
  switch (intent) {
    case 'take':
      return operator.takeCase(subject)
    case 'over':
      return operator.takeCase({ ...subject, over: true })
    case 'release':
      return operator.releaseCase(subject)
  }
}
