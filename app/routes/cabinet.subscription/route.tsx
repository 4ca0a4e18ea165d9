import { answerReviewedForm, toChange, wantsChange } from '~/money-forms/action.server'
import { subscription } from '~/money-forms/definitions/subscription.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm } from '~/forms/parse.server'
import { freeOf } from '~/investments/balance.server'
import { LeftOut } from '~/lists/left-out'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { PurchaseReview } from './review'
import {
  type SubscriptionOptions,
  SubscriptionForm,
  readSubscriptionOptions,
  optionName,
  payFor,
  purchaseOf,
} from './purchase.server'
import { Options, SubscriptionStatus } from './options'

export const handle: PageHandle = { title: 'exchange:subscription.title', amounts: 'shown' }

export async function loader({ context }: LoaderFunctionArgs) {
  const investor = await requireInvestor(context)
  const [available, submission] = await Promise.all([
    readSubscriptionOptions(investor),
    context.idempotencyKeys.issue(subscription.name),
  ])
  const { options, leftOut, current, balance } = available
  const { i18n } = context
  return {
    options: options.map((option) => ({ ...option, title: optionName(option, i18n) })),
    leftOut,
    current,
    free: freeOf(balance, options[0]?.currency ?? 'USDT'),
    submission,
  }
}

export async function action({ context }: ActionFunctionArgs) {
  const investor = await requireInvestor(context)
  const form = await parseForm(context, SubscriptionForm)
  if (!form.ok) return invalid(form)
  if (wantsChange(context)) return toChange(form)
  const { optionId } = form.value
  let current: SubscriptionOptions['current'] = 'unknown'
  return answerReviewedForm(context, subscription, form, {
    values: { optionId },
    async review() {
      const options = await readSubscriptionOptions(investor)
      current = options.current
      return purchaseOf(optionId, options, investor.upstream.now(), context.i18n)
    },
    // What is paid has been reviewed by the same request.
    around: (pay) => payFor(context.session, current, pay),
  })
}

export default function Subscription() {
  const { submission, ...loaded } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  if (reply && 'review' in reply)
    return <PurchaseReview page={reply} submission={reply.submission ?? submission} />
  return (
    <Stack gap={6}>
      <PageHeader title={t('exchange:subscription.title')} lead={t('exchange:subscription.lead')} />
      <SubscriptionStatus current={loaded.current} />
      <LeftOut list={loaded} />
      <Options
        {...loaded}
        lastResult={reply && 'lastResult' in reply ? reply.lastResult : null}
        submission={reply?.submission ?? submission}
      />
    </Stack>
  )
}
