import { cpus, loadavg } from 'node:os'
import { readFileSync } from 'node:fs'
import { type Figure, type Row } from './row'

export interface Measured {
  row: Row
  figures: Figure[]
}

/** Whether a figure is within its budget. */
export function holds({ product, yardstick, budget }: Figure): boolean {
  const value = yardstick === null ? product : product / yardstick
  if ('exactly' in budget) return value === budget.exactly
  return 'atMost' in budget ? value <= budget.atMost : value >= budget.atLeast
}

/** The results as a page: a table, and the versions that were measured. */
export function report(measured: readonly Measured[], now: Date): string {
  const lines = measured.flatMap(({ row, figures }) =>
    figures.map((figure) => {
      const { what, product, yardstick, unit } = figure
      const cells = [
        `${row.name}: ${what}`,
        `${rounded(product)} ${unit}`.trim(),
        yardstick === null
          ? (figure.against ?? row.yardstick)
          : `${rounded(yardstick)} ${unit} (${figure.against ?? row.yardstick})`,
        yardstick === null ? '–' : (product / yardstick).toFixed(2),
        budgetOf(figure),
        holds(figure) ? 'holds' : '**over**',
      ]
      return `| ${cells.join(' | ')} |`
    }),
  )
  return [
    '# Results of `npm run bench`',
    '',
    `${now.toISOString().slice(0, 10)}, ${versions().join(', ')}. Medians of short rounds in turn with their yardsticks on one`,
    'machine: the ratios say something, the figures only together with it. Budgets: docs/decisions/performance.md.',
    '',
    '| What | Product | Yardstick | Ratio | Budget | Verdict |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}

function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(1).replace(/\.0$/, '')
}

function budgetOf({ budget, yardstick }: Figure): string {
  const times = yardstick === null ? '' : ' ×'
  if ('exactly' in budget) return `= ${budget.exactly}${times}`
  if ('atLeast' in budget) return `≥ ${budget.atLeast}${times}`
  return budget.atMost === Infinity ? '–' : `≤ ${budget.atMost}${times}`
}

function versions(): string[] {
  const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  const packages = ['@remix-run/express', 'react', 'express', 'undici']
  return [
    `Node ${process.versions.node}`,
    ...packages.map((name) => `${name} ${lockfile.packages[`node_modules/${name}`]?.version}`),
    `${cpus().length} cores`,
    `load ${loadavg()[0]?.toFixed(1)} at the end`,
  ]
}
