import { type Operation, type OperationSummary } from '~/contract/statement'
import { accounts } from '~/contract/words'
import { add, compare } from '~/money/decimal'

/** One page of the statement, oldest operation first, and what the upstream says about all of it. */
export interface StatementPage {
  items: Operation[]
  total: number
  summary: OperationSummary
}

/** What was read is not what the upstream had summed up: a file of it would not add up. */
export class StatementChanged extends Error {
  override name = 'StatementChanged'
}

/**
 * The statement as it stood when its first page was read, in pieces; the next page is asked for when the one before has
 * been taken. Operations that come meanwhile stand at its end and are left out; one that is booked in between moves the
 * pages, and what is met twice is told once. What was told in all adds up to the upstream's own summary.
 * @throws StatementChanged at the end, where it does not
 */
export async function* wholeStatement(
  first: StatementPage,
  ask: (page: number) => Promise<StatementPage>,
): AsyncGenerator<Operation[]> {
  const tally = new Tally()
  let seen = new Set<string>()
  let left = first.total
  for (let page = 1; left > 0; page++) {
    const { items } = page === 1 ? first : await ask(page)
    const fresh = items.filter(({ id }) => !seen.has(id)).slice(0, left)
    if (fresh.length === 0) break
    seen = new Set(items.map(({ id }) => id))
    tally.take(fresh)
    left -= fresh.length
    yield fresh
  }
  if (left > 0 || !tally.isThatOf(first.summary)) throw new StatementChanged()
}

/** What came and went, by currency and account. */
class Tally {
  private readonly sums = new Map<string, string>()

  take(operations: readonly Operation[]): void {
    for (const { currency, account, direction, amount } of operations) {
      const key = `${currency} ${account} ${direction}`
      this.sums.set(key, add(this.sums.get(key) ?? '0', amount))
    }
  }

  isThatOf(summary: OperationSummary): boolean {
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
