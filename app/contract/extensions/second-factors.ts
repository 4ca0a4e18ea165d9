import { z } from 'zod'
import { SignedIn } from '../auth'
import { call } from '../call'
import { passwordErrors, stepUpErrors } from '../errors'
import { type Understood } from '../reading'
import { CurrentPassword, Id, Text, Time, word } from '../values'

/**
 * A second factor beside the password: asked for at a sign-in from a device that has not passed one before, and as
 * step-up before what could take an account or its money away. An upstream without this extension never asks for one.
 */

const extension = 'secondFactors'

/** A one-time code of an authenticator app, or a recovery code, as it was typed. */
const FactorCode = z.string().min(1).max(64)

/** The owner's name for a factor, such as the device that it lives on. */
export const FactorName = z.string().trim().min(1).max(64)

export const Factor = z.object({
  id: Id,
  kind: word('totp', 'passkey'),
  name: Text,
  createdAt: Time,
  lastUsedAt: Time.nullable(),
})
export type Factor = Understood<typeof Factor>

/** In clear only in the answer that makes them. */
export const RecoveryCodes = z.array(z.string().max(64))

/**
 * Of an account without a factor the current password is required, and then a code where one can be sent; of any other
 * one a step-up.
 */
const confirmation = { currentPassword: CurrentPassword }
const confirmationErrors = [...passwordErrors, ...stepUpErrors] as const

/** What a code can be refused with, beside `too_many_requests` after five wrong ones in ten minutes. */
const codeErrors = ['factor_code_invalid'] as const

export const secondFactors = {
  signIn: call({
    method: 'POST',
    path: '/ext/factors/sign-in',
    access: 'public',
    extension,
    summary: 'Ends a sign-in that was refused with `second_factor_required`, by a code',
    body: z.object({ challenge: z.string().min(1).max(256), code: FactorCode }),
    /** `deviceToken` goes with the next sign-ins of this browser, which are then asked for no second factor. */
    output: SignedIn.extend({ deviceToken: z.string().min(1).max(256) }),
    errors: ['factor_challenge_expired', 'account_suspended', 'password_reset_required', ...codeErrors],
  }),
  reportLost: call({
    method: 'POST',
    path: '/ext/factors/lost',
    access: 'public',
    extension,
    summary:
      'No factor and no recovery code left: asks an operator, after the password, to have the factors removed',
    body: z.object({ challenge: z.string().min(1).max(256) }),
    output: z.object({}),
    errors: ['factor_challenge_expired'],
  }),
  list: call({
    method: 'GET',
    path: '/ext/factors',
    access: 'confirmed',
    extension,
    summary: 'The second factors of the account, and how many recovery codes are left',
    output: z.object({
      items: z.array(Factor).max(100),
      recoveryCodesLeft: z.number().int().min(0),
      /** Whether the account may not be used without one. */
      required: z.boolean(),
      /** From when on a sign-in by password removes them, as an operator has decided; null if that is not planned. */
      removalAt: Time.nullable().optional(),
    }),
  }),
  addTotp: call({
    method: 'POST',
    path: '/ext/factors/totp',
    access: 'confirmed',
    extension,
    summary: 'Makes the secret of an authenticator app; it counts once a code of it is confirmed',
    body: z.object({ name: FactorName, ...confirmation }),
    /** `secret` is in base32; `uri` is the `otpauth:` address that apps read from a picture. */
    output: z.object({ id: Id, secret: z.string().max(128), uri: z.string().max(512) }),
    status: 201,
    errors: ['factor_limit', ...confirmationErrors],
  }),
  confirmTotp: call({
    method: 'POST',
    path: '/ext/factors/totp/{id}/confirm',
    access: 'confirmed',
    extension,
    summary: 'Confirms an authenticator app by a code of it; the first factor brings recovery codes',
    params: z.object({ id: Id }),
    body: z.object({ code: FactorCode }),
    /** `recoveryCodes` is null unless this is the first factor. */
    output: z.object({ recoveryCodes: RecoveryCodes.nullable() }),
    errors: ['not_found', ...codeErrors],
  }),
  rename: call({
    method: 'POST',
    path: '/ext/factors/{id}/rename',
    access: 'confirmed',
    extension,
    summary: 'Gives a factor another name',
    params: z.object({ id: Id }),
    body: z.object({ name: FactorName }),
    output: z.object({}),
    errors: ['not_found', ...stepUpErrors],
  }),
  remove: call({
    method: 'POST',
    path: '/ext/factors/{id}/remove',
    access: 'confirmed',
    extension,
    summary: 'Removes a factor; with the last one go the recovery codes',
    params: z.object({ id: Id }),
    output: z.object({}),
    errors: ['not_found', ...stepUpErrors],
  }),
  renewRecoveryCodes: call({
    method: 'POST',
    path: '/ext/factors/recovery-codes',
    access: 'confirmed',
    extension,
    summary: 'Ten new recovery codes; the earlier ones end',
    output: z.object({ recoveryCodes: RecoveryCodes }),
    errors: ['not_found', ...stepUpErrors],
  }),
  stepUp: call({
    method: 'POST',
    path: '/ext/step-up',
    // A number that was changed and not confirmed can be changed again, after a step-up.
    access: 'signed_in',
    extension,
    summary:
      'Proves the second factor once more, or types the code that was sent instead of one; calls from this place need no other one until then',
    body: z.object({ code: FactorCode }),
    output: z.object({ until: Time }),
    errors: ['step_up_code_invalid', ...codeErrors],
  }),
}
