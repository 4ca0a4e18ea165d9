import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { Authenticator } from 'remix-auth'
import { Strategy } from 'remix-auth/strategy'
import { type RequestContext } from '~/context'
import { type Contract } from '~/contract'
import { type SignedIn } from '~/contract/auth'
import { type CallInput } from '~/contract/call'
import { type User } from '~/contract/user'
import { UpstreamFailure, isUnexplained, mayBeDone } from '~/upstream/failure.server'
import { extensionsOf } from '~/upstream/settings.server'
import { paths } from '~/paths'
import { foldIdentity } from './identity.server'

/**
 * Ways to sign in, as strategies of remix-auth. Each one queries the upstream, the only authority on identity; the
 * result goes straight into a new sealed session. Invariants: between the answer and the seal only this file and
 * `change-password.server.ts` have the bearer, and no route.
 */

export interface SignInRoutes {
  password: CallInput<Contract['auth']['login']>
  registration: CallInput<Contract['auth']['register']>
  /** Its `login` is the inviter's. */
  telegram: CallInput<Contract['auth']['telegram']>
  /** A passkey alone; nobody types a `login` for it. */
  passkey: CallInput<Contract['passkeys']['signIn']> & { login?: undefined }
  /** The second half of a sign-in; `login` is the name that was typed for the first. */
  secondFactor: CallInput<Contract['secondFactors']['signIn']> & { login?: string }
}

/**
 * The account exists, but the upstream does not sign in to it yet. It may have to be confirmed first, as the upstream
 * has explained to its owner.
 */
export class RegisteredOnly extends Error {
  override name = 'RegisteredOnly'
  constructor(options: { cause: UpstreamFailure }) {
    super('registered, and not signed in', options)
  }
}

/** The guards have read the form and the route has checked it: a strategy is given values, not the request's body. */
class CheckedFormStrategy<Values> extends Strategy<SignedIn, Values> {
  constructor(
    readonly name: string,
    private readonly values: Values,
    ask: (values: Values) => Promise<SignedIn>,
  ) {
    super(ask)
  }

  authenticate(): Promise<SignedIn> {
    return this.verify(this.values)
  }
}

function strategyOf<Name extends keyof SignInRoutes>(
  { context, request }: { context: RequestContext; request: Request },
  name: Name,
  values: SignInRoutes[Name],
): Strategy<SignedIn, SignInRoutes[Name]> {
  const { auth } = context.upstream
  const ask: { [W in keyof SignInRoutes]: (values: SignInRoutes[W]) => Promise<SignedIn> } = {
    password: async (account) => auth.login(await withTrust(context, account)),
    registration: async (account) => {
      const { login, password } = account
      try {
        const registered = await auth.register(account)
        if (registered) return registered
      } catch (error) {
        const tried = isRegisteredBy(error) ? await signInIfSet(context, { login, password }) : null
        if (tried && !('refusal' in tried)) return tried
        throw error
      }
      return auth.login({ login, password }).catch(async (error: unknown) => {
        if (!(error instanceof UpstreamFailure)) throw error
        await context.device.keepLogin({ login }, login)
        throw new RegisteredOnly({ cause: error })
      })
    },
    telegram: async (fields) => auth.telegram(await withTrust(context, fields)),
    async secondFactor({ challenge, code }) {
      return trusting(context, await signInOnce(context, request, { challenge, code }))
    },
    async passkey({ credential }) {
      return trusting(context, await context.upstream.passkeys.signIn({ credential }))
    },
  }
  return new CheckedFormStrategy(name, values, ask[name])
}

/**
 * Signs in, and stores the login on the device with the typed name.
 * @throws UpstreamFailure when the upstream refuses, RegisteredOnly when the sign-in after registering fails, SessionTooLarge when no browser would keep the session
 */
export async function signIn<Name extends keyof SignInRoutes>(
  { context, request }: { context: RequestContext; request: Request },
  name: Name,
  values: SignInRoutes[Name],
): Promise<User> {
  // Before the call, which sends it to the upstream.
  context.device.keepId()
  const authenticator = new Authenticator<SignedIn>()
  authenticator.use(strategyOf({ context, request }, name, values))
  const signedIn = await authenticator.authenticate(name, request)
  return begin(context, signedIn, name === 'telegram' ? undefined : values.login)
}

/** @param typed the name of the account as it was typed, if it was */
async function begin(context: RequestContext, signedIn: SignedIn, typed?: string): Promise<User> {
  await context.session.signIn({ ...signedIn, storesProfile: !(await canAskForUser(context)) })
  await context.device.keepLogin(signedIn.user, typed ?? signedIn.user.login)
  return signedIn.user
}

/** The password of a form is the account's, and the upstream signs in with it only after something else, or not now. */
export interface RightPassword {
  refusal: UpstreamFailure
}

/**
 * Refusals of the contract that tell only a caller who knows the password of something else. Not `password_reset_required`: an
 * account that has to get a new password has not got one by a form.
 */
const refusalsOfRightPassword = new Set<string | undefined>(['second_factor_required', 'account_suspended'])

/**
 * Signs in with the password of a form whose answer was lost.
 * @returns null if the account has another password, or that can't be known
 */
