import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { type RequestContext } from '~/context'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { invalid, parseForm } from '~/forms/parse.server'
import { refused } from '~/forms/refused.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { casePath } from './paths'

/** Work on a case that decides nothing: an operator takes it, gives it back, or writes a note. */

export interface CaseSubject {
  queue: CaseQueue
  id: string
}

const intents = ['take', 'over', 'release', 'note'] as const
type Intent = (typeof intents)[number]

const Work = z.object({ text: z.string().trim().max(2000, 'too_long').optional() })

const doneAs = { take: 'caseTaken', over: 'caseTaken', release: 'caseReleased', note: 'noteAdded' } as const

/** The answer to a form about the work on a case; null for its decision. */
export async function answerCaseWork(context: RequestContext, subject: CaseSubject) {
  const intent = intents.find((one) => one === context.form?.get('intent'))
  if (!intent) return null
  const form = await parseForm(context, Work)
  if (!form.ok) return invalid(form)
  const { text = '' } = form.value
  if (intent === 'note' && text === '')
    return invalid(form, { fields: { text: context.i18n.t('refusals:code.required') } })
  try {
    await send(context, subject, intent, text)
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    return refused(context, form, error)
  }
  context.flash.set(doneAs[intent])
  return redirect(casePath[subject.queue](subject.id), 303)
}

async function send(
  { upstream: { operator } }: RequestContext,
  subject: CaseSubject,
  intent: Intent,
  text: string,
): Promise<unknown> {
  switch (intent) {
    case 'take':
      return operator.takeCase(subject)
    case 'over':
      return operator.takeCase({ ...subject, over: true })
    case 'release':
      return operator.releaseCase(subject)
    case 'note':
      return operator.addNote({ ...subject, text })
  }
}
