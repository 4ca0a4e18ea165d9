import { type RequestContext } from '~/context'
import { type Contract } from '~/contract'
import { type CallInput } from '~/contract/call'
import { paths } from '~/paths'
import { UpstreamFailure, isUnexplained, mayBeDone } from '~/upstream/failure.server'
import { requireExtension } from '~/upstream/settings.server'
import { afterSignIn, requireVisitor } from './guards.server'
import { beginIfSet, signInPageOf } from './sign-in.server'

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
 * from a gateway or from an upstream that has set it: then the account has that password already.
 * @returns the next page: where the user who is signed in by that was going, or where to sign in
 * @throws UpstreamFailure when the upstream refuses
 */
export async function resetPassword(
  context: RequestContext,
  reset: CallInput<Contract['passwordReset']['reset']>,
): Promise<string> {
  const { login, password } = reset
  try {
    await context.upstream.passwordReset.reset(reset)
    return paths.login()
  } catch (error) {
    const mayBeSet =
      error instanceof UpstreamFailure &&
      (isAboutCode(error) || mayBeDone(error) || isUnexplained(error, ['login', 'password']))
    const tried = mayBeSet ? await beginIfSet(context, { login, password }) : null
    if (!tried) throw error
    return 'refusal' in tried ? signInPageOf(context, tried, login) : afterSignIn(context, tried)
  }
}

const isAboutCode = ({ code }: UpstreamFailure): boolean => code === 'code_invalid' || code === 'code_expired'
