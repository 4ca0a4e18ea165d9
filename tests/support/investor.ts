import { randomInt } from 'node:crypto'
import { devices } from '@playwright/test'

/** An account that a test creates for itself, so that tests do not share money. */
export interface Person {
  login: string
  email: string
  phone: string
  password: string
}

/** A wallet on TRON with a valid checksum and without an owner, made from a fixed text. */
export const tronWallet = 'TXjk6KC9Pn1RJALkEAgEXZHn9pBkDyjKCQ'

/** Examples of the standards that define the checksums of such addresses. */
export const bitcoinWallet = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
export const ethereumWallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** The password of every account that a test creates. */
export const currentPassword = 'Low-tide-at-7'

/** The demonstration's investor. */
export const demoInvestor = { login: 'investor', password: 'Demo-investor-1' }

/** The demonstration's operator. */
export const demoOperator = { login: 'operator', password: 'Demo-operator-1' }

/** Another one, who may approve what the first proposes. */
export const demoAdmin = { login: 'admin', password: 'Demo-admin-1' }

/** The code that the demonstration always accepts. */
export const demoCode = '000000'

let people = randomInt(10_000_000)

export function newPerson(): Person {
  // Each number once, from a random start and far from the last one: of thousands of random numbers two would be the same,
  // and numbers in a row share the daily quota of their prefix.
  people = (people + 1_234_567) % 10_000_000
  const number = people.toString().padStart(7, '0')
  const login = `kai-${number}-${randomInt(1_000_000)}`
  return { login, email: `${login}@example.org`, phone: `+3706${number}`, password: currentPassword }
}

/** An investor in the backend, with the bearer of a session that no browser has. */
export interface Investor extends Person {
  /** Calls the backend directly; throws with its answer unless the call succeeds. */
  ask: (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) => Promise<Record<string, unknown>>
}

/** Registers by calls to the backend: neither phone nor e-mail is confirmed. */
export async function newAccount(
  backendUrl: string,
  { inviter }: { inviter?: string | undefined } = {},
): Promise<Investor> {
  const { login, email, phone, password } = newPerson()
  const account = { email, phone, password, inviter, language: 'en' }
  const signedIn = await caller(backendUrl)('POST', `/auth/register/${login}`, account)
  return { login, email, phone, password, ask: caller(backendUrl, signedIn['refreshToken'] as string) }
}

/**
 * Registers by calls to the backend, confirms phone and e-mail, and tops up on request.
 * @param usdt the transferred and credited amount, as a decimal string
 * @param inviter a login
 */
export async function newInvestor(
  backendUrl: string,
  { usdt, inviter }: { usdt?: string; inviter?: string } = {},
): Promise<Investor> {
  const { ask, ...person } = await newAccount(backendUrl, { inviter })
  await ask('POST', '/auth/phone/confirm', { code: demoCode })
  await ask('POST', '/ext/email/confirm', { code: demoCode })
  const investor = { ...person, ask: withPassword(ask) }
  if (usdt) await topUp(investor, usdt)
  return investor
}

/** Tops up this amount of USDT, or of the system's currency. */
export async function topUp(
  { ask }: Pick<Investor, 'ask'>,
  amount: string,
  system = 'usdt-trc20',
): Promise<void> {
  const { id } = await ask('POST', '/funds/refills', { system, amount })
  await ask('POST', `/ext/demo/refills/${id as string}/pay`, {})
}

/**
 * Opens a deposit of 300 USDT and moves the clock past its first term, so that it can be closed. @returns its
 * id
 */
export async function closableDeposit({ ask }: Pick<Investor, 'ask'>): Promise<string> {
  const opening = { planId: 'breeze', currency: 'USDT', amount: '300' }
  const { deposit } = (await ask('POST', '/funds/deposits', opening)) as { deposit: { id: string } }
  await ask('POST', '/ext/demo/clock', { days: 50 })
  return deposit.id
}

/** An existing account. */
export async function knownInvestor(
  backendUrl: string,
  who: Pick<Person, 'login' | 'password'>,
): Promise<Pick<Investor, 'ask'> & { id: string }> {
  const { refreshToken, user } = await newSession(backendUrl, who)
  return { ask: caller(backendUrl, refreshToken), id: user.id }
}

/** The bearer of a sign-in by a call to the backend. */
export async function newBearer(
  backendUrl: string,
  who: Pick<Person, 'login' | 'password'>,
): Promise<string> {
  return (await newSession(backendUrl, who)).refreshToken
}

async function newSession(backendUrl: string, { login, password }: Pick<Person, 'login' | 'password'>) {
  const signedIn = await caller(backendUrl)('POST', '/auth/login', { login, password })
  return signedIn as { refreshToken: string; user: { id: string } }
}

/** Calls that require the password again. */
const passwordCalls = [
  '/funds/payments',
  '/user/profile',
  '/user-data/wallets/update',
  '/ext/account/export',
  '/ext/account/delete',
  '/ext/sessions/end',
]

/** Types the password, and the code that is sent after it. */
const withPassword =
  (ask: Investor['ask']): Investor['ask'] =>
  async (method, path, body) => {
    const withProof = body && passwordCalls.includes(path) ? { currentPassword, ...body } : body
    try {
      return await ask(method, path, withProof)
    } catch (error) {
      if (!/step_up_required.*"methods":"(email|sms)"/.test(String(error))) throw error
      await ask('POST', '/ext/step-up', { code: demoCode })
      return ask(method, path, withProof)
    }
  }

/** The browser that the journeys use, so that its first sign-in does not count as a new device. */
export const browserName = devices['Desktop Chrome'].userAgent

function caller(backendUrl: string, token?: string): Investor['ask'] {
  return async (method, path, body) => {
    const answer = await fetch(`${backendUrl}/api${path}`, {
      method,
      headers: {
        'Accept-Language': 'en',
        'User-Agent': browserName,
        'Idempotency-Key': crypto.randomUUID(),
        ...(body && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
}
