import { asc, eq, or, sql } from 'drizzle-orm'
import { incomingTransfers } from '../db/schema/incoming'

/**
 * The payments of one transaction. Where its sender numbers none, they are told apart by their amounts: all but the first have
 * theirs after the transaction, in their key.
 */

const { transactionKey, id } = incomingTransfers

/** @param key of the transaction (`hashKey`) */
export const isOfTransaction = (key: string) =>
  or(eq(transactionKey, key), sql`starts_with(${transactionKey}, ${`${key} `})`)

/** Whoever locks several locks them in this order. */
export const firstPayments = [asc(sql`length(${transactionKey})`), asc(id)] as const
