import { type Operation } from '~/contract/statement'
import { type Exchange } from '~/contract/user'
import { given } from '~/locale/given'
import { add, subtract } from '~/money/decimal'
import { type Upstream } from '~/upstream/types'

/**
 * Exchanges that are done. The contract has no list of them: each stands in the statement as two operations, one for
 * what was given and one for what was got, that refer to the same exchange.
 */

export interface PastExchange extends Pick<Exchange, 'from' | 'to' | 'createdAt'> {
  id: string
  /** Decimal strings. */
  amountFrom: string
  amountTo: string
  /** Free balances of both currencies around it, decimal strings; null where they are not told. */
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
  return given.items.flatMap((operation) => {
    const id = operation.reference?.id
    const other = id === undefined ? undefined : gotBy.get(id)
    return id !== undefined && other ? [joined(id, operation, other)] : []
  })
}

function joined(id: string, sold: Operation, bought: Operation): PastExchange {
  return {
    id,
    from: sold.currency,
    to: bought.currency,
    amountFrom: sold.amount,
    amountTo: bought.amount,
    createdAt: sold.createdAt,
    given: given(sold.balanceAfter, (after) => ({ before: add(after, sold.amount), after })),
    got: given(bought.balanceAfter, (after) => ({ before: subtract(after, bought.amount), after })),
  }
}
