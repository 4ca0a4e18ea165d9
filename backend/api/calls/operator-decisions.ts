import { contract } from '~/contract/index'
import { type Decision } from '~/contract/extensions/operator/queues'
import { type Caller } from '../../auth/tokens'
import { notifyOwner } from '../../auth/security-notifications'
import { type Db } from '../../db/connect'
import { lockAccount } from '../../db/lock-account'
import { decideCase } from '../../operator/cases/decide-case'
import { type CaseSubject } from '../../operator/cases/subjects'
import { applicationOf } from '../../operator/applications'
import { anomalyOf, clearAnomaly } from '../../operator/anomalies'
import { changes } from '../../operator/changes'
import { inquiryOf } from '../../operator/inquiries'
import { decideLink, linkOf } from '../../operator/links'
import { ownedPayment } from '../../operator/payments'
import { ownedRefill } from '../../operator/refills'
import { transferOf } from '../../operator/transfers'
import { decideUser, operatorUser, unfreezeUser } from '../../operator/users'
import { verificationOf } from '../../operator/verifications'
import { type Handler, authenticated } from '../handler'
import { type Services } from '../../services'
import { changing } from './four-eyes'
import { operatorContextOf, operatorViewOf } from './operator-context'

/** The operator's decisions. Each is keyed: decision, money, notification and audit record are one transaction. */
export function operatorDecisionCalls(services: Services): Handler[] {
  const decideOn = (db: Db, caller: Caller, decision: CaseSubject & Decision) =>
    decideCase(db, services, operatorContextOf(services, caller), decision)
  return [
    changing(services, contract.operator.decidePayment, changes.withdrawalDecision, {
      input: ({ params, body }) => ({ ...params, ...body }),
      answer: async (_made, { db, params: { id }, language }) => ({
        payment: await ownedPayment(db, id, operatorViewOf(services, language)),
      }),
    }),

    changing(services, contract.operator.decideRefill, changes.topUpDecision, {
      input: ({ params, body }) => ({ ...params, ...body }),
      answer: async (_made, { db, params: { id }, language }) => ({
        refill: await ownedRefill(db, id, operatorViewOf(services, language)),
      }),
    }),

    changing(services, contract.operator.decideTransfer, changes.transferDecision, {
      input: ({ params, body }) => ({ ...params, ...body }),
      answer: async (_made, { db, params: { id }, language }) => {
        const view = { ...operatorViewOf(services, language), realNow: services.realClock.now() }
        return { transfer: await transferOf(db, view, id) }
      },
    }),

    authenticated(contract.operator.decideVerification, async ({ db, params: { id }, body }, caller) => {
      await decideOn(db, caller, { queue: 'verifications', id, ...body })
      return { verification: await verificationOf(db, id) }
    }),

    authenticated(contract.operator.decideUser, async ({ db, params: { id }, body, language }, caller) => {
      await decideUser(db, operatorContextOf(services, caller), { id, ...body })
      await notifyOwner(db, services, await lockAccount(db, id), {
        ...(body.decision === 'suspend'
          ? { kind: 'account_suspended', values: { reason: body.reason ?? '' } }
          : { kind: 'account_restored' }),
      })
      return { user: await operatorUser(db, id, operatorViewOf(services, language)) }
    }),

    authenticated(contract.operator.unfreezeUser, async ({ db, params: { id }, body, language }, caller) => {
      await unfreezeUser(db, operatorContextOf(services, caller), { id, ...body })
      await notifyOwner(db, services, await lockAccount(db, id), { kind: 'account_unfrozen' })
      return { user: await operatorUser(db, id, operatorViewOf(services, language)) }
    }),

    changing(services, contract.operator.removeFactors, changes.factorRemoval, {
      input: ({ params, body }) => ({ ...params, ...body }),
      answer: async (_made, { db, params: { id }, language }) => ({
        user: await operatorUser(db, id, operatorViewOf(services, language)),
      }),
    }),

    changing(services, contract.operator.replaceContacts, changes.contactReplacement, {
      input: ({ params, body }) => ({ ...params, ...body }),
      answer: async (_made, { db, params: { id }, language }) => ({
        user: await operatorUser(db, id, operatorViewOf(services, language)),
      }),
    }),

    authenticated(contract.operator.decideInquiry, async ({ db, params: { id }, body }, caller) => {
      await decideOn(db, caller, { queue: 'inquiries', id, ...body })
      return { inquiry: await inquiryOf(db, id) }
    }),

    authenticated(
      contract.operator.decideApplication,
      async ({ db, params: { id }, body, language }, caller) => {
        await decideOn(db, caller, { queue: 'applications', id, ...body })
        return { application: await applicationOf(db, { language }, id) }
      },
    ),

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
