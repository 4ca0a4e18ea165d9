import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { paymentEvents } from '../../backend/db/schema/incoming'
import { type BtcpayPayment, type FakeBtcpay, newPayment, startFakeBtcpay } from '../support/btcpay'
import { ask, send } from './client'
import { until } from '../support/program'
import { wordsOfHtml } from '../support/visitor'
import { type Person, newInvestor, signIn } from './people'
import { type TestUpstream, anyUpstream, openUpstream } from './upstream'

/** Top-ups that BTCPay Server watches: an invoice for each, and what its webhooks bring. */

describe.skipIf(anyUpstream === 'named')('a top-up by BTCPay Server', () => {
  let btcpay: FakeBtcpay
  let upstream: TestUpstream
  let person: Person
  beforeAll(async () => {
    btcpay = await startFakeBtcpay()
    upstream = await openUpstream(anyUpstream, { btcpay: btcpay.options, poolSize: 2 })
  })
  afterAll(async () => {
    await upstream.close()
    await btcpay.close()
  })
  beforeEach(async () => {
    person = await newInvestor(upstream)
  })

  const wanted = { system: 'btc', amount: '0.015' }
  async function request() {
    const refill = await ask(upstream, contract.refills.create, wanted, person)
    return { refill, invoice: btcpay.invoices.at(-1)! }
  }
  async function webhook(type: string, invoiceId: string, more = {}) {
    const status = await btcpay.send(upstream.url, type, invoiceId, more)
    await upstream.here!.inbox.takeDue()
    return status
  }
  const newest = async () => (await ask(upstream, contract.refills.list, {}, person)).items[0]!
  const balance = async () =>
    (await ask(upstream, contract.user.balance, {}, person)).currencies['BTC']?.balance ?? '0'
  const set = (payment: BtcpayPayment, status: BtcpayPayment['status']) => Object.assign(payment, { status })

  it('has the address of an invoice of its own, is shown when the network shows it, and credited once', async () => {
    const { refill, invoice } = await request()
    expect(refill.wallet).toBe(invoice.destination)
    expect(invoice.request).toMatchObject({
      ...{ amount: '0.015', currency: 'BTC', metadata: { orderId: refill.id } },
      checkout: { paymentMethods: ['BTC-CHAIN'], expirationMinutes: 60 },
    })
    const payment = newPayment('0.01490000')
    invoice.payments.push(payment)
    expect(await webhook('InvoiceReceivedPayment', invoice.id)).toBe(202)
    expect(await newest()).toMatchObject({ status: 'pending', seen: { amount: '0.0149' } })

    set(payment, 'Settled')
    const id = 'delivery-1'
    await webhook('InvoicePaymentSettled', invoice.id, { id })
    await webhook('InvoicePaymentSettled', invoice.id, { original: id })
    await webhook('InvoiceSettled', invoice.id)
    // An earlier one that comes late brings the present state.
    await webhook('InvoiceReceivedPayment', invoice.id)
    expect(await newest()).toMatchObject({
      ...{ status: 'topped_up', creditedAmount: '0.0149' },
      transactionHash: payment.id.replace(/-\d+$/, ''),
    })
    expect(await balance()).toBe('0.0149')
  })

  it('is credited once where its events come in another order, or all at once', async () => {
    const { invoice } = await request()
    invoice.payments.push(set(newPayment('0.015'), 'Settled'))
    await webhook('InvoiceSettled', invoice.id)
    for (const type of ['InvoicePaymentSettled', 'InvoiceProcessing', 'InvoiceReceivedPayment'])
      expect(await webhook(type, invoice.id)).toBe(202)
    expect(await newest()).toMatchObject({ status: 'topped_up', creditedAmount: '0.015' })
    const other = await request()
    other.invoice.payments.push(set(newPayment('0.02'), 'Settled'))
    const types = ['InvoiceExpired', 'InvoiceSettled', 'InvoiceReceivedPayment', 'InvoicePaymentSettled']
    await Promise.all(types.map((type) => webhook(type, other.invoice.id)))
    expect(await newest()).toMatchObject({ status: 'topped_up', creditedAmount: '0.02' })
    expect(await balance()).toBe('0.035')
  })

  it('is remembered where BTCPay does not know the invoice, with the top-up that it was made for', async () => {
    const { refill } = await request()
    const wrong = { orderId: 7, itemDesc: 'x' }
    for (const [invoiceId, metadata, orderId] of [
      ['Gone1', { orderId: refill.id }, refill.id],
      ['Gone2', wrong, undefined],
      ['Gone3', 'text', undefined],
    ] as const) {
      expect(await webhook('InvoiceSettled', invoiceId, { metadata })).toBe(202)
      const rows = await upstream
        .here!.db.select()
        .from(paymentEvents)
        .where(sql`body->>'invoiceId' = ${invoiceId}`)
      expect(rows.map(({ body }) => body)).toEqual([{ invoiceId, ...(orderId && { orderId }) }])
      expect(rows[0]!.dueAt).not.toBeNull()
    }
  })

  it('has another address for each request, and each is credited by its own invoice', async () => {
    const [one, other] = [await request(), await request()]
    expect(one.refill.wallet).not.toBe(other.refill.wallet)
    one.invoice.payments.push(set(newPayment('0.015'), 'Settled'))
    await webhook('InvoiceSettled', one.invoice.id)
    const { items } = await ask(upstream, contract.refills.list, {}, person)
    expect(items.map(({ id, status }) => [id, status])).toEqual([
      [other.refill.id, 'pending'],
      [one.refill.id, 'topped_up'],
    ])
  })

  it('is not credited by a payment that the network took back', async () => {
    const { invoice } = await request()
    const payment = newPayment('0.015')
    invoice.payments.push(payment)
    await webhook('InvoiceProcessing', invoice.id)
    set(payment, 'Invalid')
    await webhook('InvoiceInvalid', invoice.id)
    expect(await newest()).toMatchObject({ status: 'pending', seen: null })
    expect(await balance()).toBe('0')
  })

  it('that replaces another one is shown, and told of as dropped once', async () => {
    const { invoice } = await request()
    const [replaced, payment] = [newPayment('0.015'), newPayment('0.015')]
    invoice.payments.push(replaced)
    await webhook('InvoiceReceivedPayment', invoice.id)
    set(replaced, 'Invalid')
    invoice.payments.unshift(payment)
    for (const type of ['InvoiceReceivedPayment', 'InvoiceProcessing']) await webhook(type, invoice.id)
    expect(await newest()).toMatchObject({ status: 'pending', seen: { amount: '0.015' } })
    set(payment, 'Settled')
    for (const type of ['InvoicePaymentSettled', 'InvoiceSettled']) await webhook(type, invoice.id)
    expect(await balance()).toBe('0.015')
    const { items } = await ask(upstream, contract.notification.list, {}, person)
    expect(
      items.filter(({ message }) => wordsOfHtml(message).includes('back: nothing was credited')),
    ).toHaveLength(1)
  })

  it('is a case where the network takes a payment back after its credit', async () => {
    const { invoice } = await request()
    const payment = set(newPayment('0.015'), 'Settled')
    invoice.payments.push(payment)
    await webhook('InvoiceSettled', invoice.id)
    set(payment, 'Invalid')
    await webhook('InvoiceInvalid', invoice.id)
    const query = { status: 'open', search: invoice.destination } as const
    const by = await signIn(upstream, 'operator')
    expect((await ask(upstream, contract.operator.transfers, query, by)).items).toMatchObject([
      { problem: 'taken_back', amount: '0.015' },
    ])
    expect(await balance()).toBe('0.015')
  })

  it('takes no webhook of another sender or another store', async () => {
    const { invoice } = await request()
    invoice.payments.push(set(newPayment('0.015'), 'Settled'))
    const secret = randomBytes(20).toString('hex')
    expect(await webhook('InvoiceSettled', invoice.id, { secret })).toBe(401)
    expect(await webhook('InvoiceSettled', invoice.id, { storeId: 'other' })).toBe(422)
    expect(await balance()).toBe('0')
  })

  it('holds no connection and no lock while BTCPay takes its time, and is made once for its key', async () => {
    const { token } = person
    const keys = [randomUUID(), randomUUID(), randomUUID()]
    const create = (key: string) => send(upstream, contract.refills.create, wanted, { token, key })
    const answerThem = btcpay.hold()
    const calls = keys.map(create)
    await until('BTCPay has all calls', () => btcpay.waiting() === keys.length)
    try {
      expect((await ask(upstream, contract.user.balance, {}, person)).balance).toBe('0')
      const other = { system: 'usdt-trc20', amount: '50' }
      await ask(upstream, contract.refills.create, other, person)
      const { rows } = await upstream.here!.db.execute(sql`
        select 1 from pg_stat_activity
        where datname = current_database() and state like 'idle in transaction%'`)
      expect(rows).toEqual([])
      for (const key of keys) {
        expect(await ask(upstream, contract.outcomes.one, { key }, person)).toMatchObject({
          state: 'running',
        })
        expect(await create(key)).toMatchObject({ status: 409, body: { code: 'in_progress' } })
      }
    } finally {
      answerThem()
    }
    const answers = await Promise.all(calls)
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const repeated = await create(keys[0]!)
    expect(repeated.body).toEqual(answers[0]?.body)
    const { items } = await ask(upstream, contract.refills.list, {}, person)
    const ours = btcpay.invoices.filter(({ request: { metadata } }) =>
      items.some(({ id }) => (metadata as { orderId: string }).orderId === id),
    )
    expect(new Set(items.filter(({ currency }) => currency === 'BTC').map(({ wallet }) => wallet))).toEqual(
      new Set(ours.map(({ destination }) => destination)),
    )
    expect(ours).toHaveLength(keys.length)
  })

  it('is request for again later while BTCPay does not answer, and other networks are served meanwhile', async () => {
    btcpay.isUp = false
    const by = { token: person.token }
    const refused = await send(upstream, contract.refills.create, wanted, by)
    const other = { system: 'usdt-trc20', amount: '50' }
    const served = await send(upstream, contract.refills.create, other, by)
    btcpay.isUp = true
    expect([refused.status, served.status]).toEqual([503, 201])
  })
})
