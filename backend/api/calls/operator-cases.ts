import { contract } from '~/contract/index'
import { type Call } from '~/contract/call'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { type Language } from '~/contract/languages'
import { mayCall } from '~/contract/operator-roles'
import { type Caller } from '../../auth/tokens'
import {
  type CaseReader,
  applicationCase,
  inquiryCase,
  paymentCase,
  refillCase,
  transferCase,
  verificationCase,
} from '../../operator/cases/case-view'
import { Refusal } from '../../domain/refusal'
import { releaseCase, takeCase } from '../../operator/cases/assignments'
import { addNote } from '../../operator/cases/notes'
import { previewDecision } from '../../operator/cases/preview-decision'
import { type Services } from '../../services'
import { type Handler, authenticated } from '../handler'
import { operatorContextOf, operatorViewOf } from './operator-context'

/** One case of a queue, and the work on it that decides nothing. */
export function operatorCaseCalls(services: Services): Handler[] {
  const { db } = services
  const readerOf = ({ user }: Caller, language: Language): CaseReader => ({
    ...operatorViewOf(services, language),
    operatorId: user.id,
    realNow: services.realClock.now(),
  })
  return [
    authenticated(contract.operator.payment, ({ params: { id }, query, language }, caller) =>
      paymentCase(db, { ...readerOf(caller, language), ...query }, id),
    ),

    authenticated(contract.operator.refill, ({ params: { id }, query, language }, caller) =>
      refillCase(db, { ...readerOf(caller, language), ...query }, id),
    ),

    authenticated(contract.operator.transfer, ({ params: { id }, query, language }, caller) =>
      transferCase(db, { ...readerOf(caller, language), ...query }, id),
    ),

    authenticated(contract.operator.verification, ({ params: { id }, query, language }, caller) =>
      verificationCase(db, { ...readerOf(caller, language), ...query }, id),
    ),

    authenticated(contract.operator.inquiry, ({ params: { id }, query, language }, caller) =>
      inquiryCase(db, { ...readerOf(caller, language), ...query }, id),
    ),

    authenticated(contract.operator.application, ({ params: { id }, query, language }, caller) =>
      applicationCase(db, { ...readerOf(caller, language), ...query }, id),
    ),

    authenticated(contract.operator.takeCase, async ({ params, body }, caller) => {
      refuseRole(caller, callsOf[params.queue].read)
      const operator = operatorContextOf(services, caller)
      const { by, at } = await db.transaction((tx) => takeCase(tx, operator, { ...params, ...body }))
      return { taken: { by, at: at.toISOString(), isOwn: true } }
    }),

    authenticated(contract.operator.releaseCase, async ({ params }, caller) => {
      refuseRole(caller, callsOf[params.queue].read)
      const operator = operatorContextOf(services, caller)
      await db.transaction((tx) => releaseCase(tx, operator, params))
      return {}
    }),

    authenticated(contract.operator.addNote, async ({ params, body }, caller) => {
      const { queue } = params
      refuseRole(caller, queue === 'investors' ? contract.operator.investor : callsOf[queue].read)
      const operator = operatorContextOf(services, caller)
      return { id: await db.transaction((tx) => addNote(tx, operator, { ...params, ...body })) }
    }),

    authenticated(contract.operator.previewDecision, ({ params, body }, caller) => {
      refuseRole(caller, callsOf[params.queue].decide)
      return previewDecision(db, services, operatorContextOf(services, caller), { ...params, ...body })
    }),
  ]
}

/** Whose roles count for a call that is about a case of any queue. */
const callsOf: Record<CaseQueue, { read: Call; decide: Call }> = {
  payments: { read: contract.operator.payment, decide: contract.operator.decidePayment },
  refills: { read: contract.operator.refill, decide: contract.operator.decideRefill },
  transfers: { read: contract.operator.transfer, decide: contract.operator.decideTransfer },
  verifications: { read: contract.operator.verification, decide: contract.operator.decideVerification },
  inquiries: { read: contract.operator.inquiry, decide: contract.operator.decideInquiry },
  applications: { read: contract.operator.application, decide: contract.operator.decideApplication },
}

/** @throws Refusal forbidden */
function refuseRole({ user: { operatorRole } }: Caller, call: Call): void {
  if (operatorRole && !mayCall(operatorRole, call)) throw new Refusal('forbidden')
}
