import { type ComponentProps, type ReactNode } from 'react'
import { useI18n } from '~/locale/context'
import { Alert } from '~/ui/alert/alert'
import { Receipt, actOf } from '~/ui/receipt/receipt'
import { ConfirmForm, type ConfirmFormProps } from './confirm-form'
import { type ReviewPage, type Reviewed } from './review.server'

type Receipts = ComponentProps<typeof Receipt>

interface ReviewReceiptProps extends Pick<Receipts, 'title' | 'from' | 'to' | 'lines' | 'risk' | 'rest'> {
  page: ReviewPage<Reviewed>
  /** The figure that the page is about: what is paid, exchanged or withdrawn. */
  amount: { term: string; value: string; currency: string }
  /** What the button does, without the amount. */
  act: string
  /** What happens while that is on its way, such as "Opening…". */
  doing: string
  form: Pick<ConfirmFormProps, 'action' | 'submission' | 'shown'> &
    Partial<Pick<ConfirmFormProps, 'typed' | 'defaults'>>
  /** Fields that are still to be filled in. */
  children?: ReactNode
}

/** What a form will do with an amount, as a receipt, with the button that does it. */
export function ReviewReceipt({ page, amount, act, doing, form, children, ...receipt }: ReviewReceiptProps) {
  const { t, amountParts, amount: inWords } = useI18n()
  const { changed, lastResult, typed } = page
  const { term, value, currency } = amount
  return (
    <Receipt
      {...receipt}
      amount={{ term, parts: amountParts(value, currency, { exact: true }) }}
      before={
        changed && (
          <Alert meaning="warning" role="alert">
            {t(changed === 'rate' ? 'errors:code.rate_expired' : 'common:review.changed')}
          </Alert>
        )
      }
    >
      <ConfirmForm
        typed={typed}
        lastResult={lastResult}
        {...form}
        doing={doing}
        act={actOf(act, inWords(value, currency, { exact: true }))}
      >
        {children}
      </ConfirmForm>
    </Receipt>
  )
}
