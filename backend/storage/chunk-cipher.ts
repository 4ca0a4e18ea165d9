import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Files at rest: AES-256-GCM over chunks of 64 KiB, so that a file of any length is sealed and opened as a stream and
 * no byte is given out that was not authenticated. Invariants: no key and nonce are used twice (each file has
 * a key of its own, derived from a random salt and its id; nonces count its chunks); the last chunk is marked as the
 * last, so that a file that was cut, re-ordered, lengthened or put under another id does not open. This is the STREAM
 * construction of Hoang, Reyhanitabar, Rogaway and Vizár (2015).
 */

const magic = Buffer.from('TLF1')
const saltBytes = 32
const chunkBytes = 64 * 1024
const tagBytes = 16

/** What stands before the chunks: the format and the file's salt. */
export const headerBytes = magic.length + saltBytes

/** @param secret 32 bytes; @param id is bound to the bytes: they open under this id alone */
export async function* sealed(
  { secret, id }: { secret: Buffer; id: string },
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes)
  const key = keyOf(secret, salt, id)
  yield Buffer.concat([magic, salt])
  for await (const { chunk, n, isLast } of chunksOf(bytes, chunkBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(n, isLast))
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
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
  const key = keyOf(secret, header.subarray(magic.length), id)
  for await (const { chunk, n, isLast } of chunksOf(rest, chunkBytes + tagBytes)) {
    if (chunk.length < tagBytes) throw damaged(id)
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(n, isLast))
    decipher.setAuthTag(chunk.subarray(-tagBytes))
    const plain = decipher.update(chunk.subarray(0, -tagBytes))
    try {
      decipher.final()
    } catch {
      throw damaged(id)
    }
    yield plain
  }
}

function keyOf(secret: Buffer, salt: Buffer, id: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, `tideline file ${id}`, 32))
}

function nonceOf(n: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(n, 7)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

function damaged(id: string): Error {
  return new Error(`the stored file ${id} is damaged, or was sealed with another secret`)
}

/** The same bytes in pieces of one size; only the last is shorter, and empty where there are none at all. */
async function* chunksOf(bytes: AsyncIterable<Uint8Array>, size: number) {
  let waiting = Buffer.alloc(0)
  let n = 0
  for await (const piece of bytes) {
    waiting = Buffer.concat([waiting, piece])
    // A whole chunk waits for the next byte: it may be the last one.
    while (waiting.length > size) {
      yield { chunk: waiting.subarray(0, size), n: n++, isLast: false }
      waiting = waiting.subarray(size)
    }
  }
  yield { chunk: waiting, n, isLast: true }
}
