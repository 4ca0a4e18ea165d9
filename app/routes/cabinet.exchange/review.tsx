import { ReviewReceipt } from '~/money-forms/review-receipt'
import { type ReviewPage } from '~/money-forms/review.server'
import { RateHolds } from '~/investments/rate-holds'
import { useI18n } from '~/locale/context'
import { type I18n } from '~/locale/create'
import { paths } from '~/paths'
import { Estimate } from '~/ui/composer/composer'
import { type Facts } from '~/ui/description-list/description-list'
import { Soft } from '~/ui/layout/layout'
import { Money } from '~/ui/money/money'
import { Balances } from './balances'
import { type Exchanging, type ShownExchangeOptions, type ShownRate } from './exchange.server'

interface ReceiptProps extends Pick<ShownExchangeOptions, 'min' | 'holdsRates'> {
  figures: Exchanging | null
  /** Shown in their place before anything is typed. */
  example: Exchanging | null
}

/** What would be got for the typed amount, at the rate of this moment. */
export function Receipt({ figures, example, min, holdsRates }: ReceiptProps) {
  const i18n = useI18n()
  const { t, amount } = i18n
  return (
    <Estimate
      title={t('exchange:receipt.title')}
      facts={figures && receiptFacts(figures, i18n)}
      none={t('exchange:receipt.none')}
      example={
        example && {
          title: t('common:form.example', {
            amount: amount(example.amountFrom, example.from, { exact: true }),
          }),
          facts: receiptFacts(example, i18n),
        }
      }
    >
      <Soft small>
        {min !== null && `${t('exchange:min', { min: amount(min, 'USDT', { exact: true }) })} `}
        {t(holdsRates ? 'exchange:receipt.noteHeld' : 'exchange:receipt.note')}
      </Soft>
    </Estimate>
  )
}

function receiptFacts(figures: Exchanging, { t, amountParts, percent }: I18n): Facts {
  const figure = (value: string, currency: string) => (
    <Money parts={amountParts(value, currency, { exact: true })} />
  )
  const { from, to, amountFrom, amountTo, shown, spreadPercent, given: sold } = figures
  return [
    { term: t('exchange:from'), value: figure(amountFrom, from) },
    { term: t('exchange:to'), value: figure(amountTo, to), strong: true },
    {
      term: t('exchange:receipt.rate', { currency: shown.one }),
      value: figure(shown.amount, shown.currency),
    },
    spreadPercent !== null && { term: t('exchange:spread.term'), value: percent(spreadPercent) },
    sold && { term: t('exchange:receipt.left', { currency: from }), value: figure(sold.after, from) },
  ]
}

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
