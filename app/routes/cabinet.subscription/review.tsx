import { ReviewReceipt } from '~/money-forms/review-receipt'
import { type ReviewPage } from '~/money-forms/review.server'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { type Purchase } from './purchase.server'

interface ReviewProps {
  page: ReviewPage<Purchase>
  submission: string
}

/** The price, the length and the benefits, before the payment. */
export function PurchaseReview({ page, submission }: ReviewProps) {
  const { review } = page
  const { t, amount, date } = useI18n()
  const { title, benefits, days, price, currency, isAdded, endsAt, freeAfter } = review
  return (
    <ReviewReceipt
      page={page}
      title={t('exchange:subscription.review.title')}
      amount={{ term: t('exchange:subscription.review.price'), value: price, currency }}
      from={{ term: t('common:review.from'), value: t('common:review.balance', { currency }) }}
      to={{ term: t('exchange:subscription.option'), value: title }}
      lines={[
        {
          term: t('exchange:subscription.review.days'),
          value: given(days, (count) => t('exchange:subscription.days', { count })),
          note: isAdded && t('exchange:subscription.review.added'),
        },
        endsAt !== null && {
          term: t('exchange:subscription.review.until'),
          value: <time dateTime={endsAt}>{date(endsAt)}</time>,
        },
        {
          term: t('exchange:subscription.review.after'),
          value: given(freeAfter, (value) => amount(value, currency)),
        },
      ]}
      risk={t('exchange:subscription.once')}
      act={t('exchange:subscription.review.act')}
      doing={t('common:doing.paying')}
      form={{ action: paths.subscription(), submission, shown: { figures: review.figures } }}
      rest={
        <ul>
          {benefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
      }
    />
  )
}
