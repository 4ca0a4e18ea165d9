import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { toChange, wantsChange } from '~/money-forms/change.server'
import { answerReview, confirmOnce } from '~/money-forms/review.server'
import { answerOutcome } from '~/money-forms/outcome.server'
import { invalid, parseForm } from '~/forms/parse.server'
import { readQuote, readRates } from '~/investments/quote.server'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { withCurrentPassword } from '~/session/current-password.server'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { type NetAmountPreview, answerNetAmount, wantsNetAmount } from './net-amount.server'
import { WithdrawalReview } from './review'
import { newWithdrawalForm } from './form.server'
import { readPayoutMethods, payoutMethodsForPage } from './payout-methods.server'
import { savedWallets } from './wallets.server'
import { withdrawalOf } from './withdrawal.server'
import { WithdrawalForm } from './withdrawal-form'

export const handle: PageHandle = { title: 'cabinet:withdrawals.new.title', amounts: 'shown' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const reading = readPayoutMethods(upstream)
  const [ways, wallets, submission] = await Promise.all([
    reading,
    savedWallets(
      upstream,
      reading.then(({ systems }) => systems),
    ),
    context.idempotencyKeys.issue('payments.create'),
  ])
  return {
    ways: payoutMethodsForPage(ways),
    wallets,
    submission,
    system: context.url.searchParams.get('system') ?? '',
  }
}

export async function action({ context }: ActionFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  if (wantsNetAmount(context)) return answerNetAmount(context, upstream)
  const form = await parseForm(context, newWithdrawalForm(context.i18n.language))
  if (!form.ok) return invalid(form)
  if (wantsChange(context)) return toChange(form)

  // The quote is how it is paid for, not what is wished: under two quotes it is one withdrawal still.
  // Nor is the password: it proves who wishes, and is kept nowhere.
  const { rateId, rate: _rate, walletField, currentPassword, stepUp: _stepUp, ...values } = form.value
  const sent = { ...values, ...(rateId !== undefined && { rateId }), currentPassword }
  const run = (key: string) =>
    withCurrentPassword(
      context,
      currentPassword,
      async () => (await upstream.payments.create(sent, { key })).payment,
    )
  const step = await confirmOnce(context, { form: 'payments.create', values, run }, async (at) => {
    const [ways, quote] = await Promise.all([
      readPayoutMethods(upstream),
      at.keepsQuote ? readRates(context) : readQuote(context),
    ])
    return withdrawalOf(form.value, ways, quote, { ...at, now: upstream.now() }, context.i18n)
  })
  if (step.kind === 'problems') return invalid(form, { fields: step.fields })
  if (step.kind === 'review') return answerReview(context, form, step)
  return answerOutcome(context, form, step.outcome, {
    name: 'payments.create',
    fieldOf: {
      amount_negative: 'amount',
      amount_below_min: 'amount',
      amount_above_max: 'amount',
      insufficient_funds: 'amount',
      wallet_required: 'wallet',
      wallet_invalid: walletField,
      refill_required: 'system',
      deposit_required: 'system',
      verification_required: 'system',
    },
    done({ id }) {
      context.flash.set('requestSent')
      return paths.withdrawal(id)
    },
  })
}

export default function NewWithdrawal() {
  const reply = useActionData<typeof action>()
  return reply && 'review' in reply ? <WithdrawalReview page={reply} /> : <WithdrawalRequest />
}

function WithdrawalRequest() {
  const { ways, wallets, system, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('cabinet:withdrawals.new.title')}
        lead={t('cabinet:withdrawals.new.lead')}
        back={{ href: paths.withdrawals(), label: t('cabinet:withdrawals.one.back') }}
      />
      <WithdrawalForm
        ways={ways}
        wallets={wallets}
        system={system}
        arrival={reply && 'arrival' in reply ? (reply.arrival as NetAmountPreview) : null} // no other answer has one
        lastResult={reply && 'lastResult' in reply ? reply.lastResult : null}
        submission={reply?.submission ?? submission}
      />
    </Stack>
  )
}
