import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Measured } from './report'
import { type Figure } from './row'

const here = fileURLToPath(new URL('..', import.meta.url))

/** How often each version is measured. What the runs of one version differ by is its noise. */
const runs = 2

/** A figure of both versions, each run's. */
export interface Pair {
  what: string
  unit: string
  before: number[]
  after: number[]
}

/**
 * `npm run bench -- --compare main [row]`: builds that version in a folder of its own and measures it and this one in turn,
 * with this version's bench. Prints what differs by more than two runs of one version do.
 */
export async function compareWith(version: string, word: string | undefined): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tideline-compare-'))
  const other = join(folder, 'version')
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: here, stdio: ['ignore', 'ignore', 'inherit'] })
  git('worktree', 'add', '--detach', other, version)
  try {
    installLike(other)
    execFileSync(process.execPath, ['scripts/build.mjs'], {
      cwd: other,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const pairs = new Map<string, Pair>()
    for (let run = 0; run < runs; run += 1)
      for (const [side, root] of [
        ['before', other],
        ['after', here],
      ] as const)
        for (const { row, figures } of await measure(root, word, join(folder, 'figures.json')))
          for (const figure of figures) {
            const what = `${row.name}: ${figure.what}`
            const pair = pairs.get(what) ?? { what, unit: figure.unit, before: [], after: [] }
            pair[side].push(weighed(figure))
            pairs.set(what, pair)
          }
    return differences([...pairs.values()], version)
  } finally {
    git('worktree', 'remove', '--force', other)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The ratio to the yardstick, which the machine's other work hardly moves, where the row has one. */
const weighed = ({ product, yardstick }: Figure): number =>
  yardstick === null ? product : product / yardstick

/** The packages of this version where both lock the same, else its own. */
function installLike(other: string): void {
  const lockOf = (root: string) => readFileSync(join(root, 'package-lock.json'), 'utf8')
  if (lockOf(other) === lockOf(here)) symlinkSync(join(here, 'node_modules'), join(other, 'node_modules'))
  else execFileSync('npm', ['ci'], { cwd: other, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** One run of the bench in a folder with a build. */
async function measure(root: string, word: string | undefined, file: string): Promise<Measured[]> {
  const args = ['--tsconfig', 'tsconfig.json', join(here, 'bench', 'run.ts'), `--figures=${file}`]
  const child = spawn(join(here, 'node_modules/.bin/tsx'), [...args, ...(word ? [word] : [])], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(child, 'exit')
  return JSON.parse(readFileSync(file, 'utf8')) as Measured[]
}

/** A table of what changed beyond noise; a line says how many figures did not. */
export function differences(pairs: readonly Pair[], version: string): string {
  const changed = pairs.filter(isBeyondNoise)
  const rows = changed.map(({ what, unit, before, after }) => {
    const change = ((mean(after) / mean(before) - 1) * 100).toFixed(0)
    return `| ${what} | ${shown(before)} | ${shown(after)} | ${unit} | ${Number(change) > 0 ? '+' : ''}${change} % |`
  })
  return [
    ...(rows.length > 0
      ? [
          `| What, as a ratio to its yardstick where it has one | ${version} | this version | Unit | Change |`,
          '|---|---|---|---|---|',
          ...rows,
          '',
        ]
      : []),
    `${pairs.length - changed.length} of ${pairs.length} figures differ by no more than two runs of one version.`,
    '',
  ].join('\n')
}

/** No run of one version reaches into those of the other, and the gap is wider than what either's runs differ by. */
function isBeyondNoise({ before, after }: Pair): boolean {
  const gap = Math.max(Math.min(...after) - Math.max(...before), Math.min(...before) - Math.max(...after))
  const noise = Math.max(...[before, after].map((runs) => Math.max(...runs) - Math.min(...runs)))
  return gap > noise && gap > 0
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const shown = (values: readonly number[]) => values.map((value) => value.toPrecision(3)).join(', ')
