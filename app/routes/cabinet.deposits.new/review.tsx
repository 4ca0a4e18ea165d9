import { ReviewReceipt } from '~/money-forms/review-receipt'
import { useLoaderData } from '@remix-run/react'
import { type ReviewPage } from '~/money-forms/review.server'
import { RiskText } from '~/investments/risk-alert'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { paths } from '~/paths'
import { type I18n } from '~/locale/create'
import { Estimate } from '~/ui/composer/composer'
import { DescriptionList, type Facts } from '~/ui/description-list/description-list'
import { Money } from '~/ui/money/money'
import { type Opening, type ShownDepositOptions } from './opening.server'
import { type loader } from './route'

/** What will happen, in figures, before it does. */
export function OpeningReview({ page }: { page: ReviewPage<Opening> }) {
  const { t, amount, percent, date } = useI18n()
  const loaded = useLoaderData<typeof loader>()
  const { review, submission } = page
  const { currency, second } = review
  const exact = (value: string) => amount(value, currency, { exact: true })
  return (
    <ReviewReceipt
      page={page}
      title={t('cabinet:deposits.review.title')}
      amount={{ term: t('cabinet:deposits.review.amount'), value: review.amount, currency }}
      from={{ term: t('common:review.from'), value: t('common:review.balance', { currency }) }}
      to={{ term: t('cabinet:deposits.review.plan'), value: review.plan }}
      lines={[
        { term: t('cabinet:deposits.review.day'), value: exact(review.day) },
        {
          term: t('cabinet:deposits.review.income', { count: review.termDays }),
          value: exact(review.income),
        },
        {
          term: t('cabinet:deposits.review.locked'),
          value: <time dateTime={review.lockedUntil}>{date(review.lockedUntil)}</time>,
        },
      ]}
      risk={<RiskText />}
      act={t('common:action.openDeposit')}
      doing={t('common:doing.opening')}
      form={{
        action: paths.newDeposit(),
        submission: submission ?? loaded.submission,
        shown: { figures: review.figures },
      }}
      rest={
        <DescriptionList
          facts={[
            {
              term: t('cabinet:deposits.review.percent'),
              value: percent(review.dailyPercent),
              note: `${t('cabinet:deposits.review.dayNote')} ${t('cabinet:deposits.review.incomeNote')}`,
            },
            second && {
              term: t('cabinet:deposits.review.second'),
              value: t('cabinet:deposits.review.secondValue', {
                amount: exact(second.day),
                count: second.days,
              }),
              note: t('cabinet:deposits.review.secondNote'),
            },
            {
              term: t('cabinet:deposits.review.closing'),
              value: exact(review.closingPays),
              note: t('cabinet:deposits.review.lockedNote'),
            },
            { term: t('cabinet:deposits.review.after'), value: given(review.freeAfter, exact) },
          ]}
        />
      }
    />
  )
}

/** What opening the typed amount would bring, and how long it locks the money. */
export function Receipt({
  plans,
  receipt,
  example,
}: Pick<ShownDepositOptions, 'plans' | 'receipt' | 'example'>) {
  const i18n = useI18n()
  const { t, amount } = i18n
  const maxTermDays = Math.max(0, ...plans.map(({ termDays }) => termDays))
  return (
    <Estimate
      title={receipt ? receipt.plan : t('cabinet:deposits.receipt.title')}
      facts={receipt && receiptFacts(receipt, i18n)}
      none={t('cabinet:deposits.receipt.none')}
      example={
        example && {
          title: `${example.plan}. ${t('common:form.example', { amount: amount(example.amount, example.currency, { exact: true }) })}`,
          facts: receiptFacts(example, i18n).slice(0, 3),
        }
      }
    >
      {maxTermDays > 0 && (
        <p>
          <strong>{t('cabinet:deposits.new.locked', { count: receipt?.termDays ?? maxTermDays })}.</strong>
        </p>
      )}
    </Estimate>
  )
}

function receiptFacts(receipt: Opening, { t, date, percent, amountParts }: I18n): Facts {
  const { currency, second } = receipt
  const figure = (value: string) => <Money parts={amountParts(value, currency, { exact: true })} />
  return [
    {
      term: `${t('cabinet:deposits.review.day')}, ${percent(receipt.dailyPercent)}`,
      value: figure(receipt.day),
      strong: true,
    },
    {
      term: t('cabinet:deposits.review.income', { count: receipt.termDays }),
      value: figure(receipt.income),
    },
    {
      term: t('cabinet:deposits.review.locked'),
      value: <time dateTime={receipt.lockedUntil}>{date(receipt.lockedUntil)}</time>,
    },
    second && {
      term: t('cabinet:deposits.receipt.second', { count: second.days }),
      value: figure(second.day),
    },
    { term: t('cabinet:deposits.review.closing'), value: figure(receipt.closingPays) },
  ]
}
