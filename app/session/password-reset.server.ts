import { type RequestContext } from '~/context'
import { type Contract } from '~/contract'
import { type CallInput } from '~/contract/call'
import { type User } from '~/contract/user'
import { UpstreamFailure, isUnexplained, mayBeDone } from '~/upstream/failure.server'
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

/** Limits attempts: by address for all names together, and by address and name. @returns seconds to wait, or null */
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
 * Sets a password by a code. A used code may have been used by an earlier post of the form, and a refusal without a reason may come
 * from a gateway or from an upstream that has set it: then the password signs in already.
 * @returns the user who is signed in by that; null if the user has to sign in next
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
    const mayBeSet =
      error instanceof UpstreamFailure &&
      (isAboutCode(error) || mayBeDone(error) || isUnexplained(error, ['login', 'password']))
    const user = mayBeSet && (await beginIfSet(context, { login: reset.login, password: reset.password }))
    if (user) return user
    throw error
  }
}

const isAboutCode = ({ code }: UpstreamFailure): boolean => code === 'code_invalid' || code === 'code_expired'
