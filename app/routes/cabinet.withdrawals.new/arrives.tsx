import { useI18n } from '~/i18n/context'
import { Notice } from '~/ui/notice/notice'
import { type Arrival } from './arrival.server'

/** Where the answer stands: the page opens there, with scripts and without. */
export const arrivalId = 'arrives'

export function Arrives({ currency, amount: asked, fee, net }: Arrival) {
  const { t, amount } = useI18n()
  const exact = (value: string) => amount(value, currency, { exact: true })
  return (
    <div id={arrivalId}>
      <Notice role="status" title={t('cabinet:withdrawals.arrival.title', { net: exact(net) })}>
        {fee === null
          ? t('cabinet:withdrawals.arrival.noFee')
          : t('cabinet:withdrawals.arrival.text', { amount: exact(asked), fee: exact(fee) })}
      </Notice>
    </div>
  )
}
