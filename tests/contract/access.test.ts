import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls, contract } from '~/contract'
import { type Access, type Call } from '~/contract/call'
import { Problem } from '~/contract/errors'
import { ask, send } from './client'
import { newInvestor, register, signIn } from './people'
import { unbuiltCalls } from './unbuilt'
import { type TestUpstream, openUpstream, upstreamsFor } from './upstream'

/**
 * Who may call what, over the whole list of the contract. Calls are sent empty: whoever is let in is told what is wrong with
 * that, and whoever is not is told that alone.
 */

type Caller =
  | 'visitor'
  | 'stranger with a made-up token'
  | 'unconfirmed investor'
  | 'suspended investor'
  | 'investor'
  | 'operator'

/** The refusal of each caller by the rule of the call; null where the caller is let in. */
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

/** Left out: what an empty call would change for those that are sent after it, and what has nothing to send. */
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

  it.each(callers)('holds the rule of every call against a caller who is a %s', async (caller) => {
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

  it('answers everything that the contract has, and names every extension', async () => {
    expect(await unbuiltCalls(upstream)).toEqual([])
    const { body } = await send(upstream, contract.settings.get, { key: 'extensions' })
    const extensions = new Set(calls.flatMap(([, { extension }]) => extension ?? []))
    expect([...(body as { value: string[] }).value].sort()).toEqual([...extensions].sort())
  })

  it('ends a bearer that is sent in any other way', async () => {
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

/** Something for each parameter of the path, that nothing has. */
function pathOf(call: Call): Record<string, string> {
  return Object.fromEntries(Object.keys(call.params.shape).map((name) => [name, 'none']))
}
