import { CurrentPasswordField } from '~/forms/current-password-field'
import { HiddenFields, TextField } from '~/forms/fields'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { Disclosure } from '~/ui/disclosure/disclosure'
import { intents } from './intent'

interface FormProps {
  lastResult?: LastResult
}

export function Code({ lastResult }: FormProps) {
  const { t } = useI18n()
  return (
    <PostForm lastResult={lastResult}>
      <TextField
        name="code"
        label={t('auth:phone.code')}
        hint={t('auth:phone.codeHint')}
        look="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={32}
      />
      <SubmitButton>{t('common:action.confirm')}</SubmitButton>
    </PostForm>
  )
}

export function Resend({ lastResult }: FormProps) {
  const { t } = useI18n()
  return (
    <PostForm id="resend" lastResult={lastResult}>
      <HiddenFields values={{ intent: intents.resend }} />
      <SubmitButton variant="secondary">{t('auth:phone.resend')}</SubmitButton>
    </PostForm>
  )
}

/** @param isFirst there is no number yet, so this is what the page is for */
export function Number({ isFirst, lastResult }: FormProps & { isFirst: boolean }) {
  const { t } = useI18n()
  const form = (
    <PostForm id="number" lastResult={lastResult}>
      <HiddenFields values={{ intent: intents.number }} />
      <TextField
        name="phone"
        type="tel"
        label={t('auth:register.phone')}
        hint={t('auth:register.phoneHint')}
        autoComplete="tel"
        maxLength={32}
      />
      <CurrentPasswordField hint={t('auth:phone.passwordHint')} />
      <SubmitButton variant={isFirst ? 'primary' : 'secondary'}>{t('auth:phone.sendCode')}</SubmitButton>
    </PostForm>
  )
  if (isFirst || lastResult) return form
  return <Disclosure title={t('auth:phone.otherNumber')}>{form}</Disclosure>
}
