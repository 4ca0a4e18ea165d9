import { type Placeholder, sql } from 'drizzle-orm'
import { type Db } from './connect'

/**
 * A statement that is made once for each connection and not for each request: to put its text together takes drizzle up to
 * twenty times as long as to run it, and the server keeps its plan. For statements of one shape that most requests need.
 * @param name of the statement on the server; no two have the same
 * @param build its query, with `sql.placeholder` for what differs between requests
 * @returns the statement on the connection of a transaction, or on the pool
 */
export function prepared<Query>(
  name: string,
  build: (db: Db) => { prepare(name: string): Query },
): (db: Db) => Query {
  const known = new WeakMap<object, Query>()
  return (db) => {
    const connection = connectionOf(db)
    const query = known.get(connection) ?? build(db).prepare(name)
    known.set(connection, query)
    return query
  }
}

/** Drizzle's types hide it: a transaction has its own connection, all else the pool. */
const connectionOf = (db: Db): object => (db as unknown as { session: { client: object } }).session.client

/** For each column that an insert gives, a placeholder of the column's name. None of their values may be JSON `null`. */
export const placeholders = <Column extends string>(...columns: Column[]) =>
  Object.fromEntries(columns.map((column) => [column, sql.placeholder(column)])) as {
    [Name in Column]: Placeholder<Name>
  }
