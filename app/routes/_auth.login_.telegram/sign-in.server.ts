import { type z } from 'zod'
import { auth } from '~/contract/auth'
import { type RequestContext } from '~/context'
import { afterSignIn } from '~/session/guards.server'
import { signIn, toSecondFactor } from '~/session/sign-in.server'
import { SessionTooLarge } from '~/session/vault.server'
import { formStatus } from '~/upstream/failure-status.server'
import { problemText } from '~/upstream/failure-texts.server'
import { withMore } from '~/forms/refused.server'
import { UpstreamFailure, mayBeDone } from '~/upstream/failure.server'

/** The fields that the widget has signed, or null if the address does not have them. */
function signedFieldsOf(search: URLSearchParams): z.output<typeof auth.telegram.body> | null {
  return auth.telegram.body.safeParse(Object.fromEntries(search)).data ?? null
}

type Answer = { href: string } | { problem: string; status: number }

/**
 * Signs in by the callback of Telegram's button. It is a GET, which any site can make a browser send, so the address
 * must carry the token that this visitor's page gave the button. Otherwise a victim could be signed in to somebody
 * else's account.
 */
export async function signInByTelegram(
  args: { context: RequestContext; request: Request },
  inviter: string | undefined,
): Promise<Answer> {
  const { i18n, session, limits, clientAddress, flash, url } = args.context
  const fields = signedFieldsOf(url.searchParams)
  const isOwn = session.hasFormToken(url.searchParams.get('state') ?? '')
  if (!fields || !isOwn) return { problem: i18n.t('refusals:code.telegram_invalid'), status: 400 }
  if ((await limits.take('signInAddress', clientAddress)) !== null)
    return { problem: i18n.t('refusals:code.too_many_requests'), status: 429 }
  try {
    const user = await signIn(args, 'telegram', { ...fields, login: inviter })
    flash.set('signedIn')
    return { href: afterSignIn(args.context, user) }
  } catch (error) {
    if (error instanceof SessionTooLarge) return { problem: i18n.t('auth:login.tooLarge'), status: 502 }
    if (!(error instanceof UpstreamFailure)) throw error
    const secondFactor = await toSecondFactor(args.context, error)
    if (secondFactor !== null) return { href: secondFactor }
    const text = problemText(error, i18n, 'any')
    const problem = mayBeDone(error) ? withMore(text, i18n.t('auth:telegram.maybe')) : text
    return { problem, status: formStatus(error) }
  }
}
