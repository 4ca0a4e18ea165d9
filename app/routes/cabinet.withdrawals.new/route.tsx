import { answerReviewedForm, toChange, wantsChange, wantsReceipt } from '~/money-forms/action.server'
import { withdrawal } from '~/money-forms/definitions/withdrawal.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { isLive } from '~/forms/live-amount'
import { invalid, parseForm } from '~/forms/parse.server'
import { readQuote, readRates } from '~/investments/quote.server'
import { WithdrawalPause } from '~/investments/withdrawal-pause'
import { pauseOf, walletRestOf, withdrawalSafetyOf } from '~/investments/withdrawal-safety.server'
import { useI18n } from '~/locale/context'
import { type PageHandle } from '~/framework/page'
import { paths } from '~/paths'
import { withStepUp } from '~/session/step-up.server'
import { withoutStepUp } from '~/forms/step-up-field.server'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { newWithdrawalForm, withdrawalOf } from './withdrawal.server'
import { type WithdrawalReceipt, answerReceipt, readReceipt } from './receipt.server'
import { WithdrawalReview } from './review'
import { defaultMethod, readPayoutMethods, payoutMethodsForPage, savedWallets } from './options.server'
import { WithdrawalForm } from './withdrawal-form'

export const handle: PageHandle = { title: 'cabinet:withdrawals.new.title', amounts: 'shown' }

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const isWhole = !isLive(context.url)
  const reading = readPayoutMethods(upstream)
  const [methods, safety, wallets, submission] = await Promise.all([
    reading,
    isWhole ? withdrawalSafetyOf(upstream) : null,
    isWhole
      ? savedWallets(
          upstream,
          reading.then(({ systems }) => systems),
        )
      : [],
    isWhole ? context.idempotencyKeys.issue(withdrawal.name) : '',
  ])
  const payoutMethods = payoutMethodsForPage(methods)
  const { searchParams } = context.url
  const typed = {
    system: searchParams.get('system') ?? defaultMethod(payoutMethods),
    amount: searchParams.get('amount'),
  }
  return {
    payoutMethods,
    leftOut: methods.leftOut,
    pause: pauseOf(context.i18n, safety),
    wallets,
    submission,
    typed,
    receipt: await readReceipt(context, typed, methods),
  }
}

export async function action({ context }: ActionFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  if (wantsReceipt(context)) return answerReceipt(context)
  const form = await parseForm(context, newWithdrawalForm(context.i18n.language))
  if (!form.ok) return invalid(form)
  if (wantsChange(context)) return toChange(form)

  // The quote is how it is paid, not the intent: under two quotes it is still one withdrawal. Nor is the
  // step-up part of it: it proves identity, and is stored nowhere.
  const { rateId, rate: _rate, walletField, ...typed } = form.value
  const { currentPassword } = typed
  const values = withoutStepUp(typed)
  return answerReviewedForm(context, withdrawal, form, {
    values,
    sent: { ...values, ...(rateId !== undefined && { rateId }), currentPassword },
    around: (call) => withStepUp(context, form.value, call),
    fieldOf: { wallet_invalid: walletField, wallet_not_listed: walletField, wallet_resting: walletField },
    async review(at) {
      const [methods, quote, restsUntil] = await Promise.all([
        readPayoutMethods(upstream),
        at.keepsQuote ? readRates(context) : readQuote(context),
        walletRestOf(upstream, form.value),
      ])
      const moment = { ...at, now: upstream.now(), restsUntil }
      return withdrawalOf(form.value, methods, quote, moment, context.i18n)
    },
  })
}

export default function NewWithdrawal() {
  const reply = useActionData<typeof action>()
  return reply && 'review' in reply ? <WithdrawalReview page={reply} /> : <WithdrawalRequest />
}

function WithdrawalRequest() {
  const { payoutMethods, leftOut, pause, wallets, typed, receipt, submission } =
    useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  const lastResult = reply && 'lastResult' in reply ? reply.lastResult : null
  return (
    <Stack gap={4}>
      <PageHeader
        title={t('cabinet:withdrawals.new.title')}
        back={{ href: paths.withdrawals(), label: t('cabinet:withdrawals.one.back') }}
      />
      {pause && <WithdrawalPause pause={pause} />}
      {/* What was typed before the pause began is kept. */}
      {(!pause || lastResult) && (
        <WithdrawalForm
          key={`${typed.system} ${typed.amount}`}
          methods={payoutMethods}
          leftOut={leftOut}
          wallets={wallets}
          typed={typed}
          receipt={reply && 'receipt' in reply ? (reply.receipt as WithdrawalReceipt) : receipt} // no other answer has one
          lastResult={lastResult}
          submission={reply?.submission ?? submission}
        />
      )}
    </Stack>
  )
}
