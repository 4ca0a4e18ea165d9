import { type Readable } from 'node:stream'
import { type ByteStore } from '../storage/byte-store'
import { openedStream } from '../storage/sealed-storage'

/**
 * Whether a stored file opens and is whole.
 * @throws Error where it is damaged, was sealed with another secret, or has another length
 */
export async function verifyFile(
  stored: Readable,
  { id, bytes }: { id: string; bytes: number },
  secret: Buffer,
): Promise<void> {
  let length = 0
  for await (const piece of openedStream({ secret, id }, stored)) length += (piece as Buffer).length
  if (length !== bytes) throw new Error(`the stored file ${id} has ${length} bytes instead of ${bytes}`)
}

export interface FileCopy {
  files: readonly { id: string; bytes: number }[]
  /** The encrypted bytes of a file, or null. */
  read: (id: string) => Promise<Readable | null>
  into: ByteStore
  secret: Buffer
}

/**
 * Copies stored files as they are encrypted, each after it was opened to its end.
 * @returns the ids of those that are not there
 */
export async function copyFiles({ files, read, into, secret }: FileCopy): Promise<string[]> {
  const missing: string[] = []
  for (const file of files) {
    const first = await read(file.id)
    if (!first) {
      missing.push(file.id)
      continue
    }
    await verifyFile(first, file, secret)
    const bytes = await read(file.id)
    if (!bytes) throw new Error(`the stored file ${file.id} went away while it was copied`)
    await into.put(file.id, bytes as AsyncIterable<Buffer>)
  }
  return missing
}
