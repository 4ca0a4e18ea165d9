import { type Readable } from 'node:stream'

/**
 * Where the bytes of files lie that were handed in. Invariants of every storage: bytes are encrypted before
 * they rest, a file is there whole or not at all, and what was erased is nowhere.
 */
export interface FileStorage {
  /**
   * Stores the bytes under an id that has none yet. Nothing is left of them when their source fails.
   * @returns how many bytes there were
   */
  write(id: string, bytes: AsyncIterable<Uint8Array>): Promise<number>
  /** The bytes of a file, or null where there is none. The stream fails when they are not what was stored. */
  read(id: string): Promise<Readable | null>
  /** Erases the file and what a broken write may have left of it; nothing to erase is no error. */
  erase(id: string): Promise<void>
  /** How many bytes the place still takes, as its system says. */
  freeBytes(): Promise<number>
}

/** The answer of a call that gives a file. */
export interface Attachment {
  mediaType: string
  bytes: number
  stream: Readable
}
