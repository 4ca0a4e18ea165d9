import { ReviewReceipt } from '~/money-forms/review-receipt'
import { type ReviewPage } from '~/money-forms/review.server'
import { RateHolds } from '~/investments/rate-holds'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { Balances } from './balances'
import { type Exchanging, type ShownRate } from './exchange.server'

interface ReviewProps {
  page: ReviewPage<Exchanging>
  submission: string
}

/** The effect, the rate and how long it holds, before it is confirmed. */
export function ExchangeReview({ page, submission }: ReviewProps) {
  const { review } = page
  const { t, amount, percent } = useI18n()
  const { figures, rateId, rate, from, to, amountFrom, amountTo, shown, before, spreadPercent } = review
  const rateText = ({ one, amount: value, currency }: ShownRate) =>
    t('exchange:review.rateValue', { one, amount: amount(value, currency, { exact: true }) })
  return (
    <ReviewReceipt
      page={page}
      title={t('exchange:review.title')}
      amount={{ term: t('exchange:amount'), value: amountFrom, currency: from }}
      from={{ term: t('exchange:from'), value: amount(amountFrom, from, { exact: true }) }}
      to={{ term: t('exchange:to'), value: <strong>{amount(amountTo, to, { exact: true })}</strong> }}
      lines={[
        before && { term: t('exchange:review.rateBefore'), value: rateText(before) },
        {
          term: t(before ? 'exchange:review.rateNew' : 'exchange:review.rate'),
          value: rateText(shown),
          note: <RateHolds {...review} />,
        },
        spreadPercent !== null && {
          term: t('exchange:spread.term'),
          value: percent(spreadPercent),
          note: t('exchange:spread.note'),
        },
      ]}
      risk={t('exchange:review.final')}
      act={t('exchange:review.act')}
      doing={t('common:doing.exchanging')}
      form={{
        action: paths.exchange(),
        submission,
        shown: { figures, rate, ...(rateId !== null && { rateId }) },
      }}
      rest={
        <Balances
          {...review}
          caption={t('exchange:balances.free')}
          before={t('exchange:balances.now')}
          after={t('exchange:balances.afterwards')}
        />
      }
    />
  )
}
