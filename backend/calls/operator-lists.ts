import { contract } from '~/contract'
import { listAllDeposits } from '../desk/deposits'
import { lookAtDocument, lookAtNumber } from '../desk/documents'
import { listInquiries } from '../desk/inquiries'
import { linkOf, listLinks } from '../desk/links'
import { listAllPayments } from '../desk/payments'
import { listAllRefills } from '../desk/refills'
import { listUsers } from '../desk/users'
import { listVerifications } from '../desk/verifications'
import { type BuiltCall, forCaller, forCallerOfFile } from '../http/built-call'
import { type Services } from '../services'
import { deskOf, readerOf } from './operator-context'

/** What the desk looks through: of all investors, each entry with its owner. */
export function operatorListCalls(services: Services): BuiltCall[] {
  const { db } = services
  return [
    forCaller(contract.operator.payments, ({ query, language }) =>
      listAllPayments(db, readerOf(services, language), query),
    ),

    forCaller(contract.operator.refills, ({ query, language }) =>
      listAllRefills(db, readerOf(services, language), query),
    ),

    forCaller(contract.operator.deposits, ({ query, language }) => listAllDeposits(db, { language }, query)),

    forCaller(contract.operator.verifications, ({ query }) => listVerifications(db, query)),

    forCallerOfFile(contract.operator.document, ({ params: { id } }, caller) =>
      lookAtDocument(services, deskOf(services, caller), id),
    ),

    forCaller(contract.operator.documentNumber, ({ params: { id } }, caller) =>
      lookAtNumber(services, deskOf(services, caller), id),
    ),

    forCaller(contract.operator.users, ({ query, language }) =>
      listUsers(db, readerOf(services, language), query),
    ),

    forCaller(contract.operator.links, ({ query }) => listLinks(db, query)),

    forCaller(contract.operator.link, ({ params }) => linkOf(db, params)),

    forCaller(contract.operator.inquiries, ({ query }) => listInquiries(db, query)),
  ]
}
