import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Problem } from '~/contract/errors'
import { type Payment } from '~/contract/funds'
import { users } from '../../backend/db/schema/users'
import { fictitiousAddress } from '../../backend/domain/addresses'
import { bitcoinWallet, ethereumWallet, tronWallet } from '../support/investor'
import { ask, send } from './client'
import { linkTokensOf } from './links'
import { type Person, newInvestor, signIn, stepUp, topUp } from './people'
import { withFactor } from './second-factors'
import { type TestUpstream, openUpstream, upstreamsFor } from './upstream'

const { walletList, userData, payments, demo } = contract
const codeOf = ({ body }: { body: unknown }) => (body as Problem).code
const hourMs = 3_600_000
const other = fictitiousAddress('tron', 'another one')

/** Withdrawals to saved wallets alone: what rests, how long, and who can take it back. */
describe.each(upstreamsFor('wallet-list'))('the list of wallets of the %s upstream', (where) => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await openUpstream(where, { newWalletsRest: true })
  })
  afterAll(() => upstream.close())

  async function withMoney(): Promise<Person> {
    const person = await newInvestor(upstream)
    await topUp(upstream, person, '500')
    await stepUp(upstream, person)
    return person
  }
  const proof = ({ password }: Person) => ({ currentPassword: password })
  const save = (person: Person, address: string, system = 'usdt-trc20') =>
    ask(upstream, userData.updateWallets, { wallets: [{ system, address }], ...proof(person) }, person)
  const switchOn = (person: Person) => ask(upstream, walletList.switchOn, proof(person), person)
  const switchOff = (person: Person) => ask(upstream, walletList.switchOff, proof(person), person)
  const withdraw = (person: Person, wallet: string, key?: string) =>
    send(
      upstream,
      payments.create,
      { system: 'usdt-trc20', amount: '20', wallet, ...proof(person) },
      { ...person, ...(key && { key }) },
    )
  /** A day of the account's own wallets and choice passes. */
  async function dayLater({ id }: Person) {
    const { db } = upstream.here!
    await db.execute(sql`update wallets set added_at = added_at - interval '24 hours' where user_id = ${id}`)
    await db.execute(
      sql`update users set wallet_list_ends_at = wallet_list_ends_at - interval '24 hours' where id = ${id}`,
    )
  }

  it('off, a withdrawal to a new address is accepted, says when it leaves, and is paid out no sooner', async () => {
    const { operator } = contract
    const [person, by] = [await withMoney(), await signIn(upstream, 'cashier')]
    const { body, status } = await withdraw(person, tronWallet)
    expect(status).toBe(201)
    const { id, rest } = (body as { payment: Payment & { id: string } }).payment
    const until = Date.parse(rest!.until)
    expect(rest).toMatchObject({ reason: 'wallet' })
    expect(until).toBeGreaterThan(Date.now() + 23 * hourMs)
    const safety = async (wallet: string) =>
      ask(upstream, contract.withdrawalSafety.read, { system: 'usdt-trc20', wallet }, person)
    expect(await safety(tronWallet)).toMatchObject({ walletRestsUntil: expect.any(String) as string })

    await ask(upstream, operator.decidePayment, { id, decision: 'approve' }, by)
    const completion = { id, decision: 'complete', transactionHash: 'ab'.repeat(32) }
    const refused = await send(upstream, operator.decidePayment, completion, by)
    expect(refused.body).toMatchObject({ code: 'payment_resting', params: { until: rest!.until } })
    const draft = async () => (await ask(upstream, operator.batchDraft, { system: 'usdt-trc20' }, by)).draft
    const { resting = 0, count } = await draft()
    expect(resting).toBeGreaterThan(0)
    if (!upstream.here) return
    const { db } = upstream.here
    await db.execute(sql`update payments set rests_until = now() where id = ${id}`)
    expect(await draft()).toMatchObject({ count: count + 1, resting: resting - 1 })
    await ask(upstream, operator.decidePayment, completion, by)
    // Money went there: the next one does not rest.
    expect(await safety(tronWallet)).toMatchObject({ walletRestsUntil: null })
    const next = await withdraw(person, tronWallet)
    expect((next.body as { payment: Payment }).payment.rest).toBeNull()
  })

  it('off, an address that was saved a day ago does not rest, and one that was saved later rests from then', async () => {
    if (!upstream.here) return
    const person = await withMoney()
    await save(person, tronWallet)
    await upstream.here.db.execute(
      sql`update wallets set added_at = added_at - interval '20 hours' where user_id = ${person.id}`,
    )
    const restOf = async () =>
      ((await withdraw(person, tronWallet)).body as { payment: Payment }).payment.rest
    expect(Date.parse((await restOf())!.until)).toBeLessThan(Date.now() + 5 * hourMs)
    await dayLater(person)
    expect(await restOf()).toBeNull()
  })

  it('is off until the investor chooses it, and holds at once', async () => {
    const person = await withMoney()
    expect(await ask(upstream, walletList.read, {}, person)).toEqual({
      ...{ on: false, endsAt: null, hours: 24, wallets: [] },
    })
    expect((await withdraw(person, tronWallet)).status).toBe(201)
    expect(await switchOn(person)).toMatchObject({ on: true, endsAt: null })
    expect(codeOf(await withdraw(person, tronWallet))).toBe('wallet_not_listed')
  })

  it('a new wallet takes money a day after it was saved; the same call goes through then', async () => {
    const person = await withMoney()
    await switchOn(person)
    const key = `withdrawal-${person.login}`
    expect(codeOf(await withdraw(person, tronWallet, key))).toBe('wallet_not_listed')
    await save(person, tronWallet)
    const { wallets } = await ask(upstream, walletList.read, {}, person)
    const until = Date.parse(wallets[0]!.restsUntil!)
    expect(until).toBeGreaterThan(Date.now() + 23 * hourMs)
    expect(until).toBeLessThanOrEqual(Date.now() + 24 * hourMs + 60_000)
    const resting = await withdraw(person, tronWallet, key)
    expect((resting.body as Problem).fields).toMatchObject({
      wallet: { code: 'wallet_resting', params: { until: wallets[0]!.restsUntil } },
    })
    if (!upstream.here) return
    // Saving the same once more does not begin anew; another address does.
    await dayLater(person)
    await save(person, tronWallet)
    expect((await withdraw(person, tronWallet, key)).status).toBe(201)
    await save(person, other)
    expect(codeOf(await withdraw(person, other))).toBe('wallet_resting')
    expect(codeOf(await withdraw(person, tronWallet))).toBe('wallet_not_listed')
  })

  it('a wallet that money went to before rests no more once it is saved', async () => {
    const person = await withMoney()
    const { body } = await withdraw(person, tronWallet)
    const { id } = (body as { payment: { id: string } }).payment
    await ask(upstream, demo.decidePayment, { id, decision: 'complete' }, person)
    await switchOn(person)
    expect(codeOf(await withdraw(person, tronWallet))).toBe('wallet_not_listed')
    await save(person, tronWallet)
    expect((await withdraw(person, tronWallet)).status).toBe(201)
  })

  it('switching off takes a day, can be taken back, and does not begin anew when it is sent again', async () => {
    const person = await withMoney()
    await switchOn(person)
    const { on, endsAt } = await switchOff(person)
    expect(on).toBe(true)
    expect(Date.parse(endsAt!)).toBeGreaterThan(Date.now() + 23 * hourMs)
    expect((await switchOff(person)).endsAt).toBe(endsAt)
    expect(codeOf(await withdraw(person, tronWallet))).toBe('wallet_not_listed')
    expect(await switchOn(person)).toMatchObject({ on: true, endsAt: null })
    if (!upstream.here) return
    await switchOff(person)
    await dayLater(person)
    expect(await ask(upstream, walletList.read, {}, person)).toMatchObject({ on: false, endsAt: null })
    expect((await withdraw(person, tronWallet)).status).toBe(201)
    expect(await switchOff(person)).toMatchObject({ on: false, endsAt: null })
    expect(await switchOn(person)).toMatchObject({ on: true, endsAt: null })
  })

  it('a thief with the session can neither switch it nor save a wallet', async () => {
    const person = await withFactor(upstream)
    await ask(upstream, walletList.switchOn, {}, person)
    const abroad = { token: person.token, headers: { 'x-forwarded-for': '203.0.113.9' } }
    for (const [call, input] of [
      [walletList.switchOff, {}],
      [walletList.switchOn, {}],
      [userData.updateWallets, { wallets: [{ system: 'usdt-trc20', address: tronWallet }] }],
    ] as const)
      expect(codeOf(await send(upstream, call, { ...input, ...proof(person) }, abroad))).toBe(
        'step_up_required',
      )
  })

  it.each(['on', 'off'])(
    'a wallet is removed after a step-up alone while the list is %s, and the owner is told',
    async (list) => {
      const person = await withMoney()
      if (list === 'on') await switchOn(person)
      await save(person, tronWallet)
      const removal = { wallets: [{ system: 'usdt-trc20', address: '' }] }
      const abroad = { token: person.token, headers: { 'x-forwarded-for': '203.0.113.9' } }
      expect(codeOf(await send(upstream, userData.updateWallets, removal, abroad))).toBe('password_required')
      expect((await ask(upstream, userData.wallets, {}, person)).items).toHaveLength(1)
      expect((await send(upstream, userData.updateWallets, removal, person)).status).toBe(200)
      const { items } = await ask(upstream, contract.notification.list, {}, person)
      expect(items[0]?.message).toContain('was removed from your settings')
    },
  )

  it('"this was not me" to a switching off keeps the list on', async () => {
    if (!upstream.here) return
    const person = await withMoney()
    await switchOn(person)
    await switchOff(person)
    const token = (await linkTokensOf(upstream, person)).at(-1)!
    await ask(upstream, contract.notMe.report, { token })
    const [row] = await upstream.here.db.select().from(users).where(eq(users.id, person.id))
    expect(row).toMatchObject({ walletListOn: true, walletListEndsAt: null })
  })

  it('of a withdrawal and a wallet that is replaced at the same time no money goes to the new one', async () => {
    const person = await withMoney()
    await switchOn(person)
    await save(person, tronWallet)
    if (!upstream.here) return
    await dayLater(person)
    const [toOther] = await Promise.all([withdraw(person, other), save(person, other)])
    expect(['wallet_not_listed', 'wallet_resting']).toContain(codeOf(toOther))
  })

  it('a company that sets no rest has wallets that take money at once', async () => {
    if (!upstream.here) return
    const { db } = upstream.here
    const set = (hours: number) =>
      db.execute(
        sql`update settings set value = jsonb_set(value, '{rest,walletHours}', ${String(hours)}::jsonb) where key = 'limits'`,
      )
    await set(0)
    try {
      const person = await withMoney()
      await switchOn(person)
      await save(person, tronWallet)
      expect((await withdraw(person, tronWallet)).status).toBe(201)
      expect(await switchOff(person)).toMatchObject({ on: false, endsAt: null })
    } finally {
      await set(24)
    }
  })

  it('an address counts for every system of its network, and for no other', async () => {
    const person = await withMoney()
    await switchOn(person)
    await save(person, ethereumWallet, 'eth')
    await save(person, bitcoinWallet, 'btc')
    await save(person, tronWallet, 'trx')
    expect(codeOf(await withdraw(person, tronWallet))).toBe('wallet_resting')
  })
})
