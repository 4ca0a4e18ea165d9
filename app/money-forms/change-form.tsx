import { useI18n } from '~/locale/context'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'

/** Goes back from a review page to its form, with everything that was typed and none of it in an address. */
export function ChangeForm({ action, values }: { action: string; values: Record<string, string> }) {
  const { t } = useI18n()
  return (
    <PostForm id="change" action={action} width="full">
      <HiddenFields values={{ ...values, change: '1' }} />
      <SubmitButton variant="quiet">{t('common:action.change')}</SubmitButton>
    </PostForm>
  )
}
