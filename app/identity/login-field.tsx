import { useI18n } from '~/locale/context'
import { TextField } from '~/forms/fields'

/**
 * The account: a login, or its e-mail or phone number.
 * @param offersPasskeys the browser may list passkeys here, for a script that waits for one
 */
export function LoginField({ offersPasskeys = false }: { offersPasskeys?: boolean }) {
  const { t } = useI18n()
  return (
    <TextField
      name="login"
      label={t('auth:login.login')}
      autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
    />
  )
}
