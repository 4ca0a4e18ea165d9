import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { pathToFileURL } from 'node:url'
import { type Investor, newInvestor, topUp } from '../tests/support/investor'
import { freePort } from '../tests/support/program'
import { makeDataDir, startProduct } from '../tests/support/stack'
import { newTab } from '../tests/support/tabs'
import { type Visitor, signedIn } from '../tests/support/visitor'
import { growthOf } from './growth'

/**
 * `npm run soak -- --minutes 120`: the built product under a steady load of pages, forms and sockets, and how much its live
 * heap grows meanwhile, in both programs. While the heap is measured nothing is in flight, so that what is left after a
 * collection is what is kept. It fails at 1 MB an hour or more, and judges nothing in less than half an hour, in which
 * caches are still filling. `--pace 0.25` loads a quarter of that, beside other work on the machine.
 */

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '120' }, pace: { type: 'string', default: '1' } },
})
const minutes = Number(values.minutes)
if (!(minutes >= 1)) throw new Error('--minutes takes a number, 1 or more')
const pace = Number(values.pace)
if (!(pace > 0 && pace <= 1)) throw new Error('--pace takes a part of the whole load, such as 0.25')

const budgetMbPerHour = 1
const minJudgedMinutes = 30
/** The part at the beginning that does not count: code is compiled and caches are filled. */
const warmUp = 0.25
const investorCount = 4
/** Of each investor: at the whole pace 20 pages and 2 forms a second in all, about a third of what two cores can do. */
const [pagePauseMs, formPauseMs] = [200 / pace, 2_000 / pace]
const tabsEach = 5
const samplePauseMs = Math.max(5_000, (minutes * 60_000) / 120)
/** Sooner than any session has to prove itself again. */
const signInPauseMs = 10 * 60_000

const pages = ['/', '/faq', '/about', '/risk?lng=en', '/cabinet', '/cabinet/deposits', '/cabinet/operations']

interface Sample {
  hours: number
  mb: number
}

const dataDir = await makeDataDir()
const metricsPorts = { app: await freePort(), backend: await freePort() }
const product = await startProduct(dataDir, {
  LOG_LEVEL: 'warn',
  METRICS_PORT: String(metricsPorts.app),
  BACKEND_METRICS_PORT: String(metricsPorts.backend),
  NODE_OPTIONS: `--import=${pathToFileURL('bench/let-go.mjs').href}`,
})
let isOver = false
let paused: Promise<void> | null = null
const inFlight = new Set<Promise<unknown>>()
const counts = { pages: 0, forms: 0, failed: 0 }

