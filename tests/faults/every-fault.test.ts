import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moneyForms } from '../../app/money-forms/definitions/money-forms.server'
import { opening } from '../../app/money-forms/definitions/opening.server'
import { createIdempotencyKeys } from '../../app/money-forms/idempotency-keys.server'
import { createMemoryStore } from '../../app/money-forms/memory-store.server'
import { reconcile } from '../../app/money-forms/reconcile.server'
import { openSubmission } from '../../app/money-forms/submit-once.server'
import { type Outcome, type SubmissionContext } from '../../app/money-forms/types'
import { createSealer } from '../../app/session/seal.server'
import { UpstreamFailure } from '../../app/upstream/failure.server'
import { createUpstreamPool } from '../../app/upstream/pool.server'
import { type UpstreamPool } from '../../app/upstream/types'
import { type FaultName, faults } from './faults'
import { type Observation, findingsOf } from './matrix'
import { type FaultyProxy, startFaultyProxy } from './proxy'
import { type SmallUpstream, startSmallUpstream } from './small-upstream'

/**
 * The matrix of forms without its pages: every fault, in every way in which a reader goes on, on an upstream with outcomes
 * and on one without; neither recognizes a key, so that a call that is sent twice is carried out twice. What differs between forms shows
 * on pages, which are read by `matrix.test.ts`; what becomes of a key is the same for all forms. A short run walks a quarter
 * of it, chosen by a seed that is printed; `TEST_FULL=1` walks it whole, FAULTS_SEED chooses another quarter.
 */

const modes = [
  'once',
  'again while it lasts',
  'again when it is over',
  'pressed twice',
  'in two tabs',
  'after a restart of the app',
] as const
type Mode = (typeof modes)[number]

const all = Object.keys(faults) as FaultName[]
const isWhole = process.env['TEST_FULL'] === '1'
const seed = Number(process.env['FAULTS_SEED'] ?? randomInt(1_000_000_000))
if (!isWhole) process.stdout.write(`FAULTS_SEED=${seed}\n`)

/** For each mode another quarter. */
function faultsOf(mode: Mode): FaultName[] {
  if (isWhole) return all
  const some = Math.ceil(all.length / 4)
  const quarter = fc.shuffledSubarray(all, { minLength: some, maxLength: some })
  return fc.sample(quarter, { seed: seed + modes.indexOf(mode), numRuns: 1 })[0]!
}

const log = { warn: () => undefined }
const sealer = createSealer(['4f1c9a6de2b87035c4d1ee907a52b638'])
const anna = { user: { id: 'anna' } }
const timeouts = { connectMs: 300, getMs: 2_000, moneyMs: 150, uploadMs: 150, partMs: 150 }
const deposits = { method: 'POST', path: /^\/api\/funds\/deposits$/ }

