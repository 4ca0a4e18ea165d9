import { contract } from '~/contract'
import { type Authenticator, authenticator } from '../support/totp'
import { ask } from './client'
import { type Person, newInvestor } from './people'
import { type TestUpstream } from './upstream'

/** Investors with a second factor, set up by the upstream's own calls. */

export interface Guarded extends Person {
  app: Authenticator
  factorId: string
  recoveryCodes: string[]
}

/** An investor with an authenticator app. The bearer of the set-up counts as stepped up. */
export async function withFactor(upstream: TestUpstream): Promise<Guarded> {
  const person = await newInvestor(upstream)
  const { addTotp, confirmTotp } = contract.secondFactors
  const request = { name: 'Phone', currentPassword: person.password }
  const { id, secret } = await ask(upstream, addTotp, request, person)
  const app = authenticator(secret)
  const { recoveryCodes } = await app.setUp((code) => ask(upstream, confirmTotp, { id, code }, person))
  return { ...person, app, factorId: id, recoveryCodes: recoveryCodes! }
}
