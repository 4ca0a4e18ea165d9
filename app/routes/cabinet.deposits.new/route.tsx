import { answerReviewedForm, toChange, wantsChange, wantsReceipt } from '~/money-forms/action.server'
import { opening } from '~/money-forms/definitions/opening.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm } from '~/forms/parse.server'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { OpeningReview } from './review'
import {
  newDepositForm,
  receiptForm,
  readDepositOptions,
  depositOptionsForPage,
  openingOf,
  withPlan,
} from './opening.server'
import { EmptyBalance, OpeningForm } from './opening-form'

export const handle: PageHandle = { title: 'cabinet:deposits.new.title', amounts: 'shown' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const [options, submission] = await Promise.all([
    readDepositOptions(upstream),
    context.idempotencyKeys.issue(opening.name),
  ])
  const { searchParams } = context.url
  const currencies = [...new Set(options.plans.flatMap((plan) => plan.currencies))]
  const currency = currencies.find((one) => one === searchParams.get('currency')) ?? currencies[0] ?? 'USDT'
  const typed = { planId: searchParams.get('planId') ?? '', currency, amount: searchParams.get('amount') }
  return {
    options: depositOptionsForPage(options, typed, upstream.now(), context.i18n),
    submission,
    typed,
  }
}

export async function action({ context: asPosted }: ActionFunctionArgs) {
  const { upstream } = await requireInvestor(asPosted)
  const { language } = asPosted.i18n
  if (wantsReceipt(asPosted)) {
    const question = await parseForm(asPosted, receiptForm(language))
    return question.ok ? redirect(paths.newDeposit(question.value), 303) : invalid(question)
  }
  const { form: filled, problem } = await withPlan(asPosted, upstream)
  const context = { ...asPosted, form: filled }
  const form = await parseForm(context, newDepositForm(language))
  if (!form.ok) return invalid(form, problem === null ? {} : { fields: { amount: problem } })
  if (wantsChange(context)) return toChange(form)
  return answerReviewedForm(context, opening, form, {
    values: form.value,
    review: async () =>
      openingOf(form.value, await readDepositOptions(upstream), upstream.now(), context.i18n),
  })
}

export default function NewDeposit() {
  const reply = useActionData<typeof action>()
  return reply && 'review' in reply ? <OpeningReview page={reply} /> : <Opening />
}

function Opening() {
  const { options, submission, typed } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  const lastResult = reply && 'lastResult' in reply ? reply.lastResult : null
  return (
    <Stack gap={4}>
      <PageHeader
        title={t('cabinet:deposits.new.title')}
        back={{ href: paths.deposits(), label: t('cabinet:deposits.one.back') }}
      />
      {!options.hasMoney && <EmptyBalance />}
      <OpeningForm
        key={`${typed.planId} ${typed.currency} ${typed.amount}`}
        options={options}
        typed={typed}
        lastResult={lastResult}
        submission={reply?.submission ?? submission}
      />
    </Stack>
  )
}
