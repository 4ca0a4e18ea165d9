import fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { at, firstDay, join, openCompany, setRate, wallets } from '../../tests/support/funds'
import { testDatabase, serversFor } from '../../tests/support/postgres'
import { type Db } from '../db/connect'
import { ledgerAccounts } from '../db/schema/ledger'
import { paymentSystems, settings } from '../db/schema/settings'
import { currencies, scaleOf, worthInUsdt } from '../domain/currencies'
import {
  type Decimal,
  add,
  compare,
  multiply,
  percentOf,
  quotient,
  subtract,
  sum,
  truncate,
} from '../domain/decimal'
import { purchasePrice } from '../domain/exchange'
import { Refusal } from '../domain/refusal'
import { correctBalance } from './corrections'
import { exchange } from './exchanges'
import { cancelPayment, completePayment, rejectPayment } from './payment-decisions'
import { type PaymentRow, requestPayment } from './payments'
import { quoteRates } from './quotes'
import { ratesAt } from './rates'

/**
 * Random rates, moments and histories of investors who keep every quote that they ever got and use any of
 * them. No exchange is ever worth more than what was given for it at the rates of its own moment.
 */

const seed = Number(process.env.TEST_SEED ?? Date.now())
const numRuns = Number(process.env.TEST_RUNS ?? (process.env.TEST_FULL === '1' ? 100 : 12))
const investorCount = 3
const systemOf = { BTC: 'btc', ETH: 'eth', TRX: 'trx' } as const
const coin = fc.constantFrom('BTC' as const, 'ETH' as const, 'TRX' as const)
const currency = fc.constantFrom(...currencies)
const who = fc.nat({ max: investorCount - 1 })
/** Selects one of the investor's quotes, counted from the newest; sometimes another investor's. */
const which = fc.record({
  nth: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 5 }) }),
  others: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: who }),
})
const percent = fc.integer({ min: 1, max: 100 })
const pauseMs = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 5_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 5_000, max: 200_000 }) },
)

const act = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('quote' as const), who }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('exchange' as const),
      who,
      which,
      from: currency,
      to: currency,
      percent,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('withdraw' as const), who, which, coin, percent }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel' as const), which: fc.nat({ max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('reject' as const), which: fc.nat({ max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('complete' as const), which: fc.nat({ max: 3 }) }) },
)
const rateMove = fc.record({
  do: fc.constant('rate' as const),
  coin,
  // Changes of fractions of a thousandth, and jumps.
  permille: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -400, max: 800 })),
})
const spread = fc.record({
  do: fc.constant('spread' as const),
  spreadPercent: fc.constantFrom('0', '0.1', '0.25', '3'),
})
const step = (moves: boolean) =>
  fc.tuple(
    pauseMs,
    moves
      ? fc.oneof(
          { weight: 16, arbitrary: act },
          { weight: 9, arbitrary: rateMove },
          { weight: 1, arbitrary: spread },
        )
      : act,
  )
const historyOf = (moves: boolean) => fc.array(step(moves), { minLength: 6, maxLength: 24 })
type MarketStep =
  typeof act | typeof rateMove | typeof spread extends fc.Arbitrary<infer Value> ? Value : never

/** The smallest unit of USDT: the most that a withdrawal's price may be rounded by. */
const dust = '0.000001'

class Market {
  /** All quotes of each investor, newest first. */
  private readonly quotes: string[][] = []
  private readonly payments: PaymentRow[] = []
  /** The initial balance of each investor. */
  beginning: Decimal = '0'
  readonly done = { exchange: 0, withdraw: 0, cancel: 0, reject: 0, complete: 0 }

  private constructor(
    private readonly db: Db,
    readonly users: string[],
    public now: Date,
  ) {}

