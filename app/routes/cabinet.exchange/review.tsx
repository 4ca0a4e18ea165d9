import { ConfirmForm } from '~/money-forms/confirm-form'
import { type ReviewPage } from '~/money-forms/review.server'
import { RateHolds } from '~/investments/rate-holds'
import { useI18n } from '~/locale/context'
import { paths } from '~/paths'
import { DescriptionList } from '~/ui/description-list/description-list'
import { Stack } from '~/ui/layout/layout'
import { Alert } from '~/ui/alert/alert'
import { PageHeader } from '~/ui/page-header/page-header'
import { Balances } from './balances'
import { type Exchanging, type ShownRate } from './exchange.server'

interface ReviewProps {
  page: ReviewPage<Exchanging>
  submission: string
}

/** The effect, the rate and how long it holds, before it is confirmed. */
export function ExchangeReview({ page, submission }: ReviewProps) {
  const { review, typed, changed, lastResult } = page
  const { t } = useI18n()
  const { figures, rateId, rate } = review
  return (
    <Stack gap={6} width="reading">
      <PageHeader title={t('exchange:review.title')} lead={t('exchange:review.lead')} />
      {changed && (
        <Alert meaning="warning" role="alert">
          {t(changed === 'rate' ? 'errors:code.rate_expired' : 'exchange:review.changed')}
        </Alert>
      )}
      <Figures exchange={review} />
      <Balances
        {...review}
        caption={t('exchange:balances.free')}
        before={t('exchange:balances.now')}
        after={t('exchange:balances.afterwards')}
      />
      <ConfirmForm
        action={paths.exchange()}
        submission={submission}
        lastResult={lastResult}
        typed={typed}
        shown={{ figures, rate, ...(rateId !== null && { rateId }) }}
        note={t('exchange:review.final')}
      />
    </Stack>
  )
}

function Figures({ exchange }: { exchange: Exchanging }) {
  const i18n = useI18n()
  const { t, amount, percent } = i18n
  const { from, to, amountFrom, amountTo, shown, before, spreadPercent } = exchange
  const rateText = ({ one, amount: value, currency }: ShownRate) =>
    t('exchange:review.rateValue', { one, amount: amount(value, currency, { exact: true }) })
  return (
    <DescriptionList
      facts={[
        { term: t('exchange:from'), value: amount(amountFrom, from, { exact: true }) },
        { term: t('exchange:to'), value: amount(amountTo, to, { exact: true }), strong: true },
        before && { term: t('exchange:review.rateBefore'), value: rateText(before) },
        {
          term: t(before ? 'exchange:review.rateNew' : 'exchange:review.rate'),
          value: rateText(shown),
          note: <RateHolds {...exchange} />,
        },
        spreadPercent !== null && {
          term: t('exchange:spread.term'),
          value: percent(spreadPercent),
          note: t('exchange:spread.note'),
        },
      ]}
    />
  )
}
