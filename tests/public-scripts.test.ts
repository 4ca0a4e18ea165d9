import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { built } from './support/built'

/** The scripts of public pages: each at most 2 KB as sent, self-contained, and without loading more. */

const folder = 'public/build/islands'
const limit = 2_048

await built()

describe('the islands', () => {
  const packed = readdirSync(folder).filter((file) => file.endsWith('.js.br'))

  it('are built and compressed', () => {
    expect(packed.map((file) => file.replace(/-[A-Z0-9]{8}\.js\.br$/, '')).sort()).toEqual([
      'calculator',
      'dialog',
      'work',
    ])
  })

  it.each(packed)('%s is at most 2 KB and self-contained', (file) => {
    const bytes = readFileSync(join(folder, file))
    expect(bytes.length).toBeLessThanOrEqual(limit)
    expect(brotliDecompressSync(bytes).toString()).not.toMatch(/\bimport\b|\beval\b|new Function/)
  })
})
