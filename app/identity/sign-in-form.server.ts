import { redirect } from '@remix-run/node'
import { type RequestContext } from '~/context'
import { type User } from '~/contract/user'
import { paths } from '~/paths'
import { type FlashKey } from '~/session/flash.server'
import { afterSignIn } from '~/session/guards.server'
import { RegisteredOnly, signIn, toSecondFactor, type SignInRoutes } from '~/session/sign-in.server'
import { SessionTooLarge } from '~/session/vault.server'
import { UpstreamFailure } from '~/upstream/failure.server'
import { invalid, type ParsedForm } from '~/forms/parse.server'
import { refused, type RefusedOptions } from '~/forms/refused.server'

interface SignInFormOptions<Strategy extends keyof SignInRoutes> extends RefusedOptions {
  strategy: Strategy
  values: SignInRoutes[Strategy]
  /** The flash message of the next page. */
  flash: FlashKey
  /** Runs before the response is built, so that the attempt can be counted. */
  onSuccess?: (user: User) => Promise<void>
  onRefusal?: (failure: UpstreamFailure) => Promise<void>
}

/**
 * The answer to a form that signs in: a redirect to where the reader was going, or the form with its errors. An account that is
 * registered and can't be signed in to yet leads to the page of sign-in, and one with a second factor to the page that asks
 * for it. A browser that would drop the session cookie gets such an error, not an exception.
 */
export async function answerSignIn<Strategy extends keyof SignInRoutes>(
  args: { context: RequestContext; request: Request },
  form: ParsedForm<unknown>,
  { strategy, values, flash, onSuccess, onRefusal, ...options }: SignInFormOptions<Strategy>,
) {
  const { context } = args
  try {
    const user = await signIn(args, strategy, values)
    await onSuccess?.(user)
    context.flash.set(flash)
    return redirect(afterSignIn(context, user), 303)
  } catch (error) {
    if (error instanceof SessionTooLarge)
      return invalid(form, { form: context.i18n.t('auth:login.tooLarge'), status: 502 })
    if (error instanceof RegisteredOnly) {
      context.flash.set(flash)
      return redirect(paths.login(), 303)
    }
    if (!(error instanceof UpstreamFailure)) throw error
    const secondFactor = await toSecondFactor(context, error, values.login)
    if (secondFactor !== null) return redirect(secondFactor, 303)
    await onRefusal?.(error)
    const maybe = strategy === 'secondFactor' ? 'refusals:maybeSignedIn' : undefined
    const isHarmless = strategy !== 'registration' && strategy !== 'secondFactor'
    return refused(context, form, error, { isHarmless, maybe, ...options })
  }
}
