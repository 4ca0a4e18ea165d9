import { useI18n } from '~/locale/context'
import { PasswordField } from './fields'

/** A password to be set, typed twice: the first of an account, or a new one. */
export function NewPasswordFields({ isFirst = false }: { isFirst?: boolean }) {
  const { t } = useI18n()
  return (
    <>
      <PasswordField
        name="password"
        label={t(isFirst ? 'common:form.password.first' : 'common:form.password.new')}
        hint={t('common:form.password.hint')}
        autoComplete="new-password"
      />
      <PasswordField
        name="passwordRepeat"
        label={t(isFirst ? 'common:form.password.firstAgain' : 'common:form.password.newAgain')}
        autoComplete="new-password"
      />
    </>
  )
}
