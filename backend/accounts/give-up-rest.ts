import { and, eq, sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { ledgerAccounts } from '../db/schema/ledger'
import { paymentSystems } from '../db/schema/settings'
import { worthInUsdt } from '../domain/currencies'
import { isLess, isPositive, negate, sum } from '../domain/decimal'
import { type FundsContext } from '../funds/context'
import { correctBalance } from '../funds/corrections'
import { ratesAt } from '../funds/rates'
import { type HouseReason } from '../funds/reasons'

/**
 * What is left on an account that its investor asked to have erased. What must stay true: only what could not be paid
 * out in any way is given up, which is all free balances together worth less than the least withdrawal (money.md 9:
 * what one currency lacks comes from another); it leaves by a correction with its reason, so that the ledger tells it.
 */

/** Books what is given up, in the transaction of the erasure, with the account locked. Gives nothing up of more than that. */
export async function giveUpRest(tx: Db, context: FundsContext, userId: string): Promise<void> {
  const free = await tx
    .select({ currency: ledgerAccounts.currency, balance: ledgerAccounts.balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.userId, userId), eq(ledgerAccounts.kind, 'balance')))
    .orderBy(ledgerAccounts.currency)
  const left = free.filter(({ balance }) => isPositive(balance))
  const [least] = await tx
    .select({ usd: sql<string | null>`trim_scale(min(${paymentSystems.paymentMinUsd}))::text` })
    .from(paymentSystems)
    .where(eq(paymentSystems.paymentEnabled, true))
  const rates = await ratesAt(tx, context.now)
  const worth = sum(left.map(({ currency, balance }) => worthInUsdt(balance, rates.get(currency)!))) // held, so rated
  if (!least?.usd || !isLess(worth, least.usd)) return
  const reason: HouseReason = 'rest_given_up'
  for (const { currency, balance } of left) {
    await correctBalance(tx, context, { userId, currency, amount: negate(balance), reason })
  }
}
