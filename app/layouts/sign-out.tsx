import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Button } from '~/ui/button/button'

/** Signs out. It loads a new document. */
export function SignOut({ formToken }: { formToken: string }) {
  const { t } = useI18n()
  return (
    <form method="post" action={paths.logout()}>
      <input type="hidden" name="formToken" value={formToken} />
      <Button type="submit" variant="quiet" size="small" icon="signOut">
        {t('common:action.signOut')}
      </Button>
    </form>
  )
}
