import { hkdfSync } from 'node:crypto'
import type Libsodium from 'libsodium-wrappers'

/**
 * Files at rest: libsodium's secretstream (XChaCha20-Poly1305) over chunks of 64 KiB, so that a file of any length is
 * sealed and opened as a stream and no byte is given out that was not authenticated. Invariants: each file has a random
 * header, which its keys and nonces come from; the id of the file is authenticated with each chunk and the last chunk is
 * marked as the last, so that a file that was cut, re-ordered, lengthened or put under another id does not open.
 */

type Sodium = typeof Libsodium

const magic = Buffer.from('TLF2')
const streamHeaderBytes = 24
const chunkBytes = 64 * 1024
/** The bytes that sealing adds to a chunk. */
const overheadBytes = 17

/** The bytes before the chunks: the format and the stream's own header. */
export const headerBytes = magic.length + streamHeaderBytes

/** @param secret 32 bytes; @param id is bound to the bytes: they open under this id alone */
export async function* sealed(
  { secret, id }: { secret: Buffer; id: string },
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const sodium = await loadSodium()
  const { state, header } = sodium.crypto_secretstream_xchacha20poly1305_init_push(keyOf(secret))
  try {
    yield Buffer.concat([magic, header])
    for await (const { chunk, isLast } of chunksOf(bytes, chunkBytes)) {
      yield Buffer.from(
        sodium.crypto_secretstream_xchacha20poly1305_push(state, chunk, id, tagOf(sodium, isLast)),
      )
    }
  } finally {
    free(sodium, state)
  }
}

/**
 * @param header the first `headerBytes` of what was sealed
 * @param rest everything after it
 * @throws Error when these are not the bytes that were sealed with this secret under this id
 */
export async function* opened(
  { secret, id, header }: { secret: Buffer; id: string; header: Buffer },
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  if (header.length !== headerBytes || !header.subarray(0, magic.length).equals(magic)) throw damaged(id)
  const sodium = await loadSodium()
  const streamHeader = header.subarray(magic.length)
  const state = sodium.crypto_secretstream_xchacha20poly1305_init_pull(streamHeader, keyOf(secret))
  try {
    for await (const { chunk, isLast } of chunksOf(rest, chunkBytes + overheadBytes)) {
      if (chunk.length < overheadBytes) throw damaged(id)
      const pulled = sodium.crypto_secretstream_xchacha20poly1305_pull(state, chunk, id)
      if (!pulled || pulled.tag !== tagOf(sodium, isLast)) throw damaged(id)
      yield Buffer.from(pulled.message)
    }
  } finally {
    free(sodium, state)
  }
}

/** Loaded with the first file: its WebAssembly takes 11 MB and would delay every start. */
async function loadSodium(): Promise<Sodium> {
  const { default: sodium } = await import('libsodium-wrappers')
  await sodium.ready
  return sodium
}

/** Of files alone: other keys come from the same secret. */
function keyOf(secret: Buffer): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', 'tideline files', 32))
}

function tagOf(sodium: Sodium, isLast: boolean): number {
  return isLast
    ? sodium.crypto_secretstream_xchacha20poly1305_TAG_FINAL
    : sodium.crypto_secretstream_xchacha20poly1305_TAG_MESSAGE
}

/** The wrapper leaves a stream's state in the memory of its WebAssembly, which nothing collects. */
function free(sodium: Sodium, state: unknown): void {
  const { libsodium } = sodium as unknown as { libsodium: { _free: (address: unknown) => void } } // its types leave it out
  libsodium._free(state)
}

function damaged(id: string): Error {
  return new Error(`the stored file ${id} is damaged, or was sealed with another secret`)
}

/** The same bytes in pieces of one size; only the last is shorter, and empty for an empty stream. */
async function* chunksOf(bytes: AsyncIterable<Uint8Array>, size: number) {
  let waiting = Buffer.alloc(0)
  for await (const piece of bytes) {
    waiting = Buffer.concat([waiting, piece])
    // A whole chunk waits for the next byte: it may be the last one.
    while (waiting.length > size) {
      yield { chunk: waiting.subarray(0, size), isLast: false }
      waiting = waiting.subarray(size)
    }
  }
  yield { chunk: waiting, isLast: true }
}
