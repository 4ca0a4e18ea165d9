import { Readable } from 'node:stream'
import { type ByteStore } from './byte-store'
import { headerBytes, opened, sealed } from './chunk-cipher'
import { type FileStorage } from './storage'

/**
 * Files that are encrypted before they reach their store, whichever that is.
 * @param secret 32 bytes that everything is encrypted with
 */
export function sealedStorage(store: ByteStore, secret: Buffer): FileStorage {
  return {
    async write(id, bytes) {
      let count = 0
      const counted = counting(bytes, (length) => (count += length))
      await store.put(id, sealed({ secret, id }, counted))
      return count
    },

    async read(id) {
      const stored = await store.get(id)
      // This also closes what is stored when the reader stops early or the header is wrong.
      return stored && openedStream({ secret, id }, stored)
    },

    readSealed: (id) => store.get(id),
    writeSealed: (id, bytes) => store.put(id, bytes),
    erase: (id) => store.remove(id),
    freeBytes: () => store.freeBytes(),
  }
}

/** The content of a sealed file. The stream fails if it was changed, or sealed under another id or secret. */
export function openedStream(key: { secret: Buffer; id: string }, stored: Readable): Readable {
  return Readable.from(openedFrom(key, stored), { objectMode: false }).once('close', () => stored.destroy())
}

async function* openedFrom(key: { secret: Buffer; id: string }, stored: Readable) {
  const pieces = (stored as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < headerBytes) {
    const piece = await pieces.next()
    if (piece.done) break
    head = Buffer.concat([head, piece.value])
  }
  async function* rest() {
    yield head.subarray(headerBytes)
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) yield piece.value
  }
  yield* opened({ ...key, header: head.subarray(0, headerBytes) }, rest())
}

async function* counting(bytes: AsyncIterable<Uint8Array>, add: (length: number) => void) {
  for await (const piece of bytes) {
    add(piece.length)
    yield piece
  }
}
