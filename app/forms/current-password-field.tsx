import { useField } from '@conform-to/react'
import { useI18n } from '~/locale/context'
import { PasswordField } from './fields'
import { HiddenFields } from './plain-form'

/**
 * The current password. It appears only after the upstream has requested it. It then stays, also if the form has other
 * errors. It takes the focus when nothing else is wrong, so that a screen reader reads the reason.
 * @param hint why it is requested
 */
export function CurrentPasswordField({ hint }: { hint: string }) {
  const { t } = useI18n()
  const [password, form] = useField<string>('currentPassword')
  const [stepUp] = useField<string>('stepUp')
  // The value that the page was rendered with, or with scripts the form's current one.
  const wasRequested = stepUp.initialValue ?? stepUp.value
  if (!password.errors?.length && !wasRequested) return null
  return (
    <>
      <HiddenFields values={{ stepUp: '1' }} />
      <PasswordField
        name="currentPassword"
        label={t('settings:password.current')}
        hint={hint}
        autoComplete="current-password"
        autoFocus={form.status !== 'error'}
      />
    </>
  )
}
