import { type Operation } from '~/contract/statement'
import { type Exchange } from '~/contract/user'
import { given } from '~/locale/given'
import { add, subtract } from '~/money/decimal'
import { type Upstream } from '~/upstream/types'

/**
 * Completed exchanges. The contract has no list of them: the statement has two operations for each, one for the
 * amount given and one for the amount received, that refer to the same exchange. Without a reference they are matched
 * by the second of booking.
 */

export interface PastExchange extends Pick<Exchange, 'from' | 'to' | 'createdAt'> {
  /** Null where the upstream does not name it. */
  id: string | null
  /** Decimal strings. */
  amountFrom: string
  amountTo: string
  /** Free balances of both currencies around it, decimal strings; null if the upstream does not provide them. */
  given: Balances | null
  got: Balances | null
}

export interface Balances {
  before: string
  after: string
}

/** The newest first. @param limit how many at most, 1 to 1,000 */
export async function pastExchanges(upstream: Upstream, limit: number): Promise<PastExchange[]> {
  const newest = { account: 'balance', sort: 'createdAt', sortDir: 'desc', limit } as const
  const [given, got] = await Promise.all([
    upstream.user.operations({ ...newest, type: 'exchange_out' }),
    upstream.user.operations({ ...newest, type: 'exchange_in' }),
  ])
  const gotBy = new Map(got.items.map((operation) => [operation.reference?.id, operation]))
  const unnamed = new Set(got.items.filter(({ type, reference }) => type === 'exchange_in' && !reference))
  const sold = given.items.filter(({ type }) => type === 'exchange_out')
  return sold.flatMap((operation) => {
    const id = operation.reference?.id ?? null
    const other = id === null ? counterpart(operation, unnamed) : gotBy.get(id)
    return (other && joined(id, operation, other)) ?? []
  })
}

/** The amount received, matched by booking alone: at most a second apart, in another currency. It is taken from the set. */
function counterpart(sold: Operation, bought: Set<Operation>): Operation | undefined {
  const found = [...bought].find(
    ({ currency, createdAt }) => currency !== sold.currency && isSameSecond(createdAt, sold.createdAt),
  )
  if (found) bought.delete(found)
  return found
}

const isSameSecond = (one: string | null, other: string | null) =>
  one !== null && other !== null && Math.abs(Date.parse(one) - Date.parse(other)) <= 1_000

/** Null if a currency is missing: without both, the two operations can't be shown as one exchange. */
function joined(id: string | null, sold: Operation, bought: Operation): PastExchange | null {
  if (sold.currency === null || bought.currency === null) return null
  const { amount: amountFrom } = sold
  return {
    id,
    from: sold.currency,
    to: bought.currency,
    amountFrom,
    amountTo: bought.amount,
    createdAt: sold.createdAt,
    given: given(sold.balanceAfter, (after) => ({ before: add(after, amountFrom), after })),
    got: given(bought.balanceAfter, (after) => ({ before: subtract(after, bought.amount), after })),
  }
}
