import { contract } from '~/contract'
import { findByLogin, inviterOf } from '../accounts/users'
import { type BuiltCall, forAnyone, forCaller } from '../http/built-call'
import { bonusOf } from '../partners/bonus'
import { listReferrals, listReferralsOf } from '../partners/referrals'

/** Whom an investor has invited and what that brought, and what everyone may know of a login that invites. */
export function partnerCalls(): BuiltCall[] {
  return [
    forAnyone(contract.user.referral, async ({ db, params: { login } }) => {
      const found = await findByLogin(db, login)
      if (found?.role !== 'investor') {
        return { login, exists: false, inviter: null, rank: null, registeredAt: null }
      }
      return {
        login: found.login,
        exists: true,
        inviter: await inviterOf(db, found),
        rank: found.rank,
        registeredAt: found.registeredAt.toISOString(),
      }
    }),

    forCaller(contract.user.referrals, ({ db, query }, { user }) => listReferrals(db, user.id, query)),

    forCaller(contract.user.referralsOf, ({ db, params: { login }, query }, { user }) =>
      listReferralsOf(db, { userId: user.id, login }, query),
    ),

    forCaller(contract.user.bonus, ({ db }, { user }) => bonusOf(db, user.id)),
  ]
}
