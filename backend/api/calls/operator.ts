import { contract } from '~/contract/index'
import { listAudit } from '../../operator/audit'
import { checkAuditChain } from '../../operator/audit-chain'
import { operatorSummary, summaryFigures } from '../../operator/summary'
import { type Handler, authenticated } from '../handler'
import { type Services } from '../../services'
import { proposalCalls } from './four-eyes'
import { operatorBatchCalls } from './operator-batches'
import { operatorCaseCalls } from './operator-cases'
import { operatorContentCalls } from './operator-content'
import { operatorViewOf } from './operator-context'
import { operatorDecisionCalls } from './operator-decisions'
import { operatorInvestorCalls } from './operator-investors'
import { operatorListCalls } from './operator-lists'
import { operatorTermsCalls } from './operator-terms'
import { operatorViewCalls } from './operator-views'
import { operatorsCalls } from './operators'

/** The operator's part: the queues, the decisions, the company's content and settings, and the audit trail. */
export function operatorCalls(services: Services): Handler[] {
  const { db, productClock, realClock, demo, lowAddresses, processorSystems } = services
  const figures = summaryFigures(services)
  return [
    authenticated(contract.operator.summary, (_request, { user }) => {
      const role = user.operatorRole ?? 'admin' // the database has no operator without a role
      const times = { now: productClock.now(), realNow: realClock.now() }
      return operatorSummary(db, { role, ...times, demo, lowAddresses, processorSystems, figures })
    }),

    authenticated(contract.operator.audit, ({ query, language }) =>
      listAudit(db, operatorViewOf(services, language), query),
    ),

    authenticated(contract.operator.auditCheck, () => checkAuditChain(db)),

    ...operatorsCalls(services),
    ...operatorListCalls(services),
    ...operatorCaseCalls(services),
    ...operatorBatchCalls(services),
    ...operatorInvestorCalls(services),
    ...proposalCalls(services),
    ...operatorDecisionCalls(services),
    ...operatorContentCalls(services),
    ...operatorTermsCalls(services),
    ...operatorViewCalls(services),
  ]
}