try {
  const pids = await product.pids()
  const investors = await Promise.all(
    Array.from({ length: investorCount }, () => newInvestor(product.backendUrl, { usdt: '1000000' })),
  )
  const working = investors.map(work)
  const samples: Record<keyof typeof pids, Sample[]> = { app: [], backend: [] }
  const began = performance.now()
  const hoursSince = () => (performance.now() - began) / 3_600_000
  while (hoursSince() * 60 < minutes) {
    await delay(samplePauseMs)
    const goOn = await pause()
    for (const program of ['app', 'backend'] as const) {
      const mb = await liveMbOf(pids[program], metricsPorts[program])
      if (hoursSince() * 60 > minutes * warmUp) samples[program].push({ hours: hoursSince(), mb })
    }
    goOn()
    const now = (program: keyof typeof samples) => samples[program].at(-1)?.mb.toFixed(2) ?? 'warming up'
    process.stderr.write(
      `${(hoursSince() * 60).toFixed(1)} min: app ${now('app')}, backend ${now('backend')} MB; ` +
        `${counts.pages} pages, ${counts.forms} forms, ${counts.failed} failed\n`,
    )
  }
  isOver = true
  await Promise.all(working)

  process.stdout.write('| program | live heap, first | last | growth an hour |\n|---|---|---|---|\n')
  let isTooMuch = false
  for (const [program, taken] of Object.entries(samples)) {
    const [first, last] = [taken[0], taken.at(-1)]
    if (!first || !last || first === last) throw new Error('too short for two samples')
    const growth = growthOf(taken.map(({ hours, mb }) => [hours, mb]))
    isTooMuch ||= growth >= budgetMbPerHour
    const cells = [
      program,
      `${first.mb.toFixed(2)} MB`,
      `${last.mb.toFixed(2)} MB`,
      `${growth.toFixed(2)} MB`,
    ]
    process.stdout.write(`| ${cells.join(' | ')} |\n`)
  }
  const isJudged = minutes >= minJudgedMinutes
  process.stdout.write(
    `\n${counts.pages} pages, ${counts.forms} forms, ${counts.failed} failed, in ${minutes} minutes` +
      `${isJudged ? '' : `; growth is judged from ${minJudgedMinutes} minutes on`}.\n`,
  )
  if (counts.failed > 0 || (isJudged && isTooMuch)) process.exitCode = 1
} finally {
  isOver = true
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** What one investor does, signed in by one browser, until the end. */
async function work(investor: Investor): Promise<void> {
  let visitor = await signedIn(product.url, investor, 'en')
  const openTabs = () =>
    Array.from({ length: tabsEach }, () => {
      const tab = newTab(product.url, { id: '', cookie: visitor.cookie() }, { reconnection: true })
      tab.socket.connect()
      return tab
    })
  let tabs = openTabs()
  let signedInAt = performance.now()
  async function read(): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      await delay(pagePauseMs)
      await flying(async () => {
        const { status } = await visitor.visit(pages[turn % pages.length]!)
        counts[status === 200 ? 'pages' : 'failed'] += 1
      })
    }
  }
  async function send(): Promise<void> {
    for (let turn = 0; !isOver; turn += 1) {
      await delay(formPauseMs)
      await flying(async () => {
        if (performance.now() - signedInAt > signInPauseMs) {
          for (const tab of tabs) tab.close()
          visitor = await signedIn(product.url, investor, 'en')
          tabs = openTabs()
          signedInAt = performance.now()
        }
        const isDone =
          turn % 2 === 0 ? await openDeposit(visitor, 100 + (turn % 500)) : await isToppedUp(investor)
        counts[isDone ? 'forms' : 'failed'] += 1
      })
    }
  }
  await Promise.all([read(), send()])
  for (const tab of tabs) tab.close()
}

async function openDeposit(visitor: Visitor, amount: number): Promise<boolean> {
  const page = await visitor.visit('/cabinet/deposits/new')
  const opening = { planId: 'breeze', currency: 'USDT', amount: String(amount) }
  const answer = await visitor.press(await visitor.submit(page, 'name="amount"', opening), 'id="confirm"')
  return answer.status === 200 && /^\/cabinet\/deposits\/(?!new)/.test(answer.url.pathname)
}

/** Its credit is a notification, which each tab hears. As much as a deposit takes, so that the balance lasts. */
async function isToppedUp(investor: Investor): Promise<boolean> {
  await topUp(investor, '400')
  return true
}

/** Something that must have ended before the heap is measured, and does not begin while it is. */
async function flying(something: () => Promise<void>): Promise<void> {
  while (paused) await paused
  const ended = something().catch(() => {
    counts.failed += 1
  })
  inFlight.add(ended)
  await ended
  inFlight.delete(ended)
}

/** Resolves when nothing is in flight. @returns what goes on */
async function pause(): Promise<() => void> {
  let goOn = () => {}
  paused = new Promise((resolve) => {
    goOn = () => {
      paused = null
      resolve()
    }
  })
  await Promise.all(inFlight)
  return goOn
}

/** The heap and what it holds outside of it, after a collection: the least of a few readings. */
async function liveMbOf(pid: number, metricsPort: number): Promise<number> {
  const readings: number[] = []
  for (let round = 0; round < 3; round += 1) {
    process.kill(pid, 'SIGUSR2')
    await delay(300)
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const figure = (name: string) => Number(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'm').exec(text)?.[1])
    readings.push(figure('nodejs_heap_size_used_bytes') + figure('nodejs_external_memory_bytes'))
  }
  if (readings.some(Number.isNaN)) throw new Error('the program does not say how large its heap is')
  return Math.min(...readings) / 1e6
}
