import { type Readable } from 'node:stream'

/**
 * Stores the bytes of uploaded files. Invariants of every storage: bytes are encrypted before they reach the disk; a
 * file is there whole or not at all; an erased file leaves nothing.
 */
export interface FileStorage {
  /**
   * Stores the bytes under a new id. If their source fails, nothing is stored.
   * @returns how many bytes there were
   */
  write(id: string, bytes: AsyncIterable<Uint8Array>): Promise<number>
  /** The bytes of a file, or null if there is none. The stream fails if the bytes were changed. */
  read(id: string): Promise<Readable | null>
  /** The encrypted bytes of a file as they are kept, or null: for a copy that needs no secret. */
  readSealed(id: string): Promise<Readable | null>
  /** Keeps encrypted bytes that another storage kept under the same id. If their source fails, nothing is kept. */
  writeSealed(id: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Erases the file and leftovers of a broken write. A missing file is no error. */
  erase(id: string): Promise<void>
  /** How many bytes are free, as the system reports it; infinite where there is no such bound. */
  freeBytes(): Promise<number>
}

/** The answer of a call that sends a file. */
export interface Attachment {
  mediaType: string
  bytes: number
  stream: Readable
}
