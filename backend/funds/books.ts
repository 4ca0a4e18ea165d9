/**
 * The books of the investors that a transaction has locked: their balances in the ledger, and the entries that are
 * being booked. Invariants: entries are checked when they are posted and written together; no investor account goes
 * below zero; every line has its account's balance after it, and its time is never before that of the previous line,
 * since an earlier action may have to wait for the lock of a later one.
 */
import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { together } from '../db/together'
import { type Decimal, add, isNegative, plain } from '../domain/decimal'
import { type Entry, type InvestorAccount, accountId, checkEntry, investor } from '../domain/ledger'
import { Refusal } from '../domain/refusal'
import { type FundsContext } from './context'
import { type Investor, chainOf, lockInvestors } from './investors'
import { type BookedEntry, writeEntries } from './write-entries'

/** The state of an account: its balance, and when its last line was booked. */
interface BookState {
  balance: Decimal
  lastAt: Date
}

export class Books {
  private pending: BookedEntry[] = []

  private constructor(
    private readonly tx: Db,
    private readonly newId: () => string,
    private readonly investors: Map<string, Investor>,
    private readonly accounts: Map<string, BookState>,
  ) {}

  /**
   * Locks the investors, with so many levels of their inviters, and reads their balances.
   * @param options.inviters levels whose accounts the following entries may credit
   */
  static async open(
    tx: Db,
    { newId }: Pick<FundsContext, 'newId'>,
    userIds: string[],
    { inviters = 0 }: { inviters?: number } = {},
  ): Promise<Books> {
    const [investors, { rows }] = await together([
      lockInvestors(tx, userIds, inviters),
      // Sent after the lock as a separate statement, which sees what others committed before.
      tx
        .execute<{ id: string; balance: string; last_at: string | null }>(
          sql`with recursive ${chainOf(userIds, inviters)}
            select id, balance, (
              select occurred_at from ledger_lines where account_id = ledger_accounts.id order by seq desc limit 1
            ) as last_at
            from ledger_accounts where user_id in (select id from chain)`,
        )
        .execute(),
    ])
    const accounts = rows.map(({ id, balance, last_at: lastAt }): [string, BookState] => [
      id,
      { balance: plain(balance), lastAt: new Date(lastAt ?? 0) },
    ])
    return new Books(tx, newId, investors, new Map(accounts))
  }

  /** A locked investor. Throws when it is not one of those. */
  investor(userId: string): Investor {
    const found = this.investors.get(userId)
    if (!found) throw new Error(`the books of investor ${userId} are not open`)
    return found
  }

  /** The inviters above an investor, nearest first, as far as they are locked. */
  invitersOf(userId: string): Investor[] {
    const above: Investor[] = []
    let next = this.investor(userId).inviterId
    while (next !== null) {
      const inviter = this.investors.get(next)
      if (!inviter) break
      above.push(inviter)
      next = inviter.inviterId
    }
    return above
  }

  /** The balance of an investor's account, including the entries that were posted here. */
  balance(userId: string, kind: InvestorAccount, currency: string): Decimal {
    return this.accounts.get(accountId(investor(this.investor(userId).id, kind, currency)))?.balance ?? '0'
  }

  /**
   * Posts an entry; it reaches the ledger with `write`. Returns the id it is booked under.
   * @throws Refusal insufficient_funds when an investor's account would go below zero
   */
  post(entry: Entry): string {
    checkEntry(entry)
    const id = this.newId()
    const occurredAt = this.notBefore(entry)
    const lines = entry.lines.map((line) => {
      if (line.account.userId === null) return { ...line, balanceAfter: null }
      const { userId, kind, currency } = line.account
      const balanceAfter = add(this.balance(userId, kind, currency), line.amount)
      if (isNegative(balanceAfter)) throw new Refusal('insufficient_funds')
      this.accounts.set(accountId(line.account), { balance: balanceAfter, lastAt: occurredAt })
      return { ...line, balanceAfter }
    })
    this.pending.push({ ...entry, id, occurredAt, lines })
    return id
  }

  /** The entry's moment, or that of the last line of an account that it touches. */
  private notBefore({ occurredAt, lines }: Entry): Date {
    const moments = lines.flatMap(
      ({ account }) => this.accounts.get(accountId(account))?.lastAt.getTime() ?? [],
    )
    return new Date(Math.max(occurredAt.getTime(), ...moments))
  }

  /** Writes the entries that were posted since the last call. Call it before the transaction ends. */
  async write(): Promise<void> {
    const entries = this.pending
    this.pending = []
    if (entries.length > 0) await writeEntries(this.tx, entries)
  }
}
