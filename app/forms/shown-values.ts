import { type LastResult } from './parse.server'

/**
 * The key of a form that sends along what it has shown (`shown-values.server.ts`): an answer that brings newer values starts it
 * anew with them.
 * @param shown what the page's loader has read, as the form's default of that field has it
 */
export function keyOfShown(shown: string, lastResult: LastResult | undefined): string {
  const answered = lastResult?.initialValue?.['shown']
  return typeof answered === 'string' ? answered : shown
}
