import { type Language } from '~/contract/languages'
import { TextAreaField } from '~/forms/fields'
import { useI18n } from '~/locale/context'

/** The answer by mail to who wrote to the company, in the language in which they read the site. */
export function AnswerField({ email, language }: { email: string; language: Language }) {
  const { t } = useI18n()
  const reads = t(`cases:investor.languages.${language}`)
  return (
    <TextAreaField
      optional
      name="answer"
      label={t('cases:decide.answer')}
      hint={t('cases:decide.answerHint', { email, language: reads })}
      maxLength={4000}
    />
  )
}
