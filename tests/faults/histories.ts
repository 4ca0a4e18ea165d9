import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect, parseArgs } from 'node:util'
import { join } from 'node:path'
import { openPool } from '../../backend/db/connect'
import { faultsOfAll } from '../support/ledger-faults'
import { type Stack, startStack } from '../support/stack'
import {
  type OwnSession,
  type ProductUnderFault,
  enter,
  nextCell,
  openSession,
  pressed,
  signOut,
} from './changing-form'
import { changingForms } from './changing-forms'
import { type FaultName, faults } from './faults'
import { type Finding, type Observation, findingsOf, noteOf, readerAfter } from './matrix'
import { type FaultyProxy, startFaultyProxy } from './proxy'
import { type FaultyRedis, startFaultyRedis } from './redis'

/**
 * `npm run test:histories -- --minutes 60`: random histories of accounts on the product as it is built. Forms are sent
 * once or more, their calls meet faults, and app, backend and database are killed meanwhile; then the user reloads, sends
 * again, also from a second tab, or signs out and in again. What the pages report is compared with the database after each step, and the ledger is checked
 * after each history. The seed of a failed history is printed; `--seed 17` repeats it. With `--redis` the app keeps its record in
 * the Redis of the tests, in a database of its own there, which is out of reach, silent or emptied now and then.
 */

const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string' },
    redis: { type: 'boolean', default: false },
  },
})

const names = Object.keys(faults) as FaultName[]

/** What happens to Redis, how long after the press, and after how many further acts of the reader it is over. */
const redisFault = fc.record({
  how: fc.constantFrom('gone', 'silent', 'connections break', 'emptied'),
  afterMs: fc.integer({ min: 0, max: 60 }),
  acts: fc.integer({ min: 0, max: 3 }),
})

const step = fc.record({
  form: fc.constantFrom(
    ...changingForms.filter(({ isDeferred, changesOtherForms }) => !isDeferred && !changesOtherForms),
  ),
  fault: fc.option(fc.constantFrom(...names), { freq: 3 }),
  /** Whether the upstream can be asked for outcomes and kept answers meanwhile. */
  outcomes: fc.option(fc.constantFrom<FaultName>('answers 503', 'hangs', 'answers HTML', 'resets'), {
    freq: 1,
  }),
  kill: fc.option(
    fc.record({
      part: fc.constantFrom<'app' | 'backend' | 'postgres'>('app', 'app', 'backend', 'backend', 'postgres'),
      afterMs: fc.integer({ min: 0, max: 60 }),
    }),
    { freq: 1 },
  ),
  presses: fc.constantFrom(1, 1, 2, 3),
  // Left out without it, so that a seed means the same.
  ...(options.redis && { redis: fc.option(redisFault, { freq: 1 }) }),
  then: fc.array(
    fc.constantFrom(
      'looks',
      'presses',
      'presses in a second tab',
      'signs in again and presses',
      'signs out, in again and presses',
    ),
    { minLength: 1, maxLength: 3 },
  ),
})
type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never
type PlannedStep = ValueOf<typeof step> & { redis?: ValueOf<typeof redisFault> | null }

interface World {
  stack: Stack
  product: ProductUnderFault
  proxy: FaultyProxy
  redis: FaultyRedis | null
  faultsInBooks: () => Promise<string[]>
  stop: () => Promise<void>
}

async function openWorld(): Promise<World> {
  let proxy: FaultyProxy | undefined
  const redis = options.redis ? await startFaultyRedis() : null
  const stack = await startStack({
    env: {
      UPSTREAM_TIMEOUT_MONEY_MS: '1000',
      UPSTREAM_TIMEOUT_UPLOAD_MS: '1000',
      UPSTREAM_TIMEOUT_GET_MS: '5000',
      RATE_LIMIT_FACTOR: '1000000',
      LOG_LEVEL: 'warn',
      ...(redis && { REDIS_URL: redis.url }),
    },
    between: async (url) => (proxy = await startFaultyProxy(url)),
  })
  const silent = { info() {}, warn() {}, error() {}, debug() {} }
  const host = join(stack.dataDir, 'postgres')
  const pool = openPool({ host, user: 'app', database: 'postgres', max: 2 }, silent as never)
  // An operator alone sends the forms, so nothing waits for a second one.
  await pool.db.execute(
    sql`update settings set value = jsonb_set(value, '{on}', 'false') where key = 'fourEyes'`,
  )
  return {
    stack,
    proxy: proxy!,
    redis,
    product: { url: stack.url, backendUrl: stack.backendUrl, db: pool.db },
    async faultsInBooks() {
      const client = await pool.pool.connect()
      return faultsOfAll(client).finally(() => client.release())
    },
    async stop() {
      await pool.end()
      await stack.stop()
      await redis?.close()
    },
  }
}

