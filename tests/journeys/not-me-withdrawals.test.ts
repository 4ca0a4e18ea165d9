import { eq } from 'drizzle-orm'
import { test as base, describe, expect } from 'vitest'
import { contract } from '~/contract'
import { payments } from '../../backend/db/schema/transfers'
import { type Sending, ask, send } from '../contract/client'
import { withFourEyes } from '../contract/four-eyes'
import { linkTokensOf } from '../contract/links'
import { type Person, newInvestor, signIn, topUp } from '../contract/people'
import { type TestUpstream } from '../contract/upstream'
import { withNewWalletsResting } from '../contract/wallet-rest'
import { type InProcessApp, startApp } from '../support/in-process-app'
import { tronWallet } from '../support/investor'
import { openTab } from '../support/tabs'
import { textsOf } from '../support/texts'
import { openVisitor, signedIn } from '../support/visitor'

/**
 * "This was not me" from a mail on another device, in each state of a withdrawal that is not sent yet. Once it is
 * answered, sessions and their sockets have ended and nobody can send the withdrawal.
 */

const test = base.extend('app', { scope: 'file' }, async ({}, { onCleanup }) => {
  const app = await startApp()
  onCleanup(() => app.stop())
  return app
})

const { operator } = contract
const say = textsOf('en')
const system = 'usdt-trc20'
const transactionHash = 'ab'.repeat(32)

/** A withdrawal in one of its states, and each attempt to send it on from there. */
interface Row {
  state: string
  status: 'pending' | 'under_review'
  /** @returns the attempts, each with the code of its refusal or what it came to */
  prepare: (upstream: TestUpstream, id: string) => Promise<(() => Promise<string>)[]>
}

const outcomeOf = ({ status, body }: { status: number; body: unknown }): string =>
  status < 400 ? 'done' : (body as { code: string }).code

async function decide(
  upstream: TestUpstream,
  by: Sending,
  decision: { id: string; decision: string },
): Promise<string> {
  const completion = decision.decision === 'complete' ? { transactionHash } : {}
  return outcomeOf(await send(upstream, operator.decidePayment, { ...completion, ...decision }, by))
}

/** Both decisions by which money leaves. */
const decisions = (upstream: TestUpstream, by: Sending, id: string) =>
  (['approve', 'complete'] as const).map((decision) => () => decide(upstream, by, { id, decision }))

/** A batch with the approved withdrawal and nothing else. */
async function batchOf(upstream: TestUpstream, id: string): Promise<{ by: Sending; batch: string }> {
  const by = await signIn(upstream, 'cashier')
  await decide(upstream, by, { id, decision: 'approve' })
  const { draft } = await ask(upstream, operator.batchDraft, { system }, by)
  expect(draft.count).toBe(1)
  const made = await ask(upstream, operator.createBatch, { system, checksum: draft.checksum }, by)
  return { by, batch: made.batch.id }
}

/** The files of a batch, and the report that its transfers were made. */
function sendings(upstream: TestUpstream, { by, batch }: { by: Sending; batch: string }, id: string) {
  const files = (['wallet', 'table'] as const).map(
    (file) => async () => outcomeOf(await send(upstream, operator.downloadBatch, { id: batch, file }, by)),
  )
  const report = async () => {
    const transfers = [{ payment: id, transactionHash }]
    const { results } = await ask(upstream, operator.reportTransfers, { id: batch, transfers }, by)
    return results[0]!.result === 'frozen' ? 'withdrawals_frozen' : results[0]!.result
  }
  return [...files, report]
}

const rows: Row[] = [
  {
    state: 'waits',
    status: 'pending',
    prepare: async (upstream, id) => decisions(upstream, await signIn(upstream, 'cashier'), id),
  },
  {
    state: 'is under review',
    status: 'under_review',
    async prepare(upstream, id) {
      const by = await signIn(upstream, 'cashier')
      await decide(upstream, by, { id, decision: 'review' })
      return decisions(upstream, by, id)
    },
  },
  {
    state: 'is approved',
    status: 'under_review',
    async prepare(upstream, id) {
      const by = await signIn(upstream, 'cashier')
      await decide(upstream, by, { id, decision: 'approve' })
      const draftOf = async () => {
        const { draft } = await ask(upstream, operator.batchDraft, { system }, by)
        return draft.count === 0 && draft.frozen > 0 ? 'withdrawals_frozen' : 'done'
      }
      return [() => decide(upstream, by, { id, decision: 'complete' }), draftOf]
    },
  },
  {
    state: 'is in a batch that nobody has downloaded',
    status: 'under_review',
    prepare: async (upstream, id) => sendings(upstream, await batchOf(upstream, id), id),
  },
  {
    state: 'is in a batch that was downloaded',
    status: 'under_review',
    async prepare(upstream, id) {
      const made = await batchOf(upstream, id)
      await ask(upstream, operator.downloadBatch, { id: made.batch, file: 'wallet' }, made.by)
      return sendings(upstream, made, id)
    },
  },
]

async function withdrawalOf(upstream: TestUpstream): Promise<{ person: Person; id: string }> {
  const person = await newInvestor(upstream)
  await topUp(upstream, person, '200')
  const request = { system, amount: '50', wallet: tronWallet, currentPassword: person.password }
  const { payment } = await ask(upstream, contract.payments.create, request, person)
  return { person, id: payment.id }
}

const rowOf = async ({ here }: TestUpstream, id: string) => {
  const [row] = await here!.db.select().from(payments).where(eq(payments.id, id))
  return row!
}

