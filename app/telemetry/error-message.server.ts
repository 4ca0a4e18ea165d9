/**
 * The message of an error for a log or a report. Drizzle's repeats a failed statement with all of its values; of those only
 * the statement is told.
 */
export function messageOfError(error: Error): string {
  const { query } = error as { query?: unknown }
  return typeof query === 'string' ? `failed statement: ${query.slice(0, 300)}` : error.message
}
