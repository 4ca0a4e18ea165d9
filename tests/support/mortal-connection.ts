import type pg from 'pg'

/**
 * A connection that can be told to fail at a statement of a transaction, its commit included, as one does whose server
 * or process is killed.
 */

class Died extends Error {}

/** How far an act gets: to the n-th statement after its first `begin`, or to the first one that reads so. */
export type Fate = number | 'commit' | 'insert into ledger_lines'

/** Gives a connection a fate; everything but what it is told to fail at goes through as before. */
export function mortal(client: pg.Client) {
  const query = client.query.bind(client) as (...requests: unknown[]) => Promise<unknown>
  let fate: Fate | null = null
  let statements: number | null = null
  let diedAt: string | null = null
  const mortalQuery = (...requests: unknown[]): Promise<unknown> => {
    const text = textOf(requests[0])
    if (fate === null) return query(...requests)
    // What is read before the transaction is not of the act.
    if (statements === null) {
      if (/^begin\b/.test(text)) statements = 0
      return query(...requests)
    }
    if (text === 'rollback') return query(...requests) // refused: nothing was done that could be lost
    statements += 1
    if (typeof fate === 'number' ? statements < fate : !text.includes(fate)) return query(...requests)
    fate = null // what rolls back has to come through
    diedAt = text
    return Promise.reject(new Died())
  }
  client.query = mortalQuery as typeof client.query

  return {
    /**
     * Runs with a connection that fails as it was told to; gives the statement, null when `run` took fewer.
     * @param options.from what is counted: from the first `begin` on, or from the start where there is none
     */
    async dyingAt(
      told: Fate,
      run: () => Promise<void>,
      { from = 'begin' }: { from?: 'begin' | 'start' } = {},
    ): Promise<string | null> {
      fate = told
      statements = from === 'begin' ? null : 0
      diedAt = null
      try {
        await run()
        return null
      } catch (error) {
        if (!isDeath(error)) throw error
        return diedAt
      } finally {
        fate = null
      }
    },
  }
}

function textOf(request: unknown): string {
  const text = typeof request === 'string' ? request : (request as { text: string }).text
  return text.trim().replace(/\s+/g, ' ')
}

const isDeath = (error: unknown): boolean =>
  error instanceof Died || (error instanceof Error && error.cause instanceof Died)
