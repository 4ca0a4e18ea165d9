import { contract } from '~/contract/index'
import { type CaseQueue } from '~/contract/extensions/operator/cases'
import { withAssignees } from '../../operator/cases/assignments'
import { listApplications, openResume } from '../../operator/applications'
import { listAnomalies } from '../../operator/anomalies'
import { listAllDeposits } from '../../operator/deposits'
import { openVerificationDocument, readDocumentNumber } from '../../operator/documents'
import { listInquiries } from '../../operator/inquiries'
import { linkOf, listLinks } from '../../operator/links'
import { listAllPayments } from '../../operator/payments'
import { listAllRefills } from '../../operator/refills'
import { listTransfers } from '../../operator/transfers'
import { listUsers } from '../../operator/users'
import { listVerifications } from '../../operator/verifications'
import { type Handler, authenticated, authenticatedDownload } from '../handler'
import { type Services } from '../../services'
import { operatorContextOf, operatorViewOf } from './operator-context'

/** The operator's lists of all investors, each entry with its owner. */
export function operatorListCalls(services: Services): Handler[] {
  const { db, realClock } = services
  const withTakers = <List extends { items: { id: string }[] }>(queue: CaseQueue, list: List) =>
    withAssignees(db, queue, list, realClock.now())
  return [
    authenticated(contract.operator.payments, async ({ query, language }) =>
      withTakers('payments', await listAllPayments(db, operatorViewOf(services, language), query)),
    ),

    authenticated(contract.operator.refills, async ({ query, language }) =>
      withTakers('refills', await listAllRefills(db, operatorViewOf(services, language), query)),
    ),

    authenticated(contract.operator.transfers, async ({ query, language }) => {
      const view = { ...operatorViewOf(services, language), realNow: realClock.now() }
      return withTakers('transfers', await listTransfers(db, view, query))
    }),

    authenticated(contract.operator.deposits, ({ query, language }) =>
      listAllDeposits(db, { language }, query),
    ),

    authenticated(contract.operator.verifications, async ({ query }) =>
      withTakers('verifications', await listVerifications(db, query)),
    ),

    authenticatedDownload(contract.operator.document, ({ params: { id } }, caller) =>
      openVerificationDocument(services, operatorContextOf(services, caller), id),
    ),

    authenticated(contract.operator.documentNumber, ({ params: { id } }, caller) =>
      readDocumentNumber(services, operatorContextOf(services, caller), id),
    ),

    authenticated(contract.operator.users, ({ query, language }) =>
      listUsers(db, operatorViewOf(services, language), query),
    ),

    authenticated(contract.operator.anomalies, ({ query, language }) =>
      listAnomalies(db, operatorViewOf(services, language), query),
    ),

    authenticated(contract.operator.links, ({ query }) => listLinks(db, query)),

    authenticated(contract.operator.link, ({ params }) => linkOf(db, params)),

    authenticated(contract.operator.inquiries, async ({ query }) =>
      withTakers('inquiries', await listInquiries(db, query)),
    ),

    authenticated(contract.operator.applications, async ({ query, language }) =>
      withTakers('applications', await listApplications(db, { language }, query)),
    ),

    authenticatedDownload(contract.operator.resume, ({ params: { id } }, caller) =>
      openResume(services, operatorContextOf(services, caller), id),
    ),
  ]
}