  static async open(db: Db, now: Date): Promise<Market> {
    for (const [of, rate] of [
      ['BTC', '50000.123'],
      ['ETH', '2500.77'],
      ['TRX', '0.2517'],
    ] as const)
      await setRate(db, of, now, rate)
    const users: string[] = []
    for (let n = 0; n < investorCount; n++) {
      const userId = await join(db)
      users.push(userId)
      for (const [of, amount] of [
        ['USDT', '100000'],
        ['BTC', '0.5'],
        ['ETH', '12.5'],
        ['TRX', '90000'],
      ] as const)
        await db.transaction((tx) =>
          correctBalance(tx, at(now), { userId, currency: of, amount, reason: 'a test' }),
        )
    }
    const market = new Market(db, users, now)
    await market.setSpread('0')
    for (let n = 0; n < investorCount; n++) await market.showQuote(n)
    market.beginning = await market.worth({ userId: users[0]! })
    for (let n = 0; n < investorCount; n++) await market.openWithdrawal(n)
    return market
  }

  /** An open withdrawal at the beginning, so that even a short history has one to decide. */
  private async openWithdrawal(n: number): Promise<void> {
    const userId = this.users[n]!
    const request = {
      userId,
      systemId: 'trx',
      amount: '1000',
      wallet: wallets.trx,
      rateId: this.quotes[n]![0]!,
    }
    const payment = await this.db.transaction((tx) => requestPayment(tx, at(this.now), request))
    this.payments.unshift(payment)
  }

  /**
   * Everything that an investor has, or that the house has exchanged, in USDT at the present rates, without
   * rounding.
   */
  async worth(of: { userId: string } | 'house'): Promise<Decimal> {
    const { kind, userId } = ledgerAccounts
    const where = of === 'house' ? eq(kind, 'exchange') : eq(userId, of.userId)
    const rows = await this.db.select().from(ledgerAccounts).where(where)
    const rates = await ratesAt(this.db, this.now)
    return sum(rows.map(({ currency: of, balance }) => multiply(balance, rates.get(of)!)))
  }

  /** Carries out one step; false if it was refused. Checks here what the step must not change. */
  async run([pause, step]: [number, MarketStep]): Promise<void> {
    this.now = new Date(this.now.getTime() + pause)
    if (step.do === 'rate') return this.moveRate(step)
    if (step.do === 'spread') return this.setSpread(step.spreadPercent)
    if (step.do === 'quote') {
      return this.showQuote(step.who)
    }
    const before = await this.balances()
    const allowed = await this.attempt(step)
    const after = await this.balances()
    if (allowed === null) return expect(after).toEqual(before)
    this.done[step.do] += 1
    if (step.do === 'complete') return // the money leaves for the investor's own wallet
    for (const [n, worth] of after.users.entries())
      expect(compare(subtract(worth, before.users[n]!), allowed), step.do).not.toBe(1)
    expect(compare(subtract(before.house, after.house), allowed), step.do).not.toBe(1)
  }

  private async balances() {
    const users: Decimal[] = []
    for (const userId of this.users) users.push(await this.worth({ userId }))
    return { users, house: await this.worth('house') }
  }

  /** The investor's gain and the house's loss by the step; null if it was refused. */
  private async attempt(
    step: Exclude<MarketStep, { do: 'rate' | 'spread' | 'quote' }>,
  ): Promise<Decimal | null> {
    try {
      return await this.db.transaction((tx) => this.attemptIn(tx as Db, step))
    } catch (error) {
      if (error instanceof Refusal) return null
      throw error
    }
  }

  private async attemptIn(
    tx: Db,
    step: Exclude<MarketStep, { do: 'rate' | 'spread' | 'quote' }>,
  ): Promise<Decimal | null> {
    const context = at(this.now)
    if (step.do === 'exchange') {
      const { from, to } = step
      const userId = this.users[step.who]!
      const amount = share(await this.freeOf(userId, from), step.percent, from)
      await exchange(tx, context, { userId, from, to, amount, rateId: this.quoteId(step) })
      return '0'
    }
    if (step.do === 'withdraw') {
      const userId = this.users[step.who]!
      const rate = (await ratesAt(tx, this.now)).get(step.coin)!
      const inUsdt = share(await this.freeOf(userId, 'USDT'), step.percent, 'USDT')
      const bought = quotient(inUsdt, rate, scaleOf(step.coin))
      const amount = add(await this.freeOf(userId, step.coin), bought)
      const systemId = systemOf[step.coin]
      const request = { userId, systemId, amount, wallet: wallets[systemId], rateId: this.quoteId(step) }
      this.payments.unshift(await requestPayment(tx, context, request))
      return dust
    }
    const payment = this.payments[step.which % Math.max(1, this.payments.length)]
    if (!payment) return null
    const which = { paymentId: payment.id, userId: payment.userId }
    if (step.do === 'complete') {
      await completePayment(tx, context, which)
      return '0'
    }
    if (step.do === 'reject') await rejectPayment(tx, context, { ...which, reason: 'a test' })
    else await cancelPayment(tx, context, which)
    // A cancelled purchase returns its spread as well, and no more than that.
    const rate = (await ratesAt(tx, this.now)).get(payment.currency)!
    const bought = subtract(payment.amount, payment.fromBalance)
    const price = purchasePrice(rate, payment.spreadPercent ?? '0')
    return add(subtract(worthInUsdt(bought, price), worthInUsdt(bought, rate)), dust)
  }

