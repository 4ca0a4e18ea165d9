import { type Operation, type OperationSummary } from '~/contract/statement'
import { everyPage } from '~/lists/every-page.server'
import { accounts } from '~/contract/words'
import { add, compare } from '~/money/decimal'

/** One page of the statement, oldest operation first, and what the upstream says about all of it. */
export interface StatementPage {
  items: Operation[]
  /** Null where nobody says how many there are: then it ends where a page brings nothing new. */
  total: number | null
  leftOut?: number
  summary: OperationSummary
}

/** What was read is not what the upstream had summed up: a file of it would not add up. */
export class StatementChanged extends Error {
  override name = 'StatementChanged'
}

/**
 * The statement as it stood when its first page was read, in pieces; the next page is asked for when the one before has
 * been taken. Operations that come meanwhile stand at its end and are left out; one that is booked in between moves the
 * pages, and what is met twice is told once. What was told in all adds up to the upstream's own summary, where it tells
 * enough to be added up.
 * @throws StatementChanged at the end, where it does not
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

/** What came and went, by currency and account. */
class Tally {
  private readonly sums = new Map<string, string>()
  /** Of an operation it is not told where it belongs, or what it is at all. */
  private isPart = false

  leaveOut(count: number): void {
    if (count > 0) this.isPart = true
  }

  take(operations: readonly Operation[]): void {
    for (const { currency, account, direction, amount } of operations) {
      if (account === null || direction === null) this.isPart = true
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
