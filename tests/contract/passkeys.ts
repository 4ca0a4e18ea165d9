import { contract } from '~/contract'
import {
  type PasskeyAuthenticator,
  type AuthenticatorOptions,
  passkeyAuthenticator,
} from '../support/passkey'
import { type Sending, ask } from './client'
import { type Person, newInvestor } from './people'
import { type TestUpstream, appOrigin } from './upstream'

/** Investors with a passkey, set up by the upstream's own calls. */

export interface PasskeyOwner extends Person {
  passkey: PasskeyAuthenticator
  factorId: string
  recoveryCodes: string[]
}

const { passkeys } = contract

/** Adds a passkey to an account that may do so without a further question, or by its password. */
export async function addPasskey(
  upstream: TestUpstream,
  { password, ...sending }: Pick<Person, 'password'> & Sending,
  given: Partial<AuthenticatorOptions> = {},
) {
  const passkey = passkeyAuthenticator({ origin: appOrigin, ...given })
  const { options } = await ask(upstream, passkeys.addOptions, { currentPassword: password }, sending)
  const request = { name: 'Laptop', credential: passkey.make(options) }
  return { passkey, ...(await ask(upstream, passkeys.add, request, sending)) }
}

/** An investor whose only factor is a passkey. The bearer of the set-up counts as stepped up. */
export async function withPasskey(
  upstream: TestUpstream,
  given: Partial<AuthenticatorOptions> = {},
): Promise<PasskeyOwner> {
  const person = await newInvestor(upstream)
  const { passkey, id, recoveryCodes } = await addPasskey(upstream, person, given)
  return { ...person, passkey, factorId: id, recoveryCodes: recoveryCodes! }
}

/** What the passkey has signed for a sign-in. */
export async function signedForSignIn(upstream: TestUpstream, passkey: PasskeyAuthenticator) {
  const { options } = await ask(upstream, passkeys.signInOptions)
  return { credential: passkey.prove(options) }
}

/** What the passkey has signed for a step-up of this bearer. */
export async function signedForStepUp(
  upstream: TestUpstream,
  passkey: PasskeyAuthenticator,
  sending: Sending,
) {
  const { options } = await ask(upstream, passkeys.stepUpOptions, {}, sending)
  return { credential: passkey.prove(options) }
}
