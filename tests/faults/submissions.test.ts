import { moneyForms } from '../../app/money-forms/definitions/money-forms.server'
import { opening } from '../../app/money-forms/definitions/opening.server'
import { topUp } from '../../app/money-forms/definitions/top-up.server'
import { withdrawal } from '../../app/money-forms/definitions/withdrawal.server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSealer } from '../../app/session/seal.server'
import { createMemoryStore } from '../../app/money-forms/memory-store.server'
import { entryOfKey, maxCallMs, reconcile } from '../../app/money-forms/reconcile.server'
import { openSeries } from '../../app/money-forms/submit-series.server'
import { type Attempt, openSubmission } from '../../app/money-forms/submit-once.server'
import { createIdempotencyKeys, idempotencyKeyTtlMs } from '../../app/money-forms/idempotency-keys.server'
import {
  type FormName,
  type Outcome,
  type SubmissionContext,
  type IdempotencyStore,
  type SubmittedValues,
  type SubmissionTicket,
} from '../../app/money-forms/types'
import { UpstreamFailure } from '../../app/upstream/failure.server'
import { createUpstreamPool } from '../../app/upstream/pool.server'
import { type UpstreamPool } from '../../app/upstream/types'
import { refusesWith, type FaultName, lostAnswers } from './faults'
import { startFaultyProxy, type FaultyProxy } from './proxy'
import { startSmallUpstream, type SmallUpstream } from './small-upstream'

/** Money moves once, whatever the browser, the upstream and this process do: each row with what must hold. */

const log = { warn: () => undefined }
const sealer = createSealer(['4f1c9a6de2b87035c4d1ee907a52b638'])
const anna = { user: { id: 'anna' } }
const boris = { user: { id: 'boris' } }
const openingValues = { planId: 'breeze', currency: 'USDT', amount: '300' }

const paymentValues = { system: 'usdt-trc20', amount: '50', wallet: 'TXjk6KC9Pn1RJALkEAgEXZHn9pBkDyjKCQ' }
const refillValues = { system: 'usdt-trc20', amount: '100' }

/** Everything that tells the time in these tests. */
let clock: number
const now = () => clock

let small: SmallUpstream
let proxy: FaultyProxy
let pool: UpstreamPool

beforeEach(() => start())
afterEach(() => stop())

const timeouts = { connectMs: 300, getMs: 2_000, moneyMs: 500, uploadMs: 500, partMs: 500 }

/** @param options.aheadMs how far the upstream's clock is ahead of the app's; negative where it is behind */
async function start({
  aheadMs = 0,
  ...options
}: { outcomes?: boolean; lagMs?: number; aheadMs?: number } = {}) {
  clock = Date.parse('2026-03-01T12:00:07.000Z')
  small = await startSmallUpstream({ now: () => new Date(clock + aheadMs), ...options })
  proxy = await startFaultyProxy(small.url)
  pool = createUpstreamPool({ url: proxy.url, timeouts, log, now })
  await appOf().context().upstream.settings.get({ key: 'extensions' }) // from here on the upstream's clock is known
}

/** As a new process has it, which knows nothing of the upstream's clock. */
async function restartPool() {
  await pool.close()
  pool = createUpstreamPool({ url: proxy.url, timeouts, log, now })
}

async function stop() {
  await proxy.close()
  await small.close()
  await pool.close()
}

const submitOnce = async (context: SubmissionContext, attempt: Attempt): Promise<Outcome> =>
  (await openSubmission(context, attempt)).submit()

async function outcomeSoFar(
  context: SubmissionContext,
  attempt: Omit<Attempt, 'run'>,
  options: { sends: boolean },
): Promise<Outcome | null> {
  const run = () => Promise.reject(new Error('nothing is sent to find out'))
  return (await openSubmission(context, { ...attempt, run })).outcomeSoFar(options)
}

/** A process of the app: what it has in memory is its own. */
function appOf(store: IdempotencyStore = createMemoryStore(now), seals = sealer) {
  const keys = createIdempotencyKeys({ sealer: seals, store, log, now })
  const context = (submission?: string, holder = anna, upstreams = pool): SubmissionContext => {
    const form = new FormData()
    if (submission !== undefined) form.set('submission', submission)
    return {
      form,
      session: holder as unknown as SubmissionContext['session'], // its user's id is all that is asked for
      requestId: 'request-1',
      upstream: upstreams.for({ token: 'bearer', language: 'en', requestId: 'request-1', address: null }),
      press: { leftMs: () => 0 },
      idempotencyKeys: keys.for(holder),
    }
  }
  return {
    context,
    issue: (form: FormName = 'deposits.create') => keys.for(anna).issue(form),
    post(
      submission: string | undefined,
      values: SubmittedValues = openingValues,
      holder = anna,
      upstreams = pool,
    ) {
      const own = context(submission, holder, upstreams)
      return submitOnce(own, {
        form: opening,
        values,
        run: (ticket) =>
          opening.send(own.upstream, values as typeof openingValues, { ...ticket, values, sending: ticket }),
      })
    },
    /** What the page of an open outcome finds out. */
    async reconcile(outcome: Outcome) {
      const own = context()
      const ticket = await own.idempotencyKeys.openTicket(ticketIn(outcome))
      if (!ticket || !('values' in ticket)) throw new Error('the ticket does not open')
      return reconcile(own, moneyForms[ticket.form], ticket)
    },
  }
}

function ticketIn(outcome: Outcome): string {
  if (outcome.kind !== 'unknown' && outcome.kind !== 'running') throw new Error(`it is ${outcome.kind}`)
  return outcome.href.split('/').pop() ?? ''
}

/** The readable part of a posted id. */
const keyIn = (id: string) => id.split('.')[0]!

const posts = { method: 'POST', path: /^\/api\/funds/ }

