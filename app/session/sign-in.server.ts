import { Authenticator } from 'remix-auth'
import { Strategy } from 'remix-auth/strategy'
import { type RequestContext } from '~/context'
import { type Contract } from '~/contract'
import { type SignedIn } from '~/contract/auth'
import { type CallInput } from '~/contract/call'
import { type User } from '~/contract/user'
import { extensionsOf } from '~/upstream/settings.server'

/**
 * Ways to sign in, as strategies of remix-auth. Each one queries the upstream, the only authority on identity; the
 * result goes straight into a new sealed session. Invariants: between the answer and the seal only this file has the
 * bearer, and no route.
 */

export interface SignInRoutes {
  password: CallInput<Contract['auth']['login']>
  registration: CallInput<Contract['auth']['register']>
  /** Its `login` is the inviter's. */
  telegram: CallInput<Contract['auth']['telegram']>
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
  { auth }: RequestContext['upstream'],
  name: Name,
  values: SignInRoutes[Name],
): Strategy<SignedIn, SignInRoutes[Name]> {
  const ask: { [W in keyof SignInRoutes]: (values: SignInRoutes[W]) => Promise<SignedIn> } = {
    password: auth.login,
    registration: async (account) =>
      (await auth.register(account)) ?? auth.login({ login: account.login, password: account.password }),
    telegram: auth.telegram,
  }
  return new CheckedFormStrategy(name, values, ask[name])
}

/**
 * Signs in, and keeps the login on the device with the name that was typed for it.
 * @throws UpstreamFailure when the upstream refuses, SessionTooLarge when no browser would keep the session
 */
export async function signIn<Name extends keyof SignInRoutes>(
  { context, request }: { context: RequestContext; request: Request },
  name: Name,
  values: SignInRoutes[Name],
): Promise<User> {
  // Before the call, which sends it to the upstream.
  context.device.keepId()
  const authenticator = new Authenticator<SignedIn>()
  authenticator.use(strategyOf(context.upstream, name, values))
  const signedIn = await authenticator.authenticate(name, request)
  await context.session.signIn({ ...signedIn, keepsTold: !(await canAskForUser(context)) })
  const { login } = signedIn.user
  await context.device.keepLogin(login, name === 'telegram' ? login : (values.login ?? login))
  return signedIn.user
}

/** If the upstream can't return its user again, the data of this answer is stored. */
async function canAskForUser({ upstream }: Pick<RequestContext, 'upstream'>): Promise<boolean> {
  try {
    return (await extensionsOf(upstream)).has('ownUser')
  } catch {
    return true
  }
}
