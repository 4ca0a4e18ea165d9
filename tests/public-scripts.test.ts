import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { built } from './support/built'

/** The scripts beside pages: each small as sent, self-contained, and without loading more. */

const folder = 'public/build/islands'
const limit = 2_048
const limits: Record<string, number> = {
  /** The library that speaks Web Authentication with every browser. */
  passkey: 3_072,
  /** The socket's library; only pages of the cabinet load it. */
  notifications: 10_752,
}
const nameOf = (file: string) => file.replace(/-[A-Z0-9]{8}\.js\.br$/, '')

await built()

describe('the islands', () => {
  const packed = readdirSync(folder).filter((file) => file.endsWith('.js.br'))

  it('are built and compressed', () => {
    expect(packed.map(nameOf).sort()).toEqual([
      ...[
        'calculator',
        'copy',
        'dialog',
        'fresh',
        'notifications',
        'passkey',
        'session',
        'shortcuts',
        'work',
      ],
    ])
  })

  it.each(packed)('%s is within its limit and self-contained', (file) => {
    const bytes = readFileSync(join(folder, file))
    expect(bytes.length).toBeLessThanOrEqual(limits[nameOf(file)] ?? limit)
    expect(brotliDecompressSync(bytes).toString()).not.toMatch(/\bimport\b|\beval\b|new Function/)
  })
})
