import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { built } from './support/built'
import { isFull } from './support/reading-modes'

/**
 * Checks that the benchmark runs from its first row to its last. Its measurements are not judged. A short run
 * leaves it out.
 */
const canBeMeasured = existsSync('/proc/self/stat') && isFull

it.skipIf(!canBeMeasured)('npm run bench completes all its rows', { timeout: 600_000 }, async () => {
  await built()
  const { stdout } = await promisify(execFile)('node_modules/.bin/tsx', ['bench/run.ts', '--smoke'])
  const rows = stdout.split('\n').filter((line) => /^\| .*\| (holds|\*\*over\*\*) \|$/.test(line))
  expect(rows.length).toBeGreaterThanOrEqual(10)
  expect(stdout).not.toMatch(/NaN|undefined|Infinity/)
})
