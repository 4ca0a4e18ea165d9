import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { startApp, startAppOn } from '../support/in-process-app'
import { startStranger } from '../stranger/stranger'
import { type ChangingForm, type Lane, nextCell, openLane } from './changing-form'
import { changingForms } from './changing-forms'
import { type FaultName, faults } from './faults'
import { type Finding, type Mode, findingKinds, modes, runCell } from './matrix'
import { type FaultyProxy, startFaultyProxy } from './proxy'
import { openStrangerLane, strangerForms } from './stranger-forms'

/**
 * Every form that changes something, under every fault, in every way in which a reader goes on: nothing is lost or done
 * twice, nothing is told that is not so, and what can be known is told; on our own backend, and those of money on an
 * upstream without idempotency keys. `npm run test:faults` walks the whole matrix, or with FAULTS_PART=2/4 a part of it;
 * `npm test` walks some of its cells, chosen by a seed that is printed; FAULTS_SEED takes another. FAULTS_ONLY=form/fault/mode
 * walks those whose names hold these words.
 */
const isWhole = process.env['FAULTS'] === 'all'
const [part = 1, parts = 1] = (process.env['FAULTS_PART'] ?? '').split('/').filter(Boolean).map(Number)
const only = process.env['FAULTS_ONLY']?.split('/')
const seed = Number(process.env['FAULTS_SEED'] ?? 20_261_124)
const faultNames = Object.keys(faults) as FaultName[]

/** An upstream behind a proxy, with the app on it. */
interface World<Own extends Lane> {
  forms: ChangingForm<Own>[]
  proxy: FaultyProxy
  openLane: (form: ChangingForm<Own>) => Promise<Own>
  stop: () => Promise<void>
}

interface Cell {
  form: string
  fault: FaultName
  mode: Mode
}

/** @param some how many cells a short run walks */
function chosenCells(forms: readonly string[], some: number): Cell[] {
  const all = forms.flatMap((form) =>
    faultNames.flatMap((fault) => modes.map((mode): Cell => ({ form, fault, mode }))),
  )
  if (only)
    return all.filter((cell) =>
      [cell.form, cell.fault, cell.mode].every((name, place) => name.includes(only[place] ?? '')),
    )
  if (isWhole) return all.filter((_, place) => place % parts === part - 1)
  return fc.sample(fc.shuffledSubarray(all, { minLength: some, maxLength: some }), { seed, numRuns: 1 })[0]!
}

const env = {
  UPSTREAM_TIMEOUT_MONEY_MS: '600',
  UPSTREAM_TIMEOUT_UPLOAD_MS: '600',
  UPSTREAM_TIMEOUT_GET_MS: '1200',
}

async function openOwnWorld() {
  let proxy: FaultyProxy | undefined
  const app = await startApp({
    history: true,
    between: async (url) => (proxy = await startFaultyProxy(url)),
    env,
  })
  const here = app.upstream.here!
  const answered = () => here.answered()
  const product = { url: app.url, backendUrl: app.upstream.url, db: here.db, answered }
  return {
    forms: changingForms,
    proxy: proxy!,
    openLane: (form: (typeof changingForms)[number]) => openLane(product, form),
    stop: () => app.stop(),
  }
}

async function openStrangersWorld(): Promise<World<Lane>> {
  const stranger = await startStranger()
  const proxy = await startFaultyProxy(stranger.url)
  const app = await startAppOn(proxy.url, { env: { ...env, DEMO: '0' } })
  return {
    forms: strangerForms(stranger),
    proxy,
    openLane: () => openStrangerLane(stranger, app.url),
    async stop() {
      await app.stop()
      await proxy.close()
      await stranger.close()
    },
  }
}

function walk<Own extends Lane>(cells: Cell[], open: () => Promise<World<Own>>): void {
  const counts = new Map<string, number[]>()
  let opening: Promise<World<Own>> | undefined
  afterAll(async () => {
    await (await opening)?.stop()
    const rows = [...counts].map(([name, figures]) => `| ${name} | ${figures.join(' | ')} |`)
    const head = `| form | cells | ${findingKinds.join(' | ')} |`
    process.stdout.write(`\n${[head, head.replace(/[^|]+/g, '---'), ...rows].join('\n')}\n`)
  })

  const names = [...new Set(cells.map(({ form }) => form))]
  it.each(names)('%s is done once and told as it is', { timeout: 4 * 3_600_000 }, async (name) => {
    const world = await (opening ??= open())
    const { proxy } = world
    const form = world.forms.find((one) => one.name === name)!
    const own = cells.filter((cell) => cell.form === name)
    const found: Finding[] = []
    let lane: Own | null = null
    for (const { fault, mode } of own) {
      if (!lane || lane.cell + 1 >= form.perAccount) lane = await world.openLane(form)
      lane = await nextCell(lane, form)
      found.push(...(await runCell(lane, form, fault, mode, proxy).finally(() => proxy.heal())))
      // The session of the account may be another one now.
      if (fault.includes('401') || mode === 'after signing in again') lane = null
    }
    const counted = findingKinds.map((kind) => found.filter((one) => one.kind === kind).length)
    counts.set(name, [own.length, ...counted])
    expect(found.map(({ kind, cell, steps }) => `${kind}: ${cell}: ${steps}`)).toEqual([])
  })
}

if (!isWhole && !only) process.stdout.write(`FAULTS_SEED=${seed}\n`)
const onOwn = chosenCells(
  changingForms.map(({ name }) => name),
  130,
)
const onStrangers = chosenCells(
  ['a top-up', 'a deposit', 'an exchange', 'a withdrawal', 'a closing', 'a subscription'],
  30,
)
describe.runIf(onOwn.length > 0)('on our own backend', () => walk(onOwn, openOwnWorld))
describe.runIf(onStrangers.length > 0)('on an upstream without keys', () =>
  walk(onStrangers, openStrangersWorld),
)
