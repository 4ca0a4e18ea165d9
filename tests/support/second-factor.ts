import { currentPassword, type Investor } from './investor'
import { type PasskeyAuthenticator, passkeyAuthenticator } from './passkey'
import { type Authenticator, authenticator } from './totp'

/** Gives an investor an authenticator app by calls of the upstream alone. */
export async function addAuthenticator(
  investor: Pick<Investor, 'ask'>,
  name = 'Phone',
): Promise<{ id: string; app: Authenticator; recoveryCodes: string[] }> {
  const made = await investor.ask('POST', '/ext/factors/totp', { name, currentPassword })
  const app = authenticator(String(made['secret']))
  const confirmed = await app.setUp((code) =>
    investor.ask('POST', `/ext/factors/totp/${String(made['id'])}/confirm`, { code }),
  )
  return { id: String(made['id']), app, recoveryCodes: confirmed['recoveryCodes'] as string[] }
}

/** Gives an investor a passkey by calls of the upstream alone. @param origin of the app's pages */
export async function addPasskey(
  investor: Pick<Investor, 'ask'>,
  origin: string,
  name = 'Laptop',
): Promise<{ passkey: PasskeyAuthenticator; recoveryCodes: string[] }> {
  const { options } = await investor.ask('POST', '/ext/passkeys/options', { currentPassword })
  const passkey = passkeyAuthenticator({ origin })
  const added = await investor.ask('POST', '/ext/passkeys', {
    name,
    credential: passkey.make(String(options)),
  })
  return { passkey, recoveryCodes: added['recoveryCodes'] as string[] }
}
