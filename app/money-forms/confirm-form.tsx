import { type ReactNode } from 'react'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { Soft } from '~/ui/layout/layout'
import { DuplicateField } from './duplicate-field'

interface ConfirmFormProps extends Pick<
  Parameters<typeof PostForm>[0],
  'lastResult' | 'submission' | 'defaults'
> {
  action: string
  /** The form's fields as they were typed. */
  typed: Record<string, string>
  /** What the page shows of them, to be confirmed as it stands there. */
  shown: Record<string, string>
  /** What is still to be typed. */
  children?: ReactNode
  /** Said below the button. */
  note?: string
}

/**
 * The two ways on from a review page: to confirm it, or back to its form with everything that was typed and none of it in
 * an address.
 */
export function ConfirmForm({ action, typed, shown, children, note, ...form }: ConfirmFormProps) {
  const { t } = useI18n()
  return (
    <>
      <PostForm {...form} id="confirm" action={action} width="full">
        <HiddenFields values={{ ...typed, ...shown }} />
        <DuplicateField />
        {children}
        <SubmitButton>{t('common:action.confirm')}</SubmitButton>
        {note && <Soft small>{note}</Soft>}
      </PostForm>
      <PostForm id="change" action={action} width="full">
        <HiddenFields values={{ ...typed, change: '1' }} />
        <SubmitButton variant="quiet">{t('common:action.change')}</SubmitButton>
      </PostForm>
    </>
  )
}
