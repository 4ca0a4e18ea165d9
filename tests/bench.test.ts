import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { differences } from '../bench/compare'
import { depositScript, scriptedInvestor } from '../bench/deposit-script'
import { growthOf } from '../bench/growth'
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

/** The budgets that are met whatever the machine: nothing is lost, nothing doubled. */
const ofCounts = /(accepted and stored|credited|booked), of \d+/

it.skipIf(!canBeMeasured)(
  'npm run bench completes the rows of payment events, accruals and sizes, which run only by name',
  { timeout: 600_000 },
  async () => {
    await built()
    const named = ['payment events', 'accruals', 'size of lists']
    const { stdout } = await promisify(execFile)('node_modules/.bin/tsx', [
      'bench/run.ts',
      '--smoke',
      ...named,
    ])
    const rows = stdout.split('\n').filter((line) => /^\| .*\| (holds|\*\*over\*\*) \|$/.test(line))
    for (const name of named)
      expect(rows.filter((row) => row.startsWith(`| ${name}`)).length).toBeGreaterThan(2)
    const counted = rows.filter((row) => ofCounts.test(row))
    expect(counted).toHaveLength(3)
    for (const row of counted) expect(row).toContain('| holds |')
    expect(stdout).not.toMatch(/NaN|undefined|Infinity/)
  },
)

it(
  'what deposits are compared with is the SQL of an opening, with ids of its own',
  { timeout: 120_000 },
  async () => {
    const script = await depositScript()
    expect(script).toContain('insert into "deposits"')
    expect(script).toContain(scriptedInvestor(':client_id'))
    expect(script).not.toMatch(/\$\d|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/)
  },
)

it('growth an hour is that of most samples, whatever a few say', () => {
  const samples = [0, 1, 2, 3, 4].map((hours) => [hours, 70 + hours / 2] as const)
  expect(growthOf(samples)).toBeCloseTo(0.5)
  expect(growthOf([...samples, [5, 200]])).toBeCloseTo(0.5)
})

it('a comparison names what differs by more than the runs of one version do', () => {
  const figure = { what: 'a page: processor a request', unit: 'µs' }
  const table = (before: number[], after: number[]) => differences([{ ...figure, before, after }], 'main')
  expect(table([10, 11], [20, 21])).toContain(
    '| a page: processor a request | 10.0, 11.0 | 20.0, 21.0 | µs | +95 % |\n\n0 of 1 figures',
  )
  expect(table([20, 21], [10, 11])).toContain('| -49 % |')
  // As far apart as the runs of one version are, or one within the other.
  for (const after of [
    [12, 14],
    [9, 12],
    [10, 11],
  ])
    expect(table([10, 11], after)).toBe('1 of 1 figures differ by no more than two runs of one version.\n')
})
