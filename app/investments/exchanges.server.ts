import { type Operation } from '~/contract/statement'
import { type Exchange } from '~/contract/user'
import { add, subtract } from '~/money/decimal'
import { type Upstream } from '~/upstream/types'

/**
 * Exchanges that are done. The contract has no list of them: each stands in the statement as two operations, one for
 * what was given and one for what was got, that refer to the same exchange.
 */

export interface PastExchange extends Omit<Exchange, 'rate'> {
  /** Free balances of both currencies around it, decimal strings. */
  given: Balances
  got: Balances
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

function joined(id: string, given: Operation, got: Operation): PastExchange {
  return {
    id,
    from: given.currency,
    to: got.currency,
    amountFrom: given.amount,
    amountTo: got.amount,
    createdAt: given.createdAt,
    given: { before: add(given.balanceAfter, given.amount), after: given.balanceAfter },
    got: { before: subtract(got.balanceAfter, got.amount), after: got.balanceAfter },
  }
}
