import { useActionData } from '@remix-run/react'
import { useI18n } from '~/locale/context'
import { TextField } from '~/forms/fields'

/**
 * The account: a login, or its e-mail or phone number. How these are written is said once something was refused.
 * @param offersPasskeys the browser may list passkeys here, for a script that waits for one
 */
export function LoginField({ offersPasskeys = false }: { offersPasskeys?: boolean }) {
  const { t } = useI18n()
  const isRefused = useActionData() !== undefined
  return (
    <TextField
      name="login"
      label={t('auth:login.login')}
      hint={isRefused && t('auth:login.loginHint')}
      autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
    />
  )
}
