import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { currencyScales } from '~/contract/currencies'
import { AmountField, RadioField, SelectField, TextAreaField } from '~/forms/fields'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { SubmitButton } from '~/forms/submit-button'
import { type PageHandle, titleBy } from '~/framework/page'
import { ReadableTexts } from '~/identity/investors/readable-texts'
import { Amount } from '~/investments/amount'
import { useI18n } from '~/locale/context'
import { answerReviewedForm, toChange, wantsChange } from '~/money-forms/action.server'
import { ConfirmForm } from '~/money-forms/confirm-form'
import { correctBalance } from '~/money-forms/definitions/investor-changes.server'
import { type ReviewPage } from '~/money-forms/review.server'
import { operatorPaths } from '~/operator-paths'
import { requireOperator } from '~/session/guards.server'
import { Alert } from '~/ui/alert/alert'
import { Stack } from '~/ui/layout/layout'
import { Link } from '~/ui/link/link'
import { PageHeader } from '~/ui/page-header/page-header'
import { Receipt, ReceiptReading, actOf } from '~/ui/receipt/receipt'
import { type CorrectionReview, correctionForm, filledIn, reviewCorrection } from './correction.server'

export const handle: PageHandle = {
  title: titleBy<Data>('investors:do.correct', ({ login }, { t }) => t('investors:correct.title', { login })),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

const calls = ['investor', 'investorPreview', 'correctBalance'] as const

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireOperator(context, ...calls)
  const [{ user, accounts }, submission] = await Promise.all([
    upstream.operator.investor({ id }),
    context.idempotencyKeys.issue(correctBalance.name, id),
  ])
  const free = Object.keys(currencyScales).map((currency) => ({
    currency,
    amount: accounts.find((one) => one.currency === currency)?.balance ?? '0',
  }))
  return { id, login: user.login, free, submission, defaults: filledIn(context) }
}

export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  const { upstream } = await requireOperator(context, ...calls)
  const form = await parseForm(context, correctionForm(context.i18n.language))
  if (!form.ok)
    return invalid(form, { submission: await context.idempotencyKeys.issue(correctBalance.name, id) })
  if (wantsChange(context)) return toChange(form)
  const { direction, ...correction } = form.value
  return answerReviewedForm(context, correctBalance, form, {
    subject: id,
    values: { id, direction, ...correction },
    async review() {
      const [found, preview] = await Promise.all([
        upstream.operator.investor({ id }),
        upstream.operator.investorPreview({ id, change: direction, ...correction }),
      ])
      return reviewCorrection(form.value, found, preview, context.i18n)
    },
  })
}

/** A correction of a free balance: first what it is, then what it does. */
export default function CorrectBalance() {
  const { id, login, free, submission, defaults } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t, amount } = useI18n()
  const back = { href: operatorPaths.investor(id), label: t('investors:change.back', { login }) }
  if (reply && 'review' in reply)
    return (
      <CheckCorrection page={reply} submission={reply.submission ?? submission} {...{ id, login, back }} />
    )
  return (
    <Stack gap={6} width="reading">
      <PageHeader
        title={t('investors:correct.title', { login })}
        lead={t('investors:correct.lead')}
        back={back}
      />
      <PostForm
        defaults={defaults}
        lastResult={reply?.lastResult}
        submission={reply?.submission ?? submission}
      >
        <RadioField
          name="direction"
          label={t('investors:correct.direction')}
          choices={(['credit', 'debit'] as const).map((value) => ({
            value,
            title: t(`investors:correct.${value}`),
          }))}
        />
        <SelectField
          name="currency"
          label={t('investors:correct.currency')}
          options={free.map((one) => ({
            value: one.currency,
            label: t('investors:correct.free', {
              currency: one.currency,
              amount: amount(one.amount, one.currency, { exact: true }),
            }),
          }))}
        />
        <AmountField
          name="amount"
          label={t('investors:correct.amount')}
          hint={t('investors:correct.amountHint')}
        />
        <TextAreaField
          name="reason"
          label={t('investors:correct.reason')}
          hint={t('investors:correct.reasonHint')}
          maxLength={300}
        />
        <SubmitButton>{t('common:action.continue')}</SubmitButton>
      </PostForm>
    </Stack>
  )
}

interface CheckCorrectionProps {
  page: ReviewPage<CorrectionReview>
  id: string
  login: string
  back: { href: string; label: string }
  submission: string
}

function CheckCorrection({ page, id, login, back, submission }: CheckCorrectionProps) {
  const { review, typed, changed, lastResult } = page
  const { t, amount: inWords, amountParts } = useI18n()
  const { direction, amount, currency, before, after, reason, preview, figures } = review
  const isCredit = direction === 'credit'
  const company = t('investors:correct.company')
  const balance = t('investors:correct.balanceOf', { login })
  return (
    <Receipt
      title={t('investors:correct.reviewTitle')}
      lead={<Link href={back.href}>{back.label}</Link>}
      amount={{
        term: t(isCredit ? 'investors:correct.credited' : 'investors:correct.debited'),
        parts: amountParts(amount, currency, { exact: true }),
      }}
      from={{ term: t('common:review.from'), value: isCredit ? company : balance }}
      to={{ term: t('common:review.to'), value: isCredit ? balance : company }}
      lines={[
        { term: t('investors:correct.reason'), value: reason },
        { term: t('investors:correct.before'), value: <Amount value={before} currency={currency} exact /> },
        {
          term: t('investors:correct.after'),
          value: <Amount value={after} currency={currency} exact />,
          strong: true,
        },
      ]}
      before={
        changed && (
          <Alert meaning="warning" role="alert">
            {t('investors:change.changed')}
          </Alert>
        )
      }
    >
      <ReceiptReading>
        <ReadableTexts {...preview} />
        <ConfirmForm
          action={operatorPaths.changeInvestor(id, 'correct')}
          submission={submission}
          lastResult={lastResult}
          typed={typed}
          shown={{ figures }}
          act={actOf(
            t(isCredit ? 'investors:correct.actCredit' : 'investors:correct.actDebit'),
            inWords(amount, currency, { exact: true }),
          )}
        />
      </ReceiptReading>
    </Receipt>
  )
}
