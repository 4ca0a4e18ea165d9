import { LanguageSwitch } from '~/frame/language-switch'
import { useI18n } from '~/i18n/context'
import { paths } from '~/paths'
import { Button } from '~/ui/button/button'
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
      <form method="post" action={paths.logout()}>
        <input type="hidden" name="formToken" value={formToken} />
        <Button type="submit" variant="quiet" size="small" icon="signOut">
          {t('common:action.signOut')}
        </Button>
      </form>
    </div>
  )
}
