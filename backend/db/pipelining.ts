/**
 * Statements that are sent together. Of a connection in pipeline mode, those that code issues without waiting in between
 * (`together`) go to the server in one write, and it runs them in their order, each with its own
 * snapshot, as if each had waited. Invariants: savepoints are marked and released in front of the statement that comes
 * next, since they can fail only in a transaction that has failed already and in which that statement fails as well; all
 * else that a caller waits for has been answered by the server.
 */
import type pg from 'pg'

/** @returns nothing where a callback is given */
type Query = (...given: unknown[]) => Promise<unknown> | undefined

/** Makes a connection of a pool in pipeline mode send what is issued together in one write. */
export function sendTogether(client: pg.PoolClient, { prototype }: { prototype: pg.ClientBase }): void {
  let isHeld = false
  const query: Query = (...given) => {
    if (!isHeld) {
      isHeld = true
      client.connection.stream.cork()
      // Runs when every promise that is settled by now has been followed, and so has issued its statements.
      process.nextTick(() => {
        isHeld = false
        client.connection.stream.uncork()
      })
    }
    const answer = (prototype.query as Query).apply(client, given)
    if (!answer || !/^(savepoint|release savepoint) /.test(textOf(given[0]))) return answer
    answer.catch(() => {})
    return Promise.resolve(none)
  }
  client.query = query as typeof client.query
}

/** Of a statement without rows. */
const none: Pick<pg.QueryResult, 'rows' | 'rowCount'> = { rows: [], rowCount: null }

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? '')
