import { type Operation, type OperationSummary } from '~/contract/statement'
import { everyPage } from '~/lists/every-page.server'
import { accounts } from '~/contract/words'
import { add, compare } from '~/money/decimal'

/** One page of the statement, oldest operation first, and the upstream's totals of all of it. */
export interface StatementPage {
  items: Operation[]
  /** Null if the upstream does not provide it: then the statement ends at a page without anything new. */
  total: number | null
  leftOut?: number
  summary: OperationSummary
}

/** The rows do not match the upstream's own summary, so the file would not add up. */
export class StatementChanged extends Error {
  override name = 'StatementChanged'
}

/**
 * The statement as it was when its first page was read, in pieces; the next page is fetched when the one before has
 * been consumed. Operations that come meanwhile are at its end and are left out. One that is booked in between shifts
 * the pages, and duplicates are skipped. The rows add up to the upstream's own summary, if it provides enough to
 * check.
 * @throws StatementChanged at the end, if they do not
 */
export async function* wholeStatement(
  first: StatementPage,
  ask: (page: number) => Promise<StatementPage>,
): AsyncGenerator<Operation[]> {
  const tally = new Tally()
  let left = first.total ?? Infinity
  async function read(page: number): Promise<StatementPage> {
    const list = page === 1 ? first : await ask(page)
    tally.leaveOut(list.leftOut ?? 0)
    left -= list.leftOut ?? 0
    return list
  }
  for await (const fresh of everyPage(read)) {
    const taken = fresh.slice(0, Math.max(0, left))
    tally.take(taken)
    left -= taken.length
    if (taken.length > 0) yield taken
    if (left <= 0) break
  }
  if ((first.total !== null && left > 0) || !tally.isThatOf(first.summary)) throw new StatementChanged()
}

/** Incoming and outgoing amounts by currency and account. */
class Tally {
  private readonly sums = new Map<string, string>()
  /** An operation without its type, its account or its currency can't be summed. */
  private isPart = false

  leaveOut(count: number): void {
    if (count > 0) this.isPart = true
  }

  take(operations: readonly Operation[]): void {
    for (const { currency, account, direction, amount } of operations) {
      if (account === null || direction === null || currency === null) this.isPart = true
      const key = `${currency} ${account} ${direction}`
      this.sums.set(key, add(this.sums.get(key) ?? '0', amount))
    }
  }

  isThatOf(summary: OperationSummary): boolean {
    if (this.isPart) return true
    return Object.entries(summary).every(([currency, of]) =>
      accounts.every((account) =>
        (['in', 'out'] as const).every(
          (direction) =>
            compare(this.sums.get(`${currency} ${account} ${direction}`) ?? '0', of[account][direction]) ===
            0,
        ),
      ),
    )
  }
}