describe('one id', () => {
  it('posted ten times at once makes one deposit, and all ten end at it', async () => {
    const app = appOf()
    const id = await app.issue()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => app.post(id)))
    expect(small.commits).toHaveLength(1)
    const made = outcomes.filter((outcome) => outcome.kind === 'done' && !outcome.replayed)
    expect(made).toHaveLength(1)
    // A post that comes when the first has ended is told what that one made.
    const others = outcomes.filter((outcome) => outcome !== made[0])
    for (const other of others)
      if (other.kind !== 'running')
        expect(other).toEqual({ kind: 'done', value: { id: 'deposits-1' }, replayed: true })
    const waiting = outcomes.filter(({ kind }) => kind === 'running')
    for (const outcome of waiting)
      expect(await app.reconcile(outcome)).toEqual({ state: 'done', id: 'deposits-1' })
    expect(await app.post(id)).toEqual({ kind: 'done', value: { id: 'deposits-1' }, replayed: true })
    expect(small.commits).toHaveLength(1)
  })

  it('is the key that goes upstream', async () => {
    const app = appOf()
    await app.post(await app.issue())
    await app.post(await app.issue())
    const [first, second] = small.commits.map(({ key }) => key ?? '')
    expect(Buffer.from(first ?? '', 'base64url').length * 8).toBeGreaterThanOrEqual(128)
    expect(second).not.toBe(first)
  })

  it('with other values is refused and nothing is sent', async () => {
    const app = appOf()
    const id = await app.issue()
    await app.post(id)
    expect(await app.post(id, { ...openingValues, amount: '301' })).toEqual({ kind: 'mismatch' })
    expect(small.commits).toHaveLength(1)
  })

  it('gives a refusal again without asking again', async () => {
    const app = appOf()
    const id = await app.issue()
    proxy.fail('answers 403 in words', posts)
    await app.post(id)
    proxy.heal()
    const again = await app.post(id)
    expect(again).toMatchObject({
      kind: 'refused',
      failure: { kind: 'forbidden', code: 'forbidden', status: 403 },
    })
    expect(small.commits).toEqual([])
  })

  it('gives the wait of a refusal again, too', async () => {
    const app = appOf()
    const id = await app.issue()
    proxy.fail('answers 429 in words', posts)
    await app.post(id)
    proxy.heal()
    expect(await app.post(id)).toMatchObject({
      kind: 'refused',
      failure: { kind: 'rate_limited', retryAfter: 7 },
    })
  })

  it('is tried anew where it is sent again later than its refusal', async () => {
    const app = appOf()
    const id = await app.issue()
    proxy.fail('answers 403 in words', posts)
    await app.post(id)
    proxy.heal()
    clock += 2_001
    expect(await app.post(id)).toEqual({ kind: 'done', value: { id: 'deposits-1' }, replayed: false })
    expect(await app.post(id)).toEqual({ kind: 'done', value: { id: 'deposits-1' }, replayed: true })
    expect(small.commits).toHaveLength(1)
    expect(await app.post(id, { ...openingValues, amount: '301' })).toEqual({ kind: 'mismatch' })
  })

  it.each([true, false])(
    'is found under the key that it was sent again with, after the app was killed (told as done: %s)',
    async (isToldAsDone) => {
      await stop()
      await start({ outcomes: true })
      const app = appOf()
      const id = await app.issue()
      proxy.fail(refusesWith('plan_unavailable'), posts)
      expect(await app.post(id)).toMatchObject({ kind: 'refused' })
      // The upstream keeps refusals, too.
      small.refuse(keyIn(id))
      proxy.heal()
      clock += 3_000
      if (!isToldAsDone) proxy.fail('commits, then resets', posts)
      expect((await app.post(id)).kind).toBe(isToldAsDone ? 'done' : 'unknown')
      proxy.heal()
      const restarted = appOf()
      expect(await restarted.post(id)).toEqual({ kind: 'done', value: { id: 'deposits-1' }, replayed: true })
      expect(small.commits).toHaveLength(1)
    },
  )

  it('is told as under way where its call takes long, and its outcome is kept when it ends', async () => {
    const app = appOf()
    proxy.fail('commits, then answers late', posts)
    const moneyMs = 5_000
    const slow = createUpstreamPool({ url: proxy.url, timeouts: { ...timeouts, moneyMs }, log })
    const outcome = await app.post(await app.issue(), openingValues, anna, slow)
    expect(outcome.kind).toBe('running')
    expect(await app.context().idempotencyKeys.openSubmissions()).toHaveLength(1)
    await vi.waitFor(async () =>
      expect(await app.reconcile(outcome)).toEqual({ state: 'done', id: 'deposits-1' }),
    )
    expect(await app.context().idempotencyKeys.openSubmissions()).toEqual([])
    expect(small.commits).toHaveLength(1)
    await slow.close()
  })

  it('may be tried again after it was surely not sent', async () => {
    const app = appOf()
    const id = await app.issue()
    const { url } = proxy
    await proxy.close()
    expect(await app.post(id)).toMatchObject({
      kind: 'refused',
      failure: { kind: 'unavailable', sent: false },
    })
    proxy = await startFaultyProxy(small.url, Number(new URL(url).port))
    expect(await app.post(id)).toMatchObject({ kind: 'done', replayed: false })
  })

  it('ends with the session when the upstream does not know the bearer any more', async () => {
    const app = appOf()
    proxy.fail('answers 401 in words', posts)
    await expect(app.post(await app.issue())).rejects.toMatchObject({ kind: 'unauthorized' })
  })

  it('answered with 401 after the upstream has committed is found again, by the same form and by a new one', async () => {
    for (const opens of ['the same form', 'a new form']) {
      const app = appOf()
      await app.post(await app.issue(), { ...openingValues, amount: '50' })
      const before = small.commits.length
      const id = await app.issue()
      proxy.fail('commits, then 401 in words', posts)
      await expect(app.post(id), opens).rejects.toMatchObject({ kind: 'unauthorized' })
      expect(small.commits, opens).toHaveLength(before + 1)
      proxy.heal()
      const again = opens === 'a new form' ? await app.issue() : id
      expect(await app.post(again), opens).toMatchObject({ kind: 'done', replayed: true })
      expect(small.commits, opens).toHaveLength(before + 1)
    }
  })

  it('answered with 401 before anything was made is sent once after signing in again', async () => {
    const app = appOf()
    const id = await app.issue()
    proxy.fail('answers 401 in words', posts)
    await expect(app.post(id)).rejects.toMatchObject({ kind: 'unauthorized' })
    proxy.heal()
    const outcomes = await Promise.all([app.post(id), app.post(id), app.post(await app.issue())])
    expect(outcomes.filter((outcome) => outcome.kind === 'done' && !outcome.replayed)).toHaveLength(1)
    expect(small.commits).toHaveLength(1)
  })

  it.each([false, true])(
    'answered with 401 and sent once after signing in again is over: a form opened later is a wish of its own (outcomes: %s)',
    async (outcomes) => {
      await stop()
      await start({ outcomes })
      const app = appOf()
      const id = await app.issue()
      proxy.fail('answers 401 in words', posts)
      await expect(app.post(id)).rejects.toMatchObject({ kind: 'unauthorized' })
      proxy.heal()
      expect(await app.post(id)).toMatchObject({ kind: 'done', value: { id: 'deposits-1' } })
      const again = await app.post(await app.issue())
      expect(again).toMatchObject({ kind: 'done', value: { id: 'deposits-2' }, replayed: false })
      const another = await app.post(await app.issue(), { ...openingValues, amount: '80' })
      expect(another).toMatchObject({ kind: 'done', value: { id: 'deposits-3' }, replayed: false })
    },
  )

  it('answered with 401 leaves the key free for other values', async () => {
    const app = appOf()
    const id = await app.issue()
    proxy.fail('answers 401 in words', posts)
    await expect(app.post(id)).rejects.toMatchObject({ kind: 'unauthorized' })
    proxy.heal()
    const other = { ...openingValues, amount: '80' }
    expect(await app.post(id, other)).toMatchObject({ kind: 'done', replayed: false })
  })

  it.each<[FaultName, number]>([
    ['answers 401 in words', 0],
    ['commits, then 401 in words', 1],
  ])('that %s is asked for before it is sent again, where outcomes are kept', async (fault, made) => {
    await stop()
    await start({ outcomes: true })
    const app = appOf()
    const id = await app.issue()
    proxy.fail(fault, posts)
    await expect(app.post(id)).rejects.toMatchObject({ kind: 'unauthorized' })
    proxy.heal()
    expect(small.commits).toHaveLength(made)
    expect(await app.post(id)).toMatchObject({ kind: 'done', replayed: made === 1 })
    expect(small.commits).toHaveLength(1)
  })
})

