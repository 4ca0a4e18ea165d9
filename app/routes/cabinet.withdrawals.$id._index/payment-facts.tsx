import { type Payment } from '~/contract/funds'
import { useI18n } from '~/locale/context'
import { Address } from '~/ui/address/address'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Section } from '~/ui/section/section'

/** The request in full, whatever became of it; of one that was rejected nothing was taken, and nothing arrives. */
export function PaymentFacts({ payment }: { payment: Payment }) {
  const { t, amount, dateTime } = useI18n()
  const { currency, status, fromUsdt, rate, transactionHash, expectedBy, withdrawnAt } = payment
  const exact = (value: string, code = currency) => amount(value, code, { exact: true })
  const time = (iso: string) => <time dateTime={iso}>{dateTime(iso)}</time>
  const isOpen = status === 'pending' || status === 'under_review'
  return (
    <Section id="facts" title={t('cabinet:withdrawals.one.facts')}>
      <DescriptionList
        facts={[
          isOpen && { term: t('cabinet:withdrawals.one.expectedBy'), value: time(expectedBy) },
          { term: t('cabinet:withdrawals.one.amount'), value: exact(payment.amount) },
          status !== 'rejected' && { term: t('cabinet:withdrawals.one.fee'), value: exact(payment.fee) },
          status !== 'rejected' && {
            term: t(status === 'completed' ? 'cabinet:withdrawals.one.sent' : 'cabinet:withdrawals.one.net'),
            value: exact(payment.net),
            strong: true,
          },
          fromUsdt !== null && {
            term: t('cabinet:withdrawals.one.fromUsdt'),
            value: exact(fromUsdt, 'USDT'),
            note: rate !== null && t('cabinet:withdrawals.one.rate', { currency, rate: exact(rate, 'USDT') }),
          },
          { term: t('cabinet:withdrawals.one.wallet'), value: <Address value={payment.wallet} /> },
          { term: t('cabinet:withdrawals.one.network'), value: payment.network },
          { term: t('cabinet:withdrawals.one.createdAt'), value: time(payment.createdAt) },
          withdrawnAt !== null && {
            term: t('cabinet:withdrawals.one.withdrawnAt'),
            value: time(withdrawnAt),
          },
          transactionHash !== null && {
            term: t('cabinet:withdrawals.one.hash'),
            value: <Address value={transactionHash} />,
          },
          {
            term: t('cabinet:withdrawals.one.number'),
            value: <span translate="no">{payment.id}</span>,
          },
        ]}
      />
    </Section>
  )
}
