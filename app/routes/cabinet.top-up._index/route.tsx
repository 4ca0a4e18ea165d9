import { answerMoneyForm, wantsReceipt } from '~/money-forms/action.server'
import { DuplicateField } from '~/money-forms/duplicate-field'
import { topUp } from '~/money-forms/definitions/top-up.server'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PaymentSystem } from '~/contract/settings'
import { isLive } from '~/forms/live-amount'
import { invalid, parseForm } from '~/forms/parse.server'
import { PostForm } from '~/forms/post-form'
import { withSystems } from '~/investments/systems.server'
import { PastAmounts } from '~/layouts/amounts'
import { useI18n } from '~/locale/context'
import { LeftOut } from '~/lists/left-out'
import { daysNamed } from '~/lists/days-fields'
import { dayErrorsOf, readListQuery } from '~/lists/list-query.server'
import { boundsShown } from '~/money/shown-bounds'
import { titleOf } from '~/framework/document'
import { type PageHandle, titleBy } from '~/framework/page'
import { paths } from '~/paths'
import { requireInvestor } from '~/session/guards.server'
import { EmptyState } from '~/ui/empty-state/empty-state'
import { Stack } from '~/ui/layout/layout'
import { PageHeader } from '~/ui/page-header/page-header'
import { panel } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'
import { newTopUpForm, receiptForm, topUpProblems, topUpReceiptOf, whatIsOpen } from './top-up.server'
import { History, type HistoryFilters } from './history'
import { TopUpComposer } from './composer'

export const handle: PageHandle = {
  title: titleBy<{ filters: HistoryFilters }>('cabinet:topUp.title', ({ filters }, i18n) => {
    const status = `common:status.refill.${filters.status}`
    const state = i18n.has(status) && i18n.t(status)
    return titleOf(i18n.t('cabinet:topUp.title'), state, ...daysNamed(filters, i18n))
  }),
  amounts: 'shown',
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const query = readListQuery('refills.list', context.url.searchParams, ['status', 'from', 'to', 'page'])
  const dayErrors = dayErrorsOf(context.url.searchParams, query, context.i18n)
  const isWhole = !isLive(context.url)
  const [systems, history, submission] = await Promise.all([
    openSystems(upstream),
    isWhole && !dayErrors ? panel(readHistory(upstream, query)) : null,
    isWhole ? context.idempotencyKeys.issue(topUp.name) : '',
  ])
  const { page: _page, ...filters } = query
  const { searchParams } = context.url
  const typed = {
    system: searchParams.get('system') ?? systems.items[0]?.id ?? '',
    amount: searchParams.get('amount'),
  }
  return {
    typed,
    receipt: topUpReceiptOf(typed, systems.items, context.i18n),
    systems: isWhole ? systems.items.map(withShownBounds) : [],
    leftOut: systems.leftOut,
    history,
    filters,
    dayErrors,
    submission,
  }
}

export async function action({ context }: ActionFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const { language } = context.i18n
  if (wantsReceipt(context)) {
    const question = await parseForm(context, receiptForm(language))
    return question.ok ? redirect(paths.topUps(question.value), 303) : invalid(question)
  }
  const form = await parseForm(context, newTopUpForm(language))
  if (!form.ok) return invalid(form)
  return answerMoneyForm(context, topUp, form, {
    values: form.value,
    problems: async () => topUpProblems(form.value, (await openSystems(upstream)).items, context.i18n),
    more: (outcome) => whatIsOpen(outcome, upstream, context.i18n),
  })
}

async function readHistory(upstream: Upstream, query: Parameters<Upstream['refills']['list']>[0]) {
  const list = await upstream.refills.list({ ...query, sort: 'createdAt', sortDir: 'desc' })
  return { ...list, items: await withSystems(upstream, list.items) }
}

async function openSystems(upstream: Upstream) {
  const { items, leftOut } = await upstream.settings.paymentSystems()
  return { items: items.filter((system) => system.refill.enabled), leftOut }
}

/** Bounds in the digits that the currency shows: a minimum in USDT is no round number of another coin. */
function withShownBounds({ refill, payment, ...system }: PaymentSystem): PaymentSystem {
  const { currency } = system
  return {
    ...system,
    refill: boundsShown(refill, currency),
    payment: boundsShown(payment, currency),
  }
}

export default function TopUps() {
  const { history, filters, dayErrors } = useLoaderData<typeof loader>()
  const { t } = useI18n()
  return (
    <Stack gap={7}>
      <Stack gap={4}>
        <PageHeader title={t('cabinet:topUp.title')} />
        <NewTopUp />
      </Stack>
      <PastAmounts>
        <History list={history} filters={filters} dayErrors={dayErrors} />
      </PastAmounts>
    </Stack>
  )
}

function NewTopUp() {
  const { systems, leftOut, typed, receipt, submission } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  const { t } = useI18n()
  if (systems.length === 0) {
    // There are some, which can't be shown.
    if (leftOut) return <LeftOut list={{ leftOut }} />
    return (
      <EmptyState title={t('cabinet:topUp.noSystems')} icon="topUp">
        <p>{t('cabinet:topUp.noSystemsText')}</p>
      </EmptyState>
    )
  }
  return (
    <PostForm
      key={`${typed.system} ${typed.amount}`}
      action={paths.topUps()}
      lastResult={reply?.lastResult}
      submission={reply?.submission ?? submission}
      defaults={{ system: typed.system, amount: typed.amount ?? '' }}
      width="full"
    >
      <DuplicateField />
      <LeftOut list={{ leftOut }} />
      <TopUpComposer systems={systems} typed={typed} receipt={receipt} />
    </PostForm>
  )
}
