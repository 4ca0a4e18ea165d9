import { type CallAnswer } from '~/contract/call'
import { type user } from '~/contract/user'
import { setting } from '~/upstream/settings.server'
import { type AuthenticatedUser } from '~/session/guards.server'
import { panel, panelIfKept } from '~/upstream/panel.server'
import { type Upstream } from '~/upstream/types'
import { compare, divide, isPositive, subtract } from '~/money/decimal'

type Bonus = CallAnswer<typeof user.bonus>

const onlyRank = {
  ...{ next: null, turnover: null, ranks: [], currency: 'USDT' as const },
  accruals: { referral: null, matching: null, bonus: null, total: null },
}

/** The rank and what partners brought; null if it can't be read now, undefined if the upstream knows neither. */
export async function bonusOf({ upstream, profile }: AuthenticatedUser): Promise<Bonus | null | undefined> {
  const bonus = await panelIfKept(upstream.user.bonus())
  const rank = profile?.rank ?? null
  if (bonus === undefined) return rank === null ? undefined : { ...onlyRank, rank }
  return bonus && { ...bonus, rank: bonus.rank ?? rank }
}

/** When a reward becomes free, as shown before the first partner is invited. */
export interface HoldRule {
  /** The length of a first term; null if the plans differ or do not provide it. */
  days: number | null
}

/** Null if rewards are free at once, or the upstream does not provide the rule. */
export async function holdRuleOf(upstream: Upstream): Promise<HoldRule | null> {
  const [rule, plans] = await Promise.all([
    panel(setting(upstream, 'rewards')),
    panel(upstream.settings.plans()),
  ])
  if (!rule?.holdFirstTerm) return null
  const terms = new Set(plans?.items.filter(({ available }) => available).map(({ termDays }) => termDays))
  const [days] = terms
  return { days: terms.size === 1 && days !== undefined ? days : null }
}

/** The rank after which there is no other. */
const highestRank = 'whale'

/**
 * Whether the highest rank is reached. A missing next rank is not enough: the upstream may omit it.
 * @param ranks those that are known, from the first to the last
 */
export function isHighest(
  { rank, next }: Pick<Bonus, 'rank' | 'next'>,
  ranks: readonly Pick<Bonus['ranks'][number], 'rank'>[],
): boolean {
  return next === null && rank !== null && rank === (ranks.at(-1)?.rank ?? highestRank)
}

/** How far a turnover is from the goal of a rank. */
export interface WayToRank {
  /** The missing turnover, a decimal string; never below 0. */
  left: string
  /** The reached share, 0 to 1, for the length of a bar. It is rounded down. */
  done: number
}

/** A rank without a goal, or with one below the turnover, counts as reached. */
export function wayToRank(goal: string, turnover: string): WayToRank {
  if (compare(turnover, goal) >= 0) return { left: '0', done: 1 }
  return {
    left: subtract(goal, turnover),
    done: isPositive(turnover) ? Number(divide(turnover, goal, 4)) : 0,
  }
}
