import { type z } from 'zod'
import { type CallOutput } from '~/contract/call'
import { type Rank, type user } from '~/contract/user'
import { compare } from '~/money/decimal'
import { type WayToRank, wayToRank } from '~/investments/partners/way-to-rank.server'

type RankName = z.infer<typeof Rank>

export interface RankView {
  rank: RankName | null
  /** What partners have opened so far. Decimal string. */
  turnover: string
  currency: string
  /** null at the highest rank. */
  next: (WayToRank & { rank: RankName }) | null
  /** What of the rewards is not free yet; null where an upstream holds nothing. */
  held: string | null
}

export function rankView({ rank, next, turnover, currency, held }: CallOutput<typeof user.bonus>): RankView {
  return {
    rank,
    turnover,
    currency,
    next: next && { rank: next.rank, ...wayToRank(next.turnover, turnover) },
    held: held && compare(held.total, '0') > 0 ? held.total : null,
  }
}
