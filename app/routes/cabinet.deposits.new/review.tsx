import { ConfirmForm } from '~/money-forms/confirm-form'
import { useLoaderData } from '@remix-run/react'
import { type ReviewPage } from '~/money-forms/review.server'
import { RiskAlert } from '~/investments/risk-alert'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Stack } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'
import { PageHeader } from '~/ui/page-header/page-header'
import { type Opening } from './opening.server'
import { type loader } from './route'

/** What will happen, in figures, before it does. */
export function OpeningReview({
  page: { review, typed, changed, submission, lastResult },
}: {
  page: ReviewPage<Opening>
}) {
  const { t } = useI18n()
  const loaded = useLoaderData<typeof loader>()
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('cabinet:deposits.review.title')} lead={t('cabinet:deposits.review.lead')} />
      {changed && (
        <Alert meaning="warning" role="alert">
          {t(changed === 'rate' ? 'errors:code.rate_expired' : 'cabinet:deposits.review.changed')}
        </Alert>
      )}
      <Figures opening={review} />
      <RiskAlert />
      <ConfirmForm
        action={paths.newDeposit()}
        submission={submission ?? loaded.submission}
        lastResult={lastResult}
        typed={typed}
        shown={{ figures: review.figures }}
      />
    </Stack>
  )
}

function Figures({ opening }: { opening: Opening }) {
  const { t, amount, percent, dateTime } = useI18n()
  const { currency, second } = opening
  const exact = (value: string) => amount(value, currency, { exact: true })
  return (
    <DescriptionList
      facts={[
        { term: t('cabinet:deposits.review.plan'), value: opening.plan },
        { term: t('cabinet:deposits.review.amount'), value: exact(opening.amount), strong: true },
        { term: t('cabinet:deposits.review.percent'), value: percent(opening.dailyPercent) },
        {
          term: t('cabinet:deposits.review.day'),
          value: exact(opening.day),
          note: t('cabinet:deposits.review.dayNote'),
        },
        {
          term: t('cabinet:deposits.review.income', { count: opening.termDays }),
          value: exact(opening.income),
          note: t('cabinet:deposits.review.incomeNote'),
        },
        {
          term: t('cabinet:deposits.review.locked'),
          value: <time dateTime={opening.lockedUntil}>{dateTime(opening.lockedUntil)}</time>,
          note: t('cabinet:deposits.review.lockedNote'),
        },
        second && {
          term: t('cabinet:deposits.review.second'),
          value: t('cabinet:deposits.review.secondValue', { amount: exact(second.day), count: second.days }),
          note: t('cabinet:deposits.review.secondNote'),
        },
        { term: t('cabinet:deposits.review.closing'), value: exact(opening.closingPays) },
        { term: t('cabinet:deposits.review.after'), value: given(opening.freeAfter, exact) },
      ]}
    />
  )
}
