/** A first day after the last one: there is nothing to ask for, and the reader is told at the field. */
export function areDaysSwapped({ from, to }: { from?: string; to?: string }): boolean {
  return from !== undefined && to !== undefined && from > to
}
