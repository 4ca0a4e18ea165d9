import { useField } from '@conform-to/react'
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
  if (question === 'code' || question === 'passkey') return <StepUpCodeField />
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
  const { t } = useI18n()
  const [, form] = useField<string>('stepUpCode')
  const question = useQuestion()
  if (question !== 'code' && question !== 'passkey') return null
  return (
    <>
      <HiddenFields values={{ stepUp: question }} />
      {question === 'passkey' && <StepUpPasskey />}
      <TextField
        name="stepUpCode"
        label={t('settings:stepUp.code')}
        hint={t('settings:stepUp.hint')}
        variant="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        autoFocus={!isAlwaysThere && form.status !== 'error'}
      />
    </>
  )
}

/** As the page was rendered with it, or with scripts the form's current one. */
function useQuestion(): string | undefined {
  const [code] = useField<string>('stepUpCode')
  const [stepUp] = useField<string>('stepUp')
  return stepUp.initialValue ?? stepUp.value ?? (code.errors?.length ? 'code' : undefined)
}
