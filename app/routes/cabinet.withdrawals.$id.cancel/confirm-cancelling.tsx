import { type Payment } from '~/contract/funds'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Address } from '~/ui/address/address'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Stack } from '~/ui/layout/layout'

interface ConfirmCancellingProps {
  payment: Payment
  lastResult?: LastResult | null
  submission: string
}

/** Names the request that is taken back, and where its money goes. */
export function ConfirmCancelling({ payment, lastResult, submission }: ConfirmCancellingProps) {
  const { t, amount, dateTime } = useI18n()
  const { id, currency, network, wallet, createdAt, fromUsdt } = payment
  const exact = (value: string, code = currency) => amount(value, code, { exact: true })
  return (
    <Stack gap={5}>
      <p>{t('cabinet:withdrawals.cancel.lead')}</p>
      <DescriptionList
        facts={[
          { term: t('cabinet:withdrawals.one.amount'), value: exact(payment.amount), strong: true },
          fromUsdt !== null && {
            term: t('cabinet:withdrawals.one.fromUsdt'),
            value: exact(fromUsdt, 'USDT'),
            note: t('cabinet:withdrawals.cancel.fromUsdtNote', { currency }),
          },
          { term: t('cabinet:withdrawals.one.wallet'), value: <Address value={wallet} /> },
          { term: t('cabinet:withdrawals.one.network'), value: network },
          {
            term: t('cabinet:withdrawals.one.createdAt'),
            value: <time dateTime={createdAt}>{dateTime(createdAt)}</time>,
          },
        ]}
      />
      <PostForm
        action={paths.cancelWithdrawal(id)}
        lastResult={lastResult}
        submission={submission}
        width="full"
      >
        <SubmitButton>{t('common:action.confirm')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}
