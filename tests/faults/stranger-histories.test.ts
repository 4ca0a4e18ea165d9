import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import Big from 'big.js'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RunningApp, startAppOn } from '../support/in-process-app'
import { type Stranger, startStranger } from '../stranger/stranger'
import { enter, nextCell, pressed } from './changing-form'
import { type FaultName, faults } from './faults'
import { type Finding, type Observation, findingsOf, noteOf } from './matrix'
import { type FaultyProxy, startFaultyProxy } from './proxy'
import { openStrangerSession, strangerForms } from './stranger-forms'

/**
 * Random histories on an upstream that knows neither keys nor outcomes: forms are sent once or more, their calls meet faults, and
 * the app is restarted without its memory; then the reader looks, sends again, or signs in again. Nothing is sent twice by
 * itself, nothing is told that is not known, and the upstream's books agree. HISTORIES_MINUTES=15 lives them for so long; a
 * failed one names its seed, which HISTORIES_SEED repeats.
 */
const minutes = Number(process.env['HISTORIES_MINUTES'] ?? 0)
const repeated = process.env['HISTORIES_SEED']
const first = Number(repeated ?? randomInt(1_000_000_000))
/** How many are lived where no time is given. */
const fewest = 2

const formNames = [
  'a top-up',
  'a deposit',
  'an exchange',
  'a withdrawal',
  'a closing',
  'a subscription',
] as const
const faultNames = Object.keys(faults) as FaultName[]

const step = fc.record({
  name: fc.constantFrom(...formNames),
  fault: fc.option(fc.constantFrom(...faultNames), { freq: 3 }),
  presses: fc.constantFrom(1, 1, 2, 3),
  restarts: fc.constantFrom(false, false, true),
  then: fc.array(fc.constantFrom('looks', 'presses', 'signs in again and presses'), {
    minLength: 1,
    maxLength: 3,
  }),
})
type PlannedStep = typeof step extends fc.Arbitrary<infer Value> ? Value : never

let stranger: Stranger
let proxy: FaultyProxy
let app: RunningApp
let front: Awaited<ReturnType<typeof startFront>>

beforeAll(async () => {
  stranger = await startStranger()
  proxy = await startFaultyProxy(stranger.url)
  front = await startFront()
  await restart()
})
afterAll(async () => {
  await app.stop()
  await front.close()
  await proxy.close()
  await stranger.close()
})

/** A new process knows nothing of the forms that were sent before. */
async function restart(): Promise<void> {
  const last = app as RunningApp | undefined
  app = await startAppOn(proxy.url, {
    env: { DEMO: '0', UPSTREAM_TIMEOUT_MONEY_MS: '1000', UPSTREAM_TIMEOUT_GET_MS: '5000' },
    front: (url) => Promise.resolve({ url: front.lead(url), close: () => Promise.resolve() }),
  })
  await last?.stop()
}

it(
  'nothing is sent twice by itself and nothing is told that is not known',
  { timeout: (minutes + 10) * 60_000 },
  async () => {
    // Printed before anything can break off.
    process.stdout.write(`HISTORIES_SEED=${first}\n`)
    const untilMs = Date.now() + minutes * 60_000
    const found: string[] = []
    let count = 0
    do {
      const seed = first + count
      for (const { kind, cell, steps } of await live(seed))
        found.push(`HISTORIES_SEED=${seed}: ${kind}: ${cell}: ${steps}`)
      count += 1
    } while (repeated === undefined && (count < fewest || Date.now() < untilMs))
    process.stdout.write(`${count} histories from this seed on, ${found.length} findings\n`)
    expect(found).toEqual([])
  },
)

async function live(seed: number): Promise<Finding[]> {
  const [planned] = fc.sample(fc.array(step, { minLength: 3, maxLength: 6 }), { seed, numRuns: 1 })
  const found: Finding[] = []
  for (const one of planned!) found.push(...(await runStep(one)))
  return found
}

async function runStep({ name, fault, presses, restarts, then }: PlannedStep): Promise<Finding[]> {
  const form = strangerForms(stranger).find((one) => one.name === name)!
  const session = await nextCell(await openStrangerSession(stranger, front.url), form)
  const filled = await form.fill(session)
  let reader = session.visitor
  const steps: Observation[] = []
  if (fault) proxy.fail(fault, form.call)
  const answers = await Promise.all(Array.from({ length: presses }, () => pressed(filled, reader)))
  proxy.heal()
  await proxy.deliver()
  for (const answer of answers) steps.push(await noteOf('one of them', answer, form, session))
  // The message after success is shown once: the other presses lead to the same entry without it.
  const done = steps.find(({ reported }) => reported === 'done')
  for (const one of steps) if (one.reported === 'nothing' && one.page === done?.page) one.reported = 'done'
  if (restarts) await restart()
  let last = answers.at(-1)!
  for (const act of then) {
    const { pathname } = last.url
    if (act === 'looks' && !pathname.startsWith('/cabinet/submissions/')) continue
    if (act === 'looks') last = await reader.visit(pathname)
    else {
      if (act !== 'presses') reader = await enter(session, form)
      last = await pressed(filled, reader)
    }
    steps.push(await noteOf(act, last, form, session))
  }
  const cell = `${name}, ${fault ?? 'no fault'}, ${presses} presses${restarts ? ', restarted' : ''}`
  const found = findingsOf(form, fault, steps, await form.effects(session), cell)
  const wrong = wrongInBooks(session.account.login)
  return wrong === null ? found : [...found, { kind: 'lost', cell, steps: wrong }]
}

/** What an account has is what it began with and all that was booked. */
function wrongInBooks(login: string): string | null {
  const { balances, operations } = stranger.state
  for (const [currency, amount] of balances[login] ?? []) {
    const booked = operations
      .filter((one) => one.login === login && one.currency === currency)
      .reduce((sum, one) => sum.plus(one.amount), Big(currency === 'USDT' ? 1000 : 0))
    if (!booked.eq(amount))
      return `${login} has ${amount.toFixed()} ${currency}, and ${booked.toFixed()} is booked`
  }
  return null
}

/** One address for all the processes of the app. */
async function startFront() {
  let target = ''
  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, url = '/', headers } = incoming
    const onward = request(new URL(url, target), { method, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }
  const server = createServer(pass)
  // A connection must not end between two requests of a reader: nothing sends a form twice.
  server.keepAliveTimeout = 600_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  const url = `http://localhost:${port}`
  return {
    url,
    lead: (to: string) => ((target = to.replace('localhost', '127.0.0.1')), url),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
