import { type Language } from '~/contract/languages'
import { recordActivity } from '../activity/record'
import { type Services } from '../services'
import { type SensitiveCall, requireStepUp } from '../auth/second-factors/step-up'
import { exportAccount } from './export-account'
import { sendAfterAnswer, notifyOwner } from '../auth/security-notifications'

/**
 * Exports all data held about an investor. The export shows more than the pages, such as the full number of a document,
 * so a step-up is required. The owner is notified first, so that an export can't go unnoticed.
 * @throws Refusal of the step-up; too_many_requests after five files within a day
 */
export async function takeDataAway(
  services: Services,
  { language, ...call }: SensitiveCall & { language: Language },
): Promise<Record<string, unknown>> {
  const { db, limits, newId, realClock } = services
  const { address, device, caller } = call
  const { user } = caller
  await requireStepUp(services, call)
  await limits.exports.count(user.id)
  const messages = await db.transaction(async (tx) => {
    const at = realClock.now()
    await recordActivity(tx, newId, {
      userId: user.id,
      at,
      kind: 'data_exported',
      origin: { address, device },
    })
    return notifyOwner(tx, services, user, { kind: 'data_exported' })
  })
  sendAfterAnswer(services, messages)
  return exportAccount(services, user.id, language)
}
