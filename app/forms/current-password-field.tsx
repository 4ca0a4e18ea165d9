import { useField } from '@conform-to/react'
import { useI18n } from '~/locale/context'
import { PasswordField } from './fields'
import { HiddenFields } from './plain-form'

/**
 * The password once more. It stands only where the upstream has asked for it: a form that is never asked has no such
 * field, and one that was asked keeps it, whatever else is wrong with it by then. Where nothing is wrong yet it has the
 * focus, so that the reason is read out with it.
 * @param hint why it is asked for
 */
export function CurrentPasswordField({ hint }: { hint: string }) {
  const { t } = useI18n()
  const [password, form] = useField<string>('currentPassword')
  const [stepUp] = useField<string>('stepUp')
  // What the page was made with, and where scripts run what stands in the form now.
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