export async function beginIfSet(
  context: RequestContext,
  account: CallInput<Contract['auth']['login']>,
): Promise<User | RightPassword | null> {
  context.device.keepId()
  const tried = await signInIfSet(context, account)
  return tried && !('refusal' in tried) ? begin(context, tried, account.login) : tried
}

/**
 * Tries to sign in with the password of a form whose answer was lost. A success proves that the form was carried out,
 * without any record of the form, and so does a refusal that only a right password gets. The attempt counts like any other.
 * @returns null if the account has another password, or that can't be known
 */
export async function signInIfSet(
  context: RequestContext,
  account: CallInput<Contract['auth']['login']>,
): Promise<SignedIn | RightPassword | null> {
  const { limits, clientAddress, upstream } = context
  const login = foldIdentity(account.login)
  if ((await limits.take('signIn', clientAddress, login)) !== null) return null
  try {
    return await upstream.auth.login(await withTrust(context, account))
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    logRefusedSignIn(context, login, error.code)
    if (error.code === 'invalid_credentials') await limits.signInFailed(login)
    return refusalsOfRightPassword.has(error.code) ? { refusal: error } : null
  }
}

/**
 * Logs the hashed name and the address of a failed sign-in, to investigate guessing or a complaint.
 * @param login in one spelling (`foldIdentity`)
 */
export function logRefusedSignIn(
  { log, hashIdentity, clientAddress, requestId }: RequestContext,
  login: string,
  code: string | undefined,
): void {
  const who = hashIdentity(login)
  log.warn({ requestId, who, client: clientAddress, reason: code }, 'a sign-in was refused')
}

type SecondFactorAnswer = Awaited<ReturnType<RequestContext['upstream']['secondFactors']['signIn']>>

/** Calls of the last seconds, by a digest of what they sent. */
const secondFactorCalls = new LRUCache<string, Promise<SecondFactorAnswer>>({ max: 1_000, ttl: 5_000 })

/**
 * A code is good once, so a second press of the same form shares the answer of the first. Otherwise the reader, who sees the
 * last answer, would be told of a used code after a sign-in. Only for the same browser at the same address: whoever has copied
 * the half of a sign-in and seen the code shares nothing.
 */
function signInOnce(
  { upstream, clientAddress }: RequestContext,
  { headers }: Request,
  half: SignInRoutes['secondFactor'],
): Promise<SecondFactorAnswer> {
  const { challenge, code } = half
  const key = createHash('sha256')
    .update(JSON.stringify([challenge, code, clientAddress, headers.get('user-agent')]))
    .digest('base64url')
  const underWay = secondFactorCalls.get(key)
  if (underWay) return underWay
  const call = upstream.secondFactors.signIn({ challenge, code })
  secondFactorCalls.set(key, call)
  call.catch(() => secondFactorCalls.delete(key))
  return call
}

/** Stores the proof that a second factor was passed with this browser. */
async function trusting(
  { device }: RequestContext,
  { deviceToken, ...signedIn }: SignedIn & { deviceToken: string },
): Promise<SignedIn> {
  await device.keepTrust(deviceToken)
  device.dropChallenge()
  return signedIn
}

/** With the proof that a second factor was passed with this browser, if there is one. */
async function withTrust<Values extends object>(
  { device }: RequestContext,
  values: Values,
): Promise<Values & { deviceToken?: string }> {
  const deviceToken = await device.trust()
  return deviceToken === undefined ? values : { ...values, deviceToken }
}

/**
 * The page on which an account signs in whose password is set: that of the second factor, if only that is missing.
 * @param login the name that was typed with the password
 */
export const signInPageOf = async (
  context: RequestContext,
  { refusal }: RightPassword,
  login: string,
): Promise<string> => (await toSecondFactor(context, refusal, login)) ?? paths.login()

/**
 * Keeps a sign-in that needs a second factor, for the page that asks for it.
 * @param typed the name that was typed to sign in
 * @returns that page; null for any other failure
 */
export async function toSecondFactor(
  { device, url }: RequestContext,
  { code, problem }: UpstreamFailure,
  typed?: string,
): Promise<string | null> {
  const { challenge, methods } = problem?.params ?? {}
  if (code !== 'second_factor_required' || typeof challenge !== 'string') return null
  await device.keepChallenge({ challenge, methods: String(methods ?? ''), typed })
  return paths.loginFactor({ redirectTo: url.searchParams.get('redirectTo') ?? undefined })
}

/** Fields of a registration that an earlier post of it does not make wrong: a refusal at one of them says why. */
const explaining = ['password', 'inviter', 'language']

/** Whether an earlier post of the same form may have created the account. */
function isRegisteredBy(error: unknown): boolean {
  if (!(error instanceof UpstreamFailure)) return false
  const taken = ['login', 'email', 'phone']
  const isTaken =
    taken.some((name) => error.code === `${name}_taken`) ||
    Object.keys(error.problem?.fields ?? {}).some((field) => taken.includes(field))
  return isTaken || error.status === 409 || mayBeDone(error) || isUnexplained(error, explaining)
}

/** If the upstream can't return its user again, the data of this answer is stored. */
async function canAskForUser({ upstream }: Pick<RequestContext, 'upstream'>): Promise<boolean> {
  try {
    return (await extensionsOf(upstream)).has('ownUser')
  } catch {
    return true
  }
}
