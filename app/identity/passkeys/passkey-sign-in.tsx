import { type LastResult } from '~/forms/parse.server'
import { PasskeyButton } from '~/forms/passkey-button'
import { PostForm } from '~/forms/post-form'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'

interface PasskeySignInProps {
  lastResult?: LastResult
  redirectTo?: string
  /** Also offers passkeys in the list of the page's field for the login. */
  inAutofill?: boolean
  /** It is what the page is for. */
  isPrimary?: boolean
}

/** Signs in by a passkey of this device, or of a phone or a key beside it. Not there without scripts. */
export function PasskeySignIn({ lastResult, redirectTo, inAutofill, isPrimary }: PasskeySignInProps) {
  const { t } = useI18n()
  return (
    <PostForm id="passkey" action={paths.loginPasskey({ redirectTo })} lastResult={lastResult}>
      <PasskeyButton
        field="credential"
        ceremony={{ prove: paths.loginPasskeyOptions() }}
        inAutofill={inAutofill}
        isPrimary={isPrimary}
        label={t('security:passkey.signIn')}
      />
    </PostForm>
  )
}
