import { useI18n } from '~/locale/context'
import { TextField } from '~/forms/fields'

/** Whose account it is: a login, or the e-mail or phone number that stands for it. */
export function LoginField() {
  const { t } = useI18n()
  return (
    <TextField
      name="login"
      label={t('auth:login.login')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
    />
  )
}
