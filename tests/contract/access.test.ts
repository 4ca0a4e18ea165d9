import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls, contract } from '~/contract'
import { type Access, type Call } from '~/contract/call'
import { Problem } from '~/contract/errors'
import { ask, send } from './client'
import { newInvestor, register, signIn } from './people'
import { unbuiltCalls } from './unbuilt'
import { type TestUpstream, openUpstream, upstreamsFor } from './upstream'

/**
 * Access rules of every call in the contract. Calls are sent empty: an allowed caller gets the validation
 * errors, any other caller gets only the access error.
 */

type Caller =
  | 'visitor'
  | 'stranger with a made-up token'
  | 'unconfirmed investor'
  | 'suspended investor'
  | 'investor'
  | 'operator'

/**
 * The error code for each kind of caller, by the access rule of the call; null where the caller is allowed.
 */
const refusals: Record<Caller, Record<Access, string | null>> = {
  visitor: {
    public: null,
    signed_in: 'unauthorized',
    confirmed: 'unauthorized',
    investor: 'unauthorized',
    operator: 'unauthorized',
  },
  'stranger with a made-up token': {
    public: null,
    signed_in: 'unauthorized',
    confirmed: 'unauthorized',
    investor: 'unauthorized',
    operator: 'unauthorized',
  },
  'unconfirmed investor': {
    public: null,
    signed_in: null,
    confirmed: 'phone_unconfirmed',
    investor: 'phone_unconfirmed',
    operator: 'forbidden',
  },
  'suspended investor': {
    public: null,
    signed_in: 'account_suspended',
    confirmed: 'account_suspended',
    investor: 'account_suspended',
    operator: 'account_suspended',
  },
  investor: { public: null, signed_in: null, confirmed: null, investor: null, operator: 'forbidden' },
  operator: { public: null, signed_in: null, confirmed: null, investor: 'forbidden', operator: null },
}
const callers = Object.keys(refusals) as Caller[]
const ofAccess = new Set(['unauthorized', 'phone_unconfirmed', 'forbidden', 'account_suspended'])

/** All calls except those that would succeed with an empty body and affect later calls. */
const idle = calls.filter(
  ([, call]) => call !== contract.auth.resendCode && call !== contract.emailConfirmation.resend,
)

describe.each(upstreamsFor('access'))('the %s upstream', (where) => {
  let upstream: TestUpstream
  let tokens: Record<Caller, string | undefined>

  beforeAll(async () => {
    upstream = await openUpstream(where)
    tokens = {
      visitor: undefined,
      'stranger with a made-up token': 'x'.repeat(43),
      'suspended investor': await suspended(upstream),
      'unconfirmed investor': (await register(upstream)).token,
      investor: (await newInvestor(upstream)).token,
      operator: (await signIn(upstream, 'operator')).token,
    }
  })
  afterAll(() => upstream.close())

  it.each(callers)('applies the access rule of every call to a caller who is a %s', async (caller) => {
    const wrong: string[] = []
    for (const [id, call] of idle) {
      const { status, body } = await send(upstream, call, pathOf(call), { token: tokens[caller], key: null })
      const code = status < 400 ? null : Problem.parse(body).code!
      const expected = refusals[caller][call.access]
      const asExpected = expected === null ? code === null || !ofAccess.has(code) : code === expected
      if (!asExpected) wrong.push(`${id}: ${code}, not ${expected}`)
    }
    expect(wrong).toEqual([])
  })

  it('implements every call of the contract, and lists every extension', async () => {
    expect(await unbuiltCalls(upstream)).toEqual([])
    const { body } = await send(upstream, contract.settings.get, { key: 'extensions' })
    const extensions = new Set(calls.flatMap(([, { extension }]) => extension ?? []))
    expect([...(body as { value: string[] }).value].sort()).toEqual([...extensions].sort())
  })

  it('refuses a bearer that is sent in any other way', async () => {
    const { token } = await newInvestor(upstream)
    for (const authorization of [token, `Basic ${token}`, `Bearer ${token}x`, `Bearer  ${token}`, 'Bearer']) {
      const { status } = await send(upstream, contract.user.balance, {}, { headers: { authorization } })
      expect(status).toBe(401)
    }
    const { status } = await send(upstream, contract.user.balance, {}, { token })
    expect(status).toBe(200)
  })
})

async function suspended(upstream: TestUpstream): Promise<string> {
  const { id, token } = await newInvestor(upstream)
  const decision = { id, decision: 'suspend', reason: 'A second account of one person.' }
  await ask(upstream, contract.operator.decideUser, decision, await signIn(upstream, 'operator'))
  return token
}

/** An id that does not exist, for each parameter of the path. */
function pathOf(call: Call): Record<string, string> {
  return Object.fromEntries(Object.keys(call.params.shape).map((name) => [name, 'none']))
}
