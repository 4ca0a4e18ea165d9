import type pg from 'pg'

/** A connection that can be told to fail at a statement, as one does whose server or process is killed. */

class Died extends Error {}

/** Gives a connection a fate; everything but what it is told to fail at goes through as before. */
export function mortal(client: pg.Client) {
  const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>
  let statementsLeft = Infinity
  const mortalQuery = (...asked: unknown[]): Promise<unknown> => {
    statementsLeft -= 1
    if (statementsLeft > 0) return query(...asked)
    statementsLeft = Infinity // what rolls back has to come through
    return Promise.reject(new Died())
  }
  client.query = mortalQuery as typeof client.query

  return {
    /** Runs with a connection that fails at the n-th statement; false when it did, true when `run` took fewer. */
    async dyingAt(n: number, run: () => Promise<void>): Promise<boolean> {
      statementsLeft = n
      try {
        await run()
        return true
      } catch (error) {
        if (!isDeath(error)) throw error
        return false
      } finally {
        statementsLeft = Infinity
      }
    },
  }
}

const isDeath = (error: unknown): boolean =>
  error instanceof Died || (error instanceof Error && error.cause instanceof Died)