describe('the form in two tabs', () => {
  it('sent from both is one deposit', async () => {
    const app = appOf()
    const [first, second] = [await app.issue(), await app.issue()]
    expect(await app.post(first)).toMatchObject({ kind: 'done', replayed: false })
    expect(await app.post(second)).toEqual({ kind: 'done', value: { id: 'deposits-1' }, replayed: true })
    expect(small.commits).toHaveLength(1)
  })

  it('opened in both at the same moment is one deposit too', async () => {
    const app = appOf()
    const [first, second] = await Promise.all([app.issue(), app.issue()])
    await app.post(first)
    expect(await app.post(second)).toMatchObject({ kind: 'done', replayed: true })
    expect(small.commits).toHaveLength(1)
  })

  it('opened anew after the first was sent is a wish of its own', async () => {
    const app = appOf()
    await app.post(await app.issue())
    expect(await app.post(await app.issue())).toMatchObject({ kind: 'done', value: { id: 'deposits-2' } })
  })

  it('is not one wish for two things: each deposit to be closed has its own id', async () => {
    const { idempotencyKeys } = appOf().context()
    const keyOf = async (subject: string) =>
      (await idempotencyKeys.open('deposits.close', await idempotencyKeys.issue('deposits.close', subject)))
        ?.key
    expect(await keyOf('deposits-1')).toBe(await keyOf('deposits-1'))
    expect(await keyOf('deposits-1')).not.toBe(await keyOf('deposits-2'))
  })

  it('has a new id when the old one would run out while it lies open', async () => {
    const app = appOf()
    const early = await app.issue()
    clock += idempotencyKeyTtlMs * 0.6
    const late = await app.issue()
    clock += idempotencyKeyTtlMs * 0.6
    expect((await app.post(early)).kind).not.toBe('done')
    expect((await app.post(late)).kind).toBe('done')
  })
})

describe('an id that is not this form’s', () => {
  it.each<[string, () => Promise<string | undefined>]>([
    ['missing', () => Promise.resolve(undefined)],
    ['made up', () => Promise.resolve('0123456789abcdef')],
    ['of another form', () => appOf().issue('payments.create')],
  ])('%s: nothing is sent', async (_, make) => {
    const id = await make()
    expect(await appOf().post(id)).toEqual({ kind: 'stale' })
    expect(small.commits).toEqual([])
  })

  it('of another account: nothing is sent', async () => {
    const app = appOf()
    const id = await app.issue()
    expect(await app.post(id, openingValues, boris)).toEqual({ kind: 'foreign' })
    expect(small.commits).toEqual([])
  })
})

const anotherSealer = createSealer(['a-secret-that-came-after-the-first'])

/** Forms that can't be sent any more, each made in `app` and posted to what `later` gives. */
const closedForms: [string, (app: ReturnType<typeof appOf>) => ReturnType<typeof appOf>][] = [
  ['whose secret was taken out', () => appOf(createMemoryStore(now), anotherSealer)],
  [
    'of the day before',
    (app) => {
      clock += idempotencyKeyTtlMs + 1
      return app
    },
  ],
]

