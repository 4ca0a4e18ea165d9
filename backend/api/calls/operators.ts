import { calls, contract } from '~/contract/index'
import { type OperatorRole, mayCall } from '~/contract/operator-roles'
import { sendAfterAnswer } from '../../auth/security-notifications'
import {
  acceptInvitation,
  inviteOperator,
  readInvitation,
  revokeInvitation,
} from '../../operator/invitations'
import { decideOperator, listOperators, operatorOf } from '../../operator/operators'
import { queueCounts } from '../../operator/today/waiting'
import { type Services } from '../../services'
import { type Handler, authenticated, publicHandler } from '../handler'
import { operatorContextOf } from './operator-context'

/** The operators themselves: who they are, what each may do, and the invitations of new ones. */
export function operatorsCalls(services: Services): Handler[] {
  const { db, realClock, productClock } = services
  return [
    authenticated(contract.operator.self, async (_request, { user: { login, operatorRole } }) => {
      const role = operatorRole! // of an operator never null: the table's check
      return { login, role, calls: callsOf(role), queues: await queueCounts(db, productClock.now()) }
    }),

    authenticated(contract.operator.operators, ({ query }) => listOperators(db, realClock.now(), query)),

    authenticated(contract.operator.operator, ({ params: { id } }) => operatorOf(db, id, realClock.now())),

    authenticated(contract.operator.inviteOperator, async ({ body, language }, caller) => {
      const operator = { ...operatorContextOf(services, caller), operatorId: caller.user.id }
      const { invitation, messageId } = await db.transaction((tx) =>
        inviteOperator(tx, services, operator, { ...body, language }),
      )
      sendAfterAnswer(services, [messageId])
      return invitation
    }),

    authenticated(contract.operator.revokeInvitation, ({ params: { id } }, caller) =>
      db.transaction((tx) => revokeInvitation(tx, services, operatorContextOf(services, caller), id)),
    ),

    authenticated(contract.operator.decideOperator, async ({ params: { id }, body }, caller) => {
      await db.transaction((tx) => decideOperator(tx, operatorContextOf(services, caller), { id, ...body }))
      return operatorOf(db, id, realClock.now())
    }),

    publicHandler(contract.invitations.read, ({ params: { token } }) =>
      readInvitation(db, token, realClock.now()),
    ),

    publicHandler(contract.invitations.accept, ({ params: { token }, body, address, device }) =>
      acceptInvitation(services, { token, ...body, address, device }),
    ),
  ]
}

/** The operator's calls that a role may make. */
const callsOf = (role: OperatorRole): string[] =>
  calls.filter(([, call]) => call.access === 'operator' && mayCall(role, call)).map(([id]) => id)
