import { type LoaderFunctionArgs } from '@remix-run/node'
import { calendarFile } from '~/investments/calendar-file.server'
import { depositTerms } from '~/investments/deposit-terms.server'
import { findDeposit } from '~/investments/find-entry.server'
import { requireInvestor } from '~/session/guards.server'
import { brand } from '~/ui/theme/brand'
import { panel } from '~/upstream/panel.server'
import { depositEvents } from './deposit-events.server'

/** The ends of a deposit's terms, for the reader's own calendar. */
export async function loader({ params: { id = '' }, context }: LoaderFunctionArgs) {
  const { upstream } = await requireInvestor(context)
  const { i18n, env } = context
  const [deposit, plans] = await Promise.all([findDeposit(upstream, id), panel(upstream.settings.plans())])
  const events = depositEvents(deposit, depositTerms(deposit, plans?.items ?? null), i18n, env.publicUrl)
  if (events.length === 0) throw new Response(null, { status: 404 })
  const file = calendarFile(events, { now: upstream.now(), product: brand.name, language: i18n.language })
  return new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'Content-Disposition': `attachment; filename="deposit-${deposit.id}.ics"`,
    },
  })
}
