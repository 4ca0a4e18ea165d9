import { contract } from '~/contract/index'
import { notifyOfSentWithdrawal, notifyOwner } from '../../auth/security-notifications'
import { lockAccount } from '../../db/lock-account'
import { anomalyOf, clearAnomaly } from '../../operator/anomalies'
import { decideInquiry, inquiryOf } from '../../operator/inquiries'
import { decideLink, linkOf } from '../../operator/links'
import { decidePayment, ownedPayment } from '../../operator/payments'
import { decideRefill, ownedRefill } from '../../operator/refills'
import { decideUser, operatorUser, removeLostFactors, unfreezeUser } from '../../operator/users'
import { decideOnDocuments, verificationOf } from '../../operator/verifications'
import { type Handler, authenticated } from '../handler'
import { type Services } from '../../services'
import { operatorContextOf, operatorViewOf } from './operator-context'

/** The operator's decisions. Each is keyed: decision, money, notification and audit record are one transaction. */
export function operatorDecisionCalls(services: Services): Handler[] {
  return [
    authenticated(contract.operator.decidePayment, async ({ db, params: { id }, body, language }, caller) => {
      await decidePayment(db, operatorContextOf(services, caller), { id, ...body })
      if (body.decision === 'complete') await notifyOfSentWithdrawal(db, services, id)
      return { payment: await ownedPayment(db, id, operatorViewOf(services, language)) }
    }),

    authenticated(contract.operator.decideRefill, async ({ db, params: { id }, body, language }, caller) => {
      await decideRefill(db, operatorContextOf(services, caller), { id, ...body })
      return { refill: await ownedRefill(db, id, operatorViewOf(services, language)) }
    }),

    authenticated(contract.operator.decideVerification, async ({ db, params: { id }, body }, caller) => {
      await decideOnDocuments(db, operatorContextOf(services, caller), { id, ...body })
      return { verification: await verificationOf(db, id) }
    }),

    authenticated(contract.operator.decideUser, async ({ db, params: { id }, body, language }, caller) => {
      await decideUser(db, operatorContextOf(services, caller), { id, ...body })
      return { user: await operatorUser(db, id, operatorViewOf(services, language)) }
    }),

    authenticated(contract.operator.unfreezeUser, async ({ db, params: { id }, body, language }, caller) => {
      await unfreezeUser(db, operatorContextOf(services, caller), { id, ...body })
      await notifyOwner(db, services, await lockAccount(db, id), { kind: 'account_unfrozen' })
      return { user: await operatorUser(db, id, operatorViewOf(services, language)) }
    }),

    authenticated(contract.operator.removeFactors, async ({ db, params: { id }, body, language }, caller) => {
      await removeLostFactors(db, operatorContextOf(services, caller), { id, ...body })
      await notifyOwner(db, services, await lockAccount(db, id), { kind: 'factor_removal_planned' })
      return { user: await operatorUser(db, id, operatorViewOf(services, language)) }
    }),

    authenticated(contract.operator.decideInquiry, async ({ db, params: { id }, body }, caller) => {
      await decideInquiry(db, operatorContextOf(services, caller), { id, ...body })
      return { inquiry: await inquiryOf(db, id) }
    }),

    authenticated(contract.operator.clearAnomaly, async ({ db, params: { id }, body, language }, caller) => {
      await clearAnomaly(db, operatorContextOf(services, caller), { id, reason: body.reason })
      return anomalyOf(db, id, operatorViewOf(services, language))
    }),

    authenticated(contract.operator.takeBackRewards, async ({ db, params, body }, caller) => {
      const takenBack = await decideLink(db, operatorContextOf(services, caller), { ...params, ...body })
      const pair = await linkOf(db, params)
      return { takenBack, free: pair.takenBack?.free ?? '0', currency: 'USDT' as const, pair }
    }),
  ]
}
