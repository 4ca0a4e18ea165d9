/**
 * The accounts of what partners bring their inviters: rewards that are paid, released and taken back. Together with
 * `investor-postings.ts` it is the one list of how money can move, under the same invariants.
 */
import { type Decimal } from './decimal'
import { type Account, type Entry, type Occasion, house, investor, move } from './ledger'

/** The account of a reward: the free balance, or the held one until the end of the partner's first term. */
const rewardAccount = (userId: string, held: boolean): Account =>
  investor(userId, held ? 'rewards_held' : 'balance', 'USDT')

/** A partner's opening pays the inviter of one level. */
export function referralPaid(
  { userId, occurredAt }: Occasion,
  reward: { depositId: string; level: number; partnerId: string; amount: Decimal; held: boolean },
): Entry {
  return {
    eventId: `referral:${reward.depositId}:${reward.level}`,
    type: 'referral',
    userId,
    sourceUserId: reward.partnerId,
    occurredAt,
    reference: { kind: 'deposit', id: reward.depositId },
    lines: move(house('rewards', 'USDT'), rewardAccount(userId, reward.held), reward.amount, 'referral'),
  }
}

/** A level-1 partner's accrual pays the inviter by rank. */
export function matchingPaid(
  { userId, occurredAt }: Occasion,
  reward: { depositId: string; k: number; partnerId: string; amount: Decimal; held: boolean },
): Entry {
  return {
    eventId: `matching:${reward.depositId}:${reward.k}`,
    type: 'matching',
    userId,
    sourceUserId: reward.partnerId,
    occurredAt,
    reference: { kind: 'deposit', id: reward.depositId },
    lines: move(house('rewards', 'USDT'), rewardAccount(userId, reward.held), reward.amount, 'matching'),
  }
}

/** The one-off bonus of a rank, the first time it is reached. */
export function rankBonusPaid(
  { userId, occurredAt }: Occasion,
  bonus: { rank: string; amount: Decimal; held: boolean },
): Entry {
  return {
    eventId: `rank:${userId}:${bonus.rank}`,
    type: 'bonus',
    userId,
    occurredAt,
    reference: { kind: 'rank', id: bonus.rank },
    lines: move(house('rewards', 'USDT'), rewardAccount(userId, bonus.held), bonus.amount, 'bonus'),
  }
}

/** A reward that is not free yet. */
export interface HeldReward {
  /** Its name for all time: `referral:{deposit}:{level}`, `matching:{deposit}`, `rank:{investor}:{rank}`. */
  source: string
  kind: 'referral' | 'matching' | 'bonus'
  depositId: string
  partnerId: string
  /** Of a bonus. */
  rank: string | null
  amount: Decimal
}

/** The partner's first term is over: the reward becomes free. */
export function rewardReleased({ userId, occurredAt }: Occasion, reward: HeldReward): Entry {
  return {
    eventId: `reward_release:${reward.source}`,
    type: 'reward_release',
    userId,
    ...originOf(reward),
    occurredAt,
    lines: move(rewardAccount(userId, true), rewardAccount(userId, false), reward.amount, reward.kind),
  }
}

/** The reward goes back to the house before it was free, with the reason. */
export function rewardTakenBack({ userId, occurredAt }: Occasion, reward: HeldReward, reason: string): Entry {
  return {
    eventId: `reward_take_back:${reward.source}`,
    type: 'reward_take_back',
    userId,
    ...originOf(reward),
    occurredAt,
    reason,
    lines: move(rewardAccount(userId, true), house('rewards', 'USDT'), reward.amount, reward.kind),
  }
}

/** The same reference as that of the entry that credited it. */
const originOf = ({
  kind,
  rank,
  depositId,
  partnerId,
}: HeldReward): Pick<Entry, 'reference' | 'sourceUserId'> =>
  kind === 'bonus'
    ? { reference: { kind: 'rank', id: rank ?? '' } }
    : { reference: { kind: 'deposit', id: depositId }, sourceUserId: partnerId }
