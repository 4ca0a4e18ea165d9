import { Refusal } from '../../domain/refusal'

/** One answer for whatever is wrong with it, so that it tells nothing about other people's passkeys. */
export const passkeyInvalid = () => new Refusal('passkey_invalid', { field: 'credential' })
