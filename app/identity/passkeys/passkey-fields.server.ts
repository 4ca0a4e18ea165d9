import { z } from 'zod'

/** What a passkey has signed, as JSON, which the upstream alone reads. A script fills the field. */
export const credentialField = z
  .string('passkey_needs_script')
  .min(1, 'passkey_needs_script')
  .max(16_384, 'invalid')

/** A sign-in by a passkey alone. */
export const PasskeySignInForm = z.object({ credential: credentialField })