describe.each(closedForms)('a form %s', (_, later) => {
  it.each([true, false])('leads to what it made (outcomes: %s)', async (outcomes) => {
    await stop()
    await start({ outcomes })
    const app = appOf()
    const id = await app.issue()
    await app.post(id)
    expect(await later(app).post(id)).toEqual({ kind: 'done', value: { id: 'deposits-1' }, replayed: true })
    expect(small.commits).toHaveLength(1)
  })

  it('that was not sent is not sent, and says so only where that is known', async () => {
    const app = appOf()
    const id = await app.issue()
    const outcome = await later(app).post(id)
    expect(outcome.kind).toBe('unknown')
    expect(small.commits).toEqual([])
  })
})

it('a form whose secret was taken out is known not to have been sent once no earlier call of it can arrive', async () => {
  await stop()
  await start({ outcomes: true })
  const id = await appOf().issue()
  const later = appOf(createMemoryStore(now), anotherSealer)
  clock += maxCallMs
  const soon = await later.post(id)
  expect(soon.kind).toBe('unknown')
  expect(await later.reconcile(soon)).toEqual({ state: 'open', because: 'never_seen' })
  clock += 1
  expect(await later.post(id)).toEqual({ kind: 'stale' })
  // On the way to a review page too, which then carries a new key.
  const attempt = { form: opening, values: openingValues }
  expect(await outcomeSoFar(later.context(id), attempt, { sends: false })).toEqual({ kind: 'stale' })
})

it('a series of calls whose secret was taken out after some of them leads to what they came to', async () => {
  await stop()
  await start({ outcomes: true })
  const app = appOf()
  const id = await app.issue()
  const seriesOf = (one: typeof app) => {
    const context = one.context(id)
    const run = (ticket: SubmissionTicket) =>
      opening.send(context.upstream, openingValues, { ...ticket, sending: ticket })
    const unsent = () =>
      Promise.reject(
        new UpstreamFailure({
          ...{ kind: 'refused', call: opening.name, requestId: '', status: 422, sent: false },
        }),
      )
    const parts = [
      { id: 'first', run },
      { id: 'second', run: unsent },
    ]
    return openSeries(context, { form: opening, values: openingValues, parts })
  }
  expect(await (await seriesOf(app)).submit()).toMatchObject({ kind: 'sent' })
  expect(small.commits).toHaveLength(1)
  const restarted = appOf(createMemoryStore(now), anotherSealer)
  clock += maxCallMs + 1
  const later = await seriesOf(restarted)
  expect([later.unsent, later.remaining]).toEqual([null, []])
  expect(await later.submit()).toMatchObject({ kind: 'sent' })
  expect(small.commits).toHaveLength(1)
})

describe('what a form has come to so far', () => {
  const soFar = (app: ReturnType<typeof appOf>, id: string, values: SubmittedValues = openingValues) =>
    outcomeSoFar(app.context(id), { form: opening, values }, { sends: true })

  it('is nothing before it is sent, its outcome after it', async () => {
    const app = appOf()
    const id = await app.issue()
    expect(await soFar(app, id)).toBeNull()
    await app.post(id)
    expect(await soFar(app, id)).toEqual({ kind: 'done', value: { id: 'deposits-1' }, replayed: true })
    expect(await soFar(app, id, { ...openingValues, amount: '301' })).toEqual({ kind: 'mismatch' })
  })
})

describe('what a form has come to, asked after the app was killed', () => {
  async function madeAndForgotten({ outcomes }: { outcomes: boolean }) {
    await stop()
    await start({ outcomes })
    const killed = appOf()
    const id = await killed.issue()
    clock += 5_000
    await killed.post(id)
    clock += 5_000
    const restarted = appOf()
    return (values: SubmittedValues, { sends }: { sends: boolean }) =>
      outcomeSoFar(restarted.context(id), { form: opening, values }, { sends })
  }
  const made = { kind: 'done', value: { id: 'deposits-1' }, replayed: true }

  it.each([true, false])(
    'is what it made, whether it sends or only asks (outcomes: %s)',
    async (outcomes) => {
      const soFar = await madeAndForgotten({ outcomes })
      expect(await soFar(openingValues, { sends: false })).toEqual(made)
      expect(await soFar(openingValues, { sends: true })).toEqual(made)
    },
  )

  it('is none of other values, and that is not kept as what became of the id', async () => {
    const soFar = await madeAndForgotten({ outcomes: true })
    expect(await soFar({ ...openingValues, amount: '350' }, { sends: true })).toEqual({ kind: 'mismatch' })
    expect(await soFar(openingValues, { sends: true })).toEqual(made)
    expect(small.commits).toHaveLength(1)
  })

  it('is a guess where nobody can tell: said to who sends, not to who only asks', async () => {
    const soFar = await madeAndForgotten({ outcomes: false })
    const other = { ...openingValues, amount: '350' }
    expect(await soFar(other, { sends: false })).toBeNull()
    expect(await soFar(other, { sends: true })).toMatchObject({ kind: 'unknown' })
  })
})

describe('a key that the upstream no longer knows', () => {
  const lateFor = async (fault: FaultName) => {
    await stop()
    await start({ outcomes: true })
    const app = appOf()
    proxy.fail(fault, posts)
    const outcome = await app.post(await app.issue())
    proxy.heal()
    clock += idempotencyKeyTtlMs
    small.forgetKeys()
    return app.reconcile(outcome)
  }

  it('says nothing about what was made: the entry is looked for', async () => {
    expect(await lateFor('commits, then resets')).toEqual({ state: 'done', id: 'deposits-1' })
  })

  it('leaves open what has no entry', async () => {
    expect(await lateFor('resets')).toEqual({ state: 'open', because: 'no_entry' })
  })
})

describe('a claim whose process was killed before it could note the outcome', () => {
  it('is told as under way for two minutes, and as open from then on', async () => {
    const store = createMemoryStore(now)
    const killed = appOf({ ...store, saveOutcome: () => Promise.resolve() })
    proxy.fail('resets', posts)
    const outcome = await killed.post(await killed.issue())
    const another = appOf(store)
    clock += 119_999
    expect(await another.reconcile(outcome)).toEqual({ state: 'running' })
    clock += 1
    expect(await another.reconcile(outcome)).toEqual({ state: 'open', because: 'no_entry' })
  })
})

