import { LRUCache } from 'lru-cache'

/** A cached entry, with its size in bytes as it counts against the bound. */
interface Sized {
  readonly bytes: number
}

export interface PageStore<Entry extends Sized> {
  get(key: string): Entry | undefined
  /** Replaces an older one; the least recently used entry is evicted. */
  set(key: string, entry: Entry): void
  delete(key: string): void
  readonly size: number
  readonly bytes: number
}

export interface StoreBounds {
  entries: number
  bytes: number
}

/** A cache that never exceeds its bounds. */
export function createPageStore<Entry extends Sized>(bounds: StoreBounds): PageStore<Entry> {
  const cache = new LRUCache<string, Entry>({
    max: bounds.entries,
    maxSize: bounds.bytes,
    sizeCalculation: ({ bytes }) => Math.max(1, bytes), // the cache requires a size of at least 1
  })

  return {
    get: (key) => cache.get(key),
    set: (key, entry) => void cache.set(key, entry),
    delete: (key) => void cache.delete(key),
    get size() {
      return cache.size
    },
    get bytes() {
      return [...cache.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    },
  }
}
