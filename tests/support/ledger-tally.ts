import type pg from 'pg'

/**
 * Counts how often each kind of event has occurred in the whole database: a run without an exchange proves
 * nothing about exchanges.
 */
const tally = `
  select type as what, count(*)::int as times from ledger_entries group by type
  union all select 'withdrawal with USDT', count(*) from payments where from_usdt is not null
  union all select 'return of a withdrawal with USDT', count(*)
    from payments where from_usdt is not null and status = 'rejected'
  union all select 'rejection of a withdrawal with USDT', count(*)
    from payments where from_usdt is not null and status = 'rejected' and cancelled_at is null
  union all select 'rejection that leaves a purchase', count(*) from payments where kept_purchase and cancelled_at is null
  union all select 'payout of a withdrawal with USDT', count(*)
    from payments where from_usdt is not null and status = 'completed'
  union all select 'withdrawal free of its fee', count(*) from payments where fee = 0
  union all select 'review', count(*) from payments where status = 'under_review'
  union all select 'cancellation', count(*) from payments where cancelled_at is not null
  union all select 'rejection', count(*) from payments where status = 'rejected' and cancelled_at is null
  union all select 'exchange from ' || from_currency || ' to ' || to_currency, count(*)
    from exchanges group by from_currency, to_currency
  union all select 'deposit in ' || currency, count(*) from deposits group by currency
  union all select 'deposit that waits for its end', count(*) from deposits where status = 'awaiting_completion'
  union all select 'second term', count(*) from deposits where accruals > 50
  union all select 'top-up never paid', count(*) from refills where status = 'timeout_expired'
  union all select 'subscription that ended', count(*) from subscriptions where ended_at is not null
  union all select 'subscription behind another', count(*) from subscriptions where started_at > bought_at
  union all select 'reward that was free at once', count(*)
    from ledger_entries e join ledger_lines l on l.entry_id = e.id and l.account = 'balance'
    where e.type in ('referral', 'matching', 'bonus')
  union all select 'partner found to be the same person', count(*) from reward_blocks
  union all select 'partner who joined on the way', count(*)
    from users joined join users inviter on inviter.id = joined.inviter_id
    where joined.registered_at > inviter.registered_at`

/** `exchange` 153, `withdrawal with USDT` 31, … */
export async function tallyOf(client: pg.ClientBase): Promise<Map<string, number>> {
  const { rows } = await client.query<{ what: string; times: string }>(tally)
  return new Map(rows.map(({ what, times }) => [what, Number(times)]))
}

export function count(tally: Map<string, number>, what: string, times = 1): void {
  tally.set(what, (tally.get(what) ?? 0) + times)
}

/** The kinds of events that have occurred too seldom, as texts. */
export function rarerThan(minCounts: Map<string, number>, tally: Map<string, number>): string[] {
  return [...minCounts].flatMap(([what, times]) => {
    const came = tally.get(what) ?? 0
    return came < times ? [`${what}: ${came} times, not ${times}`] : []
  })
}
