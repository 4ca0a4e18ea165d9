import { type Rank, type user } from '~/contract/user'
import { compare } from '~/money/decimal'
import { type Deposit, type Refill } from '~/contract/funds'
import { type ListPage } from '~/lists/list-page'
import { type TermProgress, termProgress } from '~/investments/term-progress.server'
import { type z } from 'zod'
import { type CallAnswer } from '~/contract/call'
import { type WayToRank, isHighest, wayToRank } from '~/investments/partners/rewards.server'

/** A deposit as the overview shows it. */
export interface DepositLine
  extends
    Pick<Deposit, 'id' | 'currency' | 'amount' | 'status' | 'term' | 'endsAt'>,
    Pick<Deposit['plan'], 'title' | 'tariff'> {
  /** Null if it is not known. */
  progress: TermProgress | null
  next: { amount: string; at: string } | null
}

/** Running deposits, as far as the overview shows them. */
export interface AtWork {
  /** Those that earn next. */
  shown: DepositLine[]
  /** Those whose terms are over, and how many there are besides. */
  closable: { shown: DepositLine[]; more: number }
  /** The total number; null if the upstream does not provide it. */
  total: number | null
  /** The one that earns next; null if none does, undefined if it is not known. */
  next: DepositLine | null | undefined
}

const maxShown = 4
const maxClosable = 2

type Listed<Entry> = Pick<ListPage<Entry>, 'items' | 'total'>

/**
 * @param running in the order in which they earn
 * @param now the upstream's clock: it is the one that terms run by
 */
export function atWork(running: Listed<Deposit>, waiting: Listed<Deposit>, now: Date): AtWork {
  const [inProgress, awaiting] = [only(running, 'in_progress'), only(waiting, 'awaiting_completion')]
  const lines = inProgress.items.map((deposit) => depositLine(deposit, now))
  const closable = awaiting.items.slice(0, maxClosable)
  return {
    shown: lines.slice(0, maxShown),
    closable: {
      shown: closable.map((deposit) => depositLine(deposit, now)),
      more: (awaiting.total ?? awaiting.items.length) - closable.length,
    },
    total: inProgress.total === null || awaiting.total === null ? null : inProgress.total + awaiting.total,
    next: nextOf(lines, inProgress.total),
  }
}

/** An upstream may ignore the filter: then the number of one status is not known. */
function only<Entry extends { status: string }>(
  { items, total }: Listed<Entry>,
  status: Entry['status'],
): Listed<Entry> {
  const own = items.filter((entry) => entry.status === status)
  return { items: own, total: own.length === items.length ? total : null }
}

/** Undefined when deposits run but none has a next-income date. */
function nextOf(lines: readonly DepositLine[], total: number | null): DepositLine | null | undefined {
  return lines.find(({ next }) => next !== null) ?? (total === 0 ? null : undefined)
}

/** @param now the upstream's clock: it is the one that terms run by */
export function depositLine(deposit: Deposit, now: Date): DepositLine {
  return {
    id: deposit.id,
    title: deposit.plan.title,
    tariff: deposit.plan.tariff,
    currency: deposit.currency,
    amount: deposit.amount,
    status: deposit.status,
    term: deposit.term,
    progress: termProgress(deposit, now),
    endsAt: deposit.endsAt,
    next:
      deposit.nextAccrual !== null && deposit.nextAccrualAt !== null
        ? { amount: deposit.nextAccrual, at: deposit.nextAccrualAt }
        : null,
  }
}

/** A request whose transfer is awaited. */
export interface OpenTopUp extends Pick<Refill, 'id' | 'requestAmount' | 'currency' | 'expiresAt'> {
  /**
   * How many are pending, this one and those whose transfer the network shows included, as the list of them has it; null
   * if the upstream does not provide it.
   */
  count: number | null
}

/**
 * The newest of those that can still be paid; null if there is none. One whose transfer the network shows already waits
 * for the network alone: to name it would make its investor pay a second time.
 * @param refills in any state, newest first
 * @param now the upstream's time
 */
export function openTopUpOf({ items, total }: Listed<Refill>, now: Date): OpenTopUp | null {
  const pending = items.filter(({ status }) => status === 'pending')
  const count = total === items.length ? pending.length : null
  const newest = pending.find(({ seen }) => !seen)
  if (!newest || (newest.expiresAt !== null && Date.parse(newest.expiresAt) <= now.getTime())) return null
  const { id, requestAmount, currency, expiresAt } = newest
  return { id, requestAmount, currency, expiresAt, count }
}

type RankName = z.infer<typeof Rank>

export interface RankView {
  rank: RankName | null
  /** The deposits that partners have opened so far. Decimal string; null if the upstream does not provide it. */
  turnover: string | null
  currency: string
  isHighest: boolean
  /** Null at the highest rank, and if the distance is not known. */
  next: (WayToRank & { rank: RankName }) | null
  /** The part of the rewards that is not free yet; null if the upstream holds none. */
  held: string | null
}

export function rankView(bonus: CallAnswer<typeof user.bonus>): RankView {
  const { rank, next, turnover, currency, held } = bonus
  return {
    rank,
    turnover,
    currency,
    isHighest: isHighest(bonus, bonus.ranks),
    next: next && turnover !== null ? { rank: next.rank, ...wayToRank(next.turnover, turnover) } : null,
    held: held && compare(held.total, '0') > 0 ? held.total : null,
  }
}
