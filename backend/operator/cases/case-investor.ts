import { type SQL, and, eq, ne, sql } from 'drizzle-orm'
import { type CaseInvestor } from '~/contract/extensions/operator/cases'
import { type Db } from '../../db/connect'
import { deposits } from '../../db/schema/deposits'
import { payments, refills } from '../../db/schema/transfers'
import { users } from '../../db/schema/users'
import { worthInUsdt } from '../../domain/currencies'
import { type Decimal, isLess, isZero, plain, sum } from '../../domain/decimal'
import { balanceOf } from '../../funds/balance'
import { ratesAt } from '../../funds/rates'

/** Whom a case is about: their account, their history with the company, and who else was seen where they were. */

/** The investor of a case. The caller knows that the account exists. */
export async function caseInvestor(db: Db, userId: string, now: Date): Promise<CaseInvestor> {
  const [[user], balance, rates, openDeposits, shared] = await Promise.all([
    db.select().from(users).where(eq(users.id, userId)),
    balanceOf(db, userId, now),
    ratesAt(db, now),
    db.$count(deposits, and(eq(deposits.userId, userId), ne(deposits.status, 'closed'))),
    sharedWith(db, userId),
  ])
  const [withdrawals, topUps] = await Promise.all([
    totalsOf(
      db,
      rates,
      sql`select currency, amount, withdrawn_at as at from ${payments}
      where user_id = ${userId} and status = 'completed'`,
    ),
    totalsOf(
      db,
      rates,
      sql`select currency, credited_amount as amount, credited_at as at from ${refills}
      where user_id = ${userId} and status = 'topped_up'`,
    ),
  ])
  const { id, login, email, pendingEmail, phone, country, language, verification } = user! // the case refers to it
  return {
    ...{ id, login, email: email ?? pendingEmail, phone, country, language, verification },
    registeredAt: user!.registeredAt.toISOString(),
    suspended: user!.suspendedAt !== null,
    frozen: user!.frozenAt !== null,
    balances: Object.entries(balance.currencies)
      .map(([currency, held]) => ({ currency, free: held.balance, deposits: held.balance_dep }))
      .filter(({ free, deposits: locked }) => !isZero(free) || !isZero(locked)),
    ...{ withdrawals, topUps, openDeposits, shared },
  }
}

interface CurrencyRow extends Record<string, unknown> {
  currency: string
  count: number
  total: string
  largest: string
  last_at: string
}

/** The count and the worth of transfers, at the present rates. */
async function totalsOf(
  db: Db,
  rates: ReadonlyMap<string, Decimal>,
  transfers: SQL,
): Promise<CaseInvestor['withdrawals']> {
  const { rows } = await db.execute<CurrencyRow>(sql`
    select currency, count(*)::int as count, sum(amount)::text as total, max(amount)::text as largest, max(at) as last_at
    from (${transfers}) as transfers group by currency`)
  const worthOf = (amount: string, currency: string) => worthInUsdt(plain(amount), rates.get(currency) ?? '0')
  const largest = rows.map((row) => worthOf(row.largest, row.currency))
  const lastAt = Math.max(...rows.map((row) => new Date(row.last_at).getTime()))
  return {
    count: rows.reduce((total, { count }) => total + count, 0),
    worth: sum(rows.map((row) => worthOf(row.total, row.currency))),
    largest: largest.reduce((max, one) => (isLess(max, one) ? one : max), '0'),
    lastAt: rows.length === 0 ? null : new Date(lastAt).toISOString(),
  }
}

/** No more accounts of one kind are named: more than these are a group of strangers. */
const maxShared = 10

interface SharedRow extends Record<string, unknown> {
  kind: CaseInvestor['shared'][number]['kind']
  accounts: CaseInvestor['shared'][number]['accounts']
}

/** Other living accounts with the same document, wallet, device or network, the strongest evidence first. */
async function sharedWith(db: Db, userId: string): Promise<CaseInvestor['shared']> {
  const { rows } = await db.execute<SharedRow>(sql`
    with others as (
      select other.kind, other.user_id from account_traces own
      join account_traces other on other.kind = own.kind and other.value = own.value and other.user_id <> own.user_id
      where own.user_id = ${userId}
      union
      select 'wallet', other.user_id from payments own
      join payments other on lower(other.wallet) = lower(own.wallet) and other.user_id <> own.user_id
      where own.user_id = ${userId}
    ), numbered as (
      select kind, users.id, login, suspended_at is not null as suspended,
        row_number() over (partition by kind order by registered_at, users.id) as place
      from others join users on users.id = others.user_id and erased_at is null and role = 'investor'
    )
    select kind, json_agg(json_build_object('id', id, 'login', login, 'suspended', suspended) order by place) as accounts
    from numbered where place <= ${maxShared} group by kind
    order by array_position(array['document', 'wallet', 'device', 'network'], kind)`)
  return rows.map(({ kind, accounts }) => ({ kind, accounts }))
}
