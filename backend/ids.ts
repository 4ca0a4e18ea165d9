import { createHash, randomBytes } from 'node:crypto'
import { type Clock } from './clock'

/**
 * Ids of rows: UUIDs of version 7, which sort by the moment they were made, so that two rows of one moment keep their
 * order in every list.
 */

/** Ids of real life. */
export function createIds(clock: Clock): () => string {
  return ordered(clock, () => randomBytes(8))
}

/** The same ids each time for the same seed and the same moments: for the demonstration's history. */
export function createSeededIds(seed: string, clock: Clock): () => string {
  let made = 0
  return ordered(clock, () => createHash('sha256').update(`${seed} ${made++}`).digest().subarray(0, 8))
}

function ordered(clock: Clock, randomPart: () => Buffer): () => string {
  let last = 0
  let counter = 0
  return () => {
    const now = clock.now().getTime()
    counter = now > last ? 0 : counter + 1
    // 4,096 ids fit one millisecond; the next one is then borrowed.
    if (counter > 0xfff) counter = 0
    if (now > last || counter === 0) last = Math.max(now, last + 1)
    return format(last, counter, randomPart())
  }
}

function format(ms: number, counter: number, random: Buffer): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(ms, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  random.copy(bytes, 8)
  bytes[8] = (bytes[8]! & 0x3f) | 0x80 // the variant of RFC 9562; the buffer has 16 bytes
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
