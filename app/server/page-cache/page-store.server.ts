/** Something kept by its key, with its size in bytes as it counts against the bound. */
interface Sized {
  readonly bytes: number
}

export interface PageStore<Entry extends Sized> {
  get(key: string): Entry | undefined
  /** Takes the place of an older one; what was asked for longest ago makes room. */
  set(key: string, entry: Entry): void
  delete(key: string): void
  readonly size: number
  readonly bytes: number
}

export interface StoreBounds {
  entries: number
  bytes: number
}

/** A store that never holds more than its bounds, whatever is put into it. */
export function createPageStore<Entry extends Sized>(bounds: StoreBounds): PageStore<Entry> {
  const entries = new Map<string, Entry>() // in the order in which they were asked for
  let bytes = 0

  function remove(key: string): void {
    bytes -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry
    },
    set(key, entry) {
      remove(key)
      if (entry.bytes > bounds.bytes) return
      entries.set(key, entry)
      bytes += entry.bytes
      for (const oldest of entries.keys()) {
        if (entries.size <= bounds.entries && bytes <= bounds.bytes) return
        remove(oldest)
      }
    },
    delete: remove,
    get size() {
      return entries.size
    },
    get bytes() {
      return bytes
    },
  }
}
