import { type CallAnswer } from '~/contract/call'
import { type cases } from '~/contract/extensions/operator/cases'
import { fieldOf } from '~/cases/cases.css'
import { type Movement } from '~/cases/decision-review'
import { AmountField } from '~/forms/fields'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { Address } from '~/ui/address/address'
import { DescriptionList, type Facts } from '~/ui/description-list/description-list'
import { Section } from '~/ui/section/section'

type RefillCase = CallAnswer<typeof cases.refill>

/** The amount as the heading of the case says it. */
export const titleOfRefill = ({ refill }: RefillCase, { t, amount }: Pick<I18n, 't' | 'amount'>): string =>
  t('cases:case.title.refills', {
    amount: amount(refill.requestAmount, refill.currency ?? '', { exact: true }),
  })

/** What the investor has announced, and the address that it is to arrive on. */
export function RefillFacts({ found }: { found: RefillCase }) {
  const { t, amount, dateTime } = useI18n()
  const { createdAt, expiresAt, transactionHash, creditedAmount, currency, reason } = found.refill
  const time = (at: string | null) => at && <time dateTime={at}>{dateTime(at)}</time>
  return (
    <Section id="facts" title={t('cases:case.facts')}>
      <DescriptionList
        facts={[
          ...factsOf(found, { t, amount }),
          { term: t('cases:fact.createdAt'), value: time(createdAt) },
          { term: t('cases:fact.expiresAt'), value: time(expiresAt) },
          {
            term: t('cases:fact.credited'),
            value: creditedAmount && amount(creditedAmount, currency ?? '', { exact: true }),
          },
          { term: t('cases:fact.hash'), value: transactionHash && <Address value={transactionHash} /> },
          { term: t('cases:fact.reason'), value: reason },
        ]}
      />
    </Section>
  )
}

/** The part that is read again before the decision is confirmed. */
export function factsOf({ refill }: RefillCase, { t, amount }: Pick<I18n, 't' | 'amount'>): Facts {
  const { requestAmount, currency, network, wallet } = refill
  return [
    {
      term: t('cases:fact.requested'),
      value: amount(requestAmount, currency ?? '', { exact: true }),
      strong: true,
    },
    { term: t('cases:fact.network'), value: network },
    { term: t('cases:fact.address'), value: wallet && <Address value={wallet} /> },
  ]
}

/** What a credit moves; a rejection moves nothing. */
export function creditOf(
  { refill }: RefillCase,
  creditedAmount: string | null,
  { t }: Pick<I18n, 't'>,
): Movement | null {
  if (creditedAmount === null) return null
  const { currency, network, owner } = refill
  return {
    amount: { term: t('cases:fact.credited'), value: creditedAmount, currency: currency ?? '' },
    from: { term: t('common:review.from'), value: network },
    to: {
      term: t('common:review.to'),
      value: t('cases:review.balanceOf', { login: owner?.login ?? '' }),
    },
  }
}

/** What has arrived, which may be more or less than was announced. */
export function CreditedField({ refill: { requestAmount, currency } }: Pick<RefillCase, 'refill'>) {
  const { t, amount } = useI18n()
  return (
    <div className={fieldOf.approve}>
      <AmountField
        name="creditedAmount"
        label={t('cases:decide.credited')}
        hint={t('cases:decide.creditedHint', {
          amount: amount(requestAmount, currency ?? '', { exact: true }),
        })}
        currency={currency ?? ''}
      />
    </div>
  )
}
