import { type SQL, and, count, eq, inArray, sql } from 'drizzle-orm'
import { type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import { foldLogin } from '../auth/contact'
import { type Db } from '../db/connect'
import { wordsIn } from '../db/schema/columns'
import { users } from '../db/schema/users'
import { type ListQuery, paging, startsWith } from '../funds/pages'

/**
 * The search in the queues, and how their cases are counted. Invariants: whatever is typed is looked up in an index, as a
 * whole, by its beginning or by its words; a list and a search have the same order, so that what comes first of many is on
 * the first page; and nothing is counted past a bound. So a queue of a hundred thousand cases answers as fast as one of a
 * thousand.
 */

/** The highest total that is counted. */
export const maxCounted = 1_000
/** The same of a search. */
const maxFound = 200
/** So many owners are each asked for their cases; where there are more, the list is read until enough is found. */
const maxOwners = 2_000

/** Where a search looks. */
export interface SearchedTable {
  table: PgTable
  id: PgColumn
  /** Of the investor whose case it is. */
  userId?: PgColumn
  /** What a search finds by its beginning, in lower case. */
  beginnings?: readonly SQL[]
  /** Phones, in the form in which they are stored; a search finds them by their beginning. */
  phone?: PgColumn
  /** The words of a case, as its table keeps them. */
  words?: SQL
}

interface CasePage<Item> {
  items: Item[]
  /** Null where there are more than are counted. */
  total: number | null
  /** What there are more of than this, where that is so. */
  moreThan?: number
  page: number
  limit: number
}

/**
 * A page of a queue, or of what a search finds in it.
 * @param order of the list
 * @param read reads the page of a query under a condition, in that order
 */
export async function pageOfCases<Item>(
  db: Db,
  searched: SearchedTable,
  query: ListQuery,
  { filters, order }: { filters: SQL | undefined; order: SQL[] },
  read: (where: SQL | undefined, query: ListQuery) => Promise<Item[]>,
): Promise<CasePage<Item>> {
  const { page, limit, offset } = paging(query)
  const typed = query.search?.trim()
  if (!typed) {
    const [items, total] = await Promise.all([read(filters, query), countUpTo(db, searched.table, filters)])
    return { items, ...totalOf(total, maxCounted), page, limit }
  }
  const keys = [...keysOf(searched, typed), ...(await keysOfOwner(db, searched, typed))]
  const upTo = Math.max(maxFound, offset + limit) + 1
  const found = await firstOf(db, searched, keys, { filters, order, limit: upTo })
  const ids = found.slice(offset, offset + limit)
  const items = ids.length === 0 ? [] : await read(inArray(searched.id, ids), { ...query, page: 1 })
  return { items, ...totalOf(found.length, maxFound), page, limit }
}

const totalOf = (counted: number, bound: number): Pick<CasePage<unknown>, 'total' | 'moreThan'> =>
  counted > bound ? { total: null, moreThan: bound } : { total: counted }

/** Counts rows up to one more than the bound. */
async function countUpTo(db: Db, table: PgTable, where: SQL | undefined): Promise<number> {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(maxCounted + 1)
    .as('some')
  const [counted] = await db.select({ total: count() }).from(some)
  return counted!.total // a count is one row
}

/** A key of a search: what it is looked up by, and in which rows. */
interface Key {
  condition?: SQL
  /** Whether the condition is of the accounts of the owners. */
  ofOwner?: boolean
  /** The owners whose cases these are. */
  owners?: string[]
}

/**
 * The whole id, or the beginning of a key, or all typed words. Words are whole ones: the beginning
 * of a usual word is found in so many places that it would take long.
 */
function keysOf({ id, beginnings = [], phone, words }: SearchedTable, typed: string): Key[] {
  const digits = typed.replace(/[\s().-]/g, '')
  return [
    { condition: eq(id, typed) },
    ...beginnings.map((column) => ({ condition: startsWith(column, typed.toLowerCase()) })),
    ...(phone && /^\+?\d{3,}$/.test(digits) ? [{ condition: startsWith(phone, digits) }] : []),
    ...(words ? [{ condition: sql`${words} @@ ${wordsIn(typed)}` }] : []),
  ]
}

/** The beginning of the owner's login. */
async function keysOfOwner(db: Db, { userId }: SearchedTable, typed: string): Promise<Key[]> {
  if (!userId) return []
  const condition = startsWith(sql`lower(${users.login})`, foldLogin(typed))
  const owners = await db
    .select({ id: users.id })
    .from(users)
    .where(condition)
    .limit(maxOwners + 1)
  if (owners.length > maxOwners) return [{ condition, ofOwner: true }]
  const ids = owners.map(({ id }) => id)
  return ids.length === 0 ? [] : [{ owners: ids }]
}

/**
 * The ids of the first cases that a key finds. Each key is a query of its own with the order and the limit of the list, so
 * that the database reads the list until enough is found where a key is frequent, and the key's index where it is rare.
 */
async function firstOf(
  db: Db,
  { table, id, userId }: SearchedTable,
  keys: readonly Key[],
  { filters, order, limit }: { filters: SQL | undefined; order: SQL[]; limit: number },
): Promise<string[]> {
  const inOrder = sql`order by ${sql.join(order, sql`, `)} limit ${limit}`
  const each = keys.map(({ condition, ofOwner, owners }) => {
    if (owners) {
      // Owner by owner: the database takes few for many where some have much, and would read the whole list.
      const own = sql`select * from ${table} where ${and(sql`${userId} = owner.id`, filters)} ${inOrder}`
      const of = sql`unnest(${sql.param(owners)}::text[]) as owner (id) cross join lateral (${own}) as ${table}`
      return sql`(select ${id} from ${of} ${inOrder})`
    }
    const joined = ofOwner ? sql`join ${users} on ${users.id} = ${userId}` : sql``
    return sql`(select ${id} from ${table} ${joined} where ${and(condition, filters)} ${inOrder})`
  })
  const { rows } = await db.execute<{ id: string }>(
    sql`select ${id} from ${table} where ${id} in (${sql.join(each, sql` union all `)}) ${inOrder}`,
  )
  return rows.map((row) => row.id)
}
