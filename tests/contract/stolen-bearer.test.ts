import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call } from '~/contract/call'
import { idempotencyKeys } from '../../backend/db/schema/access'
import { notifications, outbox } from '../../backend/db/schema/notifications'
import { users } from '../../backend/db/schema/users'
import { fictitiousAddress } from '../../backend/domain/addresses'
import { demoCode, newPerson, tronWallet as ownWallet } from '../support/investor'
import { widgetFields } from '../support/telegram'
import { ask, send } from './client'
import { type Person, newInvestor, register, stepUp, topUp } from './people'
import { type TestUpstream, openUpstream, upstreamsFor } from './upstream'

/**
 * What an attacker can do with a copied bearer. Calls that could take over the account or its money require
 * the password. Calls that need no password notify the owner.
 */
describe.each(upstreamsFor('stolen-bearer'))('a stolen bearer of the %s upstream', (where) => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await openUpstream(where)
  })
  afterAll(() => upstream.close())

  const system = 'usdt-trc20'
  const fresh = () => fictitiousAddress('tron', `a thief's wallet ${Math.random()}`)
  const codeOf = async (call: Call, input: Record<string, unknown>, { token }: Person) => {
    const { status, body } = await send(upstream, call, input, { token })
    return status < 400 ? 'done' : (body as { code: string }).code
  }
  /** An investor who has withdrawn to their own wallet and has money left, with a bearer that was never stepped up. */
  async function victim(): Promise<Person> {
    const person = await newInvestor(upstream)
    await topUp(upstream, person, '1000')
    const request = { system, amount: '20', wallet: ownWallet, currentPassword: person.password }
    const { payment } = await ask(upstream, contract.payments.create, request, person)
    await ask(upstream, contract.demo.decidePayment, { id: payment.id, decision: 'complete' }, person)
    const { login, password } = person
    const { refreshToken: token } = await ask(upstream, contract.auth.login, { login, password })
    return { ...person, token }
  }
  const kindsOf = async ({ id }: Person) => {
    const rows = await upstream.here!.db.select().from(notifications).where(eq(notifications.userId, id))
    return rows.map(({ kind }) => kind)
  }
  const mailsOf = async ({ id }: Person) => {
    await upstream.here!.answered()
    const rows = await upstream.here!.db.select().from(outbox).where(eq(outbox.userId, id))
    return rows.map(({ channel, kind }) => `${channel} ${kind}`)
  }

  const sentBy = async ({ id }: Person) => {
    const rows = await upstream.here!.db.select().from(outbox).where(eq(outbox.userId, id))
    return rows.map(({ recipient, kind }) => [recipient, kind])
  }

  it("can't change contacts, save a wallet or withdraw without the password, nor with the password alone", async () => {
    const person = await victim()
    const wallet = fresh()
    const attempts: [Call, Record<string, unknown>][] = [
      [contract.user.profile, { email: newPerson().email }],
      [contract.user.profile, { phone: newPerson().phone }],
      [contract.userData.updateWallets, { wallets: [{ system, address: wallet }] }],
      [contract.payments.create, { system, amount: '500', wallet }],
      // Nor to the owner's own wallet: the money would be lost to them for the time being.
      [contract.payments.create, { system, amount: '400', wallet: ownWallet }],
      [contract.account.export, {}],
      [contract.account.delete, {}],
    ]
    for (const [call, input] of attempts) {
      expect(await codeOf(call, input, person), call.path).toBe('password_required')
      const guess = { ...input, currentPassword: 'not this one' }
      expect(await codeOf(call, guess, person), call.path).toBe('password_wrong')
      const known = { ...input, currentPassword: person.password }
      expect(await codeOf(call, known, person), call.path).toBe('step_up_required')
    }
    const after = await ask(upstream, contract.user.profile, {}, person)
    expect(after.user).toMatchObject({ email: person.email, phone: person.phone, phoneConfirmed: true })
    expect((await ask(upstream, contract.userData.wallets, {}, person)).items).toEqual([])
    expect((await ask(upstream, contract.payments.list, {}, person)).total).toBe(1)
    // The owner reads the code that was sent.
    await ask(upstream, contract.secondFactors.stepUp, { code: demoCode }, person)
    for (const [call, input] of attempts.slice(2))
      expect(await codeOf(call, input, person), call.path).toBe('done')
  })

  it('needs no password where wallets stay the same, and one to remove a wallet', async () => {
    const person = await victim()
    const same = { email: person.email.toUpperCase(), phone: person.phone, city: 'Nida' }
    expect(await codeOf(contract.user.profile, same, person)).toBe('done')
    const save = (address: string) =>
      codeOf(contract.userData.updateWallets, { wallets: [{ system, address }] }, person)
    expect(await save(ownWallet)).toBe('done')
    expect(await save(ownWallet)).toBe('done')
    expect(await save('')).toBe('password_required')
    // The same address on another system of its network.
    const onTron = { wallets: [{ system: 'trx', address: ownWallet }] }
    expect(await codeOf(contract.userData.updateWallets, onTron, person)).toBe('done')
  })

  it('needs no password to correct a first phone that was mistyped', async () => {
    const mistyped = newPerson()
    const { refreshToken: token } = await ask(upstream, contract.auth.register, {
      ...mistyped,
      language: 'en',
    })
    if (upstream.here)
      await upstream.here.db.execute("update phone_codes set created_at = now() - interval '2 minutes'")
    const person = { ...mistyped, token, id: '' }
    expect(await codeOf(contract.user.profile, { phone: newPerson().phone }, person)).toBe('done')
  })

  it('of an account without a password: the refusal says how to set one', async () => {
    if (!upstream.here) return
    const { refreshToken: token, user } = await ask(upstream, contract.auth.telegram, widgetFields())
    const established = { phoneConfirmedAt: new Date() }
    await upstream.here.db.update(users).set(established).where(eq(users.id, user.id))
    const person = { ...newPerson(), token, id: user.id }
    expect(await codeOf(contract.user.profile, { email: newPerson().email }, person)).toBe('password_not_set')
  })

  it('does not store the password with the remembered answer of a key, and repeats the answer with any password', async () => {
    const person = await victim()
    const request = { system, amount: '20', wallet: fresh() }
    const key = `key-${person.login}`
    await stepUp(upstream, person)
    const sendWith = (currentPassword?: string) =>
      send(upstream, contract.payments.create, { ...request, currentPassword }, { token: person.token, key })
    const first = await sendWith(person.password)
    expect(first.status).toBe(201)
    for (const again of [await sendWith('not this one'), await sendWith()]) {
      expect(again.body).toEqual(first.body)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
    }
    if (!upstream.here) return
    const rows = await upstream.here.db
      .select()
      .from(idempotencyKeys)
      .where(eq(idempotencyKeys.userId, person.id))
    expect(JSON.stringify(rows)).not.toContain(person.password)
    expect(upstream.here.log()).not.toContain(person.password)
  })

  it('notifies the owner of a withdrawal', async () => {
    if (!upstream.here) return
    const person = await victim()
    await ask(
      upstream,
      contract.payments.create,
      { system, amount: '21.5', wallet: ownWallet, currentPassword: person.password },
      person,
    )
    const notified = await ask(upstream, contract.notification.list, {}, person)
    const { message } = notified.items[0]!
    expect(message).toContain('21.50 USDT')
    expect(message).toContain(`${ownWallet.slice(0, 4)}…${ownWallet.slice(-4)}`)
    expect(message).not.toContain(ownWallet)
    expect(message).toContain('Settings')
    expect(await mailsOf(person)).toContain('email payment_requested')
  })

  it('notifies the owner of new contacts, a saved wallet and a new password', async () => {
    if (!upstream.here) return
    const person = await victim()
    const currentPassword = person.password
    const wallets = [{ system, address: fresh() }]
    await ask(upstream, contract.userData.updateWallets, { wallets, currentPassword }, person)
    await upstream.here.db.execute("update email_codes set created_at = created_at - interval '2 minutes'")
    await ask(upstream, contract.user.profile, { email: newPerson().email, currentPassword }, person)
    expect(await kindsOf(person)).not.toContain('email_changed')
    await ask(upstream, contract.emailConfirmation.confirm, { code: '000000' }, person)
    const password = 'Nine quiet harbours'
    await ask(upstream, contract.user.password, { currentPassword, password }, person)
    const kinds = ['wallet_saved', 'email_change_asked', 'email_changed', 'password_changed']
    expect(await kindsOf(person)).toEqual(expect.arrayContaining(kinds))
    await upstream.here.answered()
    // Each message goes to the address in force at that time, and none to the new address.
    const mails = await sentBy(person)
    expect(mails).toContainEqual([person.email, 'wallet_saved'])
    expect(mails).toContainEqual([person.email, 'email_change_asked'])
    expect(mails.filter(([, kind]) => kind === 'email_changed')).toEqual([[person.email, 'email_changed']])
    expect(mails.map(([, kind]) => kind)).toContain('password_changed')
  })

  it('notifies the owner once of an exported account and of a requested deletion', async () => {
    if (!upstream.here) return
    const person = await newInvestor(upstream)
    const { password: currentPassword } = person
    const held = await ask(upstream, contract.account.export, { currentPassword }, person)
    expect(JSON.stringify(held)).not.toContain(currentPassword)
    for (let at = 0; at < 2; at++) await ask(upstream, contract.account.delete, { currentPassword }, person)
    const kinds = await kindsOf(person)
    expect(kinds.filter((kind) => kind === 'data_exported')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'deletion_asked')).toHaveLength(1)
    const notified = await ask(upstream, contract.notification.list, {}, { ...person, language: 'en' })
    expect(notified.items.map(({ message }) => message).join()).toContain('deletion of your account')
    await upstream.here.answered()
    const mails = await sentBy(person)
    expect(mails).toContainEqual([person.email, 'data_exported'])
    expect(mails.filter(([, kind]) => kind === 'deletion_asked')).toEqual([[person.email, 'deletion_asked']])
    const rows = await upstream.here.db.select().from(outbox).where(eq(outbox.userId, person.id))
    expect(rows.filter(({ sentAt }) => !sentAt).map(({ kind }) => kind)).toEqual([])
  })

  it('notifies an owner without a confirmed e-mail by SMS of a saved wallet and of a sign-in from elsewhere', async () => {
    if (!upstream.here) return
    const registered = await register(upstream)
    await ask(upstream, contract.auth.confirmPhone, { code: '000000' }, registered)
    const { login, password, phone } = registered
    const wallets = [{ system, address: fresh() }]
    await ask(upstream, contract.userData.updateWallets, { wallets, currentPassword: password }, registered)
    const headers = { 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'x-forwarded-for': '198.51.100.7' }
    await ask(upstream, contract.auth.login, { login, password }, { headers })
    await upstream.here.answered()
    const notified = await sentBy(registered)
    expect(notified).toContainEqual([phone, 'wallet_saved'])
    expect(notified).toContainEqual([phone, 'new_sign_in'])
  })

  it('notifies the owner of a password that was set with a code, by SMS where there is no e-mail', async () => {
    if (!upstream.here) return
    const person = await victim()
    await upstream.here.db.update(users).set({ email: null }).where(eq(users.id, person.id))
    await ask(upstream, contract.passwordReset.forgot, { login: person.login })
    await upstream.here.answered()
    const reset = { login: person.login, code: '000000', password: 'Nine quiet harbours' }
    await ask(upstream, contract.passwordReset.reset, reset)
    expect(await kindsOf(person)).toContain('password_changed')
    expect(await mailsOf(person)).toContain('sms password_changed')
  })

  it('notifies of a sign-in from elsewhere, but not of the first one or of one from a known place', async () => {
    if (!upstream.here) return
    const person = await newInvestor(upstream)
    const { login, password } = person
    const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
    const signIn = (device: string, address: string) =>
      ask(
        upstream,
        contract.auth.login,
        { login, password },
        { headers: { 'user-agent': device, 'x-forwarded-for': address } },
      )
    const count = async () => (await kindsOf(person)).filter((kind) => kind === 'new_sign_in').length
    expect(await count()).toBe(0)
    await signIn(firefox, '203.0.113.7')
    expect(await count()).toBe(1)
    expect(await mailsOf(person)).toContain('email new_sign_in')
    const [newest] = (await ask(upstream, contract.notification.list, {}, person)).items
    expect(newest?.message).toContain('Firefox, Windows')
    // A newer version in the same network is known. Another network, or another browser there, is not.
    await signIn(firefox.replaceAll('140', '141'), '203.0.113.250')
    expect(await count()).toBe(1)
    await signIn(firefox, '198.51.100.7')
    expect(await count()).toBe(2)
    await signIn('curl/8.5.0', '203.0.113.7')
    expect(await count()).toBe(3)
    await signIn('curl/8.9.1', '203.0.113.8')
    expect(await count()).toBe(3)
    await signIn('curl/8.9.1', '2001:db8:1:2::1')
    expect(await count()).toBe(4)
    await signIn('curl/8.9.1', '2001:db8:1:ffff::1')
    expect(await count()).toBe(4)
    // An unrecognised user agent is not repeated to the owner, but still counts as another device.
    await signIn('prize.example/now', '203.0.113.7')
    expect(await count()).toBe(5)
    await upstream.here.answered()
    const [strange] = (await ask(upstream, contract.notification.list, {}, person)).items
    expect(strange?.message).toMatch(/неизвестное устройство|an unknown device/)
    expect(JSON.stringify(upstream.here.messages)).not.toContain('prize.example')
  })
})

