import { type contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { and, eq } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { ledgerAccounts } from '../db/schema/ledger'
import { type Decimal, isNegative, negate } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { lockForBooks } from '../funds/accruals'
import { correctBalance } from '../funds/corrections'
import { notify } from '../notifications/events'
import { type OperatorContext, recordAudit } from './audit'
import { reasonOf } from './decisions'
import { lockInvestor } from './lock-investor'

export interface CorrectionRequest {
  /** The investor's. */
  id: string
  direction: 'credit' | 'debit'
  currency: string
  /** Without a sign. */
  amount: Decimal
  reason: string
}

type Answer = CallOutput<typeof contract.operator.correctBalance>
export type CorrectionMade = Answer & { correction: NonNullable<Answer['correction']> }

/**
 * Corrects an investor's free balance: an entry of the ledger against the house, the notification and the audit record
 * are one transaction. A debit takes no more than is free.
 * @throws Refusal validation, not_found, amount_negative, amount_below_min, amount_above_max, insufficient_funds
 */
export async function correctInvestorBalance(
  tx: Db,
  operator: OperatorContext,
  request: CorrectionRequest,
): Promise<CorrectionMade> {
  const { id: userId, direction, currency, amount } = request
  const reason = reasonOf(request)
  // A sign would turn a debit into a credit.
  if (isNegative(amount)) throw new Refusal('amount_negative', { field: 'amount' })
  await lockForBooks(tx, operator, [userId])
  const { login } = await lockInvestor(tx, userId)
  const signed = direction === 'debit' ? negate(amount) : amount
  const { id, before, after } = await correctBalance(tx, operator, {
    ...{ userId, currency, amount: signed, reason },
  })
  const { now: at, newId } = operator
  const values = { correctionId: id, amount, currency, reason }
  const kind = direction === 'credit' ? 'balance_credited' : 'balance_debited'
  await notify(tx, newId, [{ userId, at, kind, values }])
  await recordAudit(tx, operator, {
    ...{ verb: direction, kind: 'correction', id: userId },
    // The entry itself has both; here they are found without the ledger.
    reason: `${signed} ${currency}: ${reason}`,
  })
  return {
    correction: { id, direction, currency, amount, reason, createdAt: at.toISOString() },
    owner: { id: userId, login },
    before,
    after,
  }
}

/** The free balance of a currency as the ledger has it; zero where there is no account yet. */
export async function freeBalance(db: Db, userId: string, currency: string): Promise<Decimal> {
  const { kind, balance } = ledgerAccounts
  const [account] = await db
    .select({ balance })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.userId, userId), eq(kind, 'balance'), eq(ledgerAccounts.currency, currency)))
  return account?.balance ?? '0'
}

/** Whose balance it is and what it is, while a correction waits. @throws Refusal not_found */
export async function uncorrected(
  db: Db,
  userId: string,
  currency: string,
): Promise<Pick<Answer, 'owner' | 'before' | 'after'>> {
  const { id, login } = await lockInvestor(db, userId)
  const balance = await freeBalance(db, userId, currency)
  return { owner: { id, login }, before: balance, after: balance }
}
