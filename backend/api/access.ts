import { contract } from '~/contract'
import { type Call } from '~/contract/call'
import { mayCall } from '~/contract/operator-roles'
import { refuseSuspended } from '../auth/suspension'
import { type Bearer, callerOf } from '../auth/tokens'
import { factorsOf, isFactorRequired } from '../auth/second-factors/factors'
import { type Db } from '../db/connect'
import { Refusal, Unavailable } from '../domain/refusal'

/**
 * Who may call what, for every call of the contract, implemented or not. Invariants: only a public call is served
 * without a live token; a suspended account is served no call; an operator makes the calls of the role and, without a second
 * factor, none.
 */

/** An investor's calls that change balances without a step-up. */
const movesBalances: ReadonlySet<unknown> = new Set([
  contract.deposits.create,
  contract.deposits.close,
  contract.user.exchange,
  contract.user.subscription,
  contract.paymentCancel.cancel,
])

/**
 * Whether a bearer is good for the call only where its account was signed in to: an operator's for whatever it is, and an
 * investor's for what changes balances without a step-up. A copied cookie is used elsewhere.
 */
export const isBoundToPlace = (call: Pick<Call, 'access'>, { user }: Bearer): boolean =>
  call.access !== 'public' && (user.role === 'operator' || movesBalances.has(call))

/**
 * Finds the caller and enforces the call's access rule and its roles.
 * @param authorization the header; ignored by a public call
 * @param context.demo whether this is the demonstration, whose operator needs no second factor
 * @param context.onBearer is told whose bearer it is before anything is refused, for the log
 * @throws Refusal unauthorized, account_suspended, forbidden, phone_unconfirmed, factor_required
 * @throws Unavailable where the bearer can't be read: nothing was begun, which a caller is to know
 */
export async function authorize(
  { access, roles }: Pick<Call, 'access' | 'roles'>,
  authorization: string | undefined,
  { db, now, demo, onBearer }: { db: Db; now: Date; demo: boolean; onBearer?: (bearer: Bearer) => void },
): Promise<Bearer | null> {
  if (access === 'public') return null
  const caller = await bearerOf(authorization, { db, now }).catch((error: unknown) => {
    throw new Unavailable('the bearer could not be read', { cause: error })
  })
  if (!caller) throw new Refusal('unauthorized')
  onBearer?.(caller)
  const { user } = caller
  refuseSuspended(user)
  if (access === 'signed_in') return caller
  if (access !== 'confirmed' && user.role !== access) throw new Refusal('forbidden')
  if (user.operatorRole && !mayCall(user.operatorRole, { roles })) throw new Refusal('forbidden')
  if (user.role === 'investor' && !user.phoneConfirmedAt) throw new Refusal('phone_unconfirmed')
  if (
    access === 'operator' &&
    isFactorRequired(user, { demo }) &&
    (await factorsOf(db, user.id)).length === 0
  )
    throw new Refusal('factor_required')
  return caller
}

/** The caller whose live token comes with a call that needs none. A bad token is ignored. */
export async function optionalAuth(
  authorization: string | undefined,
  { db, now }: { db: Db; now: Date },
): Promise<Bearer | null> {
  const caller = await bearerOf(authorization, { db, now })
  return caller?.user.suspendedAt ? null : caller
}

async function bearerOf(
  authorization: string | undefined,
  { db, now }: { db: Db; now: Date },
): Promise<Bearer | null> {
  const token = /^Bearer ([\w-]{1,256})$/i.exec(authorization ?? '')?.[1]
  return token ? callerOf(db, token, now) : null
}
