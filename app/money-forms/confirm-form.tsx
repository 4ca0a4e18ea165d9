import { type ReactNode } from 'react'
import { answerOfQuestion, useAnsweredTitle } from '~/framework/form-title'
import { HiddenFields } from '~/forms/plain-form'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { Soft } from '~/ui/layout/layout'
import { ReceiptButtons } from '~/ui/receipt/receipt'
import { DuplicateField } from './duplicate-field'

export interface ConfirmFormProps extends Pick<
  Parameters<typeof PostForm>[0],
  'lastResult' | 'submission' | 'defaults'
> {
  action: string
  /** The form's fields as they were typed. */
  typed: Record<string, string>
  /** The figures that the page shows, to be confirmed exactly as shown. */
  shown: Record<string, string>
  /** What the button does, with the amount or whom it is about: `Open a deposit · 300.00 USDT`. */
  act: string
  /** What happens while that is on its way, such as "Opening…". */
  doing?: string
  /** Fields that are still to be filled in. */
  children?: ReactNode
  /** A text above the button. */
  note?: string
}

/**
 * The two forms of a review page: one confirms it, the other goes back to the form with the typed values. They are
 * posted, so that no value is in an address.
 */
export function ConfirmForm({ action, typed, shown, act, doing, children, note, ...form }: ConfirmFormProps) {
  const { t } = useI18n()
  const isRefused = form.lastResult?.status === 'error'
  useAnsweredTitle(isRefused ? null : (answerOfQuestion(form.defaults?.['stepUp']) ?? 'review'), shown)
  return (
    <ReceiptButtons>
      <PostForm {...form} id="confirm" action={action} width="full">
        <HiddenFields values={{ ...typed, ...shown }} />
        <DuplicateField />
        {children}
        {note && <Soft small>{note}</Soft>}
        <SubmitButton doing={doing}>{act}</SubmitButton>
      </PostForm>
      <PostForm id="change" action={action} width="full">
        <HiddenFields values={{ ...typed, change: '1' }} />
        <SubmitButton variant="quiet">{t('common:action.back')}</SubmitButton>
      </PostForm>
    </ReceiptButtons>
  )
}
