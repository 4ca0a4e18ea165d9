import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findEntry } from '~/funds/find-entry.server'
import { StateTag } from '~/funds/state-tag'
import { useI18n } from '~/i18n/context'
import { type PageHandle } from '~/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { extensionsOf } from '~/upstream/settings.server'
import { Decide } from './decide'
import { PaymentFacts } from './payment-facts'
import { WhatNext } from './what-next'

export const handle: PageHandle = { title: 'cabinet:withdrawals.one.page' }

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const [payment, extensions] = await Promise.all([
    findEntry(params.id ?? '', (query) =>
      upstream.payments.list({ ...query, sort: 'createdAt', sortDir: 'desc' }),
    ),
    extensionsOf(upstream),
  ])
  return { payment, isDemo: extensions.has('demo') }
}

export default function Withdrawal() {
  const { payment, isDemo } = useLoaderData<typeof loader>()
  const { t, amount } = useI18n()
  const isOpen = payment.status === 'pending' || payment.status === 'under_review'
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('cabinet:withdrawals.one.title', { amount: amount(payment.amount, payment.currency) })}
        tag={<StateTag entry="payment" state={payment.status} />}
        back={{ href: paths.withdrawals(), label: t('cabinet:withdrawals.one.back') }}
      />
      <WhatNext payment={payment} />
      <PaymentFacts payment={payment} />
      {isDemo && isOpen && <Decide payment={payment} />}
    </Stack>
  )
}
