import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls, contract } from '~/contract'
import { type Call } from '~/contract/call'
import { type Problem } from '~/contract/errors'
import { type OverviewPart, overviewParts } from '~/contract/extensions/overview'
import { settingKeys } from '~/contract/settings'
import { type Db } from '../../backend/db/connect'
import { currentPassword, newPerson, tronWallet } from '../support/investor'
import { authenticator } from '../support/totp'
import { type Sending, ask as askAny, send } from './client'
import { accessShapes } from './access-shapes'
import { activityShapes } from './activity-shapes'
import { anomalyShapes } from './anomaly-shapes'
import { approvalShapes } from './approval-shapes'
import { batchShapes } from './batches'
import { operatorShapes } from './operator-shapes'
import { type Person, newInvestor, register, signIn, topUp } from './people'
import { peopleShapes } from './people-shapes'
import { partnerShapes } from './partner-shapes'
import { passkeyShapes } from './passkey-shapes'
import { personalShapes } from './personal-shapes'
import { safetyShapes } from './safety-shapes'
import { unbuiltCalls } from './unbuilt'
import { type TestUpstream, openUpstream, upstreamsFor } from './upstream'

/**
 * Each call that the upstream implements, checked against the contract's schema: with the demonstration's
 * four months of history, which includes every state, and along an investor's whole path.
 */

/** An answer without the moment at which it was given, and without what is new in each quote. */
const lasting = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (name, value: unknown) =>
    ['asOf', 'updatedAt', 'now', 'rateId', 'expiresAt'].includes(name) ? null : value,
  )

