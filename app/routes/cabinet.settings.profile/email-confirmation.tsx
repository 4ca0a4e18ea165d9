import { HiddenFields, TextField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { Stack } from '~/ui/layout/layout'
import { emailIntents } from './intent'

interface EmailConfirmationProps {
  /** The address that waits for its code. */
  email: string
  /** Of whichever of the two forms was answered. */
  lastResult?: LastResult
}

/** The code for an e-mail that does not count yet, and a way to another one. */
export function EmailConfirmation({ email, lastResult }: EmailConfirmationProps) {
  const { t } = useI18n()
  const answered = lastResult?.initialValue?.['intent']
  const resultOf = (intent: string) => (answered === intent ? lastResult : undefined)
  return (
    <Stack gap={4}>
      <p>{t('settings:email.lead', { email })}</p>
      <PostForm id="email-code" lastResult={resultOf(emailIntents.confirm)}>
        <HiddenFields values={{ intent: emailIntents.confirm }} />
        <TextField
          name="code"
          label={t('settings:email.code')}
          hint={t('settings:email.codeHint')}
          look="code"
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={32}
        />
        <SubmitButton>{t('common:action.confirm')}</SubmitButton>
      </PostForm>
      <PostForm id="email-resend" lastResult={resultOf(emailIntents.resend)}>
        <HiddenFields values={{ intent: emailIntents.resend }} />
        <SubmitButton variant="secondary">{t('settings:email.resend')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}
