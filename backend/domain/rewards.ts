/**
 * What partners bring (docs/rules.md). Invariants: rewards are cut figures in USDT; a rank follows the
 * turnover of the three levels, never falls, and pays its bonus once, the first time it is reached.
 */
import { ranks as rankNames } from '../../app/contract/user'
import { cut } from './currencies'
import { type Decimal, isLess, percentOf } from './decimal'

/** Of the contract's list, which names the lowest first; no setting changes that order. */
export type RankName = (typeof rankNames)[number]

export interface RankRule {
  rank: RankName
  /** From which turnover in USDT on. */
  turnover: Decimal
  /** Of each accrual of a level-1 partner. */
  percent: Decimal
  /** In USDT, once. */
  bonus: Decimal
}

export interface ReferralRule {
  level: number
  percent: Decimal
}

/** A share of an amount in USDT: the reward of a referral level, or of a rank's matching. */
export const shareOf = (amountUsdt: Decimal, percent: Decimal): Decimal =>
  cut(percentOf(amountUsdt, percent), 'USDT')

/** What each level pays for an opening worth `worthUsdt`, nothing left out. */
export const referralRewards = (worthUsdt: Decimal, rules: ReferralRule[]): Map<number, Decimal> =>
  new Map(rules.map(({ level, percent }) => [level, shareOf(worthUsdt, percent)]))

/**
 * The ranks that a turnover newly reaches, lowest first; one opening may pass several. The order of ranks is fixed and
 * does not follow from the settings: those may lack the reached rank, or have two turnovers in another order.
 */
export function ranksReached(
  held: RankName | null,
  turnover: Decimal,
  rules: readonly RankRule[],
): RankRule[] {
  const heldPlace = held === null ? -1 : placeOf(held)
  return rules
    .filter(({ rank, turnover: from }) => placeOf(rank) > heldPlace && !isLess(turnover, from))
    .sort((a, b) => placeOf(a.rank) - placeOf(b.rank))
}

const placeOf = (rank: RankName): number => rankNames.indexOf(rank)

/** The matching percentage of a rank, or null without one. */
export const matchingPercent = (rank: RankName | null, rules: readonly RankRule[]): Decimal | null =>
  rules.find((rule) => rule.rank === rank)?.percent ?? null