describe.each(upstreamsFor('shapes'))('the implemented calls of the %s upstream', (where) => {
  let upstream: TestUpstream
  const requests = new Set<Call>()
  /** The operator's calls that change something and left a record in the audit trail. */
  const recorded = new Set<Call>()
  async function ask<C extends Call>(call: C, input: Record<string, unknown> = {}, sending: Sending = {}) {
    requests.add(call)
    if (call.access !== 'operator' || call.method === 'GET') return askAny(upstream, call, input, sending)
    const admin = await signIn(upstream, 'operator')
    const trail = (limit: number) => askAny(upstream, contract.operator.audit, { limit }, admin)
    const before = await trail(1)
    const answer = await askAny(upstream, call, input, sending)
    const after = await trail(100)
    const made = after.items.filter(({ id }) => !before.items.some((one) => one.id === id))
    const added = made.slice(0, after.total - before.total)
    if (added.length > 0 && added.every(({ actor, origin }) => actor !== null && origin?.address))
      recorded.add(call)
    return answer
  }

  beforeAll(async () => {
    upstream = await openUpstream(where, { history: true })
  }, 180_000)
  afterAll(() => upstream.close())

  it.each(['ru', 'en'] as const)('show a visitor everything that is public, in %s', async (language) => {
    for (const key of settingKeys)
      expect((await ask(contract.settings.get, { key }, { language })).key).toBe(key)
    await ask(contract.settings.subscriptionOptions, {}, { language })
    await ask(contract.settings.paymentSystems, {}, { language })
    await ask(contract.settings.plans, {}, { language })
    await ask(contract.user.exchangeRate, {}, { language })
    await ask(contract.user.referral, { login: 'investor' }, { language })
    await ask(contract.demo.time, {}, { language })
  })

  it.each(['ru', 'en'] as const)('list an investor’s history, in %s', async (language) => {
    const sending = { ...(await signIn(upstream, 'investor')), language }
    await ask(contract.user.balance, {}, sending)
    await ask(contract.ownUser.read, {}, sending)
    const lists = [
      contract.user.operations,
      contract.refills.list,
      contract.deposits.list,
      contract.payments.list,
      contract.notification.list,
    ]
    for (const list of lists) {
      const page = await ask(list, { limit: 100 }, sending)
      expect(page.items.length).toBe(Math.min(page.total, 100))
      expect(page.items.length).toBeGreaterThan(0)
      const second = await ask(list, { page: 2, limit: 2, sortDir: 'asc' }, sending)
      expect(second).toMatchObject({ page: 2, limit: 2, total: page.total })
    }
  })

  it.each(['ru', 'en'] as const)('answer the overview as each of its calls, in %s', async (language) => {
    const sending = { ...(await signIn(upstream, 'investor')), language }
    const whole = await ask(contract.overview.read, { days: 90 }, sending)
    const parts = Object.entries(overviewParts) as [keyof typeof overviewParts, OverviewPart][]
    expect(Object.keys(whole).sort()).toEqual(parts.map(([name]) => name).sort())
    for (const [name, { call, input, withoutBearer }] of parts) {
      const alone = await ask(call, input({ days: 90 }), withoutBearer ? { language } : sending)
      expect(lasting(whole[name]), name).toEqual(lasting(alone))
    }
  })

  it('serve an investor’s whole path', { timeout: 120_000 }, async () => {
    const person = newPerson()
    const registered = await ask(contract.auth.register, { ...person, inviter: 'INVESTOR', language: 'en' })
    expect(registered.user).toMatchObject({ inviter: 'investor', phoneConfirmed: false })
    const token = registered.refreshToken
    await ask(contract.auth.confirmPhone, { code: '000 000' }, { token })
    await ask(contract.emailConfirmation.confirm, { code: '000000' }, { token })
    await ask(contract.user.profile, { city: 'Nida', telegram: 'kai_at_sea' }, { token })

    const refill = await ask(contract.refills.create, { system: 'usdt-trc20', amount: '700' }, { token })
    expect(refill.status).toBe('pending')
    const paid = await ask(contract.demo.payRefill, { id: refill.id }, { token })
    expect(paid.refill).toMatchObject({ status: 'topped_up', creditedAmount: '700' })
    expect(await ask(contract.refills.one, { id: refill.id }, { token })).toEqual(paid.refill)

    const opening = { planId: 'breeze', currency: 'USDT', amount: '300' }
    const { deposit, balance } = await ask(contract.deposits.create, opening, { token })
    expect(balance).toMatchObject({ balance: '400', balance_dep: '300' })
    const { rateId } = await ask(contract.user.exchangeRate, {}, { token })
    const exchange = { from: 'USDT', to: 'TRX', amount: '50', rateId }
    expect((await ask(contract.user.exchange, exchange, { token })).balance.balance).toBe('350')
    const bought = await ask(contract.user.subscription, { optionId: 'day' }, { token })
    expect(bought.subscription.status).toBe('active')

    const first = await ask(contract.payments.create, withdrawal('30'), { token })
    const cancelled = await ask(contract.paymentCancel.cancel, { id: first.payment.id }, { token })
    expect(cancelled.payment.status).toBe('rejected')
    const { payment } = await ask(contract.payments.create, withdrawal('100'), { token })
    // The fee is zero while the subscription lasts, and only the subscriber sees that.
    const feeFor = async (sending: Sending) =>
      (await ask(contract.settings.paymentSystems, {}, sending)).items.map((system) => system.payment.fee)
    expect(await feeFor({ token })).toEqual(['0', '0', '0', '0'])
    expect(await feeFor({ token: 'made-up' })).toEqual(['1', '0.0001', '0.001', '2'])
    expect(payment).toMatchObject({ status: 'pending', fee: '0', net: '100' })
    const decided = await ask(
      contract.demo.decidePayment,
      { id: payment.id, decision: 'complete' },
      { token },
    )
    expect(decided.payment.status).toBe('completed')

    const second = await ask(contract.payments.create, withdrawal('25'), { token })
    const rejection = { id: second.payment.id, decision: 'reject', reason: ' ' }
    const rejected = await ask(contract.demo.decidePayment, rejection, { token })
    expect(rejected.payment).toMatchObject({ status: 'rejected', reason: null })

    await ask(contract.demo.clock, { days: 50 }, { token })
    const closed = await ask(contract.deposits.close, { id: deposit.id }, { token })
    expect(closed.deposit).toMatchObject({ status: 'closed', accrued: '166.5', closingPays: '300' })

    const { items, unread } = await ask(contract.notification.list, { unread: 'true' }, { token })
    const read = await ask(contract.notification.read, { id: items[0]!.id, login: person.login }, { token })
    expect(read.unread).toBe(unread - 1)
    await signsInAgain({ ...person, token })
  })

  async function signsInAgain({ token, login, email, phone, password }: Omit<Person, 'id'>) {
    const next = 'Nine quiet harbours'
    const { refreshToken } = await ask(
      contract.user.password,
      { currentPassword: password, password: next },
      { token },
    )
    expect((await send(upstream, contract.user.balance, {}, { token })).status).toBe(401)
    await ask(contract.user.balance, {}, { token: refreshToken })
    for (const name of [login.toUpperCase(), email, phone]) {
      expect((await ask(contract.auth.login, { login: name, password: next })).user.login).toBe(login)
    }
  }

  it('send a new code after a change of number, which is confirmed like the first', async () => {
    const { token, id } = await newInvestor(upstream)
    const { phone: other } = newPerson()
    if (!upstream.here) return // the code of the registration is less than a minute old
    await aMinuteLater(upstream.here.db, id)
    const { user } = await ask(contract.user.profile, { phone: other, currentPassword }, { token })
    expect(user).toMatchObject({ phone: other, phoneConfirmed: false })
    expect((await send(upstream, contract.user.balance, {}, { token })).status).toBe(403)
    await ask(contract.auth.confirmPhone, { code: '000000' }, { token })
    await ask(contract.user.balance, {}, { token })
  })

  it('report the outcome of a keyed call', async () => {
    const person = await newInvestor(upstream)
    await topUp(upstream, person, '500')
    const key = 'outcome-of-a-deposit'
    const body = { planId: 'breeze', currency: 'USDT', amount: '100' }
    const opened = await ask(contract.deposits.create, body, { ...person, key })
    const outcome = await ask(contract.outcomes.one, { key }, person)
    expect(outcome).toEqual({ state: 'done', status: 201, body: opened })
  })

  it('keep the answer of another change for who has its key', async () => {
    const key = 'key-of-a-message-of-this-test'
    const message = { name: 'Ona', email: 'ona@example.org', message: 'Kept' }
    const { body } = await send(upstream, contract.inquiries.message, message, {
      headers: { 'idempotency-key': key },
    })
    expect(await ask(contract.answers.one, { key })).toEqual({ state: 'done', status: 202, body })
  })

  it('send a code again, at most once a minute', async () => {
    const { token, id } = await register(upstream)
    // The first code was sent at registration.
    const early = await send(upstream, contract.auth.resendCode, {}, { token })
    expect(early.status).toBe(429)
    expect(Number(early.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    requests.add(contract.auth.resendCode)
    if (!upstream.here) return
    await aMinuteLater(upstream.here.db, id)
    expect((await ask(contract.auth.resendCode, {}, { token })).resendAfter).toBe(60)
    expect(upstream.here.messages.at(-1)).toMatchObject({ kind: 'phone_code', values: { code: '000000' } })
  })

  peopleShapes(ask, () => upstream, requests)
  operatorShapes(() => upstream, { ask, requests })

  approvalShapes(() => upstream, { ask })
  batchShapes(() => upstream, { ask })
  personalShapes(ask, () => upstream)
  accessShapes(ask, () => upstream, requests)
  safetyShapes(ask, () => upstream, requests)
  partnerShapes(ask, () => upstream)
  activityShapes(ask, () => upstream)
  anomalyShapes(ask, () => upstream)
  passkeyShapes(ask, () => upstream)

  it('add a second factor, sign in and step up with it, and remove it', async () => {
    const person = await newInvestor(upstream)
    const { secondFactors } = contract
    const request = { name: 'Phone', currentPassword }
    const { id, secret } = await ask(secondFactors.addTotp, request, person)
    const app = authenticator(secret)
    const code = app.next()
    const { recoveryCodes } = await ask(secondFactors.confirmTotp, { id, code }, person)
    const { login, password } = person
    const challenge = await challengeOf(upstream, person)
    const signedIn = await ask(secondFactors.signIn, { challenge, code: app.next() })
    await ask(contract.auth.login, { login, password, deviceToken: signedIn.deviceToken })
    await ask(secondFactors.reportLost, { challenge: await challengeOf(upstream, person) })
    const operator = await signIn(upstream, 'operator')
    const removal = { id: person.id, reason: 'Recognized by the documents.' }
    const { user } = await ask(contract.operator.removeFactors, removal, operator)
    expect(user.factorRemovalAt).toEqual(expect.any(String))
    await ask(secondFactors.stepUp, { code: recoveryCodes![0] }, person)
    await ask(secondFactors.rename, { id, name: 'Old phone' }, person)
    const { items, recoveryCodesLeft } = await ask(secondFactors.list, {}, person)
    expect(items).toMatchObject([{ id, kind: 'totp', name: 'Old phone' }])
    expect(recoveryCodesLeft).toBe(9)
    await ask(secondFactors.renewRecoveryCodes, {}, person)
    await ask(secondFactors.remove, { id }, person)
  })

  it('of the operator leave a record of who changed something, and from where', () => {
    // Posted for their length alone: they show what would come of something, and change nothing.
    const previews: Call[] = [contract.operator.previewDecision, contract.operator.previewTransfers]
    const changing = calls.filter(
      ([, call]) => call.access === 'operator' && call.method !== 'GET' && !previews.includes(call),
    )
    expect(changing.filter(([, call]) => !recorded.has(call)).map(([id]) => id)).toEqual([])
  })

  it('are all calls of the contract, and this file sends all of them', async () => {
    expect(await unbuiltCalls(upstream)).toEqual([])
    expect(calls.filter(([, call]) => !requests.has(call)).map(([id]) => id)).toEqual([])
  })
})

/** What the first half of a sign-in is answered with. */
async function challengeOf(upstream: TestUpstream, { login, password }: Person): Promise<string> {
  const refused = await send(upstream, contract.auth.login, { login, password })
  return String((refused.body as Problem).params?.['challenge'])
}

/** Makes a person's codes 61 seconds older. */
function aMinuteLater(db: Db, userId: string) {
  return db.execute(
    sql`update phone_codes set created_at = created_at - interval '61 seconds' where user_id = ${userId}`,
  )
}

function withdrawal(amount: string) {
  return { system: 'usdt-trc20', amount, wallet: tronWallet, currentPassword }
}
