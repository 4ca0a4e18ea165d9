import { type Db } from '../db/connect'
import { checkAmount } from '../domain/bounds'
import { isCurrency } from '../domain/currencies'
import { type Decimal, isNegative, negate } from '../domain/decimal'
import { corrected } from '../domain/investor-postings'
import { Refusal } from '../domain/refusal'
import { openSettledBooks } from './accruals'
import { type FundsContext } from './context'

/**
 * Corrects a free balance by a new entry with its reason, since entries never change; a negative amount subtracts. Runs
 * in the caller's transaction. Returns the correction's id, and the balance around it.
 * @throws Refusal validation, amount_below_min for zero, insufficient_funds when there is not as much to subtract
 */
export async function correctBalance(
  tx: Db,
  context: FundsContext,
  request: { userId: string; currency: string; amount: Decimal; reason: string },
): Promise<{ id: string; before: Decimal; after: Decimal }> {
  const { userId, currency, amount } = request
  if (!isCurrency(currency)) throw Refusal.ofField('currency', 'invalid')
  const reason = request.reason.trim()
  if (reason === '') throw Refusal.ofField('reason', 'required')
  checkAmount(isNegative(amount) ? negate(amount) : amount, currency, { min: '0', max: null })
  const books = await openSettledBooks(tx, context, userId)
  const before = books.balance(userId, 'balance', currency)
  const id = context.newId()
  books.post(corrected({ userId, occurredAt: context.now }, { id, currency, amount, reason }))
  await books.write()
  return { id, before, after: books.balance(userId, 'balance', currency) }
}
