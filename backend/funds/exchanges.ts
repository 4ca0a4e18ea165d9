/**
 * Exchange (money.md 10), in the caller's transaction. What must stay true: the rate is the one that the investor was
 * shown, while its quote holds.
 */
import { type Exchange } from '~/contract/user'
import { type Db } from '../db/connect'
import { exchanges } from '../db/schema/transfers'
import { checkAmount, minimumAt } from '../domain/bounds'
import { isCurrency, scaleOf } from '../domain/currencies'
import { type Decimal, isLess, isZero, multiply, plain, quotientUp, unit } from '../domain/decimal'
import { exchangeRate, exchangedAmount } from '../domain/exchange'
import { exchanged } from '../domain/postings'
import { Refusal } from '../domain/refusal'
import { openSettledBooks } from './accruals'
import { type FundsContext } from './context'
import { findQuote } from './quotes'
import { exchangeMinimum } from './rules'

/**
 * Exchanges one currency of the balance for another.
 * @throws Refusal validation, rate_expired, amount_negative, amount_below_min, insufficient_funds
 */
export async function exchange(
  tx: Db,
  context: FundsContext,
  asked: { userId: string; from: string; to: string; amount: Decimal; rateId: string },
): Promise<Exchange> {
  const { userId, from, to, amount } = asked
  const { now, newId } = context
  if (!isCurrency(from)) throw Refusal.ofField('from', 'invalid')
  if (!isCurrency(to) || from === to) throw Refusal.ofField('to', 'invalid')
  const quote = await findQuote(tx, context, asked.rateId)
  const rates = { from: quote?.rates[from], to: quote?.rates[to] }
  if (!quote || !isQuoted(rates)) throw new Refusal('rate_expired')

  checkAmount(amount, from, { min: minimumAt(await exchangeMinimum(tx), from, rates.from), max: null })
  const amountTo = exchangedAmount(amount, rates, to)
  if (isZero(amountTo)) {
    // What one unit of the other currency costs.
    const min = quotientUp(multiply(unit(scaleOf(to)), rates.to), rates.from, scaleOf(from))
    throw new Refusal('amount_below_min', { field: 'amount', params: { min, currency: from } })
  }
  const books = await openSettledBooks(tx, context, userId)
  if (isLess(books.balance(userId, 'balance', from), amount)) {
    throw new Refusal('insufficient_funds', { field: 'amount' })
  }
  const done = { id: newId(), from, to, amountFrom: plain(amount), amountTo, rate: exchangeRate(rates) }
  await tx.insert(exchanges).values({ ...done, userId, quoteId: quote.id, createdAt: now })
  books.post(exchanged({ userId, occurredAt: now }, done))
  await books.write()
  return { ...done, createdAt: now.toISOString() }
}

const isQuoted = (rates: Partial<Record<'from' | 'to', Decimal>>): rates is Record<'from' | 'to', Decimal> =>
  rates.from !== undefined && rates.to !== undefined
