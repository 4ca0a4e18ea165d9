import { useEffect } from 'react'
import { type I18n } from '~/locale/create'
import { useI18n } from '~/locale/context'

/**
 * What a page answers a form with: a refusal, what the form will do, to be confirmed, or a question of who sends it.
 */
export type FormAnswer = 'error' | 'review' | 'password' | 'code'

/** The title of a page that answers a form: a reader of tabs and of the history sees which of the form's pages it is. */
export const answeredTitle = ({ t }: Pick<I18n, 't'>, answer: FormAnswer, title: string): string =>
  t(`common:title.${answer}`, { title })

/** @param question what a form that was sent still needs before it is carried out, from its hidden field `stepUp` */
export function answerOfQuestion(question: unknown): FormAnswer | null {
  if (typeof question !== 'string' || question === '') return null
  return question === 'password' ? 'password' : 'code'
}

/** Sets the title of a page that a form's answer has changed in place; the server sets that of a document that it sends. */
export function useAnsweredTitle(answer: FormAnswer | null, of: unknown): void {
  const i18n = useI18n()
  useEffect(() => {
    if (answer === null) return undefined
    const title = unansweredTitle(i18n)
    const answered = answeredTitle(i18n, answer, title)
    document.title = answered
    return () => {
      if (document.title === answered) document.title = title
    }
  }, [answer, of, i18n])
}

/** The title of the page itself, which the server may have sent as that of an answer. */
function unansweredTitle(i18n: I18n): string {
  const { title } = document
  const starts = (['error', 'review', 'password', 'code'] as const).map((one) => answeredTitle(i18n, one, ''))
  return title.slice(starts.find((start) => title.startsWith(start))?.length ?? 0)
}