describe('a store out of reach', () => {
  it('is no word about what was sent', async () => {
    const gone = () => Promise.reject(new Error('connection refused'))
    const app = appOf({ ...createMemoryStore(now), find: gone })
    const attempt = { form: opening, values: openingValues }
    const context = app.context(await app.issue())
    expect(await outcomeSoFar(context, attempt, { sends: true })).toEqual({
      kind: 'store_unavailable',
      isUnseen: false,
    })
    expect(await outcomeSoFar(context, attempt, { sends: false })).toBeNull()
  })

  it('means that nothing is sent', async () => {
    const gone = () => Promise.reject(new Error('connection refused'))
    const settling = { saveOutcome: gone, release: gone, own: gone }
    const openSubmissions = { addOpen: gone, openOf: gone, allOpen: gone, removeOpen: gone }
    const app = appOf({
      remembersSince: gone,
      acquire: gone,
      find: gone,
      issuedFor: gone,
      issueFor: gone,
      ...settling,
      ...openSubmissions,
    })
    expect(await app.post(await app.issue())).toEqual({ kind: 'store_unavailable', isUnseen: false })
    expect(proxy.reached.filter((line) => line.startsWith('POST'))).toEqual([])
  })

  it.each([true, false])(
    'leaves the word about a form that was sent to the upstream (outcomes: %s)',
    async (outcomes) => {
      await stop()
      await start({ outcomes })
      const store = createMemoryStore(now)
      const app = appOf(store)
      const id = await app.issue()
      await app.post(id)
      const gone = () => Promise.reject(new Error('connection refused'))
      Object.assign(store, { find: gone, acquire: gone, own: gone, remembersSince: gone })
      const outcome = await app.post(id)
      // Without outcomes an equal entry may be another form's.
      if (outcomes) expect(outcome).toEqual({ kind: 'done', value: { id: 'deposits-1' }, replayed: true })
      else expect(outcome).toEqual({ kind: 'store_unavailable', isUnseen: false })
      expect(small.commits).toHaveLength(1)
    },
  )

  it('says that the upstream has never seen the key so far', async () => {
    await stop()
    await start({ outcomes: true })
    const gone = () => Promise.reject(new Error('connection refused'))
    const app = appOf({ ...createMemoryStore(now), find: gone, acquire: gone })
    expect(await app.post(await app.issue())).toEqual({ kind: 'store_unavailable', isUnseen: true })
  })

  it('that has been emptied is asked nothing about older forms', async () => {
    const app = appOf()
    const id = await app.issue()
    await app.post(id)
    const emptied = appOf({ ...createMemoryStore(now), remembersSince: () => Promise.resolve(Infinity) })
    expect(await emptied.post(id)).toEqual({ kind: 'done', value: { id: 'deposits-1' }, replayed: true })
    expect(small.commits).toHaveLength(1)
  })

  it('after the call does not hide what came of it', async () => {
    const gone = () => Promise.reject(new Error('connection refused'))
    const app = appOf({ ...createMemoryStore(now), saveOutcome: gone, own: gone })
    expect(await app.post(await app.issue())).toMatchObject({ kind: 'done', value: { id: 'deposits-1' } })
  })
})

describe.each([
  ['asked', true],
  ['searched', false],
])('an answer that was lost, with the upstream %s', (_, outcomes) => {
  beforeEach(async () => {
    await stop()
    await start({ outcomes })
  })

  it.each(lostAnswers)('%s: unknown, then done, and sent once', async (fault) => {
    const app = appOf()
    const id = await app.issue()
    proxy.fail(fault, posts)
    const outcome = await app.post(id)
    expect(outcome.kind).toBe('unknown')
    expect((await app.post(id)).kind).toBe('unknown')
    proxy.heal()
    expect(await app.reconcile(outcome)).toEqual({ state: 'done', id: 'deposits-1' })
    expect(await app.post(id)).toEqual({ kind: 'done', value: { id: 'deposits-1' }, replayed: true })
    expect(small.commits).toHaveLength(1)
  })

  it.each<FaultName>(['commits, then an empty 200', 'commits, then a broken shape'])(
    '%s: the entry is looked for at once, or its outcome asked for',
    async (fault) => {
      const app = appOf()
      const id = await app.issue()
      proxy.fail(fault, posts)
      const outcome = await app.post(id)
      const done = { kind: 'done', value: { id: 'deposits-1' } }
      expect(outcome).toMatchObject(outcomes ? { kind: 'unknown' } : done)
      proxy.heal()
      if (outcomes) expect(await app.reconcile(outcome)).toEqual({ state: 'done', id: 'deposits-1' })
      expect(await app.post(id)).toMatchObject({ ...done, replayed: true })
      expect(small.commits).toHaveLength(1)
    },
  )

  it.each<FaultName>(['hangs', 'resets', 'answers 502'])(
    '%s: stays open, and is not sent again',
    async (fault) => {
      const app = appOf()
      const id = await app.issue()
      proxy.fail(fault, posts)
      const outcome = await app.post(id)
      proxy.heal()
      expect(await app.reconcile(outcome)).toEqual({
        state: 'open',
        because: outcomes ? 'never_seen' : 'no_entry',
      })
      expect((await app.post(id)).kind).toBe('unknown')
      expect(small.commits).toEqual([])
    },
  )

  it('a commit that lands 30 s late is found', async () => {
    const app = appOf()
    proxy.fail('commits later, 504 now', posts)
    const outcome = await app.post(await app.issue())
    expect(await app.reconcile(outcome)).toMatchObject({ state: 'open' })
    clock += 30_000
    await proxy.deliver()
    expect(await app.reconcile(outcome)).toEqual({ state: 'done', id: 'deposits-1' })
  })

  it('settles after the app was killed in between, and is not sent again', async () => {
    const killed = appOf()
    const id = await killed.issue()
    clock += 5_000
    proxy.fail('commits, then hangs', posts)
    const met = proxy.met()
    const lostWithTheApp = killed.post(id)
    await met
    clock += 5_000
    const restarted = appOf()
    expect(await restarted.post(id)).toEqual({ kind: 'done', value: { id: 'deposits-1' }, replayed: true })
    expect(small.commits).toHaveLength(1)
    await lostWithTheApp
  })

  it('can’t be told while the upstream is away, and is told when it is back', async () => {
    const app = appOf()
    proxy.fail('commits, then resets', posts)
    const outcome = await app.post(await app.issue())
    proxy.fail('answers 503', { method: 'GET', path: /./ })
    expect(await app.reconcile(outcome)).toEqual({ state: 'open', because: 'unreachable' })
    proxy.heal()
    expect(await app.reconcile(outcome)).toEqual({ state: 'done', id: 'deposits-1' })
  })
})

