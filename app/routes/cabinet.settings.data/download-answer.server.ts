import { errorText, tooOftenText } from '~/locale/error-text'
import { type RequestContext } from '~/context'
import { stepUpFieldOf } from '~/forms/step-up-field.server'
import { type StepUpQuestion, stepUpQuestions } from '~/session/step-up.server'

/** The parts of the page around the button, where the password or a code is requested. */
export interface DownloadAnswer {
  question: StepUpQuestion
  /** The error of what was typed; null if there is none. */
  problem: string | null
  /** Why no file can be made, regardless of what was typed; null if it can. */
  form: string | null
}

const maxWaitS = 86_400

/** The refusal of a file, from the page's address: the file has no page of its own. Null: no refusal. */
export function downloadAnswer({ url, i18n }: Pick<RequestContext, 'url' | 'i18n'>): DownloadAnswer | null {
  const code = url.searchParams.get('download') ?? ''
  const question = stepUpQuestions.find((one) => one === url.searchParams.get('stepUp'))
  if (code === 'too_many_requests') {
    const wait = Number(url.searchParams.get('wait'))
    const form = tooOftenText(i18n, wait > 0 && wait <= maxWaitS ? wait : undefined)
    return { question: question ?? 'password', problem: null, form }
  }
  if (!question) return null
  const isKnown = Object.hasOwn(stepUpFieldOf, code)
  return { question, problem: isKnown ? (errorText(i18n, code) ?? null) : null, form: null }
}
