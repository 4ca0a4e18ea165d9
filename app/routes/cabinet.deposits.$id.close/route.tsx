import { answerMoneyForm } from '~/money-forms/action.server'
import { closing } from '~/money-forms/definitions/closing.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { parseForm } from '~/forms/parse.server'
import { canBeClosed } from '~/investments/closing'
import { findDeposit } from '~/investments/find-entry.server'
import { RiskAlert } from '~/investments/risk-alert'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { ConfirmClosing } from '~/money-forms/closing/confirm-closing'
import { type Deposit } from '~/contract/funds'

export const handle: PageHandle = {
  title: titleBy<Data>('cabinet:deposits.close.act', ({ deposit }, i18n) =>
    titleOf(
      i18n.t('cabinet:deposits.close.act'),
      i18n.amount(deposit.amount, deposit.currency),
      given(deposit.startedAt, i18n.date),
    ),
  ),
  amounts: 'shown',
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const [deposit, submission] = await Promise.all([
    findDeposit(upstream, id),
    context.idempotencyKeys.issue(closing.name, id),
  ])
  return { deposit, submission }
}

export async function action({ params: { id = '' }, context }: ActionFunctionArgs) {
  await requireInvestor(context)
  const form = await parseForm(context, z.object({}))
  return answerMoneyForm(context, closing, form, { values: { id }, subject: id })
}

export default function CloseDeposit() {
  const { deposit, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  const back = { href: paths.deposit(deposit.id), label: t('cabinet:deposits.close.back') }
  return (
    <Stack gap={6} width="reading">
      {canBeClosed(deposit) || (reply && deposit.status !== 'closed') ? (
        <ConfirmClosing
          deposit={deposit}
          lastResult={reply?.lastResult}
          submission={reply?.submission ?? submission}
        />
      ) : (
        <NotClosable deposit={deposit} back={back} />
      )}
      <RiskAlert />
    </Stack>
  )
}

interface NotClosableProps {
  deposit: Deposit
  back: { href: string; label: string }
}

/** In its first term, or closed already: there is nothing to confirm here. */
function NotClosable({ deposit: { status, endsAt }, back }: NotClosableProps) {
  const { t, dateTime } = useI18n()
  if (status === 'closed') return <PageHeader title={t('cabinet:deposits.close.already')} back={back} />
  return (
    <PageHeader
      title={t('cabinet:deposits.close.notYet')}
      lead={given(endsAt, (end) => t('cabinet:deposits.close.notYetText', { time: dateTime(end) }))}
      back={back}
    />
  )
}
