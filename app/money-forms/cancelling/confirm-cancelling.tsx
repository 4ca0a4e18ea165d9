import { type ComponentProps, type ReactNode } from 'react'
import { type Payment } from '~/contract/funds'
import { type LastResult } from '~/forms/parse.server'
import { ActOrKeep } from '~/money-forms/act-or-keep'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { Address } from '~/ui/address/address'
import { Receipt, actOf } from '~/ui/receipt/receipt'

interface ConfirmCancellingProps {
  payment: Payment & { id: string }
  lastResult?: LastResult | null
  submission: string
  /** The parts of a dialog, where it is asked over another page. */
  inDialog?: Pick<ComponentProps<typeof Receipt>, 'TitleAs'> & { keep: ReactNode }
}

/** Names the request that is taken back, and where its money goes. */
export function ConfirmCancelling({ payment, lastResult, submission, inDialog }: ConfirmCancellingProps) {
  const { t, amount, amountParts, date } = useI18n()
  const { id, currency, network, wallet, createdAt, fromUsdt } = payment
  return (
    <Receipt
      TitleAs={inDialog?.TitleAs}
      title={t('cabinet:withdrawals.cancel.title')}
      lead={t('cabinet:withdrawals.cancel.lead')}
      amount={{
        term: t('cabinet:withdrawals.one.amount'),
        parts: amountParts(payment.amount, currency, { exact: true }),
      }}
      from={{ term: t('cabinet:withdrawals.one.wallet'), value: wallet && <Address value={wallet} /> }}
      to={{ term: t('common:review.to'), value: currency && t('common:review.balance', { currency }) }}
      lines={[
        {
          term: t('cabinet:withdrawals.one.fromUsdt'),
          value: given(fromUsdt, (value) => amount(value, 'USDT', { exact: true })),
          note: given(currency, (code) => t('cabinet:withdrawals.cancel.fromUsdtNote', { currency: code })),
        },
        { term: t('cabinet:withdrawals.one.network'), value: network },
        {
          term: t('cabinet:withdrawals.one.createdAt'),
          value: given(createdAt, (at) => <time dateTime={at}>{date(at)}</time>),
        },
      ]}
    >
      <ActOrKeep
        action={paths.cancelWithdrawal(id)}
        lastResult={lastResult}
        submission={submission}
        act={actOf(t('cabinet:withdrawals.cancel.open'), amount(payment.amount, currency, { exact: true }))}
        doing={t('common:doing.cancelling')}
        keep={inDialog?.keep ?? paths.withdrawal(id)}
      />
    </Receipt>
  )
}
