import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call, type CallOutput } from '~/contract/call'
import { currentPassword, tronWallet } from '../support/investor'
import { type Sending, send } from './client'
import { newInvestor, topUp } from './people'
import { type TestUpstream } from './upstream'

type Ask = <C extends Call>(
  call: C,
  input?: Record<string, unknown>,
  sending?: Sending,
) => Promise<CallOutput<C>>

/** What was done in an account, as its owner sees it. */
export function activityShapes(ask: Ask, upstreamOf: () => TestUpstream): void {
  it('record what was done, from where, and by whom', async () => {
    const person = await newInvestor(upstreamOf())
    const headers = { 'user-agent': 'Lynx/2.9', 'x-forwarded-for': '192.0.2.7' }
    const from = { device: 'Lynx/2.9', address: '192.0.2.7' }
    await topUp(upstreamOf(), person, '300')
    const withdrawal = { system: 'usdt-trc20', amount: '50', wallet: tronWallet, currentPassword }
    const { payment } = await ask(contract.payments.create, withdrawal, { ...person, headers })
    await ask(contract.demo.decidePayment, { id: payment.id, decision: 'complete' }, person)

    const { items, total, page } = await ask(contract.activity.list, { group: 'money' }, person)
    expect({ total, page }).toEqual({ total: 3, page: 1 })
    const reference = { kind: 'payment', id: payment.id }
    expect(items).toMatchObject([
      { kind: 'withdrawal_completed', outcome: 'done', device: null, address: null, reference },
      {
        ...{ kind: 'withdrawal_requested', outcome: 'done', ...from, times: 1, reference },
        values: { amount: '50', currency: 'USDT', wallet: 'TXjk…jKCQ', network: 'TRC-20' },
      },
      { kind: 'refill_requested', values: { amount: '300', currency: 'USDT' } },
    ])
    const oldestFirst = { sort: 'at', sortDir: 'asc', limit: 2, page: 2, group: 'money' }
    const second = await ask(contract.activity.list, oldestFirst, person)
    expect(second.items.map(({ kind }) => kind)).toEqual(['withdrawal_completed'])
    const tomorrow = { from: '2999-01-01' }
    expect((await ask(contract.activity.list, tomorrow, person)).items).toEqual([])
    const other = await newInvestor(upstreamOf())
    expect((await ask(contract.activity.list, { group: 'money' }, other)).items).toEqual([])
  })

  it('count refused attempts together, by the hour and the network', async () => {
    const { here } = upstreamOf()
    if (!here) return // a thousand sign-ins are more than its limits allow
    const person = await newInvestor(upstreamOf())
    const attempt = (network: number) =>
      send(
        upstreamOf(),
        contract.auth.login,
        { login: person.login, password: 'not this one' },
        { headers: { 'x-forwarded-for': `198.51.100.${network}` } },
      )
    // Of one network, and then of a hundred at once.
    for (let n = 0; n < 20; n++) expect((await attempt(1)).status).toBe(400)
    await Promise.all(Array.from({ length: 100 }, (_, n) => attempt(n + 1)))
    await here.answered()
    const { items } = await ask(contract.activity.list, { outcome: 'refused' }, person)
    // An hour may have ended meanwhile.
    expect(items.length).toBeGreaterThanOrEqual(6)
    expect(items.length).toBeLessThanOrEqual(12)
    expect(new Set(items.map(({ kind }) => kind))).toEqual(new Set(['sign_in_refused']))
    expect(items.reduce((sum, { times }) => sum + times, 0)).toBe(120)
    expect(items.filter(({ address }) => address === null).every(({ device }) => device === null)).toBe(true)
    expect(items.find(({ address }) => address === '198.51.100.1')!.times).toBeGreaterThanOrEqual(20)
  })

  it('record a wrong password of a caller with a bearer, and ended sessions', async () => {
    const person = await newInvestor(upstreamOf())
    await ask(contract.auth.login, { ...person })
    const guess = { currentPassword: 'not this one' }
    await send(upstreamOf(), contract.sessions.end, guess, person)
    await send(
      upstreamOf(),
      contract.payments.create,
      {
        ...{ system: 'usdt-trc20', amount: '50', wallet: tronWallet, ...guess },
      },
      person,
    )
    await ask(contract.sessions.end, { currentPassword }, person)
    const { items: live } = await ask(contract.sessions.list, {}, person)
    await ask(contract.sessions.end, { id: live[0]!.id }, person)
    const again = await ask(contract.auth.login, { ...person })
    const { items } = await ask(contract.activity.list, { group: 'access' }, { token: again.refreshToken })
    expect(items).toMatchObject([
      { kind: 'signed_in' },
      { kind: 'signed_out', values: {} },
      { kind: 'session_ended', values: { sessions: 1 } },
      { kind: 'stepped_up', outcome: 'done' },
      { kind: 'step_up_code_sent', outcome: 'done' },
      { kind: 'password_wrong', outcome: 'refused' },
      { kind: 'signed_in' },
      { kind: 'registered' },
    ])
  })
}
