import type pg from 'pg'

/**
 * A connection that can be made to fail at a statement of a transaction, including its commit, as when its
 * server or process is killed.
 */

class ConnectionFailure extends Error {}

/** The statement that fails: the n-th after the first `begin`, or the first one with this text. */
export type FailurePoint = number | 'commit' | 'insert into ledger_lines'

/** Makes a connection fail at a chosen statement; all other statements go through. */
export function failingConnection(client: pg.Client) {
  const query = client.query.bind(client) as (...requests: unknown[]) => Promise<unknown>
  let failurePoint: FailurePoint | null = null
  let statements: number | null = null
  let failedStatement: string | null = null
  const failingQuery = (...requests: unknown[]): Promise<unknown> => {
    const text = textOf(requests[0])
    if (failurePoint === null) return query(...requests)
    // Statements before the transaction do not count.
    if (statements === null) {
      if (/^begin\b/.test(text)) statements = 0
      return query(...requests)
    }
    if (text === 'rollback') return query(...requests) // after a refusal there is no change that could be lost
    statements += 1
    if (typeof failurePoint === 'number' ? statements < failurePoint : !text.includes(failurePoint))
      return query(...requests)
    failurePoint = null // the rollback has to go through
    failedStatement = text
    return Promise.reject(new ConnectionFailure())
  }
  client.query = failingQuery as typeof client.query

  return {
    /**
     * Runs with a connection that fails at the chosen statement; returns that statement, or null if `run` had
     * fewer.
     * @param options.from where counting starts: at the first `begin`, or at once if there is none
     */
    async failAt(
      point: FailurePoint,
      run: () => Promise<void>,
      { from = 'begin' }: { from?: 'begin' | 'start' } = {},
    ): Promise<string | null> {
      failurePoint = point
      statements = from === 'begin' ? null : 0
      failedStatement = null
      try {
        await run()
        return null
      } catch (error) {
        if (!isConnectionFailure(error)) throw error
        return failedStatement
      } finally {
        failurePoint = null
      }
    },
  }
}

function textOf(request: unknown): string {
  const text = typeof request === 'string' ? request : (request as { text: string }).text
  return text.trim().replace(/\s+/g, ' ')
}

const isConnectionFailure = (error: unknown): boolean =>
  error instanceof ConnectionFailure || (error instanceof Error && error.cause instanceof ConnectionFailure)
