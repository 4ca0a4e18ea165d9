import { RateHolds } from '~/investments/rate-holds'
import { useI18n } from '~/locale/context'
import { Address } from '~/ui/address/address'
import { DescriptionList } from '~/ui/description-list/description-list'
import { type Withdrawal } from './withdrawal.server'

export function Figures({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t, amount, dateTime, percent } = useI18n()
  const { currency, bought, fee, freeAfter } = withdrawal
  const exact = (value: string, code = currency) => amount(value, code, { exact: true })
  return (
    <DescriptionList
      facts={[
        {
          term: t('cabinet:withdrawals.check.wallet'),
          value: <Address value={withdrawal.wallet} />,
          note: t('cabinet:withdrawals.check.walletNote'),
        },
        { term: t('cabinet:withdrawals.check.network'), value: withdrawal.network },
        { term: t('cabinet:withdrawals.check.amount'), value: exact(withdrawal.amount) },
        fee !== null && { term: t('cabinet:withdrawals.check.fee'), value: exact(fee) },
        { term: t('cabinet:withdrawals.check.net'), value: exact(withdrawal.net), strong: true },
        bought && {
          term: t('cabinet:withdrawals.check.fromBalance', { currency }),
          value: exact(withdrawal.fromBalance),
        },
        bought && {
          term: t('cabinet:withdrawals.check.fromUsdt'),
          value: exact(bought.fromUsdt, 'USDT'),
          note: (
            <>
              {t('cabinet:withdrawals.check.rate', { currency, rate: exact(bought.rate, 'USDT') })}
              {bought.spreadPercent !== null &&
                `, ${t('cabinet:withdrawals.check.spread', { percent: percent(bought.spreadPercent) })}`}
              {'. '}
              <RateHolds key={bought.rateId} ms={bought.holdsMs} until={bought.expiresAt} />
            </>
          ),
        },
        bought !== null &&
          bought.rateBefore !== null && {
            term: t('exchange:check.rateBefore'),
            value: exact(bought.rateBefore, 'USDT'),
          },
        {
          term: t('cabinet:withdrawals.check.expectedBy'),
          value: <time dateTime={withdrawal.expectedBy}>{dateTime(withdrawal.expectedBy)}</time>,
          note: t('cabinet:withdrawals.check.expectedNote', { count: withdrawal.hours }),
        },
        {
          term: t('cabinet:withdrawals.check.after'),
          value: exact(freeAfter.amount, freeAfter.currency),
        },
      ]}
    />
  )
}
