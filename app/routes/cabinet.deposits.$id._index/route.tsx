import { type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { canBeClosed } from '~/investments/closing'
import { depositTerms, minimumOf } from '~/investments/deposit-terms.server'
import { findDeposit } from '~/investments/find-entry.server'
import { planName } from '~/investments/names'
import { termProgress } from '~/investments/term-progress.server'
import { RiskAlert } from '~/investments/risk-alert'
import { StateTag } from '~/investments/state-tag'
import { useI18n } from '~/locale/context'
import { given } from '~/locale/given'
import { readListQuery } from '~/lists/list-query.server'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { paths } from '~/paths'
import { closing } from '~/money-forms/definitions/closing.server'
import { requireInvestor } from '~/session/guards.server'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { Progress } from '~/ui/progress/progress'
import { panel } from '~/upstream/panel.server'
import { CloseLink } from '~/money-forms/closing/close-link'
import { Accruals } from './accruals'
import { readAccruals } from './accruals.server'
import { Course } from './course'
import { Choice, DepositFacts, WhatNext } from './facts'
import { remainingOf, trackOf } from './track.server'

export const handle: PageHandle = {
  title: titleBy<Data>('cabinet:deposits.one.page', ({ deposit }, i18n) =>
    titleOf(
      i18n.t('cabinet:deposits.one.page'),
      planName(deposit.plan, i18n),
      i18n.amount(deposit.amount, deposit.currency),
      given(deposit.startedAt, i18n.date),
    ),
  ),
}

type Data = Awaited<ReturnType<typeof loader>>

export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const { page = 1 } = readListQuery('user.operations', context.url.searchParams, ['page'])
  const [deposit, plans] = await Promise.all([findDeposit(upstream, id), panel(upstream.settings.plans())])
  const now = upstream.now()
  const { calendarDate } = context.i18n
  const terms = depositTerms(deposit, plans?.items ?? null)
  const progress = termProgress(deposit, now)
  return {
    deposit: { ...deposit, min: minimumOf(deposit) },
    terms,
    progress,
    track: trackOf(deposit, terms, now),
    remaining: remainingOf(deposit, progress),
    // The same key for both of its buttons: they do the same.
    closing: canBeClosed(deposit) ? await context.idempotencyKeys.issue(closing.name, id) : null,
    accruals: await panel(readAccruals(upstream, deposit, { page, now, calendarDate })),
  }
}

export default function Deposit() {
  const {
    deposit,
    terms,
    progress,
    track,
    remaining,
    closing: submission,
    accruals,
  } = useLoaderData<typeof loader>()
  const i18n = useI18n()
  const { t, amount, date } = i18n
  const { id, plan, term, endsAt, status } = deposit
  const isRunning = status === 'in_progress'
  return (
    <Stack gap={6}>
      <PageHeader
        title={t('cabinet:deposits.one.title', {
          plan: planName(plan, i18n),
          amount: amount(deposit.amount, deposit.currency),
        })}
        tag={<StateTag entry="deposit" state={status} />}
        back={{ href: paths.deposits(), label: t('cabinet:deposits.one.back') }}
        action={!isRunning && submission !== null && <CloseLink deposit={deposit} submission={submission} />}
      />
      {track ? (
        <Course deposit={deposit} track={track} />
      ) : (
        isRunning &&
        progress && (
          <Progress
            value={progress.day}
            max={progress.days}
            label={t(`cabinet:deposits.one.${term === 2 ? 'secondDay' : 'day'}`, { ...progress })}
            rest={given(endsAt, (end) => t('cabinet:deposits.one.until', { date: date(end) }))}
          />
        )
      )}
      <WhatNext deposit={deposit} />
      {isRunning && <Choice deposit={deposit} terms={terms} remaining={remaining} submission={submission} />}
      <DepositFacts deposit={deposit} remaining={remaining} hasTrack={track !== null} />
      {accruals !== undefined && <Accruals depositId={id} accruals={accruals} />}
      <RiskAlert />
    </Stack>
  )
}
