import { type Refill } from '~/contract/funds'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { Address } from '~/ui/address/address'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Section } from '~/ui/section/section'
import { Alert, type Meaning } from '~/ui/alert/alert'
import { type RefillView } from './refill-view.server'

/** All facts of the request, in any state. */
export function RefillFacts({ refill }: { refill: Refill }) {
  const { t, amount, dateTime } = useI18n()
  const { currency, creditedAmount, creditedAt, transactionHash } = refill
  const exact = (value: string) => amount(value, currency, { exact: true })
  return (
    <Section id="facts" title={t('cabinet:refill.facts')}>
      <DescriptionList
        facts={[
          { term: t('cabinet:refill.requested'), value: exact(refill.requestAmount) },
          { term: t('cabinet:refill.credited'), value: given(creditedAmount, exact) },
          { term: t('cabinet:refill.network'), value: refill.network },
          { term: t('cabinet:refill.createdAt'), value: given(refill.createdAt, dateTime) },
          { term: t('cabinet:refill.creditedAt'), value: given(creditedAt, dateTime) },
          refill.status === 'timeout_expired' && {
            term: t('cabinet:refill.expiredAt'),
            value: given(refill.expiresAt, dateTime),
          },
          refill.status !== 'pending' && {
            term: t('cabinet:refill.address'),
            value: given(refill.wallet, address),
          },
          { term: t('cabinet:refill.hash'), value: given(transactionHash, address) },
          { term: t('cabinet:refill.number'), value: <span translate="no">{refill.id}</span> },
        ]}
      />
    </Section>
  )
}

const address = (value: string) => <Address value={value} />

const meanings: Record<Refill['status'], Meaning> = {
  pending: 'info',
  topped_up: 'success',
  rejected: 'danger',
  timeout_expired: 'warning',
  unknown: 'info',
}

/** What happened to a top-up, and what follows from it. */
export function WhatHappened({
  refill,
  isOtherAmount,
  seen,
}: Pick<RefillView, 'refill' | 'isOtherAmount'> & { seen: string | null }) {
  const { t } = useI18n()
  const { status, reason } = refill
  return (
    <Alert
      meaning={meanings[status]}
      title={t(status === 'unknown' ? 'common:status.unknown' : `common:status.refill.${status}`)}
    >
      {status === 'pending' && <p>{seen ?? t('cabinet:refill.pending')}</p>}
      {status === 'topped_up' && <Credited refill={refill} isOtherAmount={isOtherAmount} />}
      {status === 'rejected' && <p>{reason ?? t('cabinet:refill.rejected')}</p>}
      {status === 'timeout_expired' && <p>{t('cabinet:refill.expired')}</p>}
      {status === 'unknown' && <p>{t('cabinet:refill.unknown')}</p>}
    </Alert>
  )
}

function Credited({ refill, isOtherAmount }: Pick<RefillView, 'refill' | 'isOtherAmount'>) {
  const { t, amount, dateTime } = useI18n()
  const { creditedAmount, creditedAt, requestAmount, currency } = refill
  if (creditedAmount === null) return null
  const exact = (value: string) => amount(value, currency, { exact: true })
  return (
    <>
      <p>
        {creditedAt === null
          ? t('cabinet:refill.toppedUpPlain', { amount: exact(creditedAmount) })
          : t('cabinet:refill.toppedUp', { amount: exact(creditedAmount), time: dateTime(creditedAt) })}
      </p>
      {isOtherAmount && <p>{t('cabinet:refill.differs', { amount: exact(requestAmount) })}</p>}
    </>
  )
}
