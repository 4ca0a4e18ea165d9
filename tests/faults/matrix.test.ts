import { randomInt } from 'node:crypto'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, startAppOn } from '../support/in-process-app'
import { startStranger } from '../stranger/stranger'
import { type ChangingForm, type FormSession, nextCell, openSession } from './changing-form'
import { changingForms } from './changing-forms'
import { demoClockForm } from './company-forms'
import { type FaultName, faults, slowness } from './faults'
import { type CellResult, type Finding, type Mode, findingKinds, modes, runCell } from './matrix'
import { type FaultyProxy, startFaultyProxy } from './proxy'
import { openStrangerSession, strangerForms } from './stranger-forms'

/**
 * Every form that changes something, under every fault, in every way in which a reader goes on: nothing is lost or done
 * twice, nothing is told that is not so, and what can be known is told; on our own backend, and those of money on an
 * upstream without idempotency keys. Those without a key also where the reader is told before the answer comes. `npm run test:faults` walks the whole matrix, or with FAULTS_PART=2/6 the second of six
 * parts, each of which has every form under every fault, in one of the modes; `npm test` walks some cells of each form, chosen by a
 * seed that is printed; FAULTS_SEED takes another. The last column counts the cells in which a page
 * tells the upstream's own word, which is not so: a refusal of what took effect, where no read shows better.
 * FAULTS_ONLY=form/fault/mode walks those whose names hold these words, or
 * one of several words with a bar between them.
 */
const isWhole = process.env['FAULTS'] === 'all'
const [part = 1, parts = 1] = (process.env['FAULTS_PART'] ?? '').split('/').filter(Boolean).map(Number)
const only = process.env['FAULTS_ONLY']?.split('/')
const seed = Number(process.env['FAULTS_SEED'] ?? randomInt(1_000_000_000))
const faultNames = Object.keys(faults) as FaultName[]

/** An upstream behind a proxy, with the app on it. */
interface World<Own extends FormSession> {
  forms: ChangingForm<Own>[]
  proxy: FaultyProxy
  openSession: (form: ChangingForm<Own>) => Promise<Own>
  stop: () => Promise<void>
}

interface Cell {
  form: string
  fault: FaultName
  mode: Mode
}

/** @param some how many cells a short run walks: as many of each form, as far as they go */
function chosenCells(forms: readonly string[], some: number, among = faultNames): Cell[] {
  // In turns, so that a sixth of the matrix has each form, each fault and each mode with each of the others.
  const all = forms.flatMap((form, row) =>
    among.flatMap((fault, column) =>
      modes.map((mode, depth) => ({ form, fault, mode, turn: row + column + depth })),
    ),
  )
  if (only)
    return all.filter((cell) =>
      [cell.form, cell.fault, cell.mode].every((name, place) =>
        (only[place] ?? '').split('|').some((word) => name.includes(word)),
      ),
    )
  if (isWhole) return all.filter(({ turn }) => turn % parts === part - 1)
  const every = { minLength: all.length, maxLength: all.length }
  const [shuffled] = fc.sample(fc.shuffledSubarray(all, every), { seed, numRuns: 1 })
  const perForm = Math.ceil(some / forms.length)
  const taken = new Map(forms.map((form) => [form, 0]))
  const isNeeded = ({ form }: Cell) => {
    taken.set(form, taken.get(form)! + 1)
    return taken.get(form)! <= perForm
  }
  return shuffled!.filter(isNeeded).slice(0, some)
}

/**
 * A call that hangs is given up soon, and sooner where the whole matrix is walked, on a machine that does nothing else: beside
 * other tests, a call that meets no fault needs more time. Nothing that is only read hangs.
 */
const givenUpMs = isWhole ? 1_000 : 3_000
const lateMs = givenUpMs + 500
const env = {
  UPSTREAM_TIMEOUT_MONEY_MS: String(givenUpMs),
  UPSTREAM_TIMEOUT_UPLOAD_MS: String(givenUpMs),
  UPSTREAM_TIMEOUT_GET_MS: '10000',
}

async function openOwnWorld(times: Record<string, string> = {}) {
  let proxy: FaultyProxy | undefined
  const app = await startApp({
    history: true,
    logLevel: 'warn',
    between: async (url) => (proxy = await startFaultyProxy(url, 0, lateMs)),
    env: { ...env, ...times, TELEGRAM_BOT: 'tideline_bot' },
  })
  const here = app.upstream.here!
  const answered = () => here.answered()
  const product = { url: app.url, backendUrl: app.upstream.url, db: here.db, answered }
  return {
    forms: changingForms,
    proxy: proxy!,
    openSession: (form: (typeof changingForms)[number]) => openSession(product, form),
    stop: () => app.stop(),
  }
}

