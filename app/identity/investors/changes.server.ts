import { type InvestorCase } from '~/contract/extensions/operator/investors'
import { type InvestorChange } from '~/operator-paths'
import { type OperatorCall } from '~/session/operator-permissions.server'

/** What an operator can change of an account, each with the call that does it. */

type Facts = Pick<InvestorCase, 'user' | 'erased' | 'sessions' | 'factors' | 'proposals'>

interface Change {
  call: OperatorCall
  /** Whether there is anything to be changed now. */
  applies: (facts: Facts) => boolean
}

export const changes = {
  correct: { call: 'correctBalance', applies: () => true },
  suspend: { call: 'decideUser', applies: ({ user }) => user.suspended === null },
  restore: { call: 'decideUser', applies: ({ user }) => user.suspended !== null },
  'end-sessions': { call: 'endSessions', applies: ({ sessions }) => sessions.length > 0 },
  unfreeze: { call: 'unfreezeUser', applies: ({ user }) => Boolean(user.frozenSince) },
  'remove-factors': {
    call: 'removeFactors',
    applies: ({ user, factors }) => factors.items.length > 0 && !user.factorRemovalAt,
  },
  // An upstream without the call does not say whether a replacement is planned.
  'replace-contacts': {
    call: 'replaceContacts',
    applies: ({ user }) => user.contactReplacement === null,
  },
  'keep-contacts': { call: 'replaceContacts', applies: ({ user }) => Boolean(user.contactReplacement) },
} as const satisfies Record<InvestorChange, Change>

/** The proposal of a change that waits for a second operator. */
export const proposalOf = ({ proposals }: Pick<Facts, 'proposals'>, change: InvestorChange) =>
  proposals?.find(({ call }) => call === `operator.${changes[change].call}`) ?? null

/** Whether a change makes sense for an account now. An erased one stays as it is, and no change is proposed twice. */
export const mayChange = (facts: Facts, change: InvestorChange): boolean =>
  !facts.erased && changes[change].applies(facts) && proposalOf(facts, change) === null

/** The changes that make sense for an account now and that the operator may make. */
export function changesFor(facts: Facts, may: (call: OperatorCall) => boolean): InvestorChange[] {
  const names = Object.keys(changes) as InvestorChange[] // of a closed record
  return names.filter((change) => may(changes[change].call) && mayChange(facts, change))
}
