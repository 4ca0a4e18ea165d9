/**
 * Entries on their way into the ledger. Invariants: entries, lines and balances are written by one statement; the
 * house's accounts are locked last, in one order and for the shortest time, since every investor's entries touch them.
 */
import { sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { together } from '../db/together'
import { type Decimal, add, plain } from '../domain/decimal'
import { type Account, type Entry, type PostingLine, accountId, house } from '../domain/ledger'

export interface BookedEntry extends Entry {
  id: string
  /** With the account's balance after each line; null for the house, whose balance is known once it is locked. */
  lines: (PostingLine & { balanceAfter: Decimal | null })[]
}

/** Books the entries in their order. The investors they touch are locked by the caller. */
export async function writeEntries(tx: Db, entries: BookedEntry[]): Promise<void> {
  const house = await lockHouse(tx, entries)
  const balances = new Map<string, { account: Account; balance: Decimal }>()
  const lines = entries.flatMap((entry) =>
    entry.lines.map((line, index) => {
      const id = accountId(line.account)
      const balanceAfter = line.balanceAfter ?? add(house.get(id) ?? '0', line.amount)
      if (line.account.userId === null) house.set(id, balanceAfter)
      balances.set(id, { account: line.account, balance: balanceAfter })
      return { ...line, entry, n: index + 1, accountId: id, balanceAfter }
    }),
  )
  const accounts = [...balances].map(([id, { account, balance }]) => ({ id, ...account, balance }))
  await tx.execute(sql`
    with accounts as (
      insert into ledger_accounts (id, user_id, kind, currency, balance)
      select * from unnest(
        ${array(accounts, ({ id }) => id)}::text[],
        ${array(accounts, ({ userId }) => userId)}::text[],
        ${array(accounts, ({ kind }) => kind)}::text[],
        ${array(accounts, ({ currency }) => currency)}::text[],
        ${array(accounts, ({ balance }) => balance)}::numeric[])
      on conflict (id) do update set balance = excluded.balance
    ), entries as (
      insert into ledger_entries
        (id, event_id, type, user_id, source_user_id, occurred_at, reference_kind, reference_id, reason)
      select * from unnest(
        ${array(entries, ({ id }) => id)}::text[],
        ${array(entries, ({ eventId }) => eventId)}::text[],
        ${array(entries, ({ type }) => type)}::text[],
        ${array(entries, ({ userId }) => userId)}::text[],
        ${array(entries, ({ sourceUserId }) => sourceUserId ?? null)}::text[],
        ${array(entries, ({ occurredAt }) => occurredAt)}::timestamptz[],
        ${array(entries, ({ reference }) => reference?.kind ?? null)}::text[],
        ${array(entries, ({ reference }) => reference?.id ?? null)}::text[],
        ${array(entries, ({ reason }) => reason ?? null)}::text[])
    )
    insert into ledger_lines
      (entry_id, n, account_id, user_id, account, currency, amount, balance_after, type, occurred_at)
    select entry_id, n, account_id, user_id, account, currency, amount, balance_after, type, occurred_at
    from unnest(
      ${array(lines, ({ entry }) => entry.id)}::text[],
      ${array(lines, ({ n }) => n)}::smallint[],
      ${array(lines, (line) => line.accountId)}::text[],
      ${array(lines, ({ account }) => account.userId)}::text[],
      ${array(lines, ({ account }) => account.kind)}::text[],
      ${array(lines, ({ account }) => account.currency)}::text[],
      ${array(lines, ({ amount }) => amount)}::numeric[],
      ${array(lines, (line) => line.balanceAfter)}::numeric[],
      ${array(lines, ({ type }) => type)}::text[],
      ${array(lines, ({ entry }) => entry.occurredAt)}::timestamptz[])
      with ordinality as line
        (entry_id, n, account_id, user_id, account, currency, amount, balance_after, type, occurred_at, position)
    order by position`)
}

/** One column of rows as one parameter. */
export const array = <Row>(rows: Row[], column: (row: Row) => string | number | Date | null) =>
  sql.param(rows.map(column))

/**
 * Locks the house's accounts that the entries touch and returns their balances; a new account begins at zero. New ones
 * are inserted before the first lock: inserted between two locks, they would be locked out of order. Two transactions
 * that insert the same account may meet at either of the table's unique indexes, so the conflict target is left open:
 * at the other index they would deadlock. Accruals are booked before an action that may pay rewards, in a statement of
 * its own: a transaction that locks `yield` also locks `rewards`, or that second statement would lock out of order.
 */
async function lockHouse(tx: Db, entries: BookedEntry[]): Promise<Map<string, Decimal>> {
  const touched = entries.flatMap(({ lines }) => lines.map(({ account }) => account))
  if (touched.some(({ kind }) => kind === 'yield')) touched.push(house('rewards', 'USDT'))
  const accounts = new Map(
    touched.filter(({ userId }) => userId === null).map((one) => [accountId(one), one]),
  )
  if (accounts.size === 0) return new Map()
  const rows = [...accounts].map(([id, account]) => ({ id, ...account }))
  const ids = array(rows, ({ id }) => id)
  const [, { rows: locked }] = await together([
    tx
      .execute(
        sql`insert into ledger_accounts (id, kind, currency)
          select * from unnest(
            ${ids}::text[],
            ${array(rows, ({ kind }) => kind)}::text[],
            ${array(rows, ({ currency }) => currency)}::text[])
            as account (id, kind, currency)
          where not exists (select from ledger_accounts as known where known.id = account.id)
          order by id collate "C" on conflict do nothing`,
      )
      .execute(),
    tx
      .execute<{ id: string; balance: string }>(
        sql`select id, balance from ledger_accounts where id = any(${ids}::text[])
          order by id collate "C" for update`,
      )
      .execute(),
  ])
  return new Map(locked.map(({ id, balance }) => [id, plain(balance)]))
}
