import { recordActivity } from '../activity/record'
import { endTokens, liveTokens } from '../auth/tokens'
import { type Db } from '../db/connect'
import { type OperatorContext, recordAudit } from './audit'
import { reasonOf } from './decisions'
import { lockInvestor } from './lock-investor'

/**
 * Ends every session of an investor and the trust in every browser. Returns how many sessions were open. The owner sees
 * in the list of what was done that the company did it.
 * @throws Refusal validation without a reason, not_found
 */
export async function endInvestorSessions(
  tx: Db,
  operator: OperatorContext,
  { id, ...decision }: { id: string; reason: string },
): Promise<number> {
  const reason = reasonOf(decision)
  const { realNow: at, newId } = operator
  await lockInvestor(tx, id)
  const sessions = (await liveTokens(tx, id, at)).length
  await endTokens(tx, id, at)
  await recordActivity(tx, newId, {
    userId: id,
    at,
    kind: 'session_ended',
    origin: null,
    values: { sessions },
  })
  await recordAudit(tx, operator, { verb: 'end_sessions', kind: 'user', id, reason })
  return sessions
}