describe.each(upstreamsFor('stolen-bearer'))(
  'guessing the password with a stolen bearer of the %s upstream',
  (where) => {
    it('is stopped after five attempts in total, whichever calls are used', async () => {
      if (where === 'named') return
      const upstream = await openUpstream(where, { limitFactor: 1 })
      try {
        const person = await newInvestor(upstream)
        const currentPassword = 'not this one'
        const wallet = fictitiousAddress('tron', 'a guess')
        const tries: [Call, Record<string, unknown>][] = [
          [contract.user.profile, { email: newPerson().email }],
          [contract.userData.updateWallets, { wallets: [{ system: 'trx', address: wallet }] }],
          [contract.user.password, { password: 'Nine quiet harbours' }],
          [contract.user.profile, { phone: newPerson().phone }],
          [contract.account.export, {}],
        ]
        const codes: (string | undefined)[] = []
        for (const [call, input] of [...tries, tries[1]!, tries[2]!]) {
          const { body } = await send(upstream, call, { ...input, currentPassword }, person)
          codes.push((body as { code?: string }).code)
        }
        expect(codes).toEqual([
          ...Array<string>(5).fill('password_wrong'),
          'too_many_requests',
          'too_many_requests',
        ])
        // A call that requires no password still works.
        const { status } = await send(upstream, contract.user.profile, { city: 'Nida' }, person)
        expect(status).toBe(200)
      } finally {
        await upstream.close()
      }
    })
  },
)

describe.each(upstreamsFor('stolen-bearer'))('the export of an account of the %s upstream', (where) => {
  it('works a few times a day with the password; then the refusal says when the next one is possible', async () => {
    if (where === 'named') return
    const upstream = await openUpstream(where, { limitFactor: 1 })
    try {
      const person = await newInvestor(upstream)
      const take = (currentPassword: string) =>
        send(upstream, contract.account.export, { currentPassword }, person)
      // An attempt with a wrong password does not count.
      expect((await take('not this one')).status).toBe(422)
      await stepUp(upstream, person)
      for (let at = 0; at < 5; at++) expect((await take(person.password)).status).toBe(200)
      const sixth = await take(person.password)
      expect(sixth).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
      expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(80_000)
      const other = await newInvestor(upstream)
      await ask(upstream, contract.account.export, { currentPassword: other.password }, other)
    } finally {
      await upstream.close()
    }
  })
})
