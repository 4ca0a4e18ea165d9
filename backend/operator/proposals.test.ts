import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { type OperatorRole, operatorRoles } from '~/contract/operator-roles'
import { after, at, firstDay, join, newId, topUp, wallets } from '../../tests/support/funds'
import { describeCompany, hire, operatorContextOf, trailOf } from '../../tests/support/operator-context'
import { lateTransfer } from '../../tests/support/waiting-transfers'
import { whereFound } from '../../tests/support/where-found'
import { paymentBatches } from '../db/schema/batches'
import { receivingAddresses } from '../db/schema/transfers'
import { paymentSystems, plans, settings } from '../db/schema/settings'
import { inquiries, proposals } from '../db/schema/operator'
import { secondFactors } from '../db/schema/second-factors'
import { users } from '../db/schema/users'
import { defaultFourEyes } from '../defaults/settings'
import { fictitiousAddress } from '../domain/addresses'
import { type Refusal } from '../domain/refusal'
import { balanceOf } from '../funds/balance'
import { correctBalance } from '../funds/corrections'
import { requestPayment } from '../funds/payments'
import { requestRefill } from '../funds/refills'
import { type Services } from '../services'
import { createBatch, downloadBatch } from './batches/batches'
import { draftOf } from './batches/drafts'
import { reportTransfers } from './batches/transfers'
import { type Change } from './change'
import { changes } from './changes'
import { decideInquiry } from './inquiries'
import { countProposals, openProposalsOf } from './open-proposals'
import { acceptInvitation, inviteOperator } from './invitations'
import { decideOperator } from './operators'
import { decidePayment } from './payments'
import { decideRefill } from './refills'
import { type ProposalDecision, decideProposal, listProposals, makeOrPropose, proposalOf } from './proposals'

