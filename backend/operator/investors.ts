/**
 * The list of investors and the search in it. Invariants: whatever is typed is looked up in an index, by its beginning
 * or as a whole, so that a search in a hundred thousand investors takes as long as one in a thousand; nothing is counted
 * past a bound, for the same reason.
 */
import { type SQL, and, count, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type investorFinds, type investorStates } from '~/contract/extensions/operator/investors'
import { foldEmail, foldLogin, foldPhone } from '../auth/contact'
import { type Db } from '../db/connect'
import { ledgerAccounts } from '../db/schema/ledger'
import { type UserRow, users } from '../db/schema/users'
import { worthInUsdt } from '../domain/currencies'
import { type Decimal, sum } from '../domain/decimal'
import { type ListQuery, ordering, paging, startsWith } from '../funds/pages'
import { ratesAt } from '../funds/rates'
import { type OperatorView } from './audit'

type Investors = CallOutput<typeof contract.operator.investors>
type Find = (typeof investorFinds)[number]

/** The most that are counted. */
const maxCounted = 1_000
/** The most that a search finds by one of its keys: so few are fetched by their ids, whatever the size of the table. */
const maxFound = 200

export type InvestorsQuery = ListQuery & { state?: (typeof investorStates)[number]; inviter?: string }

/** Investors, newest first; of a search that finds too many too, whatever the order of the page. */
export async function listInvestors(
  db: Db,
  { now }: Pick<OperatorView, 'now'>,
  query: InvestorsQuery,
): Promise<Investors> {
  const { page, limit, offset } = paging(query)
  const listed = and(
    eq(users.role, 'investor'),
    query.state && isNotNull({ suspended: users.suspendedAt, frozen: users.frozenAt }[query.state]),
    query.inviter === undefined ? undefined : eq(users.inviterId, query.inviter),
  )!
  const found = query.search ? await findInvestors(db, query.search, listed) : null
  const where = and(listed, found?.ids && inArray(users.id, [...found.ids.keys()]))
  const columns = { registeredAt: users.registeredAt, login: sql`lower(${users.login})` }
  const rows = await db
    .select()
    .from(users)
    .where(where)
    .orderBy(...ordering(query, columns, 'registeredAt', users.id))
    .limit(limit)
    .offset(offset)
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(users)
    .where(where)
    .limit(maxCounted + 1)
    .as('some')
  const [counted] = await db.select({ total: count() }).from(some)
  const total = counted!.total
  const worth = await worthOf(
    db,
    rows.map(({ id }) => id),
    now,
  )
  return {
    items: rows.map((row) => ({
      ...view(row),
      worth: worth.get(row.id)!, // of each of these rows
      found: found?.ids.get(row.id) ?? [],
    })),
    ...totalOf(total, { isCut: found?.isCut ?? false }),
    page,
    limit,
  }
}

/** A search that finds too many by one key names some of them. */
function totalOf(counted: number, { isCut }: { isCut: boolean }): Pick<Investors, 'total' | 'moreThan'> {
  if (isCut) return { total: null, moreThan: maxFound }
  return counted > maxCounted ? { total: null, moreThan: maxCounted } : { total: counted }
}

function view(user: UserRow): Omit<Investors['items'][number], 'worth' | 'found'> {
  return {
    id: user.id,
    login: user.login,
    email: user.email ?? user.pendingEmail,
    phone: user.phone,
    registeredAt: user.registeredAt.toISOString(),
    verification: user.verification,
    suspended: user.suspendedAt !== null,
    frozen: user.frozenAt !== null,
    erased: user.erasedAt !== null,
  }
}

/** What each investor's balance and deposits are worth in USDT. */
async function worthOf(db: Db, userIds: string[], now: Date): Promise<Map<string, Decimal>> {
  const rates = await ratesAt(db, now)
  const rows = await db
    .select()
    .from(ledgerAccounts)
    .where(
      and(inArray(ledgerAccounts.userId, userIds), inArray(ledgerAccounts.kind, ['balance', 'balance_dep'])),
    )
  return new Map(
    userIds.map((id) => {
      const own = rows.filter(({ userId }) => userId === id)
      return [
        id,
        sum(own.map(({ balance, currency }) => worthInUsdt(balance, rates.get(currency) ?? '0'))),
      ] as const
    }),
  )
}

/**
 * Who is found by what was typed, and by which of their data.
 * @param listed which investors the list is of
 * @returns `isCut`: one of the keys finds more than it names
 */
async function findInvestors(
  db: Db,
  search: string,
  listed: SQL,
): Promise<{ ids: Map<string, Find[]>; isCut: boolean }> {
  const { rows } = await db.execute<{ id: string; find: Find }>(sql`
    ${sql.join(
      keysOf(search, listed).map(
        ([find, ids]) => sql`(select id, ${find} as find from (${ids}) as by_${sql.raw(find)})`,
      ),
      sql` union all `,
    )}`)
  const ids = new Map<string, Find[]>()
  const counts = new Map<Find, number>()
  for (const { id, find } of rows) {
    ids.set(id, [...(ids.get(id) ?? []), find])
    counts.set(find, (counts.get(find) ?? 0) + 1)
  }
  return { ids, isCut: Math.max(0, ...counts.values()) > maxFound }
}

/** The keys of a search, each as a query of the ids of users that an index answers. */
function keysOf(search: string, listed: SQL): [Find, SQL][] {
  const typed = search.trim()
  const whole = typed.toLowerCase()
  const bounded = (ids: SQL): SQL => sql`select distinct id from (${ids}) as found limit ${maxFound + 1}`
  // The newest of them: of more than are named, these are the ones that the list would begin with.
  const first = (where: SQL): SQL =>
    sql`select id from users where ${and(where, listed)} order by registered_at desc, id desc limit ${maxFound + 1}`
  const phone = phoneOf(typed)
  // An operation is named by its entry and the number of its line.
  const entry = typed.replace(/\.\d+$/, '')
  return [
    ['login', first(startsWith(sql`lower(login)`, foldLogin(typed)))],
    [
      'email',
      bounded(sql`
        (${first(startsWith(sql`lower(email)`, foldEmail(typed)))}) union all
        (${first(startsWith(sql`lower(pending_email)`, foldEmail(typed)))})`),
    ],
    ...(phone === null ? [] : ([['phone', first(startsWith(sql`phone`, phone))]] satisfies [Find, SQL][])),
    [
      'wallet',
      bounded(sql`
        select user_id as id from wallets where lower(address) = ${whole} union all
        select user_id from payments where lower(wallet) = ${whole} union all
        select user_id from refills where lower(wallet) = ${whole}`),
    ],
    [
      'transaction',
      bounded(sql`
        select user_id as id from payments where lower(transaction_hash) = ${whole} union all
        select user_id from refills where lower(transaction_hash) = ${whole}`),
    ],
    [
      'reference',
      bounded(sql`
        select id from users where id = ${typed} union all
        ${sql.join(
          entries.map((table) => sql`select user_id from ${sql.identifier(table)} where id = ${typed}`),
          sql` union all `,
        )} union all
        select user_id from ledger_entries where id = ${entry}`),
    ],
  ]
}

/** The tables whose ids an investor reads on the pages and in messages. */
const entries = ['payments', 'refills', 'deposits', 'exchanges', 'subscriptions', 'verifications']

/** The beginning of a phone in E.164, or the whole of one that is written as at home; null for something else. */
function phoneOf(typed: string): string | null {
  const digits = typed.replace(/[\s().-]/g, '')
  if (!/^\+?\d{3,15}$/.test(digits)) return null
  return foldPhone(typed) ?? `+${digits.replace('+', '')}`
}
