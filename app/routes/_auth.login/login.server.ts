import { z } from 'zod'
import { IdentityField } from '~/identity/field-schemas.server'
import { setTimeout as delay } from 'node:timers/promises'
import { type RequestContext } from '~/context'

export const LoginForm = z.object({
  login: IdentityField,
  password: z.string('password_required').max(1024, 'too_long'),
})

/**
 * Limits sign-in attempts: by address and login together, by address alone, and by login alone only with growing
 * delays, so that strangers can't lock an account. A browser that has signed in with this name before counts apart from
 * others in its network, and skips the delay that guesses of others caused.
 * @param login in one spelling (`foldIdentity`)
 * @returns seconds to wait when it was too often, else null
 */
export async function takeAttempt(
  { limits, clientAddress, device }: RequestContext,
  login: string,
  signal: AbortSignal,
): Promise<number | null> {
  const isKnown = await device.isKnown(login)
  const network = isKnown ? [clientAddress, 'known device'] : [clientAddress]
  const wait =
    (await limits.take('signInAddress', ...network)) ?? (await limits.take('signIn', ...network, login))
  if (wait !== null) return wait
  const delayMs = isKnown ? 0 : await limits.signInDelayMs(login)
  if (delayMs > 0) await delay(delayMs, undefined, { signal })
  return null
}
