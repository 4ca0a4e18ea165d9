import { ConfirmForm } from '~/money-forms/confirm-form'
import { type ReviewPage } from '~/money-forms/review.server'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Stack } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'
import { PageHeader } from '~/ui/page-header/page-header'
import { type Purchase } from './purchase.server'

interface ReviewProps {
  page: ReviewPage<Purchase>
  submission: string
}

/** The price, the length and the benefits, before the payment. */
export function PurchaseReview({ page, submission }: ReviewProps) {
  const { review, typed, changed, lastResult } = page
  const { t } = useI18n()
  return (
    <Stack gap={6} width="reading">
      <PageHeader
        title={t('exchange:subscription.review.title')}
        lead={t('exchange:subscription.review.lead')}
      />
      {changed && (
        <Alert meaning="warning" role="alert">
          {t('exchange:subscription.review.changed')}
        </Alert>
      )}
      <Figures purchase={review} />
      <ConfirmForm
        action={paths.subscription()}
        submission={submission}
        lastResult={lastResult}
        typed={typed}
        shown={{ figures: review.figures }}
        note={t('exchange:subscription.once')}
      />
    </Stack>
  )
}

function Figures({ purchase }: { purchase: Purchase }) {
  const { t, amount, dateTime } = useI18n()
  const { title, benefits, days, price, currency, isAdded, endsAt, freeAfter } = purchase
  const exact = (value: string) => amount(value, currency, { exact: true })
  return (
    <DescriptionList
      facts={[
        {
          term: t('exchange:subscription.option'),
          value: title,
          note: benefits.map((benefit) => <div key={benefit}>{benefit}</div>),
        },
        { term: t('exchange:subscription.review.price'), value: exact(price), strong: true },
        {
          term: t('exchange:subscription.review.days'),
          value: given(days, (count) => t('exchange:subscription.days', { count })),
          note: isAdded && t('exchange:subscription.review.added'),
        },
        endsAt !== null && {
          term: t('exchange:subscription.review.until'),
          value: <time dateTime={endsAt}>{dateTime(endsAt)}</time>,
        },
        { term: t('exchange:subscription.review.after'), value: given(freeAfter, exact) },
      ]}
    />
  )
}
