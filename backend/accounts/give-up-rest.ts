import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { ledgerAccounts } from '../db/schema/ledger'
import { paymentSystems } from '../db/schema/settings'
import { worthInUsdt } from '../domain/currencies'
import { isLess, isPositive, negate, sum } from '../domain/decimal'
import { type FundsContext } from '../funds/context'
import { correctBalance } from '../funds/corrections'
import { openSettledBooks } from '../funds/accruals'
import { ratesAt } from '../funds/rates'
import { type HouseReason } from '../domain/house-reasons'
import { postTakenBack } from '../funds/take-back'

/**
 * The rest on an account that its investor wants to be erased. Invariants: an investor gives up only what can't be paid
 * out in any way: all free balances and the rewards that are not free yet, together worth less than the minimum
 * withdrawal (a shortfall in one currency can be covered from another). It leaves by entries with their reason, so that
 * the ledger records it.
 */

/**
 * Books the rest as given up, in the transaction of the erasure, with the account locked and everything due booked.
 * Does nothing if the rest is larger than that.
 */
export async function giveUpRest(tx: Db, context: FundsContext, userId: string): Promise<void> {
  const { kind, currency, balance } = ledgerAccounts
  const accounts = await tx
    .select({ kind, currency, balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.userId, userId), inArray(kind, ['balance', 'rewards_held'])))
    .orderBy(currency)
  const left = accounts.filter((account) => isPositive(account.balance))
  const [lowest] = await tx
    .select({ usd: sql<string | null>`trim_scale(min(${paymentSystems.paymentMinUsd}))::text` })
    .from(paymentSystems)
    .where(eq(paymentSystems.paymentEnabled, true))
  const rates = await ratesAt(tx, context.now)
  const worth = sum(left.map((account) => worthInUsdt(account.balance, rates.get(account.currency)!))) // a held currency always has a rate
  if (!lowest?.usd || !isLess(worth, lowest.usd)) return
  const reason: HouseReason = 'rest_given_up'
  for (const account of left.filter((one) => one.kind === 'balance')) {
    const amount = negate(account.balance)
    await correctBalance(tx, context, { userId, currency: account.currency, amount, reason })
  }
  if (!left.some((one) => one.kind === 'rewards_held')) return
  const books = await openSettledBooks(tx, context, userId)
  await postTakenBack(tx, books, context, { userId, reason })
  await books.write()
}
