import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readPayment } from '~/investments/systems.server'
import { StateTag } from '~/investments/state-tag'
import { restText } from '~/investments/withdrawal-safety.server'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { titleOf } from '~/framework/document'
import { cancellation } from '~/money-forms/definitions/cancellation.server'
import { type PageHandle, titleBy } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { ButtonLink } from '~/ui/button/button'
import { Cluster, Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { sitePagesOf } from '~/site/site-pages.server'
import { panel } from '~/upstream/panel.server'
import { isOverdue as isPaymentOverdue } from '~/investments/overdue'
import { extensionsOf } from '~/upstream/settings.server'
import { CancelLink } from '~/money-forms/cancelling/cancel-link'
import { Course, Decide, PaymentFacts, WhatNext } from './facts'

export const handle: PageHandle = {
  title: titleBy<Data>('cabinet:withdrawals.one.page', ({ payment }, { t, amount, date }) =>
    titleOf(
      t('cabinet:withdrawals.one.title', { amount: amount(payment.amount, payment.currency) }),
      given(payment.createdAt, date),
    ),
  ),
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const [payment, extensions] = await Promise.all([
    readPayment(upstream, params.id ?? ''),
    panel(extensionsOf(upstream)),
  ])
  const isOpen = payment.status === 'pending' || payment.status === 'under_review'
  const { rest } = payment
  const canCancel = payment.status === 'pending' && (extensions?.has('paymentCancel') ?? false)
  const isOverdue = isPaymentOverdue(payment, upstream.now().toISOString())
  return {
    payment,
    isOpen,
    isOverdue,
    rest:
      isOpen && rest !== null && new Date(rest.until) > upstream.now() ? restText(context.i18n, rest) : null,
    hasContacts: isOverdue && (await sitePagesOf(upstream)).contacts,
    cancellation: canCancel ? await context.idempotencyKeys.issue(cancellation.name, payment.id) : null,
    isDemo: extensions?.has('demo') ?? false,
  }
}

export default function Withdrawal() {
  const {
    payment,
    isOpen,
    isOverdue,
    rest,
    hasContacts,
    cancellation: submission,
    isDemo,
  } = useLoaderData<typeof loader>()
  const { t, amount } = useI18n()
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('cabinet:withdrawals.one.title', { amount: amount(payment.amount, payment.currency) })}
        tag={<StateTag entry="payment" state={payment.status} />}
        back={{ href: paths.withdrawals(), label: t('cabinet:withdrawals.one.back') }}
      />
      <WhatNext payment={payment} rest={rest} isOverdue={isOverdue} hasContacts={hasContacts} />
      {submission !== null && (
        <Cluster>
          <CancelLink payment={payment} submission={submission} />
        </Cluster>
      )}
      {payment.status === 'rejected' && <AnotherLink system={payment.system} />}
      <Course payment={payment} />
      <PaymentFacts payment={payment} />
      {isDemo && isOpen && <Decide payment={payment} />}
    </Stack>
  )
}

/** What a rejection asks for is put right in another request. */
function AnotherLink({ system }: { system: string }) {
  const { t } = useI18n()
  return (
    <Cluster>
      <ButtonLink href={paths.newWithdrawal({ system })} variant="primary">
        {t('common:action.withdraw')}
      </ButtonLink>
    </Cluster>
  )
}
