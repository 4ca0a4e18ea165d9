import { type RequestContext } from '~/context'
import { Login } from '~/contract/values'
import { publicPanel } from '~/upstream/panel.server'

/**
 * The inviter of a referral link: their login as it is written, or `unknown` if there is no such investor. Null if
 * nothing is known.
 */
export type Inviter = { login: string } | 'unknown' | null

/**
 * Looks up the inviter. On failure, or over the limit of lookups, the page omits the inviter but the form still sends
 * the login.
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
