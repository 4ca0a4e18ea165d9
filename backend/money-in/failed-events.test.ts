import { randomBytes, randomUUID } from 'node:crypto'
import { eq, gt, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type FakeBtcpay, newPayment, startFakeBtcpay } from '../../tests/support/btcpay'
import { at, firstDay, join } from '../../tests/support/funds'
import { until } from '../../tests/support/program'
import { describeCompany, trailOf } from '../../tests/support/operator-context'
import { dayMs } from '../clock'
import { incomingTransfers, paymentEvents } from '../db/schema/incoming'
import { balanceOf } from '../funds/balance'
import { requestRefill } from '../funds/refills'
import { candidatesFor, decideTransfer, listTransfers } from '../operator/transfers'
import { createBtcpay } from './btcpay'
import { type PaymentEvent, forgetEvents } from './inbox'
import { type MoneyIn, createMoneyIn } from './money-in'

describeCompany('an event that fails for ever', (company) => {
  let btcpay: FakeBtcpay
  let moneyIn: MoneyIn
  let now: Date
  let userId: string
  let refill: Awaited<ReturnType<typeof requestRefill>>
  const log = { warn: vi.fn(), error: vi.fn() }
  const db = () => company.database.db

  beforeAll(async () => {
    btcpay = await startFakeBtcpay()
    const realClock = { now: () => now }
    moneyIn = createMoneyIn({
      ...{ db: db(), realClock, context: () => at(now), hookSecrets: [], log },
      btcpay: createBtcpay(btcpay.options, realClock),
    })
  })
  afterAll(async () => {
    await moneyIn.inbox.close()
    await btcpay.close()
  })
  beforeEach(async () => {
    now = new Date(firstDay.getTime() + dayMs)
    await db().delete(paymentEvents)
    await db().delete(incomingTransfers)
    userId = await join(db())
    refill = await db().transaction((tx) =>
      requestRefill(tx, at(now), { userId, systemId: 'usdt-trc20', amount: '700' }),
    )
  })

  const accept = async (source: PaymentEvent['source'], body: unknown) => {
    const eventId = randomUUID()
    await moneyIn.inbox.accept({ source, eventId, body })
    await moneyIn.inbox.takeDue()
    return eventId
  }
  /** Lets days pass, in which each try is made when it is due. @returns how many there were */
  async function wait(days: number): Promise<number> {
    const end = now.getTime() + days * dayMs
    let tries = 0
    for (;;) {
      const [next] = await db()
        .select()
        .from(paymentEvents)
        .where(sql`due_at is not null`)
        .orderBy(paymentEvents.dueAt)
      if (!next?.dueAt || next.dueAt.getTime() > end) break
      now = new Date(Math.max(now.getTime(), next.dueAt.getTime()))
      await moneyIn.inbox.takeDue()
      tries += 1
    }
    now = new Date(end)
    return tries
  }
  /** The same for who does not count the tries. */
  async function waitOut(days: number): Promise<void> {
    now = new Date(now.getTime() + days * dayMs)
    await db().update(paymentEvents).set({ attempts: 50 })
    await moneyIn.inbox.takeDue()
  }
  const view = () => ({ now, realNow: now, language: 'en', timeZone: 'UTC' }) as const
  const cases = async () => (await listTransfers(db(), view(), { status: 'open' })).items
  const event = (data: object = {}) => ({
    ...{ type: 'transfer.updated', timestamp: now.toISOString() },
    data: {
      ...{ address: refill.wallet, network: 'TRC-20', currency: 'USDT', amount: '700' },
      ...{ transaction: randomBytes(32).toString('hex'), confirmations: 19, final: true, ...data },
    },
  })
  /** Until it is called, no top-up can be credited. */
  async function breakCredits(): Promise<() => Promise<unknown>> {
    await db().execute(sql`alter table refills add constraint none check (status <> 'topped_up') not valid`)
    return () => db().execute(sql`alter table refills drop constraint none`)
  }
  const decide = (id: string, decision: object) =>
    db().transaction((tx) => decideTransfer(tx, company.operator(now), { id, ...decision } as never))

  test('of an invoice that BTCPay does not know ends at the operators after three days, and is not tried again', async () => {
    const body = { invoiceId: 'Gone1', orderId: refill.id }
    const eventId = await accept('btcpay', body)
    const tries = await wait(0.5)
    expect(tries).toBeGreaterThan(40)
    expect(tries).toBeLessThan(100)
    await waitOut(2.4)
    expect(await cases()).toEqual([])
    await waitOut(0.2)
    const [found, ...others] = await cases()
    expect(others).toEqual([])
    expect(found).toMatchObject({
      ...{ problem: 'report_failed', status: 'open', owner: { id: userId }, address: refill.wallet },
      ...{
        currency: 'USDT',
        amount: '0',
        transactionHash: '',
        report: expect.stringContaining('"Gone1"') as string,
      },
    })
    expect(await wait(30)).toBe(0)
    expect(await moneyIn.inbox.accept({ source: 'btcpay', eventId, body })).toBe(false)
    expect(await candidatesFor(db(), view(), found!.id)).toEqual([])
    await expect(decide(found!.id, { decision: 'approve', refill: refill.id })).rejects.toMatchObject({
      fields: { decision: { code: 'decision_invalid' } },
    })
    await decide(found!.id, { decision: 'reject', reason: 'Never paid.' })
    expect(await cases()).toEqual([])
    expect((await trailOf(db())).at(-1)).toBe(
      `transfer.reject ${found!.id} by ${company.operatorId}: Never paid.`,
    )
    await forgetEvents(db(), new Date(now.getTime() + 91 * dayMs))
    expect(await db().$count(paymentEvents)).toBe(0)
  })

  test('of an invoice of nobody ends there too, and so does what a later release does not read', async () => {
    await accept('btcpay', { invoiceId: 'Gone2' })
    await accept('hook', { type: 'transfer.former', address: 'T1' })
    await waitOut(4)
    expect((await cases()).map(({ problem, owner, report }) => [problem, owner, report]).sort()).toEqual([
      ['report_failed', null, '{"invoiceId":"Gone2"}'],
      ['report_failed', null, '{"type":"transfer.former","address":"T1"}'],
    ])
  })

  test('has its effect where what it failed for is over in time', async () => {
    btcpay.isUp = false
    const invoice = { id: 'inv9', request: {}, destination: refill.wallet, payments: [newPayment('700')] }
    btcpay.invoices.push(invoice)
    await accept('btcpay', { invoiceId: invoice.id })
    await waitOut(2)
    btcpay.isUp = true
    await waitOut(1)
    expect(await cases()).toEqual([])
    expect(
      await db().$count(incomingTransfers, eq(incomingTransfers.addressKey, refill.wallet.toLowerCase())),
    ).toBe(1)
  })

  test.each<[string, (own: FakeBtcpay['options']) => FakeBtcpay['options'] | null]>([
    ['has no BTCPay', () => null],
    ['does not know the method that was paid by', (own) => ({ ...own, methods: new Map() })],
  ])('of BTCPay is left to the other backends by one that %s', async (_, optionsOf) => {
    const realClock = { now: () => now }
    const options = optionsOf(btcpay.options)
    const other = createMoneyIn({
      ...{ db: db(), realClock, context: () => at(now), hookSecrets: [], log },
      btcpay: options && createBtcpay(options, realClock),
    })
    const id = `inv${randomBytes(4).toString('hex')}`
    btcpay.invoices.push({ id, request: {}, destination: refill.wallet, payments: [newPayment('700')] })
    const event = {
      source: 'btcpay',
      eventId: randomUUID(),
      body: { invoiceId: id, orderId: refill.id },
    } as const
    await other.inbox.accept(event)
    await other.inbox.takeDue()
    await other.inbox.close()
    const transfers = () =>
      db().$count(incomingTransfers, eq(incomingTransfers.addressKey, refill.wallet.toLowerCase()))
    expect([await transfers(), await db().$count(paymentEvents, sql`due_at is not null`)]).toEqual([0, 1])
    await waitOut(1)
    expect([await transfers(), await db().$count(paymentEvents, sql`due_at is not null`)]).toEqual([1, 0])
  })

  test('that is held when its backend stops comes due again', async () => {
    const other = createMoneyIn({
      ...{ db: db(), realClock: { now: () => now }, context: () => at(now), hookSecrets: [], log },
      btcpay: createBtcpay(btcpay.options, { now: () => now }),
    })
    const waiting = () => db().$count(paymentEvents, sql`due_at is not null`)
    const release = btcpay.hold()
    const rows = Array.from({ length: 10 }, () => {
      const id = `inv${randomBytes(4).toString('hex')}`
      btcpay.invoices.push({ id, request: {}, destination: refill.wallet, payments: [] })
      const body = { invoiceId: id }
      return { source: 'btcpay', eventId: randomUUID(), body, receivedAt: now, dueAt: now } as const
    })
    await db().insert(paymentEvents).values(rows)
    void other.inbox.takeDue()
    await until('as many are under way as are taken at a time', () => btcpay.waiting() === 4)
    const closed = other.inbox.close()
    release()
    await closed
    expect(await waiting()).toBe(6)
    expect(await db().$count(paymentEvents, gt(paymentEvents.dueAt, now))).toBe(6)
    await other.inbox.takeDue()
    expect(await waiting()).toBe(6)
    await waitOut(1)
    expect(await waiting()).toBe(0)
  })

  test('about an invoice of another program, paid in its own way, is done', async () => {
    const options = { ...btcpay.options, methods: new Map<string, string>() }
    const realClock = { now: () => now }
    const other = createMoneyIn({
      ...{ db: db(), realClock, context: () => at(now), hookSecrets: [], log },
      btcpay: createBtcpay(options, realClock),
    })
    const id = `inv${randomBytes(4).toString('hex')}`
    btcpay.invoices.push({ id, request: {}, destination: 'tb1', payments: [newPayment('700')] })
    await other.inbox.accept({
      source: 'btcpay',
      eventId: randomUUID(),
      body: { invoiceId: id, orderId: 'shop-17' },
    })
    await other.inbox.takeDue()
    await other.inbox.close()
    expect(await db().$count(paymentEvents, sql`due_at is not null`)).toBe(0)
  })

  test('is one transfer of the queue where it says which, credited once whoever reports it later', async () => {
    const mend = await breakCredits()
    const reported = event()
    await accept('hook', reported)
    await accept('hook', event({ ...reported.data, confirmations: 20 }))
    await waitOut(4)
    await mend()
    const [found, ...others] = await cases()
    expect(others).toEqual([])
    expect(found).toMatchObject({
      ...{ problem: 'report_failed', state: 'final', amount: '700', report: null },
      transactionHash: reported.data.transaction,
    })
    await accept('hook', event(reported.data))
    expect((await balanceOf(db(), userId, now)).balance).toBe('0')
    await decide(found!.id, { decision: 'approve', refill: refill.id })
    await accept('hook', event(reported.data))
    expect((await balanceOf(db(), userId, now)).balance).toBe('700')
    expect(await cases()).toEqual([])
  })

  test('about a transfer that another report has credited meanwhile is nobody’s case', async () => {
    const mend = await breakCredits()
    const reported = event()
    await accept('hook', reported)
    await waitOut(1)
    await mend()
    await moneyIn.inbox.accept({ source: 'hook', eventId: randomUUID(), body: reported })
    await moneyIn.inbox.takeDue()
    await waitOut(4)
    expect(await cases()).toEqual([])
    expect((await balanceOf(db(), userId, now)).balance).toBe('700')
  })

  test('whose case can’t be written is tried again, and is lost by no means', async () => {
    await db().execute(
      sql`alter table incoming_transfers add constraint none check (problem is null) not valid`,
    )
    await accept('btcpay', { invoiceId: 'Gone3' })
    await waitOut(4)
    await db().execute(sql`alter table incoming_transfers drop constraint none`)
    expect(await cases()).toEqual([])
    await waitOut(1)
    expect(await cases()).toMatchObject([{ problem: 'report_failed' }])
  })
})
