/**
 * The lock of an investor's money. Invariants: code that moves an investor's money, or changes a deposit or its
 * turnover, holds the investor's row first; a use case takes all the rows it needs in one statement, in the order of
 * their ids. So two use cases can't deadlock, and fifty that spend one balance run one after the other.
 */
import { type SQL, is, sql } from 'drizzle-orm'
import { PgTransaction } from 'drizzle-orm/pg-core'
import { type Db } from '../db/connect'
import { type RankName } from '../domain/rewards'
import { type Decimal, plain } from '../domain/decimal'

export interface Investor {
  id: string
  inviterId: string | null
  rank: RankName | null
  turnover: Decimal
  /** The person is gone; nothing is credited to the account any more. */
  erased: boolean
}

/** As far as inviters are paid: the levels of the referral programme. */
export const levels = 3

/** `chain`: the investors and this many levels of their inviters. */
export const chainOf = (userIds: string[], inviters: number): SQL => sql`
  chain as (
    select id, inviter_id, 0 as level from users where id = any(${sql.param(userIds)}::text[])
    union
    select u.id, u.inviter_id, chain.level + 1 from chain join users u on u.id = chain.inviter_id
    where chain.level < ${inviters}
  )`

/**
 * Locks the investors and this many levels of their inviters until the transaction ends. The lock is sent at once.
 * @throws Error outside a transaction, where no lock would last
 */
export async function lockInvestors(
  tx: Db,
  userIds: string[],
  inviters: number,
): Promise<Map<string, Investor>> {
  if (!is(tx, PgTransaction)) throw new Error('money moves in a transaction only')
  const { rows } = await tx
    .execute<{
      id: string
      inviter_id: string | null
      rank: RankName | null
      turnover: string
      erased: boolean
    }>(
      sql`with recursive ${chainOf(userIds, inviters)}
        select id, inviter_id, rank, turnover, erased_at is not null as erased from users
        where id in (select id from chain) order by id collate "C" for no key update`,
    )
    .execute()
  return new Map(
    rows.map(({ id, inviter_id, rank, turnover, erased }) => [
      id,
      { id, inviterId: inviter_id, rank, turnover: plain(turnover), erased },
    ]),
  )
}

/** Before an investor is invited: the partners of the inviter and of those above are counted in the same transaction. */
export async function lockInviters(tx: Db, inviterId: string): Promise<void> {
  await lockInvestors(tx, [inviterId], levels - 1)
}
