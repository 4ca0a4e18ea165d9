import { type RequestContext } from '~/context'
import { Login } from '~/contract/values'
import { publicPanel } from '~/upstream/panel.server'

/**
 * Who a referral link names: their login as it is written, `unknown` where there is no such investor, or nothing that
 * can be said.
 */
export type Inviter = { login: string } | 'unknown' | null

/**
 * Asks the upstream about the login in the address. One that can't tell stands in nobody's way: nothing is said about
 * the inviter, whose login goes along with the form all the same. So it is for a network that looks up more logins than
 * anybody follows links: the page stays, and tells no more who exists.
 */
export async function findInviter(
  { upstream, limits, clientAddress }: Pick<RequestContext, 'upstream' | 'limits' | 'clientAddress'>,
  requested: string | undefined,
): Promise<Inviter> {
  if (!requested) return null
  if (!Login.safeParse(requested).success) return 'unknown'
  if ((await limits.take('inviter', clientAddress)) !== null) return null
  const answer = await publicPanel(upstream.user.referral({ login: requested }, { soon: true }))
  if (!answer) return null
  return answer.exists ? { login: answer.login ?? requested } : 'unknown'
}
