import { useI18n } from '~/locale/context'
import { Address } from '~/ui/address/address'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Section } from '~/ui/section/section'
import { type RequestedValues } from './pages.server'

const kinds = {
  'refills.create': 'refills',
  'deposits.create': 'open',
  'deposits.close': 'close',
  'payments.create': 'payments',
  'paymentCancel.cancel': 'cancel',
  'user.exchange': 'exchange',
  'user.subscription': 'subscription',
  'operator.takeBackRewards': 'takeBack',
} as const

/** What the request was, so that it can be recognised in a list or named to support. */
export function RequestFacts({
  asked: { form, amount, currency, wallet, sentAt, key },
}: {
  asked: RequestedValues
}) {
  const i18n = useI18n()
  const { t, dateTime } = i18n
  return (
    <Section id="asked" title={t('cabinet:submissions.what')}>
      <DescriptionList
        facts={[
          {
            term: t('cabinet:submissions.request'),
            value: t(`cabinet:submissions.kind.${kinds[form]}`),
          },
          amount !== null && {
            term: t('cabinet:submissions.amount'),
            value: currency === null ? amount : i18n.amount(amount, currency, { exact: true }),
          },
          wallet !== null && {
            term: t('cabinet:submissions.wallet'),
            value: <Address value={wallet} />,
          },
          {
            term: t('cabinet:submissions.sentAt'),
            value: <time dateTime={sentAt}>{dateTime(sentAt)}</time>,
          },
          { term: t('cabinet:submissions.number'), value: <span translate="no">{key}</span> },
        ]}
      />
    </Section>
  )
}
