import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, at, firstDay, join, openCompany, setRate, topUp, wallets } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { ledgerAccounts } from '../db/schema/ledger'
import { paymentSystems } from '../db/schema/settings'
import { users } from '../db/schema/users'
import { balanceOf } from './balance'
import { openDeposit } from './deposits'
import { listPayments, paymentView } from './payment-list'
import { cancelPayment, completePayment, rejectPayment, reviewPayment } from './payment-decisions'
import { type PaymentRequest, requestPayment } from './payments'
import { quoteRates } from './quotes'
import { requestRefill } from './refills'
import { buySubscription } from './subscriptions'

let database: TestDatabase

type System = keyof typeof wallets

const request = (request: Omit<PaymentRequest, 'wallet'> & { wallet?: string }, context = at(firstDay)) =>
  database.db.transaction((tx) =>
    requestPayment(tx, context, { wallet: wallets[request.systemId as System], ...request }),
  )
const decide = <Row>(
  run: (tx: TestDatabase['db'], context: ReturnType<typeof at>) => Promise<Row>,
  now = firstDay,
) => database.db.transaction((tx) => run(tx, at(now)))

/** The available and the reserved balances. */
async function accountsOf(userId: string) {
  const rows = await database.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.userId, userId))
  return Object.fromEntries(
    rows
      .filter(({ balance, kind }) => balance !== '0' && kind !== 'balance_dep')
      .map(({ kind, currency, balance }) => [`${kind} ${currency}`, balance]),
  )
}

async function rich({ usdt = '500', btc = '0' } = {}) {
  const userId = await join(database.db)
  await topUp(database.db, { userId, amount: usdt })
  if (btc !== '0') await topUp(database.db, { userId, systemId: 'btc', amount: btc })
  return userId
}

/** Withdrawals in BTC require that a deposit was ever opened. */
const withDeposit = (userId: string) =>
  database.db.transaction((tx) =>
    openDeposit(tx, at(firstDay), { userId, planId: 'breeze', currency: 'USDT', amount: '100' }),
  )

