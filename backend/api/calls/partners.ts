import { contract } from '~/contract/index'
import { wideNetworkOf } from '../../auth/sign-in-origin'
import { findByLogin } from '../../auth/users'
import { type Handler, publicHandler, authenticated } from '../handler'
import { bonusOf } from '../../partners/bonus'
import { type Services } from '../../services'
import { listReferrals, listReferralsOf } from '../../partners/referrals'

/** The partners that an investor invited, their rewards, and the public part of an inviter's login. */
export function partnerCalls({ limits }: Pick<Services, 'limits'>): Handler[] {
  return [
    // A public answer reveals only whether a link is valid. One query serves both cases, so that timing reveals
    // nothing.
    publicHandler(contract.user.referral, async ({ db, params: { login }, address }) => {
      await limits.inviters.count(wideNetworkOf(address))
      const found = await findByLogin(db, login)
      const exists = found?.role === 'investor'
      const withheld = { inviter: null, rank: null, registeredAt: null }
      return { login: exists ? found.login : login, exists, ...withheld }
    }),

    authenticated(contract.user.referrals, ({ db, query }, { user }) => listReferrals(db, user.id, query)),

    authenticated(contract.user.referralsOf, ({ db, params: { login }, query }, { user }) =>
      listReferralsOf(db, { userId: user.id, login }, query),
    ),

    authenticated(contract.user.bonus, ({ db }, { user }) => bonusOf(db, user.id)),
  ]
}
