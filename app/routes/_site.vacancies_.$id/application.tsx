import { FileField, TextAreaField, TextField } from '~/forms/fields'
import { resumeMaxMib } from '~/forms/largest-file'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'

/** The accepted types of a resume. The upstream itself checks the type of a file's content. */
const kinds = '.pdf,.jpg,.jpeg,.png,.webp'

/** The form of an application, with the typed values after a refusal. */
export function Application({ id, lastResult }: { id: string; lastResult?: LastResult }) {
  const { t, number } = useI18n()
  const hint = t('site:vacancies.resumeHint', { max: number(resumeMaxMib) })
  return (
    <PostForm action={paths.vacancy(id)} lastResult={lastResult} takesFiles>
      <TextField name="name" label={t('site:vacancies.name')} autoComplete="name" maxLength={200} />
      <TextField
        name="phone"
        type="tel"
        label={t('site:vacancies.phone')}
        hint={t('site:vacancies.phoneHint')}
        autoComplete="tel"
      />
      <TextField
        optional
        name="email"
        type="email"
        label={t('site:vacancies.email')}
        hint={t('site:vacancies.emailHint')}
        autoComplete="email"
        maxLength={254}
      />
      <TextAreaField optional name="message" label={t('site:vacancies.letter')} maxLength={5000} />
      <FileField
        name="resume"
        label={t('site:vacancies.resume')}
        hint={lastResult ? `${hint}. ${t('site:vacancies.resumeAgain')}` : hint}
        accept={kinds}
      />
      <SubmitButton>{t('site:vacancies.send')}</SubmitButton>
    </PostForm>
  )
}
