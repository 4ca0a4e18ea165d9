import { type RequestContext } from '~/context'
import { paths } from '~/paths'
import { type AuthenticatedUser, requireInvestor, requireOperator } from '~/session/guards.server'
import { requireExtension } from '~/upstream/settings.server'

/**
 * For the pages of second factors, which investors have in the cabinet's settings and operators in their own part.
 * @throws a 404 where the upstream has none
 */
export async function requireFactors(context: RequestContext): Promise<AuthenticatedUser> {
  const isOperators = context.url.pathname.startsWith(`${paths.operator()}/`)
  const user = await (isOperators ? requireOperator(context) : requireInvestor(context))
  await requireExtension(user.upstream, 'secondFactors')
  return user
}
