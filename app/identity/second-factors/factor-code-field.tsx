import { TextField } from '~/forms/fields'
import { useI18n } from '~/locale/context'

/** A code of an authenticator app: digits, but recovery codes have letters too and are typed here as well. */
export function FactorCodeField({ hint, autoFocus }: { hint: string; autoFocus?: boolean }) {
  const { t } = useI18n()
  return (
    <TextField
      name="code"
      label={t('security:code')}
      hint={hint}
      variant="code"
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={64}
      autoFocus={autoFocus}
    />
  )
}
