import { useI18n } from '~/locale/context'
import { TextField } from '~/forms/fields'

/** The account: a login, or its e-mail or phone number. */
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
