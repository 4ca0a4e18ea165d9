import { type Payment } from '~/contract/funds'
import { type LastResult } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { Address } from '~/ui/address/address'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Stack } from '~/ui/layout/layout'

interface ConfirmCancellingProps {
  payment: Payment & { id: string }
  lastResult?: LastResult | null
  submission: string
}

/** Names the request that is taken back, and where its money goes. */
export function ConfirmCancelling({ payment, lastResult, submission }: ConfirmCancellingProps) {
  const { t, amount, dateTime } = useI18n()
  const { id, currency, network, wallet, createdAt, fromUsdt } = payment
  return (
    <Stack gap={5}>
      <p>{t('cabinet:withdrawals.cancel.lead')}</p>
      <DescriptionList
        facts={[
          {
            term: t('cabinet:withdrawals.one.amount'),
            value: amount(payment.amount, currency, { exact: true }),
            strong: true,
          },
          {
            term: t('cabinet:withdrawals.one.fromUsdt'),
            value: given(fromUsdt, (value) => amount(value, 'USDT', { exact: true })),
            note: given(currency, (code) => t('cabinet:withdrawals.cancel.fromUsdtNote', { currency: code })),
          },
          {
            term: t('cabinet:withdrawals.one.wallet'),
            value: given(wallet, (own) => <Address value={own} />),
          },
          { term: t('cabinet:withdrawals.one.network'), value: network },
          {
            term: t('cabinet:withdrawals.one.createdAt'),
            value: given(createdAt, (at) => <time dateTime={at}>{dateTime(at)}</time>),
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
