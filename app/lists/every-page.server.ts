/** As much of a page as reading on needs. */
export interface Part<Item> {
  items: Item[]
  /** Null if the upstream does not provide it: then the list ends at a page without anything new. */
  total: number | null
  leftOut?: number
}

/** An entry of a list; without an id it can't be identified. */
interface Entry {
  id: string | null
}

/**
 * A whole list, a page at a time; the next page is fetched when the one before has been consumed. A new entry shifts
 * the others towards the end, so entries that were seen already are skipped.
 * @param maxPages the maximum number of pages to read
 */
export async function* everyPage<Item extends Entry>(
  ask: (page: number) => Promise<Part<Item>>,
  maxPages = Infinity,
): AsyncGenerator<Item[], void> {
  let before: readonly Item[] = []
  for (let page = 1, read = 0; page <= maxPages; page++) {
    const { items, total, leftOut = 0 } = await ask(page)
    const fresh = isSamePage(items, before) ? [] : withoutThose(before, items)
    if (fresh.length > 0) yield fresh
    before = items
    read += items.length + leftOut
    if (total === null ? fresh.length === 0 : items.length + leftOut === 0 || read >= total) return
  }
}

function withoutThose<Item extends Entry>(met: readonly Item[], items: readonly Item[]): Item[] {
  const ids = new Set(met.map(({ id }) => id))
  return items.filter(({ id }) => id === null || !ids.has(id))
}

/** An upstream without pages returns the same one for every number. */
function isSamePage(items: readonly Entry[], before: readonly Entry[]): boolean {
  return before.length > 0 && JSON.stringify(items) === JSON.stringify(before)
}
