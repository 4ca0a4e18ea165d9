import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { locks } from './locks'

/** These lock a number from their caller, or a hash. */
const unnumbered = [
  ...['activity/record.ts', 'idempotency/acquire.ts', 'jobs/run-alone.ts', 'operator/setting-edits.ts'],
]

describe('advisory locks', () => {
  it('have distinct numbers', () => {
    expect(new Set(Object.values(locks)).size).toBe(Object.keys(locks).length)
  })

  it('have their numbers from one file', () => {
    const backend = join(import.meta.dirname, '..')
    const others = readdirSync(backend, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !unnumbered.includes(path))
      .map((path) => ({ path, source: readFileSync(join(backend, path), 'utf8') }))
      .filter(({ source }) => /pg_\w*advisory\w*lock/.test(source))
    expect(others.map(({ path }) => path)).toContain('rates/take-rates.ts')
    expect(others.filter(({ source }) => !source.includes('{locks.') && !source.includes('[locks.'))).toEqual(
      [],
    )
  })
})
