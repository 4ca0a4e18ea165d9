import { type Payment } from '~/contract/funds'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { paths } from '~/paths'
import { Link } from '~/ui/link/link'
import { type Meaning, Alert } from '~/ui/alert/alert'

/** One sentence about the state of a withdrawal: what happens next, and by when. */
export function WhatNext({ payment, isOverdue }: { payment: Payment; isOverdue: boolean }) {
  const i18n = useI18n()
  const [meaning, ...sentences] = sentencesOf(payment, i18n)
  return (
    <Alert meaning={isOverdue ? 'warning' : meaning}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {isOverdue && (
        <p>
          {i18n.t('cabinet:withdrawals.one.overdue')}{' '}
          <Link href={paths.contacts()}>{i18n.t('cabinet:withdrawals.one.contacts')}</Link>
        </p>
      )}
    </Alert>
  )
}

function sentencesOf(
  { status, expectedBy, reason, returned }: Payment,
  { t, dateTime, amount }: I18n,
): [Meaning, ...string[]] {
  switch (status) {
    case 'pending':
    case 'under_review':
      return ['info', t(`common:sentence.payment.${status}`, { expectedBy: dateTime(expectedBy) })]
    case 'completed':
      return ['success', t('common:sentence.payment.completed')]
    case 'rejected':
      return [
        'danger',
        reason === null
          ? t('cabinet:withdrawals.one.rejectedPlain')
          : t('common:sentence.payment.rejected', { reason }),
        returned
          ? t('cabinet:withdrawals.one.returnedAs', {
              amounts: returned.map((one) => amount(one.amount, one.currency)).join(', '),
            })
          : t('cabinet:withdrawals.one.returned'),
      ]
    case 'unknown':
      return ['info', t('cabinet:withdrawals.one.unknown')]
  }
}