describe.each(serversFor('payments'))('withdrawals on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    await openCompany(database.db)
  })
  afterAll(() => database.drop())

  test('100 USDT: reserved, reviewed, paid out with the fee kept', async () => {
    const userId = await rich()
    const payment = await request({ userId, systemId: 'usdt-trc20', amount: '100' })
    expect(paymentView(payment, 'en')).toMatchObject({
      status: 'pending',
      amount: '100',
      fee: '1',
      net: '99',
      fromUsdt: null,
      rate: null,
      network: 'TRC-20',
      createdAt: '2026-01-01T09:00:00.000Z',
      expectedBy: '2026-01-05T09:00:00.000Z',
    })
    expect(await accountsOf(userId)).toEqual({ 'balance USDT': '400', 'held USDT': '100' })

    await decide((tx, context) => reviewPayment(tx, context, { paymentId: payment.id }))
    const paid = { paymentId: payment.id, transactionHash: 'ab12' }
    const done = await decide((tx, context) => completePayment(tx, context, paid), after(1))
    expect(done).toMatchObject({ status: 'completed', withdrawnAt: after(1), transactionHash: 'ab12' })
    expect(await accountsOf(userId)).toEqual({ 'balance USDT': '400' })
    await expect(decide((tx, context) => completePayment(tx, context, paid))).rejects.toMatchObject({
      code: 'already_decided',
    })
  })

  test('the missing BTC are bought at the quoted rate, and returned to their sources', async () => {
    const userId = await rich({ usdt: '500', btc: '0.002' })
    await withDeposit(userId)
    const quote = await quoteRates(database.db, at(firstDay), userId)
    await setRate(database.db, 'BTC', after(0, 60_000), '49000')
    // 0.002 of 0.005 are available; 0.003 × 50,000 = 150 USDT, and the present rate costs no more
    const payment = await request(
      { userId, systemId: 'btc', amount: '0.005', rateId: quote.id },
      at(after(0, 60_000), after(0, 60_000)),
    )
    expect(payment).toMatchObject({ fromBalance: '0.002', fromUsdt: '150', rate: '50000', net: '0.0049' })
    expect(await accountsOf(userId)).toEqual({ 'balance USDT': '250', 'held BTC': '0.005' })

    await decide((tx, context) =>
      rejectPayment(tx, context, { paymentId: payment.id, reason: 'Unknown wallet' }),
    )
    expect(await accountsOf(userId)).toEqual({ 'balance USDT': '400', 'balance BTC': '0.002' })
    const { items } = await listPayments(database.db, { userId, language: 'en' }, { status: 'rejected' })
    expect(items).toMatchObject([{ id: payment.id, reason: 'Unknown wallet' }])
  })

  test('an expired quote, or none, leads back to the review page', async () => {
    const userId = await rich({ usdt: '500' })
    await withDeposit(userId)
    const quote = await quoteRates(database.db, at(after(2)), userId)
    const input = { userId, systemId: 'btc', amount: '0.005' }
    const late = at(after(2), after(2, 120_000))
    await expect(request({ ...input, rateId: quote.id }, late)).rejects.toMatchObject({
      code: 'rate_expired',
    })
    await expect(request(input, late)).rejects.toMatchObject({ code: 'rate_expired' })
    // Just in time.
    await request({ ...input, rateId: quote.id }, at(after(2), after(2, 119_999)))
  })

  test('the balance of the currency needs no quote', async () => {
    const userId = await rich({ btc: '0.01' })
    await withDeposit(userId)
    const payment = await request({ userId, systemId: 'btc', amount: '0.01' })
    expect(payment).toMatchObject({ fromBalance: '0.01', fromUsdt: null, rate: null })
  })

  test('the investor can cancel a pending withdrawal, and no later one', async () => {
    const userId = await rich()
    const payment = await request({ userId, systemId: 'usdt-trc20', amount: '100' })
    const mine = { paymentId: payment.id, userId }
    const another = await rich()
    const notMine = { ...mine, userId: another }
    await expect(decide((tx, context) => cancelPayment(tx, context, notMine))).rejects.toMatchObject({
      code: 'not_found',
    })
    const cancelled = await decide((tx, context) => cancelPayment(tx, context, mine))
    expect(paymentView(cancelled, 'ru')).toMatchObject({ status: 'rejected', reason: 'Отменено вами' })
    expect(await accountsOf(userId)).toEqual({ 'balance USDT': '500' })

    const second = await request({ userId, systemId: 'usdt-trc20', amount: '100' })
    await decide((tx, context) => reviewPayment(tx, context, { paymentId: second.id }))
    await expect(
      decide((tx, context) => cancelPayment(tx, context, { paymentId: second.id, userId })),
    ).rejects.toMatchObject({ code: 'payment_not_cancellable' })
  })

  test('of two simultaneous decisions one is applied', async () => {
    const userId = await rich()
    const { id: paymentId } = await request({ userId, systemId: 'usdt-trc20', amount: '100' })
    const outcomes = await Promise.allSettled([
      decide((tx, context) => completePayment(tx, context, { paymentId })),
      decide((tx, context) => rejectPayment(tx, context, { paymentId, reason: 'No' })),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('a subscription waives the fee while it is active', async () => {
    const userId = await rich()
    await database.db.transaction((tx) => buySubscription(tx, at(firstDay), { userId, optionId: 'month' }))
    const input = { userId, systemId: 'usdt-trc20', amount: '100' }
    expect(await request(input, at(after(30, -1)))).toMatchObject({ fee: '0', net: '100' })
    expect(await request(input, at(after(30)))).toMatchObject({ fee: '1', net: '99' })
  })

  test('each unmet condition is refused with its own error code', async () => {
    const userId = await join(database.db)
    const input = { userId, systemId: 'usdt-trc20', amount: '20' }
    const refused = (change: object) =>
      request({ ...input, ...change }).then(
        () => 'taken',
        (error: unknown) => error,
      )
    expect(await refused({ wallet: ' ' })).toMatchObject({ code: 'wallet_required', field: 'wallet' })
    expect(await refused({ wallet: wallets.btc })).toMatchObject({
      code: 'wallet_invalid',
      params: { network: 'TRC-20' },
    })
    expect(await refused({ amount: '-1' })).toMatchObject({ code: 'amount_negative' })
    expect(await refused({ amount: '19.999999' })).toMatchObject({
      code: 'amount_below_min',
      params: { min: '20', currency: 'USDT' },
    })
    expect(await refused({ systemId: 'cash' })).toMatchObject({ code: 'validation', field: 'system' })
    expect(await refused({})).toMatchObject({ code: 'refill_required' })
    await topUp(database.db, { userId, amount: '19' })
    expect(await refused({})).toMatchObject({ code: 'insufficient_funds' })
    expect(await refused({ systemId: 'btc', amount: '0.01' })).toMatchObject({ code: 'deposit_required' })
  })

  test('a system may require a verified account', async () => {
    const userId = await rich()
    const trc = eq(paymentSystems.id, 'usdt-trc20')
    await database.db
      .update(paymentSystems)
      .set({ paymentRequires: ['verification'] })
      .where(trc)
    const input = { userId, systemId: 'usdt-trc20', amount: '20' }
    await expect(request(input)).rejects.toMatchObject({ code: 'verification_required' })
    await database.db.update(users).set({ verification: 'successful' }).where(eq(users.id, userId))
    await request(input)
    await database.db
      .update(paymentSystems)
      .set({ paymentRequires: ['refill'] })
      .where(trc)
  })

  test('a top-up that was only requested does not count', async () => {
    const userId = await join(database.db)
    await database.db.transaction((tx) =>
      requestRefill(tx, at(firstDay), { userId, systemId: 'usdt-trc20', amount: '50' }),
    )
    await expect(request({ userId, systemId: 'usdt-trc20', amount: '20' })).rejects.toMatchObject({
      code: 'refill_required',
    })
    expect((await balanceOf(database.db, userId, firstDay)).totalInUsdt).toBe('0')
  })
})
