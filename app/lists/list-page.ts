/** A page of a list, as every list answers. */
export interface ListPage<Item = unknown> {
  items: readonly Item[]
  /** All that the filters let through; null where nobody says how many there are. */
  total: number | null
  /** From 1. */
  page: number
  /** The most that a page holds. */
  limit: number
  /** How many entries could not be read, and are not among the items. */
  leftOut?: number
}

/** Whether no page follows; where nobody says how many entries there are, a full page may have one. */
export function isLastPage({ items, leftOut = 0, total, page, limit }: ListPage): boolean {
  const count = items.length + leftOut
  return total === null ? count < limit : (page - 1) * limit + count >= total
}

/** Whether there is nothing at all, as far as anybody can tell. */
export function hasNoEntries({ items, leftOut = 0, total, page }: ListPage): boolean {
  return total === null ? page === 1 && items.length + leftOut === 0 : total === 0
}