  private async showQuote(n: number): Promise<void> {
    const { id } = await quoteRates(this.db, at(this.now), this.users[n]!)
    this.quotes[n] = [id, ...(this.quotes[n] ?? [])]
  }

  private quoteId({
    who: n,
    which: { nth, others },
  }: {
    who: number
    which: { nth: number; others: number }
  }) {
    const shown = this.quotes[(n + others) % investorCount]!
    return shown[nth % shown.length]!
  }

  private async freeOf(userId: string, of: string): Promise<Decimal> {
    const rows = await this.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.userId, userId))
    return rows.find(({ kind, currency: held }) => kind === 'balance' && held === of)?.balance ?? '0'
  }

  private async moveRate({ coin: of, permille }: { coin: string; permille: number }): Promise<void> {
    // A new rate begins at a moment of its own: earlier events keep the rate of their time.
    this.now = new Date(this.now.getTime() + 1)
    const rate = (await ratesAt(this.db, this.now)).get(of)!
    const moved = add(rate, percentOf(rate, String(permille / 10)))
    await setRate(this.db, of, this.now, truncate(moved, 18))
  }

  private async setSpread(spreadPercent: Decimal): Promise<void> {
    const [row] = await this.db.select().from(settings).where(eq(settings.key, 'limits'))
    const value = { ...(row!.value as object), exchange: { min: '1', spreadPercent } }
    await this.db.update(settings).set({ value }).where(eq(settings.key, 'limits'))
  }
}

const share = (amount: Decimal, percentage: number, of: string): Decimal =>
  truncate(percentOf(amount, String(percentage)), scaleOf(of))

test.each(serversFor('quotes.property'))(
  `no exchange gains at any movement of the rates, and none at all at constant rates, on the %s PostgreSQL (seed ${seed})`,
  async (server) => {
    const database = await testDatabase({ server })
    const { db } = database
    await openCompany(db)
    await db.update(paymentSystems).set({ paymentRequires: [] })
    let time = firstDay
    const done = { exchange: 0, withdraw: 0, cancel: 0, reject: 0, complete: 0 }
    const live = async (steps: [number, MarketStep][]) => {
      const market = await Market.open(db, time)
      for (const one of steps) await market.run(one)
      time = new Date(market.now.getTime() + 1)
      for (const kind of Object.keys(done) as (keyof typeof done)[]) done[kind] += market.done[kind]
      return market
    }
    await fc.assert(
      fc.asyncProperty(historyOf(true), async (steps) => {
        await live(steps)
      }),
      { seed, numRuns },
    )
    await fc.assert(
      fc.asyncProperty(historyOf(false), async (steps) => {
        const market = await live(steps)
        const upperBound = add(market.beginning, multiply(dust, String(market.done.withdraw)))
        for (const userId of market.users)
          expect(compare(await market.worth({ userId }), upperBound)).not.toBe(1)
      }),
      { seed, numRuns },
    )
    // Histories in which nothing succeeds would prove nothing.
    for (const kind of ['exchange', 'withdraw', 'cancel', 'reject', 'complete'] as const)
      expect(done[kind], kind).toBeGreaterThan(numRuns / 20)
    await database.drop()
  },
)
