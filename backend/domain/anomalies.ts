import { type Decimal, isLess, isPositive, multiply } from './decimal'

/**
 * Which withdrawals an operator looks at before they are paid. Each rule compares what was counted with the company's
 * threshold. Invariants: a rule that is switched off (null) finds nothing; a higher threshold never finds more; what is
 * found tells what was counted, so that an operator can judge it.
 */

export interface AnomalyRules {
  /**
   * Refused attempts at the account within a day, in all and from how many networks. They hold what goes to a new wallet, and
   * anything once the account was used from a place that was new: whoever only knows a login can't hold what goes to where
   * money went before.
   */
  refusedSignIns: { attempts: number; networks: number } | null
  /** A device and a wallet that are both new, and at least this percentage of the balance within a day. */
  takeover: { percent: Decimal } | null
  /** So many times the largest earlier withdrawal, once there were so many. */
  unusualAmount: { times: Decimal; earlier: number } | null
  /** So many hours from the hour of any earlier withdrawal, once there were so many. */
  unusualHour: { hours: number; earlier: number } | null
  /** So many investors who gave one wallet, this one included. */
  sharedWallet: { investors: number } | null
}

/** What is known of a withdrawal when it is asked for. */
export interface Observed {
  /**
   * Within the last day: wrong passwords and codes, and whether the account was signed in to or is used since the first of
   * them from a place that it had not been signed in to from before.
   */
  refusedSignIns: { attempts: number; networks: number; isNewPlaceSince: boolean }
  /** First seen within the last day, in an account that was used before. */
  isNewDevice: boolean
  /** No completed withdrawal went there. */
  isNewWallet: boolean
  /** What this and the other withdrawals of the last day take of the balance before them, in percent. */
  percentOfBalance: Decimal
  /** The worth of this withdrawal and of the completed ones, in USD. */
  worth: Decimal
  earlierWorths: readonly Decimal[]
  /** The hour of the day of this withdrawal and of the completed ones, 0 to 23 in the company's zone. */
  hour: number
  earlierHours: readonly number[]
  /** Investors who asked for a withdrawal to the wallet or saved it, this one included. */
  investorsOfWallet: number
}

export type Anomaly =
  | { rule: 'refused_sign_ins'; attempts: number; networks: number }
  | { rule: 'takeover'; percent: Decimal }
  | { rule: 'unusual_amount'; worth: Decimal; largest: Decimal; earlier: number }
  | { rule: 'unusual_hour'; hour: number; hours: number; earlier: number }
  | { rule: 'shared_wallet'; investors: number }

/** The anomalies of a withdrawal, each with what was counted; none for an ordinary one. */
export function anomaliesOf(observed: Observed, rules: AnomalyRules): Anomaly[] {
  return [
    refusedSignIns(observed, rules),
    takeover(observed, rules),
    unusualAmount(observed, rules),
    unusualHour(observed, rules),
    sharedWallet(observed, rules),
  ].filter((found) => found !== null)
}

type Rule = (observed: Observed, rules: AnomalyRules) => Anomaly | null

const refusedSignIns: Rule = ({ refusedSignIns: observed, isNewWallet }, { refusedSignIns: bound }) => {
  const { attempts, networks, isNewPlaceSince } = observed
  return bound && (isNewPlaceSince || isNewWallet) && attempts >= bound.attempts && networks >= bound.networks
    ? { rule: 'refused_sign_ins', attempts, networks }
    : null
}

const takeover: Rule = ({ isNewDevice, isNewWallet, percentOfBalance: percent }, { takeover: bound }) =>
  bound && isNewDevice && isNewWallet && !isLess(percent, bound.percent)
    ? { rule: 'takeover', percent }
    : null

const unusualAmount: Rule = ({ worth, earlierWorths }, { unusualAmount: bound }) => {
  if (!bound || earlierWorths.length < bound.earlier) return null
  const largest = earlierWorths.reduce((max, one) => (isLess(max, one) ? one : max), '0')
  // Nothing is a multiple of nothing.
  if (!isPositive(largest) || isLess(worth, multiply(largest, bound.times))) return null
  return { rule: 'unusual_amount', worth, largest, earlier: earlierWorths.length }
}

const unusualHour: Rule = ({ hour, earlierHours }, { unusualHour: bound }) => {
  if (!bound || earlierHours.length < Math.max(1, bound.earlier)) return null
  const hours = Math.min(...earlierHours.map((one) => hoursBetween(one, hour)))
  return hours >= bound.hours ? { rule: 'unusual_hour', hour, hours, earlier: earlierHours.length } : null
}

const sharedWallet: Rule = ({ investorsOfWallet: investors }, { sharedWallet: bound }) =>
  bound && investors >= bound.investors ? { rule: 'shared_wallet', investors } : null

/** By the shorter way round the clock: 23 and 1 are two hours apart. */
function hoursBetween(one: number, other: number): number {
  const apart = Math.abs(one - other)
  return Math.min(apart, 24 - apart)
}
