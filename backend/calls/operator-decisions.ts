import { contract } from '~/contract'
import { decideInquiry, inquiryOf } from '../desk/inquiries'
import { decideLink, linkOf } from '../desk/links'
import { decidePayment, ownedPayment } from '../desk/payments'
import { decideRefill, ownedRefill } from '../desk/refills'
import { decideUser, operatorUser } from '../desk/users'
import { decideOnDocuments, verificationOf } from '../desk/verifications'
import { type BuiltCall, forCaller } from '../http/built-call'
import { type Services } from '../services'
import { deskOf, readerOf } from './operator-context'

/** What the desk decides. Each is keyed: decision, money, notification and audit record are one transaction. */
export function operatorDecisionCalls(services: Services): BuiltCall[] {
  return [
    forCaller(contract.operator.decidePayment, async ({ db, params: { id }, body, language }, caller) => {
      await decidePayment(db, deskOf(services, caller), { id, ...body })
      return { payment: await ownedPayment(db, id, language) }
    }),

    forCaller(contract.operator.decideRefill, async ({ db, params: { id }, body, language }, caller) => {
      await decideRefill(db, deskOf(services, caller), { id, ...body })
      return { refill: await ownedRefill(db, id, readerOf(services, language)) }
    }),

    forCaller(contract.operator.decideVerification, async ({ db, params: { id }, body }, caller) => {
      await decideOnDocuments(db, deskOf(services, caller), { id, ...body })
      return { verification: await verificationOf(db, id) }
    }),

    forCaller(contract.operator.decideUser, async ({ db, params: { id }, body, language }, caller) => {
      await decideUser(db, deskOf(services, caller), { id, ...body })
      return { user: await operatorUser(db, id, readerOf(services, language)) }
    }),

    forCaller(contract.operator.decideInquiry, async ({ db, params: { id }, body }, caller) => {
      await decideInquiry(db, deskOf(services, caller), { id, ...body })
      return { inquiry: await inquiryOf(db, id) }
    }),

    forCaller(contract.operator.takeBackRewards, async ({ db, params, body }, caller) => {
      const takenBack = await decideLink(db, deskOf(services, caller), { ...params, ...body })
      const pair = await linkOf(db, params)
      return { takenBack, free: pair.takenBack?.free ?? '0', currency: 'USDT' as const, pair }
    }),
  ]
}
