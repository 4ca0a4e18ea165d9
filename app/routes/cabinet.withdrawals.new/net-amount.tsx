import { useI18n } from '~/locale/context'
import { Alert } from '~/ui/alert/alert'
import { type NetAmountPreview } from './net-amount.server'

/** Where the answer stands: the page opens there, with scripts and without. */
export const netAmountId = 'arrives'

export function NetAmount({ currency, amount: asked, fee, net }: NetAmountPreview) {
  const { t, amount } = useI18n()
  const exact = (value: string) => amount(value, currency, { exact: true })
  return (
    <div id={netAmountId}>
      <Alert role="status" title={t('cabinet:withdrawals.arrival.title', { net: exact(net) })}>
        {fee === null
          ? t('cabinet:withdrawals.arrival.noFee')
          : t('cabinet:withdrawals.arrival.text', { amount: exact(asked), fee: exact(fee) })}
      </Alert>
    </div>
  )
}
