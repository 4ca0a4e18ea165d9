import { compare, divide, isPositive, subtract } from '~/money/decimal'

/** How far a turnover is from the one that a rank asks for. */
export interface WayToRank {
  /** What is missing, a decimal string; never below 0. */
  left: string
  /** How much of it is done, 0 to 1: the length of a bar, never more than has been gone. */
  done: number
}

/** A rank that asks for nothing, or for less than there is, is as good as reached. */
export function wayToRank(goal: string, turnover: string): WayToRank {
  if (compare(turnover, goal) >= 0) return { left: '0', done: 1 }
  return {
    left: subtract(goal, turnover),
    done: isPositive(turnover) ? Number(divide(turnover, goal, 4)) : 0,
  }
}
