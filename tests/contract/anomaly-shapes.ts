import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call, type CallOutput } from '~/contract/call'
import { tokens } from '../../backend/db/schema/access'
import { fictitiousAddress } from '../../backend/domain/addresses'
import { currentPassword } from '../support/investor'
import { type Sending, send } from './client'
import { type Person, newInvestor, signIn, topUp } from './people'
import { type TestUpstream } from './upstream'

type Ask = <C extends Call>(
  call: C,
  input?: Record<string, unknown>,
  sending?: Sending,
) => Promise<CallOutput<C>>

const { operator } = contract

/** Withdrawals that a rule holds for an operator. */
export function anomalyShapes(ask: Ask, upstreamOf: () => TestUpstream): void {
  const newWallet = () => fictitiousAddress('tron', `a wallet of ${randomUUID()}`)
  const withdraw = async (person: Sending, amount: string, wallet = newWallet()) =>
    (await ask(contract.payments.create, { system: 'usdt-trc20', amount, wallet, currentPassword }, person))
      .payment
  const heldOf = async (by: Sending, id: string, status = 'open') => {
    const { items, rules } = await ask(operator.anomalies, { status, limit: 100 }, by)
    expect(rules.takeover).toEqual({ percent: '80' })
    return items.find(({ payment }) => payment.id === id)
  }
  /** An account that has been used for ten days, signed in to from elsewhere just now. */
  async function takenOver(): Promise<{ person: Person; thief: Sending }> {
    const { db } = upstreamOf().here!
    const person = await newInvestor(upstreamOf())
    await topUp(upstreamOf(), person, '500')
    const older = { createdAt: sql`created_at - interval '10 days'` }
    await db.update(tokens).set(older).where(eq(tokens.userId, person.id))
    const headers = { 'user-agent': 'curl/8.10', 'x-forwarded-for': '203.0.113.9' }
    const { refreshToken } = await ask(contract.auth.login, { ...person }, { headers })
    return { person, thief: { token: refreshToken, headers } }
  }

  it('hold most of a balance that goes from a new device to a new wallet, until an operator clears it', async () => {
    if (!upstreamOf().here) return
    const by = await signIn(upstreamOf(), 'operator')
    const { person, thief } = await takenOver()
    // A part is not most of it, and the owner's own device is known.
    const part = await withdraw(thief, '100')
    expect(part.status).toBe('pending')
    const rest = await withdraw(thief, '350')
    expect(rest).toMatchObject({ status: 'under_review', reason: null })
    expect(JSON.stringify(await ask(contract.payments.list, {}, person))).not.toContain('takeover')
    expect((await send(upstreamOf(), contract.paymentCancel.cancel, { id: rest.id }, person)).status).toBe(
      409,
    )

    const held = await heldOf(by, rest.id)
    expect(held).toMatchObject({ found: [{ rule: 'takeover', percent: '90' }], cleared: null })
    expect(held!.payment.owner.login).toBe(person.login)
    expect(await heldOf(by, part.id)).toBeUndefined()

    const clear = { id: rest.id, decision: 'clear', reason: 'Called back by phone.' }
    const cleared = await ask(operator.clearAnomaly, clear, by)
    expect(cleared).toMatchObject({
      payment: { status: 'pending' },
      cleared: { by: 'operator', reason: clear.reason },
    })
    expect(await heldOf(by, rest.id)).toBeUndefined()
    expect(await heldOf(by, rest.id, 'decided')).toMatchObject({ found: held!.found })
    const { items: audit } = await ask(operator.audit, { search: rest.id }, by)
    expect(audit).toMatchObject([{ action: 'anomaly.clear', reason: clear.reason }])
    await ask(contract.paymentCancel.cancel, { id: rest.id }, person)
  })

  it('hold what a copied session asks for, though it was signed in to at home', async () => {
    if (!upstreamOf().here) return
    const by = await signIn(upstreamOf(), 'operator')
    const { person, thief } = await takenOver()
    const copied = { ...thief, token: person.token }
    const { id, status } = await withdraw(copied, '480')
    expect(status).toBe('under_review')
    expect(await heldOf(by, id)).toMatchObject({ found: [{ rule: 'takeover', percent: '96' }] })
  })

  /** Twenty wrong passwords, from four networks. */
  async function guess({ login }: Person): Promise<void> {
    for (let n = 0; n < 20; n++)
      await send(
        upstreamOf(),
        contract.auth.login,
        { login, password: 'not this one' },
        { headers: { 'x-forwarded-for': `198.51.100.${1 + (n % 4)}` } },
      )
    await upstreamOf().here!.answered()
  }
  const elsewhere = { 'user-agent': 'curl/8.10', 'x-forwarded-for': '203.0.113.9' }

  it('hold what goes to a new wallet after many refused sign-ins alone, and not what goes where money went before', async () => {
    if (!upstreamOf().here) return
    const by = await signIn(upstreamOf(), 'operator')
    const person = await newInvestor(upstreamOf())
    await topUp(upstreamOf(), person, '200')
    const known = newWallet()
    const { id: paid } = await withdraw(person, '20', known)
    await ask(contract.demo.decidePayment, { id: paid, decision: 'complete' }, person)
    await guess(person)
    const { id, status } = await withdraw(person, '20')
    expect(status).toBe('under_review')
    const found = [{ rule: 'refused_sign_ins', attempts: 20, networks: 4 }]
    expect(await heldOf(by, id)).toMatchObject({ found })
    expect((await withdraw(person, '20', known)).status).toBe('pending')
    // The owner has come from home again since.
    const { refreshToken: token } = await ask(contract.auth.login, { ...person })
    expect((await withdraw({ token }, '20', known)).status).toBe('pending')
  })

  it('hold what a bearer is used for elsewhere after refused attempts, of whichever kind', async () => {
    if (!upstreamOf().here) return
    const by = await signIn(upstreamOf(), 'operator')
    const person = await newInvestor(upstreamOf())
    await topUp(upstreamOf(), person, '100')
    await guess(person)
    await send(
      upstreamOf(),
      contract.mailPhrase.set,
      { phrase: null, currentPassword: 'not this one' },
      { token: person.token, headers: elsewhere },
    )
    const { id, status } = await withdraw({ token: person.token, headers: elsewhere }, '20')
    expect(status).toBe('under_review')
    const found = [{ rule: 'refused_sign_ins', attempts: 21, networks: 5 }]
    expect(await heldOf(by, id)).toMatchObject({ found })
  })

  it('hold what follows many refused sign-ins and one from elsewhere; deciding on the withdrawal decides on that too', async () => {
    if (!upstreamOf().here) return
    const by = await signIn(upstreamOf(), 'operator')
    const person = await newInvestor(upstreamOf())
    await topUp(upstreamOf(), person, '100')
    await guess(person)
    await ask(contract.auth.login, { ...person }, { headers: elsewhere })
    const { id, status } = await withdraw(person, '30')
    expect(status).toBe('under_review')
    const found = [{ rule: 'refused_sign_ins', attempts: 20, networks: 4 }]
    expect(await heldOf(by, id)).toMatchObject({ found })
    await ask(operator.decidePayment, { id, decision: 'reject', reason: 'Ask us.' }, by)
    expect(await heldOf(by, id)).toBeUndefined()
    const late = { id, decision: 'clear', reason: 'Too late.' }
    expect((await send(upstreamOf(), operator.clearAnomaly, late, by)).status).toBe(409)
  })

  it('hold a withdrawal to a wallet of another investor, where the company says so', async () => {
    if (!upstreamOf().here) return
    const by = await signIn(upstreamOf(), 'operator')
    const { rules } = await ask(operator.anomalies, {}, by)
    const [one, other] = [await newInvestor(upstreamOf()), await newInvestor(upstreamOf())]
    for (const person of [one, other]) await topUp(upstreamOf(), person, '100')
    const wallet = newWallet()
    await ask(
      operator.editSetting,
      { key: 'anomalies', value: { ...rules, sharedWallet: { investors: 2 } } },
      by,
    )
    try {
      expect((await withdraw(one, '30', wallet)).status).toBe('pending')
      const { id, status } = await withdraw(other, '30', wallet)
      expect(status).toBe('under_review')
      expect(await heldOf(by, id)).toMatchObject({ found: [{ rule: 'shared_wallet', investors: 2 }] })
      // The rules are for operators alone.
      const { status: read } = await send(upstreamOf(), contract.settings.get, { key: 'anomalies' })
      expect(read).toBeGreaterThanOrEqual(400)
    } finally {
      await ask(operator.editSetting, { key: 'anomalies', value: rules }, by)
    }
  })
}
