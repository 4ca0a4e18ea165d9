import { type Readable } from 'node:stream'

/** Keeps bytes that are encrypted already. Invariant of every store: what has an id is there whole or not at all. */
export interface ByteStore {
  /** Keeps the bytes under an id. If their source fails, nothing is kept. */
  put(id: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** The bytes of an id, or null if there are none. Destroying the stream lets go of what it holds. */
  get(id: string): Promise<Readable | null>
  /** Removes the bytes and leftovers of a broken write. Missing ones are no error. */
  remove(id: string): Promise<void>
  /** How many bytes are free; infinite where there is no such bound. */
  freeBytes(): Promise<number>
}

/** @throws Error for an id that could be a path elsewhere */
export function checkedId(id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) throw new Error('this is no id of a stored file')
  return id
}