describe.each([
  ['with outcomes', true],
  ['without outcomes', false],
])('on an upstream %s', (_, outcomes) => {
  let small: SmallUpstream
  let proxy: FaultyProxy
  let pool: UpstreamPool
  let cells = 0

  beforeAll(async () => {
    small = await startSmallUpstream({ now: () => new Date(), outcomes })
    proxy = await startFaultyProxy(small.url)
    pool = createUpstreamPool({ url: proxy.url, timeouts, log })
  })
  afterAll(async () => {
    await pool.close()
    await proxy.close()
    await small.close()
  })

  /** A process of the app: what it has in memory is its own. */
  function startProcess(values: { planId: string; currency: string; amount: string }) {
    const keys = createIdempotencyKeys({
      ...{ sealer, log, store: createMemoryStore(Date.now), now: Date.now },
    })
    const context = (submission?: string): SubmissionContext => {
      const form = new FormData()
      if (submission !== undefined) form.set('submission', submission)
      return {
        form,
        session: anna as unknown as SubmissionContext['session'], // its user's id is all that is asked for
        requestId: 'request-1',
        upstream: pool.for({ token: 'bearer', language: 'en', requestId: 'request-1', address: null }),
        press: { leftMs: () => 10_000 },
        idempotencyKeys: keys.for(anna),
      }
    }
    return {
      issue: () => keys.for(anna).issue('deposits.create'),
      async post(submission: string): Promise<Outcome | 'signed out'> {
        const own = context(submission)
        const attempt = {
          form: opening,
          values,
          run: (ticket: Parameters<Parameters<typeof openSubmission>[1]['run']>[0]) =>
            opening.send(own.upstream, values, { ...ticket, values, sending: ticket }),
        }
        try {
          return await (await openSubmission(own, attempt)).submit()
        } catch (error) {
          if (error instanceof UpstreamFailure && error.kind === 'unauthorized') return 'signed out'
          throw error
        }
      },
      /** What the page of an open outcome finds out. */
      async outcomeAt(href: string): Promise<'done' | 'not done' | 'not known'> {
        const own = context()
        const ticket = await own.idempotencyKeys.openTicket(href.split('/').pop()!)
        if (!ticket || !('values' in ticket)) throw new Error('the ticket does not open')
        const { state } = await reconcile(own, moneyForms[ticket.form], ticket)
        return state === 'done' ? 'done' : state === 'refused' ? 'not done' : 'not known'
      },
    }
  }

  async function walk(fault: FaultName, mode: Mode) {
    const amount = `${1_000 + cells++}.25`
    const before = small.commits.length
    const effects = () => small.commits.length - before
    const steps: Observation[] = []
    const note = (press: string, outcome: Outcome | 'signed out') =>
      void steps.push({
        press,
        reported: reportedBy(outcome),
        effects: effects(),
        page: JSON.stringify(outcome),
      })

    const app = startProcess({ planId: 'breeze', currency: 'USDT', amount })
    const [form, other] = [await app.issue(), await app.issue()]
    proxy.fail(fault, deposits)
    let last: Outcome | 'signed out'
    if (mode === 'pressed twice') {
      const both = await Promise.all([app.post(form), app.post(form)])
      for (const outcome of both) note('one of two', outcome)
      last = both[1]
    } else {
      last = await app.post(form)
      note('first', last)
    }
    if (mode === 'again while it lasts') note('again', (last = await app.post(form)))
    proxy.heal()
    await proxy.deliver()
    if (mode === 'again when it is over') note('healed', (last = await app.post(form)))
    if (mode === 'in two tabs') note('second tab', (last = await app.post(other)))
    let process = app
    if (mode === 'after a restart of the app') {
      process = startProcess({ planId: 'breeze', currency: 'USDT', amount })
      note('restarted', (last = await process.post(form)))
    }
    if (last !== 'signed out' && 'href' in last)
      steps.push({
        ...{
          press: 'looked at',
          reported: await process.outcomeAt(last.href),
          effects: effects(),
          page: last.href,
        },
      })
    const traits = { key: outcomes ? 'upstream' : 'app' } as const
    return findingsOf(traits, fault, steps, effects(), `${fault} × ${mode}`)
  }

  it.each(modes)('nothing is lost, done twice or reported wrongly, sent %s', async (mode) => {
    const found = []
    for (const fault of faultsOf(mode)) found.push(...(await walk(fault, mode)))
    expect(found.map(({ kind, cell, steps }) => `${kind}: ${cell}: ${steps}`)).toEqual([])
  })
})

function reportedBy(outcome: Outcome | 'signed out'): Observation['reported'] {
  if (outcome === 'signed out') return 'session ended'
  switch (outcome.kind) {
    case 'done':
      return 'done'
    case 'running':
    case 'unknown':
      return 'not known'
    case 'store_unavailable':
      return outcome.isUnseen ? 'not done' : 'not known'
    case 'refused':
    case 'stale':
    case 'foreign':
    case 'mismatch':
      return 'not done'
  }
}
