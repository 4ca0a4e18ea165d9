import { contract } from '~/contract/index'
import { wideNetworkOf } from '../../auth/sign-in-origin'
import { findByLogin } from '../../auth/users'
import { type Handler, publicHandler, authenticated } from '../handler'
import { bonusOf } from '../../partners/bonus'
import { type Services } from '../../services'
import { listReferrals, listReferralsOf } from '../../partners/referrals'

/** Whom an investor has invited and what that brought, and what everyone may know of a login that invites. */
export function partnerCalls({ limits }: Pick<Services, 'limits'>): Handler[] {
  return [
    // To anyone it tells whether a link is good, by one statement in either case, and nothing of the person behind it.
    publicHandler(contract.user.referral, async ({ db, params: { login }, address }) => {
      await limits.inviters.count(wideNetworkOf(address))
      const found = await findByLogin(db, login)
      const exists = found?.role === 'investor'
      const untold = { inviter: null, rank: null, registeredAt: null }
      return { login: exists ? found.login : login, exists, ...untold }
    }),

    authenticated(contract.user.referrals, ({ db, query }, { user }) => listReferrals(db, user.id, query)),

    authenticated(contract.user.referralsOf, ({ db, params: { login }, query }, { user }) =>
      listReferralsOf(db, { userId: user.id, login }, query),
    ),

    authenticated(contract.user.bonus, ({ db }, { user }) => bonusOf(db, user.id)),
  ]
}
