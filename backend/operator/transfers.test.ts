import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { after, at, join } from '../../tests/support/funds'
import { describeCompany, trailOf } from '../../tests/support/operator-context'
import { type Waiting, lateTransfer, reportFinal } from '../../tests/support/waiting-transfers'
import { incomingTransfers } from '../db/schema/incoming'
import { refills } from '../db/schema/transfers'
import { fictitiousAddress } from '../domain/addresses'
import { balanceOf } from '../funds/balance'
import { requestRefill } from '../funds/refills'
import { type Sighting } from '../money-in/sighting'
import { type DecisionInput } from './decisions'
import { decideRefill } from './refills'
import { candidatesFor, decideTransfer, listTransfers, transferOf } from './transfers'
import { queueCounts, readQueues } from './today/waiting'

describeCompany('a transfer that no top-up took', (company) => {
  let userId: string
  let refillId: string
  let waiting: Waiting
  /** The product's time of the decisions. */
  const now = after(2)
  const view = { now, realNow: now, language: 'en', timeZone: 'UTC' } as const

  beforeEach(async () => {
    userId = await join(db())
    refillId = await request()
    waiting = await late(refillId)
  })

  const db = () => company.database.db
  const request = async (of = userId, systemId = 'usdt-trc20') =>
    (await db().transaction((tx) => requestRefill(tx, at(after(1)), { userId: of, systemId, amount: '300' })))
      .id
  const late = (id: string, sighting: Partial<Sighting> = {}) => lateTransfer(db(), id, sighting, now)
  const addressOf = async (id: string) =>
    (await db().select().from(refills).where(eq(refills.id, id)))[0]!.wallet
  const decide = (decision: Omit<DecisionInput, 'id'>, id = waiting.id) =>
    db().transaction((tx) => decideTransfer(tx, company.operator(now), { id, ...decision }))
  const credit = (refill = refillId, id = waiting.id) => decide({ decision: 'approve', refill }, id)
  const close = (reason = 'Sent back.', id = waiting.id) => decide({ decision: 'reject', reason }, id)
  const found = (id = waiting.id) => transferOf(db(), view, id)
  const balance = async () => (await balanceOf(db(), userId, now)).balance
  const trail = async (id = waiting.id) => (await trailOf(db())).filter((line) => line.includes(` ${id} `))
  const by = () => company.operatorId

  test('is credited to the chosen top-up once, as it came, and its investor reads of it', async () => {
    const open = (await queueCounts(db(), now)).transfers!
    await credit()
    expect(await balance()).toBe('300')
    expect(await found()).toMatchObject({
      ...{ status: 'credited', refill: refillId, owner: { id: userId }, problem: 'late' },
      decided: { reason: null, at: now.toISOString() },
    })
    const [refill] = await db().select().from(refills).where(eq(refills.id, refillId))
    expect(refill).toMatchObject({ status: 'topped_up', transactionHash: waiting.transactionHash })
    expect(await trail()).toEqual([`transfer.approve ${waiting.id} by ${by()}`])
    expect(await trail(refillId)).toEqual([`refill.approve ${refillId} by ${by()}`])
    expect((await queueCounts(db(), now)).transfers).toBe(open - 1)
    for (const again of [() => credit(), () => close()])
      await expect(again()).rejects.toMatchObject({ code: 'already_decided' })
    // What a later report says changes nothing.
    await late(refillId, { transactionHash: waiting.transactionHash, confirmations: 40 })
    expect(await balance()).toBe('300')
  })

  test('is credited once by several that decide at once', async () => {
    const byHand = { decision: 'approve', creditedAmount: '300' } as const
    const another = await request()
    const results = await Promise.allSettled([
      credit(),
      credit(another),
      credit(),
      db().transaction((tx) =>
        decideRefill(tx, company.operator(now), {
          ...{ id: refillId, ...byHand, transactionHash: waiting.transactionHash },
        }),
      ),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balance()).toBe('300')
    expect(await found()).toMatchObject({ status: 'credited' })
  })

  test('waits no more once its top-up is credited by hand with its hash', async () => {
    await db().transaction((tx) =>
      decideRefill(tx, company.operator(now), {
        ...{ id: refillId, decision: 'approve', creditedAmount: '299' },
        transactionHash: `0x${waiting.transactionHash.toUpperCase()}`,
      }),
    )
    expect(await found()).toMatchObject({ status: 'credited', refill: refillId })
    expect(await trail()).toEqual([`transfer.approve ${waiting.id} by ${by()}`])
    await expect(credit()).rejects.toMatchObject({ code: 'already_decided' })
    expect(await balance()).toBe('299')
  })

  test('of several payments of one transaction the chosen one is credited alone', async () => {
    const { transactionHash } = waiting
    const address = await addressOf(refillId)
    await reportFinal(db(), { address, transactionHash, output: '2', amount: '40' }, now)
    const rows = await db()
      .select()
      .from(incomingTransfers)
      .where(eq(incomingTransfers.transactionHash, transactionHash))
    const other = rows.find(({ output }) => output === '2')!
    await credit(refillId, other.id)
    expect(await balance()).toBe('40')
    expect(await found()).toMatchObject({ status: 'open' })
    // The hash has been credited to another top-up of this address: a correction is left, and the close.
    await expect(credit(await request())).rejects.toMatchObject({
      fields: { refill: { code: 'transfer_known' } },
    })
    await close('Credited by a correction.')
    expect(await balance()).toBe('40')
  })

  test('is closed with a reason and without a credit, also if it is reported again', async () => {
    for (const reason of ['', '  '])
      await expect(close(reason)).rejects.toMatchObject({ fields: { reason: { code: 'required' } } })
    await close('Sent back to its sender.')
    expect(await found()).toMatchObject({
      ...{ status: 'closed', refill: null },
      decided: { reason: 'Sent back to its sender.' },
    })
    expect(await trail()).toEqual([`transfer.reject ${waiting.id} by ${by()}: Sent back to its sender.`])
    await late(refillId, { transactionHash: waiting.transactionHash })
    await expect(credit()).rejects.toMatchObject({ code: 'already_decided' })
    expect(await balance()).toBe('0')
  })

  test('leaves the queue where the network takes it back before anybody has decided', async () => {
    await late(refillId, { transactionHash: waiting.transactionHash, state: 'dropped' })
    expect(await found()).toMatchObject({ status: 'closed', state: 'dropped', decided: null })
    await expect(credit()).rejects.toMatchObject({ code: 'already_decided' })
  })

  test('that is taken back after its credit waits again, and is only closed', async () => {
    await credit()
    const later = after(3)
    const { transactionHash } = waiting
    await reportFinal(db(), { address: await addressOf(refillId), transactionHash, state: 'dropped' }, later)
    expect(await found()).toMatchObject({ status: 'open', problem: 'taken_back', refill: refillId })
    expect(await candidatesFor(db(), view, waiting.id)).toEqual([])
    await expect(credit(await request())).rejects.toMatchObject({
      fields: { decision: { code: 'decision_invalid' } },
    })
    await close('Taken off by a correction.')
    expect(await found()).toMatchObject({ status: 'closed', problem: 'taken_back' })
    expect(await balance()).toBe('300')
  })

  test('is credited to a top-up of its investor or its address in its currency, and to no other', async () => {
    const inTron = await request(userId, 'trx')
    const ofStranger = await request(await join(db()))
    const newer = await request()
    const candidates = await candidatesFor(db(), view, waiting.id)
    expect(candidates.map(({ id }) => id)).toEqual([newer, refillId])
    for (const refill of [inTron, ofStranger, 'none'])
      await expect(credit(refill)).rejects.toMatchObject({ fields: { refill: { code: 'invalid' } } })
    await expect(decide({ decision: 'approve' })).rejects.toMatchObject({
      fields: { refill: { code: 'required' } },
    })
    await expect(credit(refillId, 'none')).rejects.toMatchObject({ code: 'not_found' })
    // One that was credited by itself is nobody's case.
    const open = await request()
    const byItself = await reportFinal(db(), { address: await addressOf(open) }, after(1))
    await expect(credit(newer, byItself.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('to an address of nobody has no top-up, and is closed', async () => {
    const address = fictitiousAddress('tron', `nobody ${userId}`)
    const { id } = await reportFinal(db(), { address, currency: 'DOGE', amount: '1.5' }, now)
    expect(await found(id)).toMatchObject({ problem: 'unknown_address', owner: null, currency: 'DOGE' })
    expect(await candidatesFor(db(), view, id)).toEqual([])
    await close('Nobody’s.', id)
    expect(await found(id)).toMatchObject({ status: 'closed' })
  })

  test('is listed by how long it waits or what it is worth, and found by address, hash, login and number', async () => {
    const older = await lateTransfer(db(), await request(), { amount: '900' }, after(2, -30_000))
    const { items } = await listTransfers(db(), view, { status: 'open', sort: 'waitsSince', sortDir: 'asc' })
    const ids = items.map(({ id }) => id)
    expect(ids.filter((id) => id === older.id || id === waiting.id)).toEqual([older.id, waiting.id])
    const { waiting: queues } = await readQueues(db(), { now, rates: new Map() })
    const queue = queues.find((one) => one.queue === 'transfers')!
    expect(queue).toMatchObject({ count: items.length, oldest: { id: items[0]!.id }, sums: [] })
    const [largest] = (await listTransfers(db(), view, { sort: 'amount', sortDir: 'desc' })).items
    expect(largest).toMatchObject({ id: older.id, amount: '900' })
    const { address, transactionHash, owner } = await found()
    for (const search of [address.slice(0, 20), transactionHash.slice(0, 12), owner!.login, waiting.id]) {
      const named = (await listTransfers(db(), view, { search })).items.map(({ id }) => id)
      expect(named, search).toContain(waiting.id)
    }
    await close()
    for (const [status, isThere] of [
      ['open', false],
      ['credited', false],
      ['closed', true],
    ] as const) {
      const there = (await listTransfers(db(), view, { status, limit: 100 })).items
      expect(there.some(({ id }) => id === waiting.id)).toBe(isThere)
    }
  })
})
