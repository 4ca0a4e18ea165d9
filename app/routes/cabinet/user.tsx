import { LanguageSwitch } from '~/layouts/language-switch'
import { SignOut } from '~/layouts/sign-out'
import { useI18n } from '~/locale/context'
import * as styles from './user.css'

interface UserProps {
  login: string
  formToken: string
}

/** Who is signed in, and the way out. Both forms load a new document. */
export function User({ login, formToken }: UserProps) {
  const { t } = useI18n()
  return (
    <div className={styles.user}>
      <p className={styles.login}>{t('cabinet:frame.signedInAs', { login })}</p>
      <LanguageSwitch />
      <SignOut formToken={formToken} />
    </div>
  )
}
