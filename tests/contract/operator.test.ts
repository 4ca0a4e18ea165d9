import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls, contract } from '~/contract'
import { type Call } from '~/contract/call'
import { operatorRoles } from '~/contract/operator-roles'
import { Problem } from '~/contract/errors'
import { tronWallet as wallet } from '../support/investor'
import { type Answer, ask, send } from './client'
import { newInvestor, register, signIn, topUp } from './people'
import { type TestUpstream, openUpstream, upstreamsFor } from './upstream'

/** The operator's calls: refused to all other callers, and each decision is applied once. */

const { operator } = contract
const operatorCalls = calls.filter(([, { path }]) => path.startsWith('/ext/operator/'))
/** A path parameter of each name, of nothing that exists. */
const nowhere = { id: 'none', partnerId: 'other', key: 'company', queue: 'payments' }

describe.each(upstreamsFor('operator'))('the operator of the %s upstream', (where) => {
  let upstream: TestUpstream
  let by: { token: string }

  beforeAll(async () => {
    upstream = await openUpstream(where)
    by = await signIn(upstream, 'operator')
  })
  afterAll(() => upstream.close())

  const codeOf = ({ status, body }: Answer) => `${status} ${Problem.parse(body).code}`
  const decide = (call: Call, input: Record<string, unknown>, key: string = randomUUID()) =>
    send(upstream, call, input, { ...by, key })
  const free = async (person: { token: string }) =>
    (await ask(upstream, contract.user.balance, {}, person)).balance

  async function withdrawal() {
    const person = await newInvestor(upstream)
    await topUp(upstream, person, '100')
    const request = { system: 'usdt-trc20', amount: '40', wallet, currentPassword: person.password }
    const { payment } = await ask(upstream, contract.payments.create, request, person)
    return { person, id: payment.id }
  }

  it('refuses visitors and investors, whatever token they send', async () => {
    expect(operatorCalls.map(([id]) => id)).toEqual(Object.keys(operator).map((name) => `operator.${name}`))
    const investor = (await newInvestor(upstream)).token
    const unconfirmed = (await register(upstream)).token
    const answers: string[] = []
    for (const [id, call] of operatorCalls) {
      for (const [who, token] of Object.entries({ visitor: undefined, investor, unconfirmed })) {
        const answer = await send(upstream, call, nowhere, { token })
        answers.push(`${id} ${who} ${codeOf(answer)}`)
      }
    }
    expect(answers).toEqual(
      operatorCalls.flatMap(([id]) => [
        `${id} visitor 401 unauthorized`,
        `${id} investor 403 forbidden`,
        `${id} unconfirmed 403 forbidden`,
      ]),
    )
  })

  // An admin may do everything: nothing is refused for a role.
  it.each(operatorRoles)('lets a %s make the calls of the role, and refuses the others', async (role) => {
    const { token } = await signIn(upstream, role === 'admin' ? 'operator' : role)
    const permitted: string[] = []
    for (const [id, call] of operatorCalls) {
      // Sent without a body or a key: what the role may call is refused for that.
      const { status, body } = await send(upstream, call, nowhere, { token, key: null })
      const isRefused = status === 403
      if (isRefused) expect(`${id} ${Problem.parse(body).code}`).toBe(`${id} forbidden`)
      else permitted.push(id)
    }
    const roleless = (call: Call) => call.roles === undefined || call.roles.includes(role)
    expect(permitted).toEqual(
      operatorCalls.filter(([, call]) => role === 'admin' || roleless(call)).map(([id]) => id),
    )
    const self = await ask(upstream, operator.self, {}, { token })
    expect(self).toMatchObject({ role, calls: permitted })
  })

  it('names the roles of each call that changes something', () => {
    const changing = operatorCalls.filter(([, { method }]) => method !== 'GET')
    expect(changing.filter(([, { roles }]) => roles === undefined).map(([id]) => id)).toEqual([])
  })

  it('applies a decision once, however often it is sent with one key', async () => {
    const { person, id } = await withdrawal()
    const key = randomUUID()
    const decision = { id, decision: 'reject', reason: 'Another address, please.' }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => decide(operator.decidePayment, decision, key)),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(done.filter(({ headers }) => !headers.has('idempotent-replayed'))).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(codeOf(answer)).toBe('409 in_progress')
    }
    const again = await decide(operator.decidePayment, decision, key)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(await free(person)).toBe('100')
    expect((await ask(upstream, operator.audit, { search: id }, by)).total).toBe(1)

    const another = await decide(operator.decidePayment, { ...decision, reason: 'No.' }, key)
    expect(codeOf(another)).toBe('422 idempotency_mismatch')
    const keyless = await send(upstream, operator.decidePayment, decision, { ...by, key: null })
    expect(codeOf(keyless)).toBe('400 idempotency_key_required')
  })

  it('applies one of two simultaneous decisions', async () => {
    const { person, id } = await withdrawal()
    const [paid, rejected] = await Promise.all([
      decide(operator.decidePayment, { id, decision: 'complete', transactionHash: 'ab12' }),
      decide(operator.decidePayment, { id, decision: 'reject', reason: 'No.' }),
    ])
    const lost = paid.status === 200 ? rejected : paid
    expect([paid.status, rejected.status].sort()).toEqual([200, 409])
    expect(codeOf(lost)).toBe('409 already_decided')
    expect(await free(person)).toBe(paid.status === 200 ? '60' : '100')
    expect((await ask(upstream, operator.audit, { search: id }, by)).total).toBe(1)
  })

  it('sends a mailing, publishes news and adds a plan once a key', async () => {
    const reader = await newInvestor(upstream)
    const text = { ru: 'По-русски', en: 'In English' }
    const news = { title: text, summary: text, body: text, image: null, top: false }
    const bounds = { dailyPercent: '1', min: '900', max: null, termDays: 50, available: false }
    const plan = { tariff: 'depth', title: text, extension: { days: 50, multiplier: '2' }, ...bounds }
    const inputs: [Call, Record<string, unknown>][] = [
      [operator.createMailing, { message: text, image: null }],
      [operator.createNews, news],
      [operator.createPlan, plan],
      [operator.setRate, { coin: 'ETH', rate: '3000' }],
    ]
    for (const [call, input] of inputs) {
      const key = randomUUID()
      const [first, second] = [await decide(call, input, key), await decide(call, input, key)]
      expect([first.status, second.status]).toEqual([201, 201])
      expect(second.body).toEqual(first.body)
      expect(second.headers.get('idempotent-replayed')).toBe('true')
    }
    const mail = await ask(upstream, contract.notification.list, { type: 'mailing' }, reader)
    expect(mail.items.map(({ message }) => message)).toEqual(['In English'])
    const { items } = await ask(upstream, contract.settings.plans)
    expect(items.filter(({ title }) => title === 'In English')).toHaveLength(1)
  })
})
