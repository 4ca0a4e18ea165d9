import { eq } from 'drizzle-orm'
import { dayMs } from '../../backend/clock'
import { type Db } from '../../backend/db/connect'
import { rates } from '../../backend/db/schema/rates'
import { settings } from '../../backend/db/schema/settings'
import { users } from '../../backend/db/schema/users'
import { scaleOf } from '../../backend/domain/currencies'
import { type Decimal, add, isLess, multiply, truncate } from '../../backend/domain/decimal'
import { corrected } from '../../backend/domain/investor-postings'
import { Refusal } from '../../backend/domain/refusal'
import { type DepositRow } from '../../backend/funds/accruals'
import { balanceOf } from '../../backend/funds/balance'
import { Books } from '../../backend/funds/books'
import { correctBalance } from '../../backend/funds/corrections'
import { closeDeposit, openDeposit } from '../../backend/funds/deposits'
import { exchange } from '../../backend/funds/exchanges'
import {
  cancelPayment,
  completePayment,
  rejectPayment,
  reviewPayment,
} from '../../backend/funds/payment-decisions'
import { requestPayment } from '../../backend/funds/payments'
import { quoteRates } from '../../backend/funds/quotes'
import { creditRefill, requestRefill } from '../../backend/funds/refills'
import { buySubscription } from '../../backend/funds/subscriptions'
import { takeBackRewards } from '../../backend/funds/take-back'
import { runDueJobs } from '../../backend/jobs/due-jobs'
import { at, centuryAfter, firstRates, newId, setRate, wallets } from './funds'
import { type History, type LedgerStep } from './ledger-histories'

/** Runs the steps of a history on a real database. */

const currencyOf = { 'usdt-trc20': 'USDT', trx: 'TRX', btc: 'BTC', eth: 'ETH' } as const
/** Roughly 1,000 USD. */
const thousand = { USDT: '1000', BTC: '0.02', ETH: '0.4', TRX: '4000' }

/** The initial balances of each of the four: enough for every plan, and in several currencies. */
const beginnings: Record<string, Decimal>[] = [
  { USDT: '1500', BTC: '0.05' },
  { USDT: '30000', ETH: '3' },
  { USDT: '250.123456', TRX: '8000' },
  { USDT: '9000', BTC: '0.12345678', ETH: '0.123456789012345678', TRX: '777.777777' },
]

/**
 * An opening, and whether rewards were held then; or a decision that a partner's deposits no longer reward an
 * investor.
 */
export type RewardAct =
  | { do: 'open'; depositId: string; holds: boolean }
  | { do: 'takeBack'; userId: string; partnerId: string; at: Date }

/** A world with its own investors and its own period of time; the database may hold many completed worlds. */
export class World {
  private deposits: DepositRow[] = []
  private closed = new Set<string>()
  private payments: { id: string; userId: string }[] = []

  /** The requested or received amount, by the id of the resulting withdrawal, exchange or top-up. */
  readonly requested = new Map<string, Decimal>()
  /** Openings and cancelled rewards in their order, which determine later rewards. */
  readonly acts: RewardAct[] = []
  private holds = true

  /** The start, with rates of its own. */
  readonly begun: Date

  private constructor(
    readonly users: string[],
    public now: Date,
  ) {
    this.begun = now
  }

  static async begin(db: Db, { inviters }: History, now: Date): Promise<World> {
    const confirmedUntil = centuryAfter(now)
    await db
      .insert(rates)
      .values(Object.entries(firstRates).map(([coin, rate]) => ({ coin, at: now, rate, confirmedUntil })))
    const ids = [newId(), ...inviters.map(newId)]
    const inviterIds = [null, ...inviters.map((inviter) => (inviter === null ? null : ids[inviter]!))]
    await db
      .insert(users)
      .values(ids.map((id, n) => ({ id, login: id, inviterId: inviterIds[n], registeredAt: now })))
    await db.delete(settings).where(eq(settings.key, 'rewards'))
    await db.transaction(async (tx) => {
      const books = await Books.open(tx, at(now), ids)
      for (const [n, userId] of ids.entries()) {
        for (const [currency, amount] of Object.entries(beginnings[n]!)) {
          const gift = { id: newId(), currency, amount, reason: 'a beginning' }
          books.post(corrected({ userId, occurredAt: now }, gift))
        }
      }
      await books.write()
    })
    return new World(ids, now)
  }

