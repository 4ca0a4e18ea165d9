/** As much of a page as reading on needs. */
export interface Part<Item> {
  items: Item[]
  /** Null where nobody says how many entries there are: then the list ends where a page brings nothing new. */
  total: number | null
  leftOut?: number
}

/** An entry of a list; one without an id can't be told from another. */
interface Entry {
  id: string | null
}

/**
 * A list from its beginning to its end, a page at a time; the next page is asked for when the one before has been taken.
 * An entry that comes meanwhile moves the others towards the end: what was met already is left out.
 * @param maxPages an end to the reading, however many pages there are
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

/** An upstream that has no pages gives the same one whatever is asked for. */
function isSamePage(items: readonly Entry[], before: readonly Entry[]): boolean {
  return before.length > 0 && JSON.stringify(items) === JSON.stringify(before)
}