/** Runs one history. @returns its findings */
async function runHistory(world: World, seed: number): Promise<Finding[]> {
  const [planned] = fc.sample(fc.array(step, { minLength: 6, maxLength: 10 }), { seed, numRuns: 1 })
  const sessions = new Map<string, OwnSession>()
  const found: Finding[] = []
  for (const one of planned!) found.push(...(await runStep(world, one, sessions)))
  for (const fault of await world.faultsInBooks())
    found.push({ kind: 'lost', cell: 'the books', steps: fault })
  return found
}

async function runStep(
  world: World,
  planned: PlannedStep,
  sessions: Map<string, OwnSession>,
): Promise<Finding[]> {
  const { stack, proxy, product } = world
  const { form, fault, outcomes, kill, presses, then, redis } = planned
  const known = sessions.get(form.name)
  const opened = known && known.cell + 1 < form.perAccount ? known : await openSession(product, form)
  const session = await nextCell(opened, form)
  const filled = await form.fill(session)
  const second = then.includes('presses in a second tab') ? await form.fill(session) : filled
  const steps: Observation[] = []
  let reader = session.visitor
  const press = (tab = filled) => pressed(tab, reader).catch(() => null)

  if (fault) proxy.fail(fault, form.call)
  if (outcomes) {
    proxy.fail(outcomes, { method: 'GET', path: /\/ext\/outcomes\// })
    proxy.fail(outcomes, { method: 'POST', path: /\/ext\/answers$/ })
  }
  const pressing = Promise.all(Array.from({ length: presses }, () => press()))
  if (redis) {
    await delay(redis.afterMs)
    await world.redis!.fail(redis.how)
  }
  if (kill) {
    await delay(kill.afterMs)
    await stack.kill(kill.part)
    if (kill.part === 'postgres') await stack.kill('backend')
  }
  const answers = await pressing
  proxy.heal()
  if (kill) await stack.start(kill.part === 'app' ? 'app' : 'backend')
  await proxy.deliver().catch(() => undefined)
  for (const answer of answers) if (answer) steps.push(await noteOf('one of them', answer, form, session))

  let last = answers.findLast(Boolean) ?? null
  for (const [place, act] of then.entries()) {
    if (redis?.acts === place) world.redis!.heal()
    const path = last?.url.pathname ?? '/login'
    // The page of a form that was refused, or whose own page could not be made, is a new form, and says nothing of the old one.
    const showsOutcome =
      form.showsOutcome &&
      path !== '/login' &&
      (last?.status ?? 0) < 500 &&
      // One that was carried out may lead to the next of its queue.
      (path.includes(session.subject) || steps.at(-1)?.reported !== 'done') &&
      !['not done', 'session ended'].includes(steps.at(-1)?.reported ?? '')
    if (act === 'looks' && (showsOutcome || path.includes('/submissions/'))) {
      reader = await readerAfter(steps, session, form, reader).catch(() => reader)
      last = await reader.visit(path)
    } else if (act === 'presses') last = await press()
    else if (act === 'presses in a second tab') last = await press(second)
    else if (act !== 'looks' && form.reader !== 'visitor') {
      if (act.startsWith('signs out')) await signOut(reader, filled.page).catch(() => null)
      reader = await enter(session, form).catch(() => reader)
      last = await press()
    }
    if (last) steps.push(await noteOf(act, last, form, session))
  }
  world.redis?.heal()
  sessions.set(form.name, { ...session, visitor: reader })
  if (last?.url.pathname === '/login') sessions.delete(form.name)
  const cell = `${form.name}, ${fault ?? 'no fault'}, ${outcomes ? `outcomes: ${outcomes}` : ''} ${kill ? `${kill.part} killed after ${kill.afterMs} ms` : ''} ${redis ? `Redis: ${redis.how} after ${redis.afterMs} ms, for ${redis.acts}` : ''}`
  return findingsOf(form, fault, steps, await form.effects(session), cell)
}

const world = await openWorld()
const until = Date.now() + Number(options.minutes) * 60_000
const first = Number(options.seed ?? Date.now() % 1_000_000_000)
let count = 0
let faulty = 0
/** A history that breaks off is wrong as well, and the next one may tell more. */
const wrongIn = (seed: number): Promise<string[]> =>
  runHistory(world, seed).then(
    (found) => found.map(({ kind, cell, steps }) => `${kind}: ${cell}: ${steps}`),
    (error: unknown) => {
      world.proxy.heal()
      world.redis?.heal()
      return [`broke off: ${inspect(error)}`]
    },
  )
try {
  do {
    const seed = first + count
    const wrong = await wrongIn(seed)
    count += 1
    if (wrong.length > 0) faulty += 1
    for (const text of wrong) process.stdout.write(`--seed ${seed}: ${text}\n`)
  } while (options.seed === undefined && Date.now() < until)
} finally {
  await world.stop()
}
process.stdout.write(`${count} histories from seed ${first} on, ${faulty} with something wrong\n`)
process.exitCode = faulty > 0 ? 1 : 0