  /** Whether an entry exists that the step can act on. */
  allows(step: LedgerStep): boolean {
    if (step.do === 'close') return this.deposits.length > 0
    return step.do !== 'decide' || this.payments.length > 0
  }

  /** The time that passes before the step. */
  letPass(step: LedgerStep): void {
    const hours = step.do === 'close' ? step.sleep : 'hours' in step ? step.hours : null
    // A new rate begins after everything that has happened: history is never changed.
    const ms = step.do === 'rate' ? 1 : (hours ?? 0) * 3_600_000
    this.now = new Date(this.now.getTime() + ms)
  }

  /**
   * Carries out the step; a refusal is an answer like any other. `db` gives each use case its transaction.
   */
  async run(db: Db, step: LedgerStep): Promise<void> {
    try {
      await this.attempt(db, step)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }

  private async attempt(db: Db, step: LedgerStep): Promise<void> {
    const context = at(this.now)
    const inTransaction = <Result>(run: (tx: Db) => Promise<Result>) => db.transaction(run)
    switch (step.do) {
      case 'topUp': {
        const currency = currencyOf[step.system]
        const amount = part(thousand[currency], step.share * 7, currency)
        const arrived = `${amount.split('.')[0]!}.${String(step.dust).padStart(6, '0')}`
        const topUp = await inTransaction(async (tx) => {
          const { id } = await requestRefill(tx, context, {
            userId: this.user(step.who),
            systemId: step.system,
            amount,
          })
          await creditRefill(tx, context, { refillId: id, amount: arrived, by: 'demo' })
          return id
        })
        this.requested.set(topUp, arrived)
        return
      }
      case 'ask': {
        const currency = currencyOf[step.system]
        const request = { userId: this.user(step.who), systemId: step.system, amount: thousand[currency] }
        await inTransaction((tx) => requestRefill(tx, context, request))
        return
      }
      case 'refer': {
        const id = newId()
        const amount = part('2000', step.share, 'USDT')
        const joined = { id, login: id, inviterId: this.user(step.who), registeredAt: this.now }
        await inTransaction(async (tx) => {
          await tx.insert(users).values(joined)
          const books = await Books.open(tx, context, [id])
          const gift = { id: newId(), currency: 'USDT', amount, reason: 'a beginning' }
          if (amount !== '0') books.post(corrected({ userId: id, occurredAt: this.now }, gift))
          await books.write()
        })
        this.users.push(id)
        return
      }
      case 'open': {
        const userId = this.user(step.who)
        const amount = await this.shareOf(db, userId, step.currency, step.share)
        const planId = step.plan ?? planFor(multiply(amount, firstRates[step.currency] ?? '1'))
        const request = { userId, planId, currency: step.currency, amount }
        const deposit = await inTransaction((tx) => openDeposit(tx, context, request))
        this.deposits.push(deposit)
        this.acts.push({ do: 'open', depositId: deposit.id, holds: this.holds })
        return
      }
      case 'wait':
        return runDueJobs(db, context)
      case 'sleep':
        return
      case 'close': {
        const deposit = wrap(this.deposits, step.which)
        const request = { userId: deposit.userId, depositId: deposit.id }
        // By the calendar only: fifty days are over and it was not closed before.
        const fifty = this.now.getTime() - deposit.startedAt.getTime() >= 50 * dayMs
        try {
          await inTransaction((tx) => closeDeposit(tx, context, request))
        } catch (error) {
          if (error instanceof Refusal && fifty && !this.closed.has(deposit.id)) {
            throw new Error(`${deposit.id} could not be closed at ${this.now.toISOString()}`, {
              cause: error,
            })
          }
          throw error
        }
        this.closed.add(deposit.id)
        return
      }
      case 'withdraw': {
        const userId = this.user(step.who)
        const currency = currencyOf[step.system]
        const { currencies: held, balance } = await balanceOf(db, userId, this.now)
        // Roughly of everything that could be withdrawn in this currency, including what USDT can buy.
        const reachable =
          currency === 'USDT'
            ? balance
            : add(held[currency]!.balance, multiply(balance, thousandth(thousand[currency])))
        const amount = part(reachable, step.share, currency)
        const { id: rateId } = await quoteRates(db, context, userId)
        const request = { userId, systemId: step.system, amount, wallet: wallets[step.system], rateId }
        const payment = await inTransaction((tx) => requestPayment(tx, context, request))
        this.payments.push(payment)
        this.requested.set(payment.id, amount)
        return
      }
      case 'decide': {
        const payment = wrap(this.payments, step.which)
        const request = { paymentId: payment.id, userId: payment.userId, reason: 'not this time' }
        const decision = {
          review: reviewPayment,
          complete: completePayment,
          reject: rejectPayment,
          cancel: cancelPayment,
        }
        await inTransaction((tx) => decision[step.decision](tx, context, request))
        return
      }
      case 'exchange': {
        const userId = this.user(step.who)
        const amount = await this.shareOf(db, userId, step.from, step.share)
        const { id: rateId } = await quoteRates(db, context, userId)
        const request = { userId, from: step.from, to: step.to, amount, rateId }
        const { id } = await inTransaction((tx) => exchange(tx, context, request))
        this.requested.set(id, amount)
        return
      }
      case 'subscribe':
        await inTransaction((tx) =>
          buySubscription(tx, context, { userId: this.user(step.who), optionId: 'month' }),
        )
        return
      case 'correct': {
        const userId = this.user(step.who)
        const amount = await this.shareOf(db, userId, step.currency, step.share)
        const request = { userId, currency: step.currency, amount, reason: 'a test' }
        await inTransaction((tx) => correctBalance(tx, context, request))
        return
      }
      case 'holdRewards': {
        const row = { key: 'rewards', value: { holdFirstTerm: step.on }, updatedAt: this.now }
        await inTransaction((tx) =>
          tx.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row }),
        )
        this.holds = step.on
        return
      }
      case 'takeBack': {
        const partnerId = this.user(step.who)
        const [partner] = await db.select().from(users).where(eq(users.id, partnerId))
        const userId = partner?.inviterId ?? this.users[0]!
        const request = { userId, partnerId, reason: 'one person' }
        await inTransaction((tx) => takeBackRewards(tx, context, request))
        this.acts.push({ do: 'takeBack', userId, partnerId, at: this.now })
        return
      }
      case 'rate': {
        return setRate(db, step.coin, this.now, part(firstRates[step.coin]!, step.percent, 'USDT'))
      }
    }
  }

  private user = (n: number): string => this.users[n % this.users.length]!

  private async shareOf(db: Db, userId: string, currency: string, percent: number): Promise<Decimal> {
    const { currencies: held } = await balanceOf(db, userId, this.now)
    return part(held[currency]!.balance, percent, currency)
  }
}

const wrap = <Item>(items: Item[], n: number): Item => items.at(-1 - (n % items.length))!
const part = (amount: Decimal, percent: number, currency: string): Decimal =>
  truncate(multiply(amount, String(percent / 100)), scaleOf(currency))
const thousandth = (amount: Decimal): Decimal => multiply(amount, '0.001')
const planFor = (worth: Decimal): string =>
  isLess(worth, '5000') ? 'breeze' : isLess(worth, '25000') ? 'depth' : 'tsunami'
