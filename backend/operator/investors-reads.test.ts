import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeCompany } from '../../tests/support/operator-context'
import { after, firstDay } from '../../tests/support/funds'
import { type Db } from '../db/connect'
import { type InvestorsQuery, listInvestors } from './investors'

/** How many rows the list of investors reads: as many of sixty thousand as of twelve hundred. */

const reader = { now: after(2), language: 'en', timeZone: 'UTC' } as const
const queries: Record<string, InvestorsQuery> = {
  'the newest': {},
  'a page of them': { page: 3, limit: 100 },
  'by login': { sort: 'login', sortDir: 'asc' },
  'suspended ones': { state: 'suspended' },
  'a login that many begin with': { search: 'reader' },
  'one login': { search: 'reader-777' },
  'one e-mail': { search: 'reader-777@' },
  'one phone': { search: '+37060000777' },
  'one wallet or hash': { search: 'TXjk6KC9Pn1RJALkEAgEXZHn9pBkDyjKCQ' },
}

/** So few are read in no time, by whichever index. */
const anyway = 200

describeCompany('reads of investors', (company) => {
  // Beside many other databases the planner once read the whole table for a prefix: until that is found, in whole runs only.
  test.runIf(process.env['TEST_FULL'] === '1')(
    'are bounded, however many investors there are',
    { timeout: 120_000 },
    async () => {
      await fill(1, 1_200)
      const few = await readsOf()
      await fill(1_201, 60_000)
      const many = await readsOf()
      for (const [name, count] of Object.entries(few))
        expect(many[name], name).toBeLessThanOrEqual(Math.max(2 * count, anyway))
    },
  )

  async function fill(from: number, to: number): Promise<void> {
    const { db } = company.database
    await db.execute(sql`
      insert into users (id, login, email, phone, phone_confirmed_at, role, registered_at, suspended_at, suspended_reason)
      select 'reader-' || n, 'reader-' || n, 'reader-' || n || '@example.org', '+3706' || lpad(n::text, 7, '0'), now(),
        'investor', ${firstDay.toISOString()}::timestamptz + n * interval '1 minute',
        case when n % 100 = 0 and n <= 1200 then now() end, case when n % 100 = 0 and n <= 1200 then 'Why.' end
      from generate_series(${from}::int, ${to}::int) as n`)
    await company.database.pool.query('vacuum (analyze) users')
  }

  /** Rows that each query reads. The connection counts on from query to query, until it reports to the server. */
  async function readsOf(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const [name, query] of Object.entries(queries))
      counts[name] = await company.database.db.transaction(async (tx) => {
        const before = await readSoFar(tx)
        await listInvestors(tx, reader, query)
        return (await readSoFar(tx)) - before
      })
    return counts
  }

  async function readSoFar(tx: Db): Promise<number> {
    const { rows } = await tx.execute<{ count: string }>(sql`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as count from pg_stat_xact_user_tables`)
    return Number(rows[0]!.count)
  }
})
