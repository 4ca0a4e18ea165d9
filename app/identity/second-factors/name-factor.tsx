import { TextField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { StepUpField } from '~/forms/step-up-field'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'

/** The first step of adding a factor: the owner's name for it, and the step-up. */
export function NameFactor({ lastResult, suggestion }: { lastResult?: LastResult; suggestion: string }) {
  const { t } = useI18n()
  return (
    <PostForm lastResult={lastResult} defaults={{ name: suggestion }}>
      <TextField
        name="name"
        label={t('security:factors.name')}
        hint={t('security:totp.nameHint')}
        autoComplete="off"
        maxLength={64}
      />
      <StepUpField hint={t('security:passwordHint')} />
      <SubmitButton>{t('common:action.continue')}</SubmitButton>
    </PostForm>
  )
}
