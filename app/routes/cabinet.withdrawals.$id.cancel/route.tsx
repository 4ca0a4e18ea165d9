import { answerMoneyForm } from '~/money-forms/action.server'
import { cancellation } from '~/money-forms/definitions/cancellation.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { parseForm } from '~/forms/parse.server'
import { readPayment } from '~/investments/systems.server'
import { useI18n } from '~/locale/context'
import { titleOf } from '~/framework/document'
import { given } from '~/locale/given'
import { type PageHandle, titleBy } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { extensionsOf } from '~/upstream/settings.server'
import { ConfirmCancelling } from '~/money-forms/cancelling/confirm-cancelling'

export const handle: PageHandle = {
  title: titleBy<Data>('cabinet:withdrawals.cancel.open', ({ payment }, i18n) =>
    titleOf(
      i18n.t('cabinet:withdrawals.cancel.open'),
      i18n.amount(payment.amount, payment.currency),
      given(payment.createdAt, i18n.date),
    ),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const [payment, extensions, submission] = await Promise.all([
    readPayment(upstream, id),
    extensionsOf(upstream),
    context.idempotencyKeys.issue(cancellation.name, id),
  ])
  if (!extensions.has('paymentCancel')) throw new Response(null, { status: 404 })
  return { payment, submission }
}

export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  await requireInvestor(context)
  const form = await parseForm(context, z.object({}))
  return answerMoneyForm(context, cancellation, form, { values: { id }, subject: id })
}

export default function CancelWithdrawal() {
  const { payment, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  const back = { href: paths.withdrawal(payment.id), label: t('cabinet:withdrawals.cancel.back') }
  return (
    <Stack gap={6} width="reading">
      {payment.status === 'pending' || reply ? (
        <ConfirmCancelling
          payment={payment}
          lastResult={reply?.lastResult}
          submission={reply?.submission ?? submission}
        />
      ) : (
        <PageHeader
          title={t('cabinet:withdrawals.cancel.tooLate')}
          lead={t('cabinet:withdrawals.cancel.tooLateText')}
          back={back}
        />
      )}
    </Stack>
  )
}
