import { type CallOutput } from '~/contract/call'
import { type Rank, type user } from '~/contract/user'
import { type z } from 'zod'
import { compare, divide, isPositive, multiply, subtract } from '~/money/decimal'

type RankName = z.infer<typeof Rank>

export interface RankView {
  rank: RankName | null
  /** What partners have opened so far. Decimal string. */
  turnover: string
  currency: string
  /** null at the highest rank. `missing` is a decimal string, `percent` of the way is 0 to 100. */
  next: { rank: RankName; missing: string; percent: number } | null
}

export function rankView({ rank, next, turnover, currency }: CallOutput<typeof user.bonus>): RankView {
  return { rank, turnover, currency, next: next && wayTo(next, turnover) }
}

/** A rank that asks for nothing, or for less than there is, is as good as reached. */
function wayTo(next: { rank: RankName; turnover: string }, turnover: string): NonNullable<RankView['next']> {
  const isReached = compare(turnover, next.turnover) >= 0 || !isPositive(next.turnover)
  return {
    rank: next.rank,
    missing: isReached ? '0' : subtract(next.turnover, turnover),
    percent: isReached ? 100 : Number(divide(multiply(turnover, '100'), next.turnover, 0)),
  }
}
