/** A page of a list, as every list answers. */
export interface ListPage<Item = unknown> {
  items: readonly Item[]
  /** All that match the filters; null if the upstream does not provide it. */
  total: number | null
  /** Where it was not counted to its end: how many there are more of than this. */
  moreThan?: number
  /** From 1. */
  page: number
  /** The maximum number of entries on a page. */
  limit: number
  /** How many entries could not be read, and are not among the items. */
  leftOut?: number
}

/** Whether this is the last page. Without a total, a full page may have a next one. */
export function isLastPage({ items, leftOut = 0, total, page, limit }: ListPage): boolean {
  const count = items.length + leftOut
  return total === null ? count < limit : (page - 1) * limit + count >= total
}

/** Whether the list is known to be empty. */
export function hasNoEntries({ items, leftOut = 0, total, page }: ListPage): boolean {
  return total === null ? page === 1 && items.length + leftOut === 0 : total === 0
}
