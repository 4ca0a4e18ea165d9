import { eq } from 'drizzle-orm'
import { type Db } from '../../db/connect'
import { tokens } from '../../db/schema/access'
import { users } from '../../db/schema/users'
import { Refusal } from '../../domain/refusal'
import { FindOutFirst } from '../../idempotency/answer-once'
import { type Services } from '../../services'
import { requireCurrentPassword } from '../current-password'
import { placeOf } from '../sign-in-origin'
import { type Caller, type TokenOrigin } from '../tokens'
import { factorMethodsOf } from './factors'
import { proveFactor } from './prove-factor'

/**
 * Step-up authentication before an action that could take an account or its money away, since a stolen bearer implies
 * neither the second factor nor the password. An account with a second factor proves it; any other one types its
 * password again. Invariants: a step-up lasts five minutes of real time, and holds for its own bearer at its own place,
 * the browser's family and the wide network: a copy of the cookie that is used elsewhere is not stepped up.
 */

const steppedUpMs = 5 * 60_000

export const steppedUpUntil = (now: Date): Date => new Date(now.getTime() + steppedUpMs)

/** A call that is about to do such a thing. */
export interface SensitiveCall extends TokenOrigin {
  caller: Caller
  /** Undefined or empty if none was sent, which is no try. */
  currentPassword?: string
}

/**
 * Proves the second factor and marks the caller's bearer.
 * @throws Refusal forbidden for an account without one, factor_code_invalid, too_many_requests
 */
export async function stepUp(
  services: Services,
  { caller, code, address, device }: TokenOrigin & { caller: Caller; code: string },
): Promise<Date> {
  const { user, tokenId } = caller
  const { db, realClock } = services
  if ((await factorMethodsOf(db, user.id)) === null) throw new Refusal('forbidden')
  const origin = { userId: user.id, bearerId: tokenId, address, device }
  return proveFactor(services, { ...origin, code }, async (tx) => ({
    result: await markSteppedUp(tx, tokenId, { address, device, now: realClock.now() }),
  }))
}

/** @returns until when it holds */
export async function markSteppedUp(
  tx: Db,
  tokenId: string,
  { now, ...origin }: TokenOrigin & { now: Date },
): Promise<Date> {
  const until = steppedUpUntil(now)
  await tx
    .update(tokens)
    .set({ steppedUpUntil: until, steppedUpPlace: placeOf(origin) })
    .where(eq(tokens.id, tokenId))
  return until
}

/**
 * @param options.countedBy counts the tries of the password by this instead of the account
 * @throws Refusal step_up_required for an account with a second factor; those of the password for any other one
 */
export async function requireStepUp(
  services: Services,
  call: SensitiveCall,
  options: { countedBy?: string } = {},
): Promise<void> {
  const { user } = call.caller
  if (await isSteppedUp(services.db, services, call)) return
  await requireCurrentPassword(services, user, call.currentPassword, options)
}

/**
 * The step-up of an account with a second factor alone, for calls that ask for the password in any case, or that an
 * account without a factor has no use for.
 * @throws Refusal step_up_required
 */
export async function requireFactorIfAny(services: Services, call: SensitiveCall): Promise<void> {
  await isSteppedUp(services.db, services, call)
}

/**
 * The same for a keyed call, whose transaction must not stay open while a password is verified. The call runs again
 * once the password is verified, with the hash that it was verified against (`foundOut`). `ask` throws if the password
 * was not verified yet; `confirm` looks again with the account locked, and refuses if it has another password or a
 * second factor by now. The password is asked for a new wallet only, the second factor always.
 */
export function stepUpOfKeyedCall(
  services: Pick<Services, 'limits' | 'passwords' | 'realClock'>,
  call: SensitiveCall,
  foundOut: string | null,
) {
  const { user } = call.caller
  return {
    async ask(tx: Db, { isNewWallet }: { isNewWallet: boolean }): Promise<void> {
      if ((await isSteppedUp(tx, services, call)) || !isNewWallet || foundOut !== null) return
      throw new FindOutFirst(async () => {
        await requireCurrentPassword(services, user, call.currentPassword)
        return user.passwordHash! // without one it was refused
      })
    },
    async confirm(tx: Db, { isNewWallet }: { isNewWallet: boolean }): Promise<void> {
      if ((await isSteppedUp(tx, services, call)) || !isNewWallet) return
      const { id, passwordHash } = users
      const [present] = await tx.select({ passwordHash }).from(users).where(eq(id, user.id))
      if (present?.passwordHash !== foundOut)
        throw new Refusal('password_wrong', { field: 'currentPassword' })
    },
  }
}

/**
 * True: the account has a second factor and has proved it lately, here. False: it has none.
 * @throws Refusal step_up_required
 */
async function isSteppedUp(
  db: Db,
  { realClock }: Pick<Services, 'realClock'>,
  { caller: { user, steppedUp }, address, device }: SensitiveCall,
): Promise<boolean> {
  const methods = await factorMethodsOf(db, user.id)
  if (methods === null) return false
  const isHere = steppedUp?.place === placeOf({ address, device })
  if (!isHere || steppedUp.until <= realClock.now())
    throw new Refusal('step_up_required', { params: { methods } })
  return true
}
