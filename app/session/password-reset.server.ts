import { type RequestContext } from '~/context'
import { type Contract } from '~/contract'
import { type CallInput } from '~/contract/call'
import { type User } from '~/contract/user'
import { UpstreamFailure, mayBeDone } from '~/upstream/failure.server'
import { requireExtension } from '~/upstream/settings.server'
import { requireVisitor } from './guards.server'
import { beginIfSet } from './sign-in.server'

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

/**
 * Sets a password by a code. A code that is used up may have been used by an earlier post of the form: then the password
 * signs in already.
 * @returns who is signed in by that, or null: they sign in next
 * @throws UpstreamFailure when the upstream refuses
 */
export async function resetPassword(
  context: RequestContext,
  reset: CallInput<Contract['passwordReset']['reset']>,
): Promise<User | null> {
  try {
    await context.upstream.passwordReset.reset(reset)
    return null
  } catch (error) {
    const isUsed = error instanceof UpstreamFailure && (isAboutCode(error) || mayBeDone(error))
    const user = isUsed && (await beginIfSet(context, { login: reset.login, password: reset.password }))
    if (user) return user
    throw error
  }
}

const isAboutCode = ({ code }: UpstreamFailure): boolean => code === 'code_invalid' || code === 'code_expired'
