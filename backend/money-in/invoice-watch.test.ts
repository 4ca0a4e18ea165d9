import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type FakeBtcpay, newPayment, startFakeBtcpay } from '../../tests/support/btcpay'
import { at, firstDay, join } from '../../tests/support/funds'
import { describeCompany } from '../../tests/support/operator-context'
import { dayMs } from '../clock'
import { incomingTransfers, watchedInvoices } from '../db/schema/incoming'
import { refills } from '../db/schema/transfers'
import { type ProcessorInvoice, requestRefill } from '../funds/refills'
import { OutsideFirst } from '../idempotency/answer-once'
import { createBtcpay } from './btcpay'
import { type InvoiceWatch, createInvoiceWatch } from './invoice-watch'
import { type MoneyIn, createMoneyIn } from './money-in'

const [minuteMs, hourMs] = [60_000, 3_600_000]

describeCompany('an invoice of which no webhook comes', (company) => {
  let btcpay: FakeBtcpay
  let moneyIn: MoneyIn
  let watch: InvoiceWatch
  let other: InvoiceWatch
  let now: Date
  let questions: string[]
  const log = { warn: vi.fn(), error: vi.fn() }
  const db = () => company.database.db
  const realClock = { now: () => now }
  const processor = () => createBtcpay(btcpay.options, realClock)

  beforeAll(async () => {
    btcpay = await startFakeBtcpay()
    moneyIn = createMoneyIn({
      ...{ db: db(), realClock, context: () => at(now), hookSecrets: [], log },
      btcpay: processor(),
    })
    const open = () => {
      const answering = processor()
      return createInvoiceWatch({
        ...{ db: db(), realClock, context: () => at(now), log },
        btcpay: {
          sightingsOf(id, isOwn) {
            questions.push(id)
            return answering.sightingsOf(id, isOwn)
          },
        },
      })
    }
    watch = open()
    other = open()
  })
  afterAll(async () => {
    await moneyIn.inbox.close()
    await btcpay.close()
  })
  beforeEach(async () => {
    now = new Date(firstDay.getTime() + dayMs)
    btcpay.isUp = true
    btcpay.instead = null
    questions = []
    vi.clearAllMocks()
    await db().delete(watchedInvoices)
    await db().delete(incomingTransfers)
  })

  /** Asks for a top-up whose address is that of an invoice. */
  async function request() {
    const userId = await join(db())
    const context = { ...at(now), makeInvoice: processor().makeInvoice }
    const wanted = { userId, systemId: 'btc', amount: '0.015' }
    const make = (given?: ProcessorInvoice) =>
      db().transaction((tx) => requestRefill(tx, context, wanted, given))
    const outside = await make().catch((error: unknown) => error)
    if (!(outside instanceof OutsideFirst)) throw new Error('BTCPay was not asked', { cause: outside })
    const refill = await make((await outside.run()) as ProcessorInvoice)
    return { refill, invoice: btcpay.invoices.at(-1)! }
  }
  const pass = (ms: number) => (now = new Date(now.getTime() + ms))
  const refillOf = async ({ id }: { id: string }) =>
    (await db().select().from(refills).where(eq(refills.id, id)))[0]
  /** What the network shows at its address, and why that waits for an operator. */
  async function stateOf({ wallet }: { wallet: string }) {
    const [transfer] = await db()
      .select()
      .from(incomingTransfers)
      .where(eq(incomingTransfers.address, wallet))
    return transfer && [transfer.state, transfer.problem]
  }
  const paid = (value: string, status: 'Processing' | 'Settled') => ({
    ...{ ...newPayment(value), status },
    receivedDate: Math.floor(now.getTime() / 1000),
  })
  /** Lets time pass, in which each question is put when it is due. */
  async function live(ms: number, by = watch): Promise<void> {
    const end = now.getTime() + ms
    for (;;) {
      const [next] = await db().select().from(watchedInvoices).orderBy(watchedInvoices.dueAt)
      if (!next || next.dueAt.getTime() > end) break
      now = new Date(Math.max(now.getTime(), next.dueAt.getTime()))
      await by.askDue()
    }
    now = new Date(end)
  }

  test('is asked about: its payment is shown, credited once, and named in the log', async () => {
    const { refill, invoice } = await request()
    await watch.askDue()
    expect(questions).toEqual([])
    const payment = paid('0.0149', 'Processing')
    invoice.payments.push(payment)
    await live(5 * minuteMs)
    expect(await refillOf(refill)).toMatchObject({ status: 'pending', seen: { amount: '0.0149' } })
    payment.status = 'Settled'
    await live(5 * minuteMs)
    expect(await refillOf(refill)).toMatchObject({
      status: 'topped_up',
      creditedAmount: '0.0149',
    })
    expect(log.warn.mock.calls).toEqual([
      [{ unreported: ['credited'], refillId: refill.id }, 'BTCPay told of a transfer only when asked'],
    ])
    await live(dayMs)
    expect(log.warn).toHaveBeenCalledOnce()
  })

  test('is credited once where its webhook comes at the same time', async () => {
    const { refill, invoice } = await request()
    invoice.payments.push(paid('0.015', 'Settled'))
    pass(5 * minuteMs)
    const body = { invoiceId: invoice.id, orderId: refill.id }
    await Promise.all([
      watch.askDue(),
      moneyIn.inbox.accept({ source: 'btcpay', eventId: invoice.id, body }),
      other.askDue(),
    ])
    await moneyIn.inbox.takeDue()
    const credited = await db()
      .select()
      .from(incomingTransfers)
      .where(eq(incomingTransfers.refillId, refill.id))
    expect(credited).toHaveLength(1)
    expect(await refillOf(refill)).toMatchObject({ status: 'topped_up' })
  })

  test('is asked about by one backend at a time', async () => {
    for (let count = 0; count < 6; count++) await request()
    pass(5 * minuteMs)
    await Promise.all([watch.askDue(), other.askDue()])
    expect(questions).toHaveLength(6)
    expect(new Set(questions).size).toBe(6)
  })

  test('is asked about often at first, then seldom, and no more when BTCPay watches it no more', async () => {
    await request()
    await live(hourMs)
    expect(questions.length).toBeGreaterThanOrEqual(6)
    expect(questions.length).toBeLessThanOrEqual(12)
    await live(14 * dayMs)
    expect(questions.length).toBeLessThan(60)
    expect(questions.length).toBeGreaterThan(40)
    await live(dayMs)
    const put = questions.length
    expect(await db().select().from(watchedInvoices)).toEqual([])
    await live(30 * dayMs)
    expect(questions).toHaveLength(put)
  })

  test('waits for minutes while BTCPay does not answer, however old it is, and is asked about again', async () => {
    const found: Awaited<ReturnType<typeof request>>[] = []
    for (let count = 0; count < 6; count++) found.push(await request())
    await live(2 * dayMs)
    for (const { invoice } of found) invoice.payments.push(paid('0.015', 'Settled'))
    btcpay.isUp = false
    questions = []
    await live(dayMs)
    // Four are asked about at a time, and the others would only wait for the same.
    expect(questions.length).toBeGreaterThan(100)
    expect(log.warn).toHaveBeenCalledWith({ invoices: 4 }, 'BTCPay does not answer and will be asked again')
    expect(log.error).not.toHaveBeenCalled()
    btcpay.isUp = true
    await live(15 * minuteMs)
    for (const { refill } of found) expect(await stateOf(refill)).toEqual(['final', 'late'])
  })

  test.each(['page', 'half'] as const)(
    'is not left while a %s comes in place of an answer',
    async (instead) => {
      const { refill, invoice } = await request()
      await live(14 * dayMs)
      invoice.payments.push(paid('0.015', 'Settled'))
      btcpay.instead = instead
      await live(3 * hourMs)
      expect(log.error).not.toHaveBeenCalled()
      expect(await db().select().from(incomingTransfers)).toEqual([])
      btcpay.instead = null
      await live(15 * minuteMs)
      expect(await stateOf(refill)).toEqual(['final', 'late'])
    },
  )

  test('that BTCPay does not know any more keeps none of the others waiting, and is not asked about for ever', async () => {
    const gone: Awaited<ReturnType<typeof request>>[] = []
    for (let count = 0; count < 5; count++) gone.push(await request())
    const kept = await request()
    for (const { invoice } of gone) btcpay.invoices.splice(btcpay.invoices.indexOf(invoice), 1)
    kept.invoice.payments.push(paid('0.015', 'Settled'))
    await live(5 * minuteMs)
    expect(await refillOf(kept.refill)).toMatchObject({ status: 'topped_up' })
    await live(15 * dayMs)
    expect(await db().select().from(watchedInvoices)).toEqual([])
    expect(await stateOf(gone[0]!.refill)).toBeUndefined()
  })

  test('is not left before BTCPay has answered for the last time', async () => {
    const { refill, invoice } = await request()
    await live(dayMs)
    invoice.payments.push(paid('0.015', 'Settled'))
    // Nothing of ours runs for three weeks.
    pass(21 * dayMs)
    btcpay.isUp = false
    await live(dayMs)
    btcpay.isUp = true
    await live(hourMs)
    expect(await stateOf(refill)).toEqual(['final', 'late'])
    expect(await db().select().from(watchedInvoices)).toEqual([])
  })

  test('with a payment that is not final when BTCPay watches no more is asked about for longer', async () => {
    const { refill, invoice } = await request()
    const payment = paid('0.015', 'Processing')
    invoice.payments.push(payment)
    await live(20 * dayMs)
    expect(await refillOf(refill)).toMatchObject({ status: 'pending', seen: { amount: '0.015' } })
    payment.status = 'Settled'
    await live(dayMs)
    expect(await refillOf(refill)).toMatchObject({ status: 'topped_up' })
    expect(await db().select().from(watchedInvoices)).toEqual([])
  })

  test('with such a payment is asked about for longer too where an answer can not be taken', async () => {
    const { refill, invoice } = await request()
    const payment = paid('0.015', 'Processing')
    invoice.payments.push(payment)
    await live(14 * dayMs - hourMs)
    const broken = createInvoiceWatch({
      ...{ db: db(), realClock, context: () => at(now), log },
      btcpay: { sightingsOf: () => Promise.reject(new Error('no payment system has LTC-CHAIN')) },
    })
    await live(2 * dayMs, broken)
    expect(log.error).toHaveBeenCalled()
    payment.status = 'Settled'
    await live(dayMs)
    expect(await refillOf(refill)).toMatchObject({ status: 'topped_up' })
    expect(await db().select().from(incomingTransfers)).toHaveLength(1)
    expect(await db().select().from(watchedInvoices)).toEqual([])
  })

  test('with such a payment waits for an operator where no answer can be taken for two more weeks', async () => {
    const { refill, invoice } = await request()
    invoice.payments.push(paid('0.015', 'Processing'))
    await live(hourMs)
    const broken = createInvoiceWatch({
      ...{ db: db(), realClock, context: () => at(now), log },
      btcpay: { sightingsOf: () => Promise.reject(new Error('no payment system has LTC-CHAIN')) },
    })
    const cases = async () =>
      (await db().select().from(incomingTransfers)).filter(({ problem }) => problem === 'report_failed')
    await live(27 * dayMs, broken)
    expect(await cases()).toEqual([])
    await live(3 * dayMs, broken)
    expect(await cases()).toMatchObject([{ userId: refill.userId, closedAt: null }])
    expect(await db().select().from(watchedInvoices)).toEqual([])
  })

  test('of which no answer can be taken waits for an operator in the end', async () => {
    const { refill, invoice } = await request()
    const broken = createInvoiceWatch({
      ...{ db: db(), realClock, context: () => at(now), log },
      btcpay: { sightingsOf: () => Promise.reject(new Error('no payment system has LTC-CHAIN')) },
    })
    await live(15 * dayMs, broken)
    const cases = await db().select().from(incomingTransfers)
    expect(cases).toMatchObject([
      { problem: 'report_failed', userId: refill.userId, address: refill.wallet, closedAt: null },
    ])
    expect(cases[0]!.report).toContain(invoice.id)
    expect(await db().select().from(watchedInvoices)).toEqual([])
  })

  test('is left alone by a backend that stops', async () => {
    await request()
    pass(5 * minuteMs)
    const stopping = createInvoiceWatch({
      ...{ db: db(), realClock, context: () => at(now), log, btcpay: processor() },
    })
    stopping.close()
    await stopping.askDue()
    expect(questions).toEqual([])
  })
})
