import { eq } from 'drizzle-orm'
import { contract } from '~/contract'
import { type OperatorRole } from '~/contract/operator-roles'
import { tokens } from '../../backend/db/schema/access'
import { type Person as NewPerson, newPerson } from '../support/investor'
import { ask } from './client'
import { type TestUpstream } from './upstream'

/** Investors of the suite, created by the upstream's own calls. */

export interface Person extends NewPerson {
  id: string
  token: string
}

/** Registers a new account. */
export async function register(
  upstream: TestUpstream,
  { inviter }: { inviter?: string } = {},
): Promise<Person> {
  const person = newPerson()
  const answer = await ask(upstream, contract.auth.register, { ...person, inviter, language: 'en' })
  return { ...person, id: answer.user.id, token: answer.refreshToken }
}

/** Registers an account and confirms its phone and e-mail. */
export async function newInvestor(
  upstream: TestUpstream,
  options: { inviter?: string } = {},
): Promise<Person> {
  const person = await register(upstream, options)
  await ask(upstream, contract.auth.confirmPhone, { code: '000000' }, person)
  await ask(upstream, contract.emailConfirmation.confirm, { code: '000000' }, person)
  return person
}

/** Creates a top-up and simulates its transfer. */
export async function topUp(
  upstream: TestUpstream,
  { token }: Person,
  amount: string,
  system = 'usdt-trc20',
): Promise<void> {
  const { id } = await ask(upstream, contract.refills.create, { system, amount }, { token })
  await ask(upstream, contract.demo.payRefill, { id }, { token })
}

/** Signs in to one of the demonstration's accounts; `operator` is an admin. */
export async function signIn(
  upstream: TestUpstream,
  login: 'investor' | 'operator' | 'admin' | Exclude<OperatorRole, 'admin'>,
): Promise<{ id: string; token: string }> {
  const { refreshToken, user } = await ask(upstream, contract.auth.login, {
    login,
    password: `Demo-${login}-1`,
  })
  return { id: user.id, token: refreshToken }
}

/**
 * Steps the bearer up as an account without a second factor does: by the password, and by the code that is sent to it.
 */
export async function stepUp(
  upstream: TestUpstream,
  { token, password }: Pick<Person, 'token' | 'password'>,
): Promise<void> {
  const change = { phrase: null, currentPassword: password }
  await ask(upstream, contract.mailPhrase.set, change, { token })
}

/** The step-up of the account's bearers ends. */
export async function endStepUp({ here }: TestUpstream, { id }: Pick<Person, 'id'>): Promise<void> {
  await here!.db.update(tokens).set({ steppedUpUntil: null }).where(eq(tokens.userId, id))
}
