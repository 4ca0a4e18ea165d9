/**
 * Fills a database with made-up investors, for measuring at the size that a company may reach. Invariants: it never adds
 * to a company's own investors; each transaction makes some investors with all that is theirs, so that a run that was
 * killed goes on after the last whole one; what is booked obeys the laws of the ledger.
 */
import { like, sql } from 'drizzle-orm'
import { ledgerFaults } from '../backup/tables'
import { type Database, type Db } from '../db/connect'
import { migrate } from '../db/migrate'
import { users } from '../db/schema/users'
import { putDefaults } from '../defaults/put-defaults'
import { rankRules } from '../funds/rules'
import { array } from '../funds/write-entries'
import { historyOf } from './history'
import { type Size, operationsOf } from './size'

export interface Filled {
  /** Made by this run; the others were there. */
  made: number
  operations: number
  deposits: number
}

interface FillOptions {
  now: Date
  /** Called after each transaction with how many investors there are. */
  progress: (done: number) => void
}

/** Operations of one transaction: it takes a second or two. */
const maxOperations = 20_000
const maxInvestors = 2_000

/**
 * Brings the database to the present schema and makes the investors that are missing.
 * @throws Error where there are users that it has not made, or the ledger is broken afterwards
 */
export async function fillDatabase(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  size: Size,
  { now, progress }: FillOptions,
): Promise<Filled> {
  await refuseForeign(db)
  await migrate(pool)
  const before = await db.$count(users, like(users.id, 'fill-%'))
  await putDefaults(db, now)
  for (let done = before; done < size.users;) {
    const range = { from: done + 1, to: endOfBatch(size, done + 1) }
    await db.transaction(async (tx) => {
      for (const statement of historyOf(size, range, now)) await tx.execute(sql.raw(statement))
    })
    done = range.to
    progress(done)
  }
  await keepTurnovers(db)
  // Index-only scans need the map of what all may see, which the server itself makes only after a while.
  await pool.query('vacuum (analyze)')
  await checkLedger(pool)
  const { rows } = await db.execute<Omit<Filled, 'made'>>(sql`select
    (select count(*)::int from ledger_lines where account in ('balance', 'balance_dep')) as operations,
    (select count(*)::int from deposits) as deposits`)
  return { made: Math.max(0, size.users - before), ...rows[0]! } // one row always
}

/**
 * Looks before anything is changed, at a database of any version or an empty one.
 * @throws Error where there are people, operators as well, that `fillDatabase` has not made
 */
async function refuseForeign(db: Db): Promise<void> {
  const { rows: tables } = await db.execute(sql`select 1 where to_regclass('users') is not null`)
  if (tables.length === 0) return
  const { rows } = await db.execute(sql`select 1 from users where id not like 'fill-%' limit 1`)
  if (rows.length > 0) throw new Error('this database has users of its own: name an empty one')
}

/** The last investor that one transaction makes together with the first. */
function endOfBatch(size: Size, first: number): number {
  let operations = 0
  let end = first - 1
  while (end < size.users && end - first + 1 < maxInvestors && (end < first || operations < maxOperations)) {
    end += 1
    operations += operationsOf(size, end)
  }
  return end
}

/** Gives each inviter the worth of three levels of partners, and the rank of that. */
async function keepTurnovers(db: Db): Promise<void> {
  const ranks = await rankRules(db)
  await db.execute(sql`
    with recursive above as (
      select id, own_turnover, inviter_id, 1 as level from users where inviter_id is not null
      union all
      select above.id, above.own_turnover, users.inviter_id, level + 1
      from above join users on users.id = above.inviter_id
      where level < 3 and users.inviter_id is not null
    ), sums as (select inviter_id, sum(own_turnover) as turnover from above group by inviter_id)
    update users set turnover = sums.turnover, rank = (
      select name from unnest(
        ${array(ranks, ({ rank }) => rank)}::text[],
        ${array(ranks, ({ turnover }) => turnover)}::numeric[]) as rule (name, turnover)
      where rule.turnover <= sums.turnover order by rule.turnover desc limit 1)
    from sums where users.id = sums.inviter_id`)
}

async function checkLedger(pool: Database['pool']): Promise<void> {
  const client = await pool.connect()
  try {
    const faults = await ledgerFaults(client)
    if (faults.length > 0)
      throw new Error(
        `the ledger is broken: ${faults.map(({ what, count }) => `${count} ${what}`).join('; ')}`,
      )
  } finally {
    client.release()
  }
}