const from = { address: '192.0.2.7', device: 'a browser' }
const moment = after(1)
/** What is written to people is not looked at here. */
const services = {
  newId,
  outbox: { post: () => Promise.resolve('a message') },
  productClock: { now: () => moment },
  realClock: { now: () => moment },
  publicUrl: null,
} as unknown as Services
describeCompany('a change that needs a second operator', (company) => {
  let second: string
  let userId: string
  beforeEach(async () => {
    second ??= await hire(company.database.db)
    userId = await join(company.database.db)
    await setRules({ on: true, over: { payment: '1000', refill: '1000' } })
  })

  const db = () => company.database.db
  const by = (operatorId: string, now = moment) => ({ ...operatorContextOf(operatorId, now), origin: from })
  const reader = (now = moment) => ({
    ...{ operatorId: second, now, mayMake: () => true },
    rolesOf: () => operatorRoles,
  })

  async function setRules(value: typeof defaultFourEyes) {
    const row = { key: 'fourEyes', value, updatedAt: firstDay }
    await db().insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row })
  }

  /** Asked for by the company's first operator. */
  const request = <Input extends { reason?: string }, Made>(
    change: Change<Input, Made>,
    input: Input,
    { operatorId = company.operatorId, now = moment } = {},
  ) => db().transaction((tx) => makeOrPropose(tx, services, by(operatorId, now), change, input))

  async function propose<Input extends { reason?: string }, Made>(change: Change<Input, Made>, input: Input) {
    const { proposalId } = await request(change, input)
    return proposalId!
  }

  const mayMake = () => true
  const decide = (id: string, decision: Omit<ProposalDecision, 'id'>, operatorId = second, now = moment) =>
    db().transaction((tx) => decideProposal(tx, services, by(operatorId, now), { id, mayMake, ...decision }))
  const approve = (id: string, operatorId = second, now = moment) =>
    decide(id, { decision: 'approve' }, operatorId, now)
  const statusOf = async (id: string, now = moment) => (await proposalOf(db(), reader(now), id)).status
  const trail = async (id: string) => (await trailOf(db())).filter((line) => line.includes(` ${id} `))

  async function withdrawal(amount: string): Promise<string> {
    await topUp(db(), { userId, amount })
    const input = { userId, systemId: 'usdt-trc20', amount, wallet: wallets['usdt-trc20'] }
    return (await db().transaction((tx) => requestPayment(tx, at(firstDay), input))).id
  }
  /** A withdrawal in a batch whose file is given out. */
  async function batched(amount: string): Promise<{ id: string; payment: string }> {
    const payment = await withdrawal(amount)
    return db().transaction(async (tx) => {
      const operator = by(company.operatorId)
      await decidePayment(tx, operator, { id: payment, decision: 'approve' })
      const { draft } = await draftOf(tx, 'usdt-trc20', firstDay)
      const id = await createBatch(tx, operator, { system: 'usdt-trc20', checksum: draft.checksum })
      await downloadBatch(tx, operator, { id, file: 'wallet' })
      return { id, payment }
    })
  }
  async function topUpRequest(): Promise<string> {
    const input = { userId, systemId: 'usdt-trc20', amount: '2000' }
    return (await db().transaction((tx) => requestRefill(tx, at(firstDay), input))).id
  }
  const approval = (id: string) => ({ id, decision: 'approve' }) as const
  const settingOf = async (key: string) =>
    (await db().select().from(settings).where(eq(settings.key, key)))[0]?.value

  /** Everything that a change may touch, as the database holds it. */
  async function state() {
    const tables = [
      ...[
        'payments',
        'refills',
        'plans',
        'settings',
        'payment_systems',
        'subscription_options',
        'rates',
        'receiving_addresses',
        'payment_batches',
        'batched_payments',
      ],
      ...['ledger_accounts', 'notifications', 'outbox'],
    ]
    const rows = await Promise.all(
      tables.map((table) =>
        db().execute<{ hash: string }>(
          sql`select md5(coalesce(string_agg(row::text, '' order by row::text), '')) as hash from ${sql.identifier(table)} row`,
        ),
      ),
    )
    return Object.fromEntries(tables.map((table, at) => [table, rows[at]!.rows[0]!.hash]))
  }

  const terms = { dailyPercent: '1', min: '900', max: null, termDays: 50, available: true }
  const draft = {
    ...{
      title: { ru: 'План', en: 'Plan' },
      extension: { days: 50, multiplier: '2' },
      tariff: 'depth' as const,
    },
    ...terms,
  }

  const option = {
    ...{ title: { ru: 'Неделя', en: 'Week' }, days: 7, price: '9', benefits: [] },
    ...{ freePayments: false, available: true },
  }
  let edits = 10
  /** Each change of the registry, with an input that needs a second operator. */
  const cases: Record<keyof typeof changes, () => Promise<unknown>> = {
    withdrawalDecision: async () => approval(await withdrawal('1500')),
    topUpDecision: async () => ({
      ...{ id: await topUpRequest(), decision: 'approve', creditedAmount: '1999' },
      transactionHash: `hash of ${userId}`,
    }),
    async transferDecision() {
      const refill = await topUpRequest()
      const { id } = await lateTransfer(db(), refill, { amount: '1999' }, moment)
      return { id, decision: 'approve', refill }
    },
    newPlan: () => Promise.resolve(draft),
    planEdit: () => Promise.resolve({ id: 'tsunami', dailyPercent: `3.${(edits += 1)}` }),
    settingEdit: () => Promise.resolve({ key: 'rewards', value: { holdFirstTerm: false } }),
    paymentSystemEdit: () =>
      Promise.resolve({
        id: 'eth',
        refill: { enabled: true, max: `${(edits += 1)}000`, timeoutMinutes: 60 },
      }),
    newSubscriptionOption: () => Promise.resolve(option),
    subscriptionOptionEdit: () => Promise.resolve({ id: 'month', price: `${(edits += 1)}` }),
    newRate: () => Promise.resolve({ coin: 'BTC', rate: '51234' }),
    balanceCorrection: async () => {
      await topUp(db(), { userId, amount: '100' })
      return { id: userId, direction: 'debit', currency: 'USDT', amount: '40', reason: 'Credited twice.' }
    },
    takingOutOfBatch: async () => ({ ...(await batched('50')), reason: 'The signer left it out.' }),
    async factorRemoval() {
      const factor = { id: newId(), userId, kind: 'totp', name: 'Phone', secretSealed: 'a' } as const
      await db()
        .insert(secondFactors)
        .values({ ...factor, createdAt: firstDay, confirmedAt: firstDay })
      return { id: userId, reason: 'Known by the papers.' }
    },
    contactReplacement: () =>
      Promise.resolve({
        ...{ id: userId, decision: 'plan', email: `new-${userId}@example.org` },
        reason: 'Known by the papers.',
      }),
    newAddresses: () =>
      Promise.resolve({ id: 'btc', addresses: [fictitiousAddress('bitcoin', `of ${userId}`)] }),
  }

  test.each(Object.entries(cases))('%s: nothing changes until another one approves', async (name, input) => {
    const change = changes[name as keyof typeof changes] as Change<{ reason?: string }>
    const given = (await input()) as { reason?: string }
    const before = await state()
    const id = await propose(change, { ...given, reason: 'As agreed.' })
    expect(await state()).toEqual(before)

    const proposal = await proposalOf(db(), reader(), id)
    expect(proposal).toMatchObject({
      ...{ call: change.call, status: 'open', reason: 'As agreed.', decided: null },
      ...{ isOwn: false, mayDecide: true },
      proposed: { at: moment.toISOString(), ...from },
    })
    expect(proposal.facts.some(({ before: was, after: will }) => was !== will)).toBe(true)

    await expect(approve(id, company.operatorId)).rejects.toMatchObject({ code: 'own_proposal' })
    expect(await state()).toEqual(before)
    await approve(id)
    expect(await statusOf(id)).toBe('approved')
    expect(await state()).not.toEqual(before)
    expect(await trail(id)).toEqual([
      `proposal.propose ${id} by ${company.operatorId}: As agreed.`,
      `proposal.approve ${id} by ${second}`,
    ])
  })

  test.each(Object.entries(cases))('%s: is made at once where the rule is off', async (name, input) => {
    await setRules({ ...defaultFourEyes, on: false })
    const change = changes[name as keyof typeof changes] as Change<{ reason?: string }>
    const given = (await input()) as { reason?: string }
    const waiting = await countProposals(db(), moment)
    const before = await state()
    expect((await request(change, { ...given }, { now: after(2) })).proposalId).toBeNull()
    expect(await state()).not.toEqual(before)
    expect(await countProposals(db(), moment)).toBe(waiting)
  })

  test('shows what it makes of each value, and what stays', async () => {
    const id = await propose(changes.planEdit, { id: 'breeze', dailyPercent: '1.25' })
    const { facts } = await proposalOf(db(), reader(), id)
    expect(facts).toContainEqual({ name: 'dailyPercent', before: '1.11', after: '1.25' })
    expect(facts).toContainEqual({ name: 'title.en', before: 'Breeze', after: 'Breeze' })
    await decide(id, { decision: 'reject', reason: 'Too much.' })
    expect(await proposalOf(db(), reader(), id)).toMatchObject({
      status: 'rejected',
      decided: { reason: 'Too much.', failure: null, ...from },
      mayDecide: false,
    })
    const [plan] = await db().select().from(plans).where(eq(plans.id, 'breeze'))
    expect(plan?.dailyPercent).toBe('1.11')
    expect((await trail(id)).at(-1)).toBe(`proposal.reject ${id} by ${second}: Too much.`)
  })

  describe('a decision', () => {
    test('of a worth up to the limit needs no second operator', async () => {
      const id = await withdrawal('1000')
      expect(await request(changes.withdrawalDecision, approval(id))).toMatchObject({ proposalId: null })
      const other = await withdrawal('1000.01')
      expect((await request(changes.withdrawalDecision, approval(other))).proposalId).not.toBeNull()
    })

    test('to pay out what was approved needs no second operator', async () => {
      const id = await withdrawal('5000')
      const { needsSecond } = changes.withdrawalDecision
      const payout = { id, decision: 'complete', transactionHash: 'ab12' } as const
      const needs = () =>
        db().transaction((tx) =>
          needsSecond!(tx, by(company.operatorId), payout, {
            on: true,
            over: { payment: '1000', refill: '0' },
          }),
        )
      expect(await needs()).toBe(true)
      await approve(await propose(changes.withdrawalDecision, approval(id)))
      expect(await needs()).toBe(false)
    })

    test('is worth what its currency is: 0.03 BTC are over the limit', async () => {
      await topUp(db(), { userId, systemId: 'btc', amount: '0.03' })
      const id = await topUpRequest()
      const arrived = { decision: 'approve', transactionHash: `of ${id}` } as const
      expect(
        (await request(changes.topUpDecision, { id, ...arrived, creditedAmount: '999' })).proposalId,
      ).toBeNull()
      const input = { userId, systemId: 'btc', amount: '0.03' }
      const inBitcoin = await db().transaction((tx) => requestRefill(tx, at(firstDay), input))
      const credited = { id: inBitcoin.id, ...arrived, creditedAmount: '0.03', transactionHash: 'of btc' }
      expect((await request(changes.topUpDecision, credited)).proposalId).not.toBeNull()
    })

    test('that takes a withdrawal out of a batch whose file nobody has needs no second operator', async () => {
      const { id, payment } = await batched('60')
      await db().update(paymentBatches).set({ status: 'open' }).where(eq(paymentBatches.id, id))
      const input = { id, payment, reason: 'It can wait.' }
      expect((await request(changes.takingOutOfBatch, input)).proposalId).toBeNull()
    })

    test('that takes a withdrawal out of its batch fails once it is paid', async () => {
      const { id, payment } = await batched('70')
      const reason = 'The signer left it out.'
      const proposal = await propose(changes.takingOutOfBatch, { id, payment, reason })
      const transfers = [{ payment, transactionHash: 'f'.repeat(64) }]
      await db().transaction((tx) => reportTransfers(tx, services, by(company.operatorId), { id, transfers }))
      await approve(proposal)
      expect(await statusOf(proposal)).toBe('failed')
    })

    test('to turn down needs no second operator, whatever it is worth', async () => {
      const id = await withdrawal('5000')
      const rejection = { id, decision: 'reject', reason: 'Another wallet, please.' } as const
      expect((await request(changes.withdrawalDecision, rejection)).proposalId).toBeNull()
    })

    test('that would be refused is not proposed', async () => {
      const id = await withdrawal('5000')
      const nameless = request(changes.withdrawalDecision, { id, decision: 'complete' })
      await expect(nameless).rejects.toMatchObject({ code: 'validation', field: 'transactionHash' })
      await expect(request(changes.withdrawalDecision, approval('none'))).rejects.toMatchObject({
        code: 'not_found',
      })
      expect((await openProposalsOf(db(), { kind: 'payment', ids: [id], now: moment })).size).toBe(0)
    })

    test('that waits is known to its case, and no second one is proposed', async () => {
      const paymentId = await withdrawal('5000')
      const id = await propose(changes.withdrawalDecision, approval(paymentId))
      const open = await openProposalsOf(db(), { kind: 'payment', ids: [paymentId], now: moment })
      expect(open.get(paymentId)).toMatchObject({ id, at: moment.toISOString() })
      const again = request(changes.withdrawalDecision, approval(paymentId), { operatorId: second })
      await expect(again).rejects.toMatchObject({ code: 'proposal_open', params: { id } })
    })

    test('of two who propose at once one is stored', async () => {
      const paymentId = await withdrawal('5000')
      const outcomes = await Promise.allSettled([
        request(changes.withdrawalDecision, approval(paymentId)),
        request(changes.withdrawalDecision, approval(paymentId), { operatorId: second }),
      ])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const lost = outcomes.find((one) => one.status === 'rejected')
      expect((lost!.reason as Refusal).code).toBe('proposal_open')
    })
  })

  describe('is judged when it is approved', () => {
    test('a case that was decided meanwhile closes it as failed, with nothing changed', async () => {
      const paymentId = await withdrawal('5000')
      const id = await propose(changes.withdrawalDecision, approval(paymentId))
      await request(changes.withdrawalDecision, { id: paymentId, decision: 'reject', reason: 'Asked to.' })
      const before = await state()
      await approve(id)
      expect(await proposalOf(db(), reader(), id)).toMatchObject({
        status: 'failed',
        decided: { failure: 'proposal_outdated' },
      })
      expect(await state()).toEqual(before)
      expect((await balanceOf(db(), userId, moment)).balance).toBe('5000')
      expect((await trail(id)).at(-1)).toBe(`proposal.fail ${id} by ${second}: proposal_outdated`)
    })

    test('an account that was frozen meanwhile closes it with the word of the refusal', async () => {
      const id = await propose(changes.withdrawalDecision, approval(await withdrawal('5000')))
      await db().update(users).set({ frozenAt: moment }).where(eq(users.id, userId))
      await approve(id)
      expect((await proposalOf(db(), reader(), id)).decided?.failure).toBe('withdrawals_frozen')
    })

    test('a withdrawal that somebody has begun to look at has not moved', async () => {
      const paymentId = await withdrawal('5000')
      const id = await propose(changes.withdrawalDecision, approval(paymentId))
      await request(changes.withdrawalDecision, { id: paymentId, decision: 'review' })
      await approve(id)
      expect(await statusOf(id)).toBe('approved')
    })

    test('a setting that has another value by now is not overwritten unseen', async () => {
      const original = await settingOf('referral')
      const id = await propose(changes.settingEdit, { key: 'referral', value: [{ level: 1, percent: '9' }] })
      const meanwhile = [{ level: 1, percent: '8' }]
      await db().update(settings).set({ value: meanwhile }).where(eq(settings.key, 'referral'))
      await approve(id)
      expect((await proposalOf(db(), reader(), id)).decided?.failure).toBe('proposal_outdated')
      expect(await settingOf('referral')).toEqual(meanwhile)
      await db().update(settings).set({ value: original }).where(eq(settings.key, 'referral'))
    })

    test('addresses that others took meanwhile fail, free ones that were used up do not', async () => {
      const [one, other] = ['one', 'other'].map((name) =>
        fictitiousAddress('bitcoin', `${name} of ${userId}`),
      )
      const known = await propose(changes.newAddresses, { id: 'btc', addresses: [one!] })
      const row = { systemId: 'btc', createdAt: firstDay }
      await db()
        .insert(receivingAddresses)
        .values({ ...row, id: `address-1-${userId}`, address: one! })
      await approve(known)
      expect((await proposalOf(db(), reader(), known)).decided?.failure).toBe('address_known')
      const id = await propose(changes.newAddresses, { id: 'btc', addresses: [other!] })
      const more = fictitiousAddress('bitcoin', `more of ${userId}`)
      await db()
        .insert(receivingAddresses)
        .values({ ...row, id: `address-2-${userId}`, address: more })
      await approve(id)
      expect(await statusOf(id)).toBe('approved')
    })
  })

  describe('is decided once', () => {
    test('by two who approve at once', async () => {
      const third = await hire(db())
      const paymentId = await withdrawal('5000')
      const id = await propose(changes.withdrawalDecision, approval(paymentId))
      const outcomes = await Promise.allSettled([approve(id), approve(id, third)])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      await expect(approve(id)).rejects.toMatchObject({ code: 'already_decided' })
      expect(
        (await trailOf(db())).filter((line) => line.startsWith(`payment.approve ${paymentId} `)),
      ).toHaveLength(1)
    })

    test('by one who approves and one who rejects at once', async () => {
      const third = await hire(db())
      const paymentId = await withdrawal('5000')
      const id = await propose(changes.withdrawalDecision, approval(paymentId))
      const outcomes = await Promise.allSettled([
        approve(id),
        decide(id, { decision: 'reject', reason: 'No.' }, third),
      ])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const done = (await trailOf(db())).filter((line) => line.startsWith(`payment.approve ${paymentId} `))
      expect(done).toHaveLength((await statusOf(id)) === 'approved' ? 1 : 0)
    })

    test('and a rejection names its reason', async () => {
      const id = await propose(changes.planEdit, { id: 'depth', dailyPercent: '2.5' })
      const silent = decide(id, { decision: 'reject', reason: ' ' })
      await expect(silent).rejects.toMatchObject({ code: 'validation', field: 'reason' })
      await decide(id, { decision: 'reject', reason: 'No.' })
    })
  })

  test('is withdrawn by its own operator alone, and then makes room for another', async () => {
    const input = { id: 'depth', dailyPercent: '2.5' }
    const id = await propose(changes.planEdit, input)
    await expect(decide(id, { decision: 'withdraw' })).rejects.toMatchObject({ code: 'forbidden' })
    const own = decide(id, { decision: 'reject', reason: 'No.' }, company.operatorId)
    await expect(own).rejects.toMatchObject({ code: 'own_proposal' })
    await decide(id, { decision: 'withdraw' }, company.operatorId)
    expect(await statusOf(id)).toBe('withdrawn')
    await expect(approve(id)).rejects.toMatchObject({ code: 'already_decided' })
    const next = await propose(changes.planEdit, input)
    await decide(next, { decision: 'withdraw' }, company.operatorId)
  })

  test('waits for seven days, then makes room for another', async () => {
    const input = { id: 'depth', dailyPercent: '2.6' }
    const id = await propose(changes.planEdit, input)
    expect(await statusOf(id, after(8, -1))).toBe('open')
    expect(await statusOf(id, after(8))).toBe('expired')
    await expect(approve(id, second, after(8))).rejects.toMatchObject({ code: 'proposal_expired' })
    const expired = await listProposals(db(), reader(after(8)), { status: 'expired' })
    expect(expired.items.map((one) => one.id)).toContain(id)
    const { proposalId } = await request(changes.planEdit, input, { now: after(8) })
    const open = await listProposals(db(), reader(after(8)), { status: 'open' })
    expect(open.items.map((one) => one.id)).toEqual([proposalId])
    await decide(proposalId!, { decision: 'withdraw' }, company.operatorId, after(8))
  })

  test('says how many others may approve it, for as long as it waits', async () => {
    const id = await propose(changes.planEdit, { id: 'depth', dailyPercent: '2.75' })
    const approversOf = async (...roles: (typeof operatorRoles)[number][]) =>
      (await proposalOf(db(), { ...reader(), rolesOf: () => roles }, id)).approvers
    const admins = await approversOf('admin')
    expect(admins).toBeGreaterThan(0)
    expect(await approversOf('cashier')).toBe(0)
    const suspended = { suspendedAt: moment }
    await db().update(users).set(suspended).where(eq(users.id, second))
    expect(await approversOf('admin')).toBe(admins! - 1)
    await db().update(users).set({ suspendedAt: null }).where(eq(users.id, second))
    await decide(id, { decision: 'withdraw' }, company.operatorId)
    expect(await approversOf('admin')).toBeUndefined()
  })

  test('whose role may not make the call may not approve it', async () => {
    const id = await propose(changes.planEdit, { id: 'depth', dailyPercent: '2.7' })
    const barred = db().transaction((tx) =>
      decideProposal(tx, services, by(second), { id, decision: 'approve', mayMake: () => false }),
    )
    await expect(barred).rejects.toMatchObject({ code: 'forbidden' })
    const seen = await proposalOf(db(), { ...reader(), mayMake: () => false }, id)
    expect(seen).toMatchObject({ status: 'open', mayDecide: false })
    await decide(id, { decision: 'withdraw' }, company.operatorId)
  })

  test('the database holds that nobody approves what they proposed', async () => {
    const id = await propose(changes.planEdit, { id: 'depth', dailyPercent: '2.8' })
    const own = { status: 'approved', decidedBy: company.operatorId, decidedAt: moment } as const
    await expect(db().update(proposals).set(own).where(eq(proposals.id, id))).rejects.toMatchObject({
      cause: { constraint: 'proposals_second_operator_check' },
    })
    await decide(id, { decision: 'withdraw' }, company.operatorId)
  })

  test('open ones are first in the list, then the newest', async () => {
    const [kept, taken] = [
      await propose(changes.planEdit, { id: 'depth', dailyPercent: '2.9' }),
      await propose(changes.planEdit, { id: 'breeze', dailyPercent: '1.9' }),
    ]
    await decide(taken, { decision: 'withdraw' }, company.operatorId)
    const { items, rules } = await listProposals(db(), reader(), { limit: 100 })
    const states = items.map(({ status }) => status)
    expect(states.lastIndexOf('open')).toBeLessThan(states.findIndex((status) => status !== 'open'))
    expect(rules.over.payment).toBe('1000')
    await decide(kept, { decision: 'withdraw' }, company.operatorId)
  })

  test('about a person who is erased names nobody, and is not open any more', async () => {
    const login = `heron-${userId}`
    const person = { login, email: `${login}@example.org`, phone: `+370${Date.now()}` }
    await db().update(users).set(person).where(eq(users.id, userId))
    const reason = 'Known by the papers.'
    const paymentId = await withdrawal('1500')
    const refillId = await topUpRequest()
    const credited = { id: refillId, decision: 'approve', creditedAmount: '1999', reason } as const
    const email = `new-${login}@example.org`
    const secondFactor = { id: newId(), userId, kind: 'totp', name: 'Phone', secretSealed: 'a' } as const
    await db()
      .insert(secondFactors)
      .values({ ...secondFactor, createdAt: firstDay, confirmedAt: firstDay })
    const ids = [
      await propose(changes.withdrawalDecision, { ...approval(paymentId), reason }),
      await propose(changes.topUpDecision, { ...credited, transactionHash: `hash of ${userId}` }),
      await propose(changes.balanceCorrection, {
        ...{ id: userId, direction: 'credit', currency: 'USDT', amount: '40', reason },
      }),
      await propose(changes.contactReplacement, { id: userId, decision: 'plan', email, reason }),
      await propose(changes.factorRemoval, { id: userId, reason }),
    ]
    const { pool } = company.database
    expect(await whereFound(pool, [login])).toContain('proposals')
    await db().transaction(async (tx) => {
      const operator = by(company.operatorId)
      await decidePayment(tx, operator, { id: paymentId, decision: 'reject', reason })
      await decideRefill(tx, operator, { id: refillId, decision: 'reject', reason })
      const paidOut = { userId, currency: 'USDT', amount: '-1500', reason }
      await correctBalance(tx, at(moment), paidOut)
      const id = newId()
      await tx.insert(inquiries).values({ id, kind: 'deletion', userId, createdAt: firstDay })
      await decideInquiry(tx, operator, { id, decision: 'complete', reason })
    })
    // The last message goes to the person who is gone.
    expect(await whereFound(pool, [login, person.phone])).toEqual(['outbox'])
    for (const id of ids) {
      const proposal = await proposalOf(db(), reader(), id)
      expect(proposal).toMatchObject({ status: 'expired', reason, mayDecide: false })
      await expect(approve(id)).rejects.toMatchObject({ code: 'already_decided' })
    }
    const amounts = (await proposalOf(db(), reader(), ids[0]!)).facts.find(({ name }) => name === 'amount')
    expect(amounts).toEqual({ name: 'amount', before: '1500', after: '1500' })
    expect((await balanceOf(db(), userId, moment)).balance).toBe('0')
  })

  describe('the rule itself', () => {
    const off = { ...defaultFourEyes, on: false }

    test('is switched off by two where there are two', async () => {
      const id = await propose(changes.settingEdit, { key: 'fourEyes', value: off })
      expect(await settingOf('fourEyes')).toMatchObject({ on: true })
      await approve(id)
      expect(await settingOf('fourEyes')).toEqual(off)
      expect((await trailOf(db())).at(-1)).toBe(`proposal.approve ${id} by ${second}`)
    })

    test('is switched off by one where there is one; who was suspended lately still counts', async () => {
      const others = sql`role = 'operator' and id <> ${company.operatorId}`
      await db().execute(sql`update users set suspended_at = ${moment.toISOString()} where ${others}`)
      try {
        const switching = { key: 'fourEyes', value: off } as const
        const early = await request(changes.settingEdit, switching, { now: after(7) })
        await decide(early.proposalId!, { decision: 'withdraw' }, company.operatorId, after(7))
        const later = await request(changes.settingEdit, switching, { now: after(9) })
        expect(later.proposalId).toBeNull()
        expect(await settingOf('fourEyes')).toEqual(off)
      } finally {
        await db().execute(sql`update users set suspended_at = null where ${others}`)
      }
    })

    test('an admin who was made something else lately still counts', async () => {
      const third = await hire(db())
      const others = sql`role = 'operator' and id <> ${company.operatorId} and id <> ${third}`
      await db().execute(sql`update users set suspended_at = ${firstDay.toISOString()} where ${others}`)
      const become = (role: OperatorRole, now: Date) =>
        db().transaction((tx) =>
          decideOperator(tx, by(company.operatorId, now), {
            id: third,
            decision: 'change_role',
            role,
            reason: 'A new task.',
          }),
        )
      const late = after(30)
      try {
        await become('editor', late)
        const switching = { key: 'fourEyes', value: off } as const
        const early = await request(changes.settingEdit, switching, { now: after(36) })
        expect(early.proposalId).not.toBeNull()
        await decide(early.proposalId!, { decision: 'withdraw' }, company.operatorId, after(36))
        const later = await request(changes.settingEdit, switching, { now: after(38) })
        expect(later.proposalId).toBeNull()
      } finally {
        await become('admin', after(38))
        await db().execute(sql`update users set suspended_at = null where ${others}`)
      }
    })

    test('withdrawals are stopped by one, and begin again by two', async () => {
      const value = {
        ...{ exchange: { min: '15' }, refill: { min: '12' }, deposit: { min: '100' } },
        payment: { minUsd: { 'usdt-trc20': '25', trx: '26', btc: '120', eth: '121' } },
      }
      const stopped = (isStopped: boolean) => ({
        ...value,
        payment: { ...value.payment, stopped: isStopped },
      })
      const row = { key: 'limits', value, updatedAt: firstDay }
      await db().insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row })
      const with1 = { ...stopped(true), refill: { min: '1' } }
      const more = await request(changes.settingEdit, { key: 'limits', value: with1 })
      expect(more.proposalId, 'with another change').not.toBeNull()
      await decide(more.proposalId!, { decision: 'withdraw' }, company.operatorId)
      // The form writes every field, also those that the company has never set.
      const whole = {
        ...stopped(true),
        exchange: { ...value.exchange, spreadPercent: '0' },
        rest: { withdrawalHours: 24, factorRemovalHours: 72, walletHours: 24 },
        stepUp: { code: true },
      }
      const shorter = { ...whole, rest: { ...whole.rest, walletHours: 1 } }
      const with2 = await request(changes.settingEdit, { key: 'limits', value: shorter })
      expect(with2.proposalId, 'with a shorter rest').not.toBeNull()
      await decide(with2.proposalId!, { decision: 'withdraw' }, company.operatorId)
      const stop = await request(changes.settingEdit, { key: 'limits', value: whole })
      expect(stop.proposalId).toBeNull()
      expect(await settingOf('limits')).toEqual(whole)
      const id = await propose(changes.settingEdit, { key: 'limits', value: stopped(false) })
      expect(await settingOf('limits')).toEqual(whole)
      await approve(id)
      expect(await settingOf('limits')).toEqual(stopped(false))
    })

    test('texts are no change of money, and need no second operator', async () => {
      const value = { guarantee: null, insurance: null, notCovered: [] }
      expect((await request(changes.settingEdit, { key: 'disclosures', value })).proposalId).toBeNull()
    })
  })

  describe('of an operator who is new', () => {
    /** Invites an operator, who accepts at once; returns the id. */
    async function invite(by: string, now = moment, role: OperatorRole = 'admin'): Promise<string> {
      const login = newId()
      let token = ''
      const clock = { now: () => now }
      const mailing = {
        ...services,
        ...{ db: db(), productClock: clock, realClock: clock, publicUrl: 'https://tideline.example' },
        passwords: { hash: () => Promise.resolve('a hash') },
        outbox: {
          post: (_tx: unknown, _userId: string, { values }: { values: { invitation: string } }) => {
            token = values.invitation.split('/').at(-1)!
            return Promise.resolve('a message')
          },
        },
      } as unknown as Services
      const invitation = { email: `${login}@example.org`, role, language: 'en' } as const
      const operator = { ...operatorContextOf(by, now), operatorId: by }
      await db().transaction((tx) => inviteOperator(tx, mailing, operator, invitation))
      await acceptInvitation(mailing, { ...from, token, login, password: 'Nine quiet harbours' })
      const [made] = await db().select().from(users).where(eq(users.login, login))
      return made!.id
    }
    let percent = 100
    const proposeBy = async (operatorId: string, now = moment) => {
      const input = { id: 'depth', dailyPercent: `3.${++percent}` }
      return (await request(changes.planEdit, input, { operatorId, now })).proposalId!
    }
    const dependent = { code: 'approver_not_independent' }

    test('who was invited by whoever proposed approves a week later, and rejects at once', async () => {
      const invited = await invite(company.operatorId)
      const id = await proposeBy(company.operatorId)
      await expect(approve(id, invited)).rejects.toMatchObject(dependent)
      await expect(approve(id, invited, after(8, -1))).rejects.toMatchObject(dependent)
      expect(await statusOf(id)).toBe('open')
      await decide(id, { decision: 'reject', reason: 'No.' }, invited)
      const later = await proposeBy(company.operatorId, after(2))
      await approve(later, invited, after(8))
      expect(await statusOf(later)).toBe('approved')
    })

    test('who has invited whoever proposed approves a week later', async () => {
      const id = await proposeBy(await invite(company.operatorId))
      await expect(approve(id, company.operatorId)).rejects.toMatchObject(dependent)
      await approve(id, second)
    })

    test('who was invited by somebody else approves at once', async () => {
      const invited = await invite(company.operatorId)
      await approve(await proposeBy(second), invited)
    })

    test('two of one inviter are no two people yet, nor is who was invited by one whom the other has invited', async () => {
      const [one, other] = [await invite(company.operatorId), await invite(company.operatorId)]
      const theirs = await proposeBy(one)
      await expect(approve(theirs, other)).rejects.toMatchObject(dependent)
      await decide(theirs, { decision: 'withdraw' }, one)
      const guest = await invite(one)
      const id = await proposeBy(company.operatorId)
      await expect(approve(id, guest)).rejects.toMatchObject(dependent)
      await approve(id, second)
    })

    test('who was given the role by whoever proposed approves a week later; of several changes the last one counts', async () => {
      const [made, third] = [await invite(second, firstDay, 'support'), await hire(db())]
      const become = (role: OperatorRole, by: string, now: Date) =>
        db().transaction((tx) =>
          decideOperator(tx, operatorContextOf(by, now), {
            ...{ id: made, decision: 'change_role', role, reason: 'A new task.' },
          }),
        )
      await become('admin', company.operatorId, after(20))
      const id = await proposeBy(company.operatorId, after(21))
      await expect(approve(id, made, after(27, -1))).rejects.toMatchObject(dependent)
      await become('cashier', third, after(26))
      await become('admin', third, after(26, 1))
      await approve(id, made, after(26, 2))
      const later = await proposeBy(third, after(27))
      await expect(approve(later, made, after(33))).rejects.toMatchObject(dependent)
      await approve(later, made, after(33, 1))
    })

    test('an admin whose only colleague is one changes the rule neither alone nor by that one', async () => {
      const others = sql`role = 'operator' and id <> ${company.operatorId} and suspended_at is null`
      const { rows } = await db().execute<{ id: string }>(sql`
        update users set suspended_at = ${firstDay.toISOString()} where ${others} returning id`)
      try {
        const now = after(40)
        const invited = await invite(company.operatorId, now)
        const off = { key: 'fourEyes', value: { ...defaultFourEyes, on: false } } as const
        const { proposalId } = await request(changes.settingEdit, off, { now })
        expect(proposalId).not.toBeNull()
        await expect(approve(proposalId!, invited, now)).rejects.toMatchObject(dependent)
        await decide(proposalId!, { decision: 'withdraw' }, company.operatorId, now)
      } finally {
        for (const { id } of rows) await db().update(users).set({ suspendedAt: null }).where(eq(users.id, id))
      }
    })
  })

  test('limits are made known to the payment systems once they are approved', async () => {
    const value = {
      exchange: { min: '15' },
      refill: { min: '12' },
      payment: { minUsd: { 'usdt-trc20': '25', trx: '26', btc: '120', eth: '121' } },
      deposit: { min: '900' },
    }
    await db()
      .update(plans)
      .set({ available: false })
      .where(sql`id in ('breeze', 'depth')`)
    const [lowest] = await db()
      .select({ min: sql<string>`trim_scale(min(min))::text` })
      .from(plans)
      .where(eq(plans.available, true))
    const id = await propose(changes.settingEdit, { key: 'limits', value: { ...value, deposit: lowest! } })
    await approve(id)
    const systems = await db().select().from(paymentSystems)
    expect(systems.map(({ refillMinUsd }) => refillMinUsd)).toEqual(['12', '12', '12', '12'])
  })
})