describe.each([
  ['entries are dated by a clock behind the one of its answers', { lagMs: 3_000 }],
  ['entries are dated by a clock minutes behind', { lagMs: 240_000 }],
  ['entries are dated by a clock ahead', { lagMs: -3_000 }],
  ['entries are dated by a clock minutes ahead', { lagMs: -240_000 }],
  ['clock is seconds ahead', { aheadMs: 3_000 }],
  ['clock is minutes ahead', { aheadMs: 240_000 }],
  ['clock is seconds behind', { aheadMs: -3_000 }],
  ['clock is minutes behind', { aheadMs: -240_000 }],
])('an upstream whose %s', (_, clocks) => {
  it('is understood: what is new was made by the form', async () => {
    await stop()
    await start(clocks)
    const app = appOf()
    await app.post(await app.issue())
    clock += 60_000
    proxy.fail('commits, then resets', posts)
    const outcome = await app.post(await app.issue())
    proxy.heal()
    clock += 3_600_000
    expect(await app.reconcile(outcome)).toEqual({ state: 'done', id: 'deposits-2' })
  })

  it.each([true, false])(
    'is no reason to call what was made unlikely, where what was there before is not known (its time is: %s)',
    async (isTimeKnown) => {
      await stop()
      await start(clocks)
      const app = appOf()
      const id = await app.issue()
      await app.post(id)
      clock += 1_000
      if (!isTimeKnown) await restartPool()
      const outcome = await appOf(createMemoryStore(now)).post(id)
      if (outcome.kind === 'unknown')
        expect(await app.reconcile(outcome)).not.toMatchObject({ because: 'no_entry' })
      else expect(outcome).toMatchObject({ kind: 'done', value: { id: 'deposits-1' } })
    },
  )
})

describe.each([
  ['seconds ahead', 3_000],
  ['minutes ahead', 240_000],
  ['seconds behind', -3_000],
  ['minutes behind', -240_000],
])('an upstream whose clock is %s', (_, aheadMs) => {
  it.each([true, false])(
    'is no reason to take an entry of before for the form’s after a restart (its time is known: %s)',
    async (isTimeKnown) => {
      await stop()
      await start({ aheadMs })
      const app = appOf()
      await app.post(await app.issue())
      clock += 60_000
      const id = await app.issue()
      clock += 60_000
      if (!isTimeKnown) await restartPool()
      const later = appOf(createMemoryStore(now))
      const outcome = await later.post(id)
      expect(outcome.kind).toBe('unknown')
      expect(await later.reconcile(outcome)).toMatchObject({ state: 'open' })
    },
  )
})

