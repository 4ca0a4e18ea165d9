import { type RequestContext } from '~/context'
import { requireExtension } from '~/upstream/settings.server'
import { requireVisitor } from './guards.server'

/**
 * For the pages of a forgotten password: a signed-in user continues to where they wanted to go.
 * @throws a 404 if the upstream can't set a password by a code
 */
export async function requireReset(context: RequestContext): Promise<void> {
  requireVisitor(context)
  await requireExtension(context.upstream, 'passwordReset')
}

/**
 * How often a name may be tried here: by address whatever the name, and by both together. @returns seconds to wait,
 * or null
 */
export async function waitOfReset(
  { limits, clientAddress }: Pick<RequestContext, 'limits' | 'clientAddress'>,
  limit: 'passwordForgot' | 'passwordReset',
  login: string,
): Promise<number | null> {
  return (
    (await limits.take('signInAddress', clientAddress)) ?? (await limits.take(limit, clientAddress, login))
  )
}
