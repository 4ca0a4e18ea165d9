import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InProcessApp, startApp } from '../support/in-process-app'
import {
  type ChangingForm,
  type Lane,
  type ProductUnderFault,
  changingForms,
  nextCell,
  openLane,
} from './changing-forms'
import { type FaultName, faults } from './faults'
import { type Finding, type Mode, findingKinds, modes, runCell } from './matrix'
import { type FaultyProxy, startFaultyProxy } from './proxy'

/**
 * Every form that changes something, under every fault, in every way in which a reader goes on: nothing is lost or done
 * twice, nothing is told that is not so, and what can be known is told. `npm run test:faults` walks the whole matrix, or
 * with FAULTS_PART=2/4 a part of it; `npm test` walks some of its cells, chosen by a seed that is printed and that
 * FAULTS_SEED takes. FAULTS_ONLY=form/fault/mode walks those whose names hold these words.
 */
const isWhole = process.env['FAULTS'] === 'all'
const [part = 1, parts = 1] = (process.env['FAULTS_PART'] ?? '').split('/').filter(Boolean).map(Number)
const only = (process.env['FAULTS_ONLY'] ?? '').split('/')
const seed = Number(process.env['FAULTS_SEED'] ?? Date.now() % 1_000_000)
/** How many cells a short run walks. */
const someCells = 150

interface Cell {
  form: ChangingForm
  fault: FaultName
  mode: Mode
}

const all = changingForms.flatMap((form) =>
  (Object.keys(faults) as FaultName[]).flatMap((fault) => modes.map((mode): Cell => ({ form, fault, mode }))),
)
const cells = chosenCells()

function chosenCells(): Cell[] {
  if (process.env['FAULTS_ONLY'])
    return all.filter(({ form, fault, mode }) =>
      [form.name, fault, mode].every((name, place) => name.includes(only[place] ?? '')),
    )
  if (isWhole) return all.filter((_, place) => place % parts === part - 1)
  const some = fc.shuffledSubarray(all, { minLength: someCells, maxLength: someCells })
  return fc.sample(some, { seed, numRuns: 1 })[0]!
}

let app: InProcessApp
let product: ProductUnderFault
let proxy: FaultyProxy
beforeAll(async () => {
  if (cells.length < all.length && !isWhole) process.stdout.write(`FAULTS_SEED=${seed}\n`)
  app = await startApp({
    history: true,
    between: async (url) => (proxy = await startFaultyProxy(url)),
    env: {
      UPSTREAM_TIMEOUT_MONEY_MS: '600',
      UPSTREAM_TIMEOUT_UPLOAD_MS: '600',
      UPSTREAM_TIMEOUT_GET_MS: '1200',
    },
  })
  product = { url: app.url, backendUrl: app.upstream.url, db: app.upstream.here!.db }
})
afterAll(() => app.stop())

const counts = new Map<string, number[]>()
const byForm = changingForms
  .map((form): [string, Cell[]] => [form.name, cells.filter((cell) => cell.form === form)])
  .filter(([, own]) => own.length > 0)

describe('under faults', () => {
  it.each(byForm)(
    'the form %s is done once and told as it is',
    { timeout: 4 * 3_600_000 },
    async (name, own) => {
      const found: Finding[] = []
      let lane: Lane | null = null
      for (const { form, fault, mode } of own) {
        if (!lane || lane.cell + 1 >= form.perAccount) lane = await openLane(product, form)
        lane = await nextCell(lane, form)
        const findings = await runCell(lane, form, fault, mode, proxy).finally(() => proxy.heal())
        found.push(...findings)
        if (fault.includes('401') || mode === 'after signing in again') lane = null
      }
      counts.set(name, [
        own.length,
        ...findingKinds.map((kind) => found.filter((one) => one.kind === kind).length),
      ])
      expect(found.map(({ kind, cell, steps }) => `${kind}: ${cell}: ${steps}`)).toEqual([])
    },
  )

  afterAll(() => {
    const rows = [...counts].map(([name, figures]) => `| ${name} | ${figures.join(' | ')} |`)
    const head = `| form | cells | ${findingKinds.join(' | ')} |`
    process.stdout.write(`\n${[head, head.replace(/[^|]+/g, '---'), ...rows].join('\n')}\n`)
  })
})
