import { contract } from '~/contract'
import { listAudit } from '../desk/audit'
import { deskSummary } from '../desk/summary'
import { type BuiltCall, forCaller } from '../http/built-call'
import { type Services } from '../services'
import { operatorContentCalls } from './operator-content'
import { readerOf } from './operator-context'
import { operatorDecisionCalls } from './operator-decisions'
import { operatorListCalls } from './operator-lists'
import { operatorTermsCalls } from './operator-terms'

/** The operator's desk: what waits, what is decided on it, what the company writes and sets, and the trail of it all. */
export function operatorCalls(services: Services): BuiltCall[] {
  const { db, productClock, demo, lowAddresses } = services
  return [
    forCaller(contract.operator.summary, () =>
      deskSummary(db, { now: productClock.now(), demo, lowAddresses }),
    ),

    forCaller(contract.operator.audit, ({ query, language }) =>
      listAudit(db, readerOf(services, language), query),
    ),

    ...operatorListCalls(services),
    ...operatorDecisionCalls(services),
    ...operatorContentCalls(services),
    ...operatorTermsCalls(services),
  ]
}
