/**
 * Exchange, in the caller's transaction. Invariants: the investor gets exactly what their own quote states and never
 * more than the present rates give; a quote that the market has overtaken moves nothing, and the investor needs a new
 * one.
 */
import { type Complete } from '~/contract/reading'
import { type Exchange } from '~/contract/user'
import { type Db } from '../db/connect'
import { exchanges } from '../db/schema/transfers'
import { checkAmount, minimumAt } from '../domain/bounds'
import { isCurrency, scaleOf } from '../domain/currencies'
import { type Decimal, isLess, isZero, plain, unit } from '../domain/decimal'
import { type Rates, exchangeRate, exchangedAmount, isCoveredBy, minFor } from '../domain/exchange'
import { exchanged } from '../domain/investor-postings'
import { Refusal } from '../domain/refusal'
import { openSettledBooks } from './accruals'
import { type FundsContext, presentOf } from './context'
import { findQuote } from './quotes'
import { freshRatesAt } from './rates'
import { exchangeMinimum } from './rules'

/**
 * Exchanges one currency of the balance for another.
 * @throws Refusal validation, rate_expired, amount_negative, amount_below_min, insufficient_funds
 */
export async function exchange(
  tx: Db,
  context: FundsContext,
  request: { userId: string; from: string; to: string; amount: Decimal; rateId: string },
): Promise<Complete<typeof Exchange>> {
  const { userId, from, to, amount } = request
  const { now, newId } = context
  if (!isCurrency(from)) throw Refusal.ofField('from', 'invalid')
  if (!isCurrency(to) || from === to) throw Refusal.ofField('to', 'invalid')
  const quote = await findQuote(tx, context, { id: request.rateId, userId })
  const { spreadPercent } = quote ?? {}
  const pair = pairOf(new Map(Object.entries(quote?.rates ?? {})), from, to)
  if (!quote || spreadPercent === undefined || !pair) throw new Refusal('rate_expired')
  const quoted = { ...pair, spreadPercent }

  checkAmount(amount, from, { min: minimumAt(await exchangeMinimum(tx), from, quoted.from), max: null })
  const amountTo = exchangedAmount(amount, quoted, to)
  if (isZero(amountTo)) {
    const min = minFor(unit(scaleOf(to)), quoted, from)
    throw new Refusal('amount_below_min', { field: 'amount', params: { min, currency: from } })
  }
  const books = await openSettledBooks(tx, context, userId)
  // Read after the lock, so that the rates are from after the wait.
  const present = pairOf(await freshRatesAt(tx, presentOf(context)), from, to)
  if (!present || !isCoveredBy({ amount, amountTo }, present)) throw new Refusal('rate_expired')
  if (isLess(books.balance(userId, 'balance', from), amount)) {
    throw new Refusal('insufficient_funds', { field: 'amount' })
  }
  const done = { id: newId(), from, to, amountFrom: plain(amount), amountTo, rate: exchangeRate(quoted) }
  await tx.insert(exchanges).values({ ...done, userId, spreadPercent, quoteId: quote.id, createdAt: now })
  books.post(exchanged({ userId, occurredAt: now }, done))
  await books.write()
  return { ...done, createdAt: now.toISOString() }
}

/** Both rates of a pair; null when one of them is not there. */
function pairOf(rates: Map<string, Decimal>, fromCurrency: string, toCurrency: string): Rates | null {
  const [from, to] = [rates.get(fromCurrency), rates.get(toCurrency)]
  return from === undefined || to === undefined ? null : { from, to }
}
