import { useField } from '@conform-to/react'
import { useRouteLoaderData } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { PasswordField, TextField } from './fields'
import { HiddenFields } from './plain-form'
import { StepUpPasskey } from './step-up-passkey'

/**
 * The current password, or a code of the second factor, whichever the upstream has asked for. It appears only then. It
 * stays, also if the form has other errors. It takes the focus when nothing else is wrong, so that a screen reader reads
 * the reason.
 * @param hint why the password is asked for
 */
export function StepUpField({ hint }: { hint: string }) {
  const { t } = useI18n()
  const [password, form] = useField<string>('currentPassword')
  const question = useQuestion()
  if (isForCode(question)) return <StepUpCodeField />
  if (!password.errors?.length && !question) return null
  return (
    <>
      <HiddenFields values={{ stepUp: 'password' }} />
      <PasswordField
        name="currentPassword"
        label={t('settings:password.current')}
        hint={hint}
        autoComplete="current-password"
        autoFocus={form.status !== 'error'}
      />
    </>
  )
}

/**
 * The code alone, for a form that has the current password among its own fields.
 * @param isAlwaysThere from the first page on, and not as the one thing that is still missing
 */
export function StepUpCodeField({ isAlwaysThere = false }: { isAlwaysThere?: boolean }) {
  const [, form] = useField<string>('stepUpCode')
  const question = useQuestion()
  const texts = useStepUpTexts(question)
  if (!isForCode(question)) return null
  return (
    <>
      <HiddenFields values={{ stepUp: question }} />
      {question === 'passkey' && <StepUpPasskey />}
      <TextField
        name="stepUpCode"
        {...texts}
        variant="code"
        autoComplete="one-time-code"
        maxLength={64}
        autoFocus={!isAlwaysThere && form.status !== 'error'}
      />
    </>
  )
}

/**
 * The texts of a code's field: which code it is. Without a code that was sent the password is asked for once more, and
 * another one is sent. A demonstration sends nothing and takes one code.
 */
export function useStepUpTexts(question: string | null | undefined): { label: string; hint: string } {
  const { t } = useI18n()
  const isDemo = useRouteLoaderData<{ isDemo: boolean }>('root')?.isDemo
  const sentBy = question === 'email' || question === 'sms' ? question : null
  const hint = isDemo ? 'demoHint' : 'sentHint'
  return {
    label: t(`settings:stepUp.${sentBy ?? 'code'}`),
    hint: t(`settings:stepUp.${sentBy ? hint : 'hint'}`),
  }
}

const isForCode = (question: string | undefined): question is string =>
  Boolean(question) && question !== 'password'

/** As the page was rendered with it, or with scripts the form's current one. */
function useQuestion(): string | undefined {
  const [code] = useField<string>('stepUpCode')
  const [stepUp] = useField<string>('stepUp')
  return stepUp.initialValue ?? stepUp.value ?? (code.errors?.length ? 'code' : undefined)
}
