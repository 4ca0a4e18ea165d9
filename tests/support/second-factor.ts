import { currentPassword, type Investor } from './investor'
import { type Authenticator, authenticator } from './totp'

/** Gives an investor an authenticator app by calls of the upstream alone. */
export async function addAuthenticator(
  investor: Pick<Investor, 'ask'>,
): Promise<{ app: Authenticator; recoveryCodes: string[] }> {
  const made = await investor.ask('POST', '/ext/factors/totp', { name: 'Phone', currentPassword })
  const app = authenticator(String(made['secret']))
  const confirmed = await investor.ask('POST', `/ext/factors/totp/${String(made['id'])}/confirm`, {
    code: app.next(),
  })
  return { app, recoveryCodes: confirmed['recoveryCodes'] as string[] }
}