describe('an answer', () => {
  it.each([true, false])(
    'about another request is not taken for this one’s (outcomes: %s)',
    async (outcomes) => {
      await stop()
      await start({ outcomes })
      const app = appOf()
      const other = { ...openingValues, amount: '999' }
      await app.post(await app.issue(), other)
      proxy.change(posts, ({ deposit }: { deposit: { id: string; amount: string } }) =>
        Object.assign(deposit, { id: 'deposits-1', amount: '999' }),
      )
      const outcome = await app.post(await app.issue())
      expect(outcome.kind).toBe('unknown')
      proxy.heal()
      expect(await app.reconcile(outcome)).toEqual({ state: 'done', id: 'deposits-2' })
    },
  )

  it.each([true, false])(
    'about an earlier request with the same values is not taken for this one’s (outcomes: %s)',
    async (outcomes) => {
      await stop()
      await start({ outcomes })
      const app = appOf()
      await app.post(await app.issue())
      proxy.change(posts, ({ deposit }: { deposit: { id: string } }) =>
        Object.assign(deposit, { id: 'deposits-1' }),
      )
      const outcome = await app.post(await app.issue())
      expect(outcome.kind).toBe('unknown')
      proxy.heal()
      expect(await app.reconcile(outcome)).toEqual({ state: 'done', id: 'deposits-2' })
    },
  )

  const senders = { 'deposits.create': opening, 'payments.create': withdrawal, 'refills.create': topUp }

  it.each<[string, keyof typeof senders, SubmittedValues, object]>([
    ['currency', 'deposits.create', openingValues, { currency: 'BTC' }],
    ['plan', 'deposits.create', openingValues, { plan: { id: 'depth', tariff: 'depth', title: 'Depth' } }],
    ['amount', 'payments.create', paymentValues, { amount: '51' }],
    ['wallet', 'payments.create', paymentValues, { wallet: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' }],
    ['payment system', 'payments.create', paymentValues, { system: 'usdt-erc20' }],
    ['payment system', 'refills.create', refillValues, { system: 'btc' }],
    ['amount', 'refills.create', refillValues, { requestAmount: '101' }],
  ])('with another %s than was sent (%s) is another request’s: the outcome is unknown', async (...row) => {
    const [, form, values, other] = row
    await stop()
    await start({ outcomes: true })
    const app = appOf()
    const [collection = ''] = form.split('.')
    proxy.change(posts, (answer: Record<string, object>) => {
      Object.assign(answer[collection.slice(0, -1)] ?? answer, other)
    })
    const own = app.context(await app.issue(form))
    const outcome = await submitOnce(own, {
      form: senders[form],
      values,
      run: (ticket) =>
        senders[form].send(own.upstream, values as never, { ...ticket, values, sending: ticket }),
    })
    expect(outcome.kind).toBe('unknown')
    proxy.heal()
    expect(await app.reconcile(outcome)).toEqual({ state: 'done', id: `${collection}-1` })
    expect(small.commits).toHaveLength(1)
  })

  it('that refuses after the upstream has committed is asked about where outcomes are kept', async () => {
    await stop()
    await start({ outcomes: true })
    const app = appOf()
    const id = await app.issue()
    proxy.fail({ ...refusesWith('insufficient_funds'), reaches: 'at once' }, posts)
    const made = { kind: 'done', value: { id: 'deposits-1' } }
    expect(await app.post(id)).toMatchObject(made)
    expect(await app.post(id)).toMatchObject({ ...made, replayed: true })
    expect(small.commits).toHaveLength(1)
  })

  it('that refuses in words is not believed where no outcomes are kept and a new entry is listed', async () => {
    await stop()
    await start({ outcomes: false })
    const app = appOf()
    proxy.fail('commits, then 422 in words', posts)
    expect(await app.post(await app.issue())).toMatchObject({ kind: 'done', value: { id: 'deposits-1' } })
    proxy.heal()
    // An entry that was there before is none of a call that was refused.
    proxy.fail('answers 422 in words', posts)
    expect(await app.post(await app.issue())).toMatchObject({ kind: 'refused' })
    expect(small.commits).toHaveLength(1)
  })

  it('that refuses is not believed where it was carried out and nobody can be asked', async () => {
    await stop()
    await start({ outcomes: true })
    const app = appOf()
    const id = await app.issue()
    proxy.fail('commits, then 422 in words', posts)
    proxy.fail('answers 503', { method: 'GET', path: /outcomes/ })
    const outcome = await app.post(id)
    expect(outcome.kind).toBe('unknown')
    proxy.heal()
    expect(await app.reconcile(outcome)).toEqual({ state: 'done', id: 'deposits-1' })
    expect(await app.post(id)).toMatchObject({ kind: 'done', replayed: true })
    expect(small.commits).toHaveLength(1)
  })

  it('a 404 of a gateway does not say that a key was never seen', async () => {
    await stop()
    await start({ outcomes: true })
    const app = appOf()
    proxy.fail('commits, then resets', posts)
    const outcome = await app.post(await app.issue())
    proxy.fail('answers 404', { method: 'GET', path: /outcomes/ })
    expect(await app.reconcile(outcome)).toEqual({ state: 'open', because: 'unreachable' })
  })

  it('that refuses is not believed where it was carried out and the extensions can not be read', async () => {
    await stop()
    await start({ outcomes: true })
    const app = appOf()
    const id = await app.issue()
    proxy.fail('commits, then 422 in words', posts)
    proxy.fail('answers 503', { method: 'GET', path: /settings\/extensions/ })
    expect((await app.post(id)).kind).toBe('unknown')
    proxy.heal()
    clock += 3_000
    expect(await app.reconcile(await app.post(id))).toEqual({ state: 'done', id: 'deposits-1' })
    expect(await app.post(id)).toMatchObject({ kind: 'done', value: { id: 'deposits-1' }, replayed: true })
    expect(small.commits).toHaveLength(1)
  })

  it.each([
    ['was carried out', 'at once', { kind: 'done', value: { id: 'deposits-1' }, replayed: true }],
    ['never arrived', 'never', { kind: 'done', value: { id: 'deposits-1' }, replayed: false }],
  ] as const)(
    'that refuses is looked for after signing in again, where the session ends before it can be asked about: it %s',
    async (_, reaches, later) => {
      await stop()
      await start({ outcomes: true })
      const app = appOf()
      const id = await app.issue()
      proxy.fail({ ...refusesWith('insufficient_funds'), reaches }, posts)
      proxy.fail('answers 401 in words', { method: 'GET', path: /outcomes/ })
      await expect(app.post(id)).rejects.toMatchObject({ kind: 'unauthorized' })
      proxy.heal()
      clock += 3_000
      const again = await app.post(id)
      if (again.kind === 'unknown') await app.reconcile(again)
      expect(again.kind === 'unknown' ? await app.post(id) : again).toMatchObject(later)
      expect(small.commits).toHaveLength(1)
    },
  )

  it('that refuses while the call goes on behind it is looked for before the form is sent again', async () => {
    await stop()
    await start({ outcomes: true })
    const app = appOf()
    const id = await app.issue()
    proxy.fail({ ...refusesWith('insufficient_funds'), reaches: 'later' }, posts)
    const refused = await app.post(id)
    expect(refused).toMatchObject({ kind: 'refused', failure: { code: 'insufficient_funds' } })
    proxy.heal()
    await proxy.deliver()
    clock += 3_000
    expect(await app.post(id)).toMatchObject({ kind: 'done', value: { id: 'deposits-1' }, replayed: true })
    expect(small.commits).toHaveLength(1)
  })

  it('that refuses without words is not believed where two entries fit and no outcomes are kept', async () => {
    const app = appOf()
    const { upstream } = app.context()
    // More than are remembered from before a call, so that only the times tell which are new.
    for (let n = 0; n < 41; n += 1) await upstream.deposits.create(openingValues, { key: `earlier-${n}` })
    clock += 10_000
    await upstream.deposits.create(openingValues, { key: 'from-another-device' })
    proxy.fail('commits, then 403', posts)
    const outcome = await app.post(await app.issue())
    expect(outcome.kind).toBe('unknown')
    expect(await app.reconcile(outcome)).toEqual({ state: 'open', because: 'several_entries' })
  })
})

describe('after a restart', () => {
  it('an id that was never sent is sent, where the upstream can tell', async () => {
    await stop()
    await start({ outcomes: true })
    const id = await appOf().issue()
    clock += 5_000
    expect(await appOf().post(id)).toMatchObject({ kind: 'done', replayed: false })
    expect(small.commits).toHaveLength(1)
  })

  it('an id that may have been sent is not, where nobody can tell', async () => {
    const id = await appOf().issue()
    clock += 5_000
    const app = appOf()
    const outcome = await app.post(id)
    expect(outcome.kind).toBe('unknown')
    expect(await app.reconcile(outcome)).toEqual({ state: 'open', because: 'no_entry' })
    expect(small.commits).toEqual([])
  })
})

describe('looking for the entry', () => {
  async function lose(values: SubmittedValues = openingValues) {
    const app = appOf()
    proxy.fail('commits, then resets', posts)
    const outcome = await app.post(await app.issue(), values)
    proxy.heal()
    return { app, outcome }
  }

  it('leaves it open when two fit', async () => {
    const { app, outcome } = await lose()
    clock += 1_000
    await app.context().upstream.deposits.create(openingValues, { key: 'from-another-device' })
    expect(await app.reconcile(outcome)).toEqual({ state: 'open', because: 'several_entries' })
  })

  it('does not take an equal entry from before', async () => {
    const app = appOf()
    await app.context().upstream.deposits.create(openingValues, { key: 'this-morning' })
    clock += 3_600_000
    await app.context().upstream.deposits.list() // the page of the form, which tells the upstream's time
    proxy.fail('resets', posts)
    const outcome = await app.post(await app.issue())
    proxy.heal()
    expect(await app.reconcile(outcome)).toEqual({ state: 'open', because: 'no_entry' })
  })

  it('does not take an equal entry that another tab made', async () => {
    const app = appOf()
    proxy.fail('resets', posts)
    const outcome = await app.post(await app.issue())
    proxy.heal()
    clock += 1_000
    await app.post(await app.issue())
    expect(await app.reconcile(outcome)).toEqual({ state: 'open', because: 'no_entry' })
  })

  it('still tells it from an equal entry when the form was posted twice', async () => {
    await stop()
    await start({ lagMs: 240_000 })
    const app = appOf()
    await app.post(await app.issue())
    const id = await app.issue()
    proxy.fail('commits, then resets', posts)
    expect((await app.post(id)).kind).toBe('unknown')
    proxy.heal()
    expect(await app.reconcile(await app.post(id))).toEqual({ state: 'done', id: 'deposits-2' })
  })

  it('does not take an entry with another amount', async () => {
    const { app, outcome } = await lose({ ...openingValues, amount: '300.5' })
    expect(await app.reconcile(outcome)).toMatchObject({ state: 'done' })
    const ticket = await ticketOf(app, outcome)
    const other: SubmissionTicket = { ...ticket, key: 'another', values: openingValues }
    expect(await reconcile(app.context(), moneyForms[other.form], other)).toEqual({
      state: 'open',
      because: 'no_entry',
    })
  })

  it.each<[FormName, SubmittedValues, string]>([
    ['refills.create', { system: 'usdt-trc20', amount: '700' }, 'refills-1'],
    ['payments.create', { system: 'usdt-trc20', amount: '200', wallet: 'TXjk6K' }, 'payments-1'],
    ['deposits.close', { id: 'deposits-1' }, 'deposits-1'],
  ])('works for %s', async (form, values, id) => {
    const app = appOf()
    const { upstream } = app.context()
    await upstream.deposits.create(openingValues, { key: 'opened-before' })
    clock += 60_000
    const ticket: SubmissionTicket = {
      key: 'lost',
      form,
      values,
      userId: 'anna',
      startedAt: clock,
      sentAt: new Date(clock).toISOString(),
    }
    expect(await reconcile(app.context(), moneyForms[ticket.form], ticket)).toEqual({
      state: 'open',
      because: 'no_entry',
    })
    const call = form.split('.') as ['refills', 'create']
    await upstream[call[0]][call[1]](values as { system: string; amount: string }, { key: 'lost' })
    expect(await reconcile(app.context(), moneyForms[ticket.form], ticket)).toEqual({ state: 'done', id })
  })

  it('asks for signing in again when the session’s time is over', async () => {
    const { app, outcome } = await lose()
    proxy.fail('answers 401 in words', { method: 'GET', path: /./ })
    await expect(app.reconcile(outcome)).rejects.toBeInstanceOf(UpstreamFailure)
  })
})

it('a ticket opens for its own investor only, over a new sign-in too', async () => {
  const app = appOf()
  proxy.fail('commits, then resets', posts)
  const ticket = ticketIn(await app.post(await app.issue()))
  const open = (holder: typeof anna) => app.context(undefined, holder).idempotencyKeys.openTicket(ticket)
  expect(await open({ user: { id: 'anna' } })).toMatchObject({ values: openingValues })
  expect(await open(boris)).toBeNull()
})

it('a ticket whose secret was taken out still says which request it is about, and where its entry is', async () => {
  await stop()
  await start({ outcomes: true })
  const app = appOf()
  proxy.fail('commits, then resets', posts)
  const ticket = ticketIn(await app.post(await app.issue()))
  proxy.heal()
  const later = appOf(createMemoryStore(now), anotherSealer).context()
  const key = small.commits[0]?.key ?? ''
  expect(await later.idempotencyKeys.openTicket(ticket)).toEqual({ form: 'deposits.create', key })
  expect(await entryOfKey(later, opening, key)).toMatchObject({ id: 'deposits-1' })
  expect(await entryOfKey(later, opening, 'x'.repeat(24))).toBeNull()
})

async function ticketOf(app: ReturnType<typeof appOf>, outcome: Outcome): Promise<SubmissionTicket> {
  const ticket = await app.context().idempotencyKeys.openTicket(ticketIn(outcome))
  if (!ticket || !('values' in ticket)) throw new Error('the ticket does not open')
  return ticket
}
