import type pg from 'pg'
import { type Tracing } from '~/telemetry/tracing.server'

/**
 * A span for each statement of a call. Statements that no call causes, such as those of jobs, have none. The text of a
 * statement is kept, and none of its values.
 */

type Query = (...given: unknown[]) => unknown

export function traceQueries(of: pg.Pool | pg.PoolClient, tracing: Tracing): void {
  const query = of.query.bind(of) as Query
  const traced: Query = (...given) => {
    const parent = tracing.present()
    // With a callback it is the pool's own use of a connection, whose statement has a span already.
    if (parent === undefined || typeof given.at(-1) === 'function') return query(...given)
    const text = textOf(given[0])
    const span = tracing.start(text.split(/\s/, 1)[0]?.toUpperCase() || 'SQL', {
      ...{ kind: 'client', parent },
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
    })
    const answer = query(...given)
    if (!(answer instanceof Promise)) {
      span.end()
      return answer
    }
    return answer.then(
      (result: unknown) => {
        span.end()
        return result
      },
      (error: unknown) => {
        span.end({ 'db.response.status_code': (error as { code?: string }).code }, true)
        throw error
      },
    )
  }
  of.query = traced as typeof of.query
}

const maxText = 1_000

/** Values are sent apart from the text; what stands in quotes all the same is left out. */
function textOf(statement: unknown): string {
  const text = typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? '')
  return text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxText)
}
