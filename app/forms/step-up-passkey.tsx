import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { PasskeyButton } from './passkey-button'

/** Proves a passkey of the account before a sensitive form is sent, beside the code that can take its place. */
export function StepUpPasskey() {
  const { t } = useI18n()
  return (
    <PasskeyButton
      field="stepUpCredential"
      ceremony={{ prove: paths.stepUpPasskey() }}
      label={t('settings:stepUp.passkey')}
    />
  )
}
