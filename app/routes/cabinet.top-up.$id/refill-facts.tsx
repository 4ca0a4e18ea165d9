import { type Refill } from '~/contract/funds'
import { useI18n } from '~/locale/context'
import { Address } from '~/ui/address/address'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Section } from '~/ui/section/section'

/** The request in full, whatever became of it. */
export function RefillFacts({ refill }: { refill: Refill }) {
  const { t, amount, dateTime } = useI18n()
  const { currency, creditedAmount, creditedAt, transactionHash } = refill
  const exact = (value: string) => amount(value, currency, { exact: true })
  return (
    <Section id="facts" title={t('cabinet:refill.facts')}>
      <DescriptionList
        facts={[
          { term: t('cabinet:refill.requested'), value: exact(refill.requestAmount) },
          creditedAmount !== null && { term: t('cabinet:refill.credited'), value: exact(creditedAmount) },
          { term: t('cabinet:refill.network'), value: refill.network },
          { term: t('cabinet:refill.createdAt'), value: dateTime(refill.createdAt) },
          creditedAt !== null && { term: t('cabinet:refill.creditedAt'), value: dateTime(creditedAt) },
          refill.status === 'timeout_expired' && {
            term: t('cabinet:refill.expiredAt'),
            value: dateTime(refill.expiresAt),
          },
          refill.status !== 'pending' && {
            term: t('cabinet:refill.address'),
            value: <Address value={refill.wallet} />,
          },
          transactionHash !== null && {
            term: t('cabinet:refill.hash'),
            value: <Address value={transactionHash} />,
          },
          { term: t('cabinet:refill.number'), value: <span translate="no">{refill.id}</span> },
        ]}
      />
    </Section>
  )
}
