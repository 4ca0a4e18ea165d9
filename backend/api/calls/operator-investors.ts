import { contract } from '~/contract/index'
import { notifyOwner } from '../../auth/security-notifications'
import { lockAccount } from '../../db/lock-account'
import { changes } from '../../operator/changes'
import { uncorrected } from '../../operator/corrections'
import { endInvestorSessions } from '../../operator/investor-sessions'
import { investorCase } from '../../operator/investor-case'
import { previewOf } from '../../operator/investor-preview'
import { listInvestors } from '../../operator/investors'
import { operatorUser } from '../../operator/users'
import { type Services } from '../../services'
import { type Handler, authenticated } from '../handler'
import { changing } from './four-eyes'
import { operatorContextOf, operatorViewOf } from './operator-context'

/** Investors: the search, everything about one, and what an operator changes of an account. */
export function operatorInvestorCalls(services: Services): Handler[] {
  const { db, realClock } = services
  return [
    authenticated(contract.operator.investors, ({ query, language }) =>
      listInvestors(db, operatorViewOf(services, language), query),
    ),

    authenticated(contract.operator.investor, ({ params: { id }, query, language, origin }) =>
      investorCase(
        db,
        { ...operatorViewOf(services, language), realNow: realClock.now(), origin, ...query },
        id,
      ),
    ),

    authenticated(contract.operator.investorPreview, ({ params: { id }, query }, caller) =>
      previewOf(db, operatorContextOf(services, caller), { id, ...query }),
    ),

    authenticated(
      contract.operator.endSessions,
      async ({ db: tx, params: { id }, body, language }, caller) => {
        const ended = await endInvestorSessions(tx, operatorContextOf(services, caller), { id, ...body })
        await notifyOwner(tx, services, await lockAccount(tx, id), { kind: 'sessions_ended' })
        return { ended, user: await operatorUser(tx, id, operatorViewOf(services, language)) }
      },
    ),

    changing(services, contract.operator.correctBalance, changes.balanceCorrection, {
      input: ({ params, body }) => ({ ...params, ...body }),
      answer: async (made, { db: tx, params: { id }, body: { currency } }) =>
        made ?? { correction: null, ...(await uncorrected(tx, id, currency)) },
    }),
  ]
}