/**
 * The owner opens the newest mail on another device and presses its button.
 * @returns when it was pressed
 */
async function answerByMail({ url, upstream }: InProcessApp, person: Person): Promise<number> {
  const link = (await linkTokensOf(upstream, person)).at(-1)!
  const owner = openVisitor(url, 'en', { headers: { 'User-Agent': 'Mozilla/5.0 (iPhone) Safari/604.1' } })
  const page = await owner.visit(`/not-me/${link}`)
  const pressedAt = performance.now()
  const done = await owner.press(page, say('auth:notMe.report'))
  expect(done.text).toContain(say('auth:notMe.doneText'))
  return pressedAt
}

describe('"this was not me" from a mail on another device', () => {
  for (const { state, status, prepare } of rows)
    test(`ends sessions and keeps a withdrawal that ${state}`, async ({ app }) => {
      const { upstream } = app
      const { person, id } = await withdrawalOf(upstream)
      const attempts = await prepare(upstream, id)
      expect((await rowOf(upstream, id)).status).toBe(status)
      const thief = await signedIn(app.url, person, 'en')
      const tab = await openTab(app.url, { id: 'a thief', cookie: thief.cookie() })
      const closed = new Promise((resolve) => tab.socket.once('disconnect', resolve))

      const pressedAt = await answerByMail(app, person)
      // What the answer says holds from then on: nothing is waited for.
      for (const attempt of attempts) expect(await attempt()).toBe('withdrawals_frozen')
      expect((await send(upstream, contract.user.balance, {}, person)).status).toBe(401)
      expect((await thief.visit('/cabinet')).url.pathname).toBe('/login')
      await closed
      // Every attempt above is in it.
      expect(performance.now() - pressedAt, 'ms since the button was pressed').toBeLessThan(2_000)
      expect(await rowOf(upstream, id)).toMatchObject({ status, transactionHash: null, withdrawnAt: null })
    })

  test('keeps a withdrawal whose new wallet rests, then and once its rest is over', async ({ app }) => {
    const { upstream } = app
    await withNewWalletsResting(upstream, async () => {
      const { person, id } = await withdrawalOf(upstream)
      expect((await rowOf(upstream, id)).restsUntil).not.toBeNull()
      const attempts = decisions(upstream, await signIn(upstream, 'cashier'), id)
      await answerByMail(app, person)
      for (const attempt of attempts)
        expect(['payment_resting', 'withdrawals_frozen']).toContain(await attempt())
      await upstream
        .here!.db.update(payments)
        .set({ restsUntil: new Date(0) })
        .where(eq(payments.id, id))
      for (const attempt of attempts) expect(await attempt()).toBe('withdrawals_frozen')
      expect(await rowOf(upstream, id)).toMatchObject({ status: 'pending', approvedAt: null })
    })
  })

  test('keeps a withdrawal that waits for a second operator, whether it was to be approved or completed', async ({
    app,
  }) => {
    const { upstream } = app
    await withFourEyes(upstream, async ({ first, second }) => {
      for (const decision of ['approve', 'complete'] as const) {
        const { person, id } = await withdrawalOf(upstream)
        const completion = decision === 'complete' ? { transactionHash } : {}
        const request = { id, decision, ...completion }
        const { proposal } = await ask(upstream, operator.decidePayment, request, first)
        expect(proposal, decision).toBeTruthy()
        await answerByMail(app, person)
        const approval = { id: proposal!.id, decision: 'approve' } as const
        const decided = await ask(upstream, operator.decideProposal, approval, second)
        expect(decided.proposal).toMatchObject({
          status: 'failed',
          decided: { failure: 'withdrawals_frozen' },
        })
        expect(await rowOf(upstream, id)).toMatchObject({ status: 'pending', approvedAt: null })
      }
    })
  })

  test('tells the operator of a batch that the signer has, and of none that is still here', async ({
    app,
  }) => {
    const { upstream } = app
    const messageAbout = async (person: Person) => {
      await answerByMail(app, person)
      const { items } = await ask(
        upstream,
        operator.inquiries,
        { kind: 'not_me', status: 'open', limit: 100 },
        await signIn(upstream, 'operator'),
      )
      return items.find(({ owner }) => owner?.id === person.id)!.message
    }
    const here = await withdrawalOf(upstream)
    const open = await batchOf(upstream, here.id)
    expect(await messageAbout(here.person)).not.toContain(open.batch)
    const away = await withdrawalOf(upstream)
    const made = await batchOf(upstream, away.id)
    await ask(upstream, operator.downloadBatch, { id: made.batch, file: 'table' }, made.by)
    expect(await messageAbout(away.person)).toContain(`Stop the transfer. Batch: ${made.batch}`)
  })

  test('and a decision at the same moment: the withdrawal was sent before, or is kept', async ({ app }) => {
    const { upstream } = app
    const by = await signIn(upstream, 'cashier')
    for (let round = 0; round < 4; round++) {
      const { person, id } = await withdrawalOf(upstream)
      const link = (await linkTokensOf(upstream, person)).at(-1)!
      const [, outcome] = await Promise.all([
        ask(upstream, contract.notMe.report, { token: link }),
        decide(upstream, by, { id, decision: 'complete' }),
      ])
      expect(['done', 'withdrawals_frozen']).toContain(outcome)
      const { status } = await rowOf(upstream, id)
      expect(status).toBe(outcome === 'done' ? 'completed' : 'pending')
    }
  })
})
