import { createSealer } from '../../app/session/seal.server'
import { absoluteMs, createVault, newContents } from '../../app/session/vault.server'
import { type Investor, newBearer } from './investor'
import { type Stack, testSecret } from './stack'

/** A session cookie whose twelve hours end at that time. */
export async function cookieOf(
  { login, password }: Investor,
  { backendUrl }: Pick<Stack, 'backendUrl'>,
  endsAt: number,
) {
  const token = await newBearer(backendUrl, { login, password })
  const user = { id: login, login, role: 'investor', language: 'en', phoneConfirmed: true } as const
  const vault = createVault(createSealer([testSecret]), 'sid', Date.now)
  const contents = { ...newContents(Date.now(), { token, user }), startedAt: endsAt - absoluteMs }
  return { name: vault.cookieName, value: await vault.seal(contents) }
}
