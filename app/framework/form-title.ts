import { useEffect } from 'react'
import { type I18n } from '~/locale/create'
import { useI18n } from '~/locale/context'

/** What a page answers a form with: a refusal, or what the form will do, to be confirmed. */
export type FormAnswer = 'error' | 'review'

/** The title of a page that answers a form: a reader of tabs and of the history sees which of the form's pages it is. */
export const answeredTitle = ({ t }: Pick<I18n, 't'>, answer: FormAnswer, title: string): string =>
  t(answer === 'error' ? 'common:title.error' : 'common:title.review', { title })

/** Sets the title of a page that a form's answer has changed in place; the server sets that of a document that it sends. */
export function useAnsweredTitle(answer: FormAnswer | null, of: unknown): void {
  const i18n = useI18n()
  useEffect(() => {
    if (answer === null) return undefined
    const { title } = document
    const answered = answeredTitle(i18n, answer, title)
    if (!title.startsWith(answeredTitle(i18n, answer, ''))) document.title = answered
    return () => {
      if (document.title === answered) document.title = title
    }
  }, [answer, of, i18n])
}