/**
 * An answer that comes late is later than its reader waits, and comes before the app gives the call up. The reader waits longer
 * beside other tests, as above.
 */
const openSlowWorld = () =>
  openOwnWorld({
    FORM_ANSWER_MS: isWhole ? '50' : '500',
    UPSTREAM_TIMEOUT_MONEY_MS: String(lateMs + 500),
    UPSTREAM_TIMEOUT_UPLOAD_MS: String(lateMs + 500),
  })

async function openStrangersWorld(): Promise<World<FormSession>> {
  const stranger = await startStranger()
  const proxy = await startFaultyProxy(stranger.url, 0, lateMs)
  const app = await startAppOn(proxy.url, { env: { ...env, DEMO: '0' } })
  return {
    forms: strangerForms(stranger),
    proxy,
    openSession: () => openStrangerSession(stranger, app.url),
    async stop() {
      await app.stop()
      await proxy.close()
      await stranger.close()
    },
  }
}

function walk<Own extends FormSession>(cells: Cell[], open: () => Promise<World<Own>>): void {
  let opening: Promise<World<Own>> | undefined
  afterAll(async () => {
    await (await opening)?.stop()
  })
  const sums = Array.from({ length: findingKinds.length + 2 }, () => 0)
  const head = `| form | cells | ${findingKinds.join(' | ')} | excused |`
  beforeAll(() => void process.stdout.write(`\n${head}\n${head.replace(/[^|]+/g, '---')}\n`))

  afterAll(() => void process.stdout.write(`| all of them | ${sums.join(' | ')} |\n`))

  const names = [...new Set(cells.map(({ form }) => form))]
  it.each(names)('%s is done once and told as it is', { timeout: 4 * 3_600_000 }, async (name) => {
    const world = await (opening ??= open())
    const { proxy } = world
    const form = world.forms.find((one) => one.name === name)!
    const own = cells.filter((cell) => cell.form === name)
    const found: Finding[] = []
    /** Cells that could not be walked to their end. */
    const broken: string[] = []
    let excused = 0
    let session: Own | null = null
    for (const { fault, mode } of own) {
      try {
        if (!session || session.cell + 1 >= form.perAccount) session = await world.openSession(form)
        session = await nextCell(session, form)
        const cell: CellResult = await runCell(session, form, fault, mode, proxy)
        found.push(...cell.found)
        if (cell.isExcused) excused++
        // Its session may have ended.
        session = fault.includes('401') ? null : { ...session, visitor: cell.visitor }
      } catch (error) {
        broken.push(`${name} × ${fault} × ${mode}: ${inspect(error)}`)
        session = null
      } finally {
        proxy.heal()
      }
    }
    const counted = findingKinds.map((kind) => found.filter((one) => one.kind === kind).length)
    const figures = [own.length, ...counted, excused]
    for (const [place, figure] of figures.entries()) sums[place]! += figure
    process.stdout.write(`| ${name} | ${figures.join(' | ')} |\n`)
    // As one text, so that a failure names the cells.
    expect(
      [...found.map(({ kind, cell, steps }) => `${kind}: ${cell}: ${steps}`), ...broken].join('\n'),
    ).toBe('')
  })
}

if (!isWhole && !only) process.stdout.write(`FAULTS_SEED=${seed}\n`)
const onOwn = chosenCells(
  changingForms.map(({ name }) => name),
  2 * changingForms.length,
)
const onSlow = chosenCells(
  changingForms
    // Moving the clock takes longer than the reader waits here, without any fault.
    .filter((form) => form.key === null && !form.hasFile && form !== demoClockForm)
    .map(({ name }) => name),
  10,
  slowness,
)
const onStrangers = chosenCells(
  ['a top-up', 'a deposit', 'an exchange', 'a withdrawal', 'a closing', 'a subscription'],
  30,
)
describe.runIf(onOwn.length > 0)('on our own backend', () => walk(onOwn, () => openOwnWorld()))
describe.runIf(onSlow.length > 0)('on our own backend, later than the reader waits', () =>
  walk(onSlow, openSlowWorld),
)
describe.runIf(onStrangers.length > 0)('on an upstream without keys', () =>
  walk(onStrangers, openStrangersWorld),
)
