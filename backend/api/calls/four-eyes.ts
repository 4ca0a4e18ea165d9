import { type Call, type CallOutput } from '~/contract/call'
import { calls, contract } from '~/contract/index'
import { type OperatorRole, mayCall, operatorRoles } from '~/contract/operator-roles'
import { type Caller } from '../../auth/tokens'
import { Refusal } from '../../domain/refusal'
import { type Change } from '../../operator/change'
import { changeOf } from '../../operator/changes'
import {
  type ProposalReader,
  decideProposal,
  listProposals,
  makeOrPropose,
  prepareProposed,
  proposalOf,
} from '../../operator/proposals'
import { type Services } from '../../services'
import { type CallRequest, type Handler, authenticated } from '../handler'
import { operatorContextOf } from './operator-context'

/** Calls that may need a second operator, and what the second one decides. */

/**
 * A call that makes a change, or proposes it. Its answer has the proposal, and is otherwise the same.
 * @param options.answer the rest of the answer, by what was made: null while it waits
 */
export function changing<C extends Call, Input extends { reason?: string }, Made>(
  services: Services,
  call: C,
  change: Change<Input, Made>,
  options: {
    input: (request: CallRequest<C>) => Input
    answer: (made: Made | null, request: CallRequest<C>) => Promise<Omit<CallOutput<C>, 'proposal'>>
  },
): Handler {
  return authenticated(call, async (request, caller) => {
    const input = options.input(request)
    if (!mayMake(caller, change.call, input)) throw new Refusal('forbidden')
    await change.prepare?.(services, input)
    const operator = operatorContextOf(services, caller)
    return request.db.transaction(async (tx) => {
      const { made, proposalId } = await makeOrPropose(tx, services, operator, change, input)
      const rest = await options.answer(made, { ...request, db: tx })
      const proposal = proposalId && (await proposalOf(tx, readerOf(services, caller), proposalId))
      return { ...rest, proposal } as CallOutput<C> // the call's answer has a proposal: `proposed` of the contract
    })
  })
}

/** What waits for a second operator, and the decisions on it. */
export function proposalCalls(services: Services): Handler[] {
  const { db } = services
  return [
    authenticated(contract.operator.proposals, ({ query }, caller) =>
      listProposals(db, readerOf(services, caller), query),
    ),

    authenticated(contract.operator.proposal, ({ params: { id } }, caller) =>
      proposalOf(db, readerOf(services, caller), id),
    ),

    authenticated(contract.operator.decideProposal, async ({ db: tx, params: { id }, body }, caller) => {
      const reader = readerOf(services, caller)
      if (body.decision === 'approve') await prepareProposed(tx, services, id)
      const operator = operatorContextOf(services, caller)
      await decideProposal(tx, services, operator, { id, ...body, mayMake: reader.mayMake })
      return { proposal: await proposalOf(tx, reader, id) }
    }),
  ]
}

const readerOf = ({ productClock }: Services, caller: Caller): ProposalReader => ({
  operatorId: caller.user.id,
  now: productClock.now(),
  mayMake: (call, input) => mayMake(caller, call, input),
  rolesOf,
})

/** Whoever may make a change may approve it. */
function mayMake({ user: { operatorRole } }: Caller, call: string, input: unknown): boolean {
  return operatorRole !== null && rolesOf(call, input).includes(operatorRole)
}

function rolesOf(call: string, input: unknown): OperatorRole[] {
  const roles = changeOf(call)?.roles?.(input) ?? callsByName.get(call)?.roles
  return operatorRoles.filter((role) => mayCall(role, { roles }))
}

const callsByName = new Map(calls)
