import { type ComponentProps, type ReactNode } from 'react'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { ButtonLink } from '~/ui/button/button'
import { ReceiptButtons } from '~/ui/receipt/receipt'

interface ActOrKeepProps extends Pick<
  ComponentProps<typeof PostForm>,
  'action' | 'lastResult' | 'submission'
> {
  /** What the button does, with the amount. */
  act: string
  /** What happens while that is on its way, such as "Closing…". */
  doing: string
  /** The page of what stays as it is, or the button of a dialog that leaves it so. */
  keep: ReactNode
}

/** The button of an act without a form before it, and beside it the way to leave everything as it is. */
export function ActOrKeep({ act, doing, keep, ...form }: ActOrKeepProps) {
  const { t } = useI18n()
  return (
    <ReceiptButtons>
      <PostForm {...form} id="confirm" width="full">
        <SubmitButton doing={doing}>{act}</SubmitButton>
      </PostForm>
      {typeof keep === 'string' ? <ButtonLink href={keep}>{t('common:review.keep')}</ButtonLink> : keep}
    </ReceiptButtons>
  )
}
