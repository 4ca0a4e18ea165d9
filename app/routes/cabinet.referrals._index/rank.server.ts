import { type SettingValue } from '~/contract/settings'
import { type User } from '~/contract/user'
import { compare, divide, isPositive, subtract } from '~/money/decimal'
import { type Upstream } from '~/upstream/types'

type Bonus = Awaited<ReturnType<Upstream['user']['bonus']>>

export interface RankView {
  held: User['rank']
  /** The turnover of all levels, in USDT, as every amount here. */
  turnover: string
  next: {
    rank: Bonus['ranks'][number]['rank']
    turnover: string
    /** What is missing; never below 0. */
    left: string
    /** How much of it is done, 0 to 1: the length of a bar. */
    done: number
  } | null
  /** From the first to the last. `bonus` is paid once; null where the upstream does not tell it. */
  ranks: (Bonus['ranks'][number] & { bonus: string | null })[]
  accruals: Bonus['accruals']
}

/** @param rules the setting `ranks`, which alone tells what reaching a rank brings */
export function viewRank(bonus: Bonus, rules: SettingValue<'ranks'> | null): RankView {
  const { rank, turnover, next, ranks, accruals } = bonus
  return {
    held: rank,
    turnover,
    next: next && { ...next, ...wayTo(next.turnover, turnover) },
    ranks: ranks.map((each) => ({
      ...each,
      bonus: rules?.find((rule) => rule.rank === each.rank)?.bonus ?? null,
    })),
    accruals,
  }
}

function wayTo(goal: string, turnover: string): { left: string; done: number } {
  if (compare(turnover, goal) >= 0) return { left: '0', done: 1 }
  return {
    left: subtract(goal, turnover),
    done: isPositive(turnover) ? Number(divide(turnover, goal, 4)) : 0,
  }
}
