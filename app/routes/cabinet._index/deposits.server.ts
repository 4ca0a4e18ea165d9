import { type Deposit } from '~/contract/funds'
import { type TermProgress, termProgress } from '~/investments/term-progress.server'

/** A deposit as the overview shows it. */
export interface DepositLine extends TermProgress {
  id: string
  title: string
  currency: string
  amount: string
  accrued: string
  status: Deposit['status']
  term: 1 | 2
  endsAt: string
  next: { amount: string; at: string } | null
  canClose: boolean
}

/** What is at work, as far as the overview shows it. */
export interface AtWork {
  /** What waits for the investor, then what earns next. */
  shown: DepositLine[]
  /** How many there are in all. */
  total: number
  /** The one that earns next. */
  next: DepositLine | null
}

interface Page {
  items: Deposit[]
  total: number
}

/**
 * @param running in the order in which they earn
 * @param now the upstream's clock: it is the one that terms run by
 */
export function atWork(running: Page, waiting: Page, now: Date): AtWork {
  const lines = running.items.map((deposit) => depositLine(deposit, now))
  return {
    shown: [...waiting.items.map((deposit) => depositLine(deposit, now)), ...lines],
    total: running.total + waiting.total,
    next: lines.find(({ next }) => next !== null) ?? null,
  }
}

/** @param now the upstream's clock: it is the one that terms run by */
export function depositLine(deposit: Deposit, now: Date): DepositLine {
  return {
    id: deposit.id,
    title: deposit.plan.title,
    currency: deposit.currency,
    amount: deposit.amount,
    accrued: deposit.accrued,
    status: deposit.status,
    term: deposit.term,
    ...termProgress(deposit, now),
    endsAt: deposit.endsAt,
    next:
      deposit.nextAccrual !== null && deposit.nextAccrualAt !== null
        ? { amount: deposit.nextAccrual, at: deposit.nextAccrualAt }
        : null,
    canClose: deposit.canClose,
  }
}
