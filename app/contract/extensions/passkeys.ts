import { z } from 'zod'
import { SignedIn } from '../auth'
import { call } from '../call'
import { passwordErrors, stepUpErrors } from '../errors'
import { CurrentPassword, Id, Time } from '../values'
import { FactorName, RecoveryCodes } from './second-factors'

/**
 * Passkeys (Web Authentication Level 3): a second factor that can't be phished, and a sign-in by itself, since each one
 * has verified its owner by a PIN or a fingerprint. An upstream with this extension has `secondFactors` too, whose calls
 * list, rename and remove passkeys. Options and credentials are the standard's JSON, as text: browser and upstream
 * alone read them.
 */

const extension = 'passkeys'

/** `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`; good for five minutes, once. */
const Options = z.object({ options: z.string().min(2).max(16_384) })

/** `RegistrationResponseJSON` or `AuthenticationResponseJSON`. */
const Credential = z.string().min(2).max(16_384)

export const passkeys = {
  signInOptions: call({
    method: 'POST',
    path: '/ext/passkeys/sign-in/options',
    access: 'public',
    extension,
    summary: 'What a browser signs to sign in by any passkey of this product',
    output: Options,
    errors: [],
  }),
  signIn: call({
    method: 'POST',
    path: '/ext/passkeys/sign-in',
    access: 'public',
    extension,
    summary: 'Signs in by a passkey, without a password and without a further factor',
    body: z.object({ credential: Credential }),
    /** `deviceToken` goes with the next sign-ins of this browser, as after any second factor. */
    output: SignedIn.extend({ deviceToken: z.string().min(1).max(256) }),
    errors: ['passkey_invalid', 'account_suspended', 'password_reset_required'],
  }),
  addOptions: call({
    method: 'POST',
    path: '/ext/passkeys/options',
    access: 'confirmed',
    extension,
    summary: 'What a browser needs to make a passkey for the account',
    body: z.object({ currentPassword: CurrentPassword }),
    output: Options,
    errors: ['factor_limit', ...passwordErrors, ...stepUpErrors],
  }),
  add: call({
    method: 'POST',
    path: '/ext/passkeys',
    access: 'confirmed',
    extension,
    summary: 'Adds a passkey that the browser has made; the first factor brings recovery codes',
    body: z.object({ name: FactorName, credential: Credential }),
    /** `recoveryCodes` is null unless this is the first factor. */
    output: z.object({ id: Id, recoveryCodes: RecoveryCodes.nullable() }),
    status: 201,
    errors: ['passkey_invalid', 'passkey_known', 'factors_changed'],
  }),
  stepUpOptions: call({
    method: 'POST',
    path: '/ext/passkeys/step-up/options',
    access: 'signed_in',
    extension,
    summary: "What a browser signs to prove one of the account's passkeys",
    output: Options,
    errors: ['not_found'],
  }),
  stepUp: call({
    method: 'POST',
    path: '/ext/passkeys/step-up',
    access: 'signed_in',
    extension,
    summary: 'Proves a passkey; calls from this place need no other factor until then',
    body: z.object({ credential: Credential }),
    output: z.object({ until: Time }),
    errors: ['passkey_invalid'],
  }),
}
