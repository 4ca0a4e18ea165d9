import { createHash, randomBytes } from 'node:crypto'
import { v7 } from 'uuid'
import { type Clock } from './clock'

/**
 * Ids of rows: UUIDs of version 7, which sort by the moment they were made, so that two rows of one moment keep their
 * order in every list.
 */

/** Random ids. */
export function createIds(clock: Clock): () => string {
  return ordered(clock, () => randomBytes(16))
}

/** The same ids each time for the same seed and the same moments: for the demonstration's history. */
export function createSeededIds(seed: string, clock: Clock): () => string {
  let made = 0
  return ordered(clock, () => createHash('sha256').update(`${seed} ${made++}`).digest().subarray(0, 16))
}

/**
 * The clock is the product's, so the sequence within a millisecond is counted here: the package counts by real time.
 */
function ordered(clock: Clock, randomPart: () => Buffer): () => string {
  let msecs = 0
  let seq = 0
  return () => {
    const random = randomPart()
    const now = clock.now().getTime()
    // It begins in the lower half of its 32 bits: two thousand million ids fit one millisecond.
    seq = now > msecs ? random.readUInt32BE(0) >>> 1 : seq + 1
    msecs = Math.max(now, msecs)
    return v7({ msecs, seq, random })
  }
}
