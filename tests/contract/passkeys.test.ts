import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Problem } from '~/contract/errors'
import { tokens } from '../../backend/db/schema/access'
import { notifications } from '../../backend/db/schema/notifications'
import { secondFactors as factorRows, usedPasskeyChallenges } from '../../backend/db/schema/second-factors'
import { users } from '../../backend/db/schema/users'
import { tronWallet } from '../support/investor'
import { passkeyAuthenticator } from '../support/passkey'
import { ask, send } from './client'
import { linkTokensOf } from './links'
import { addPasskey, signedForSignIn, signedForStepUp, withPasskey } from './passkeys'
import { type Person, newInvestor, topUp } from './people'
import { withFactor } from './second-factors'
import { type TestUpstream, appOrigin, openUpstream, upstreamsFor } from './upstream'

const { passkeys, secondFactors, auth } = contract
const codeOf = ({ body }: { body: unknown }) => (body as Problem).code
const desktop = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const from = (address: string, agent = desktop) => ({ 'x-forwarded-for': address, 'user-agent': agent })
const home = from('198.51.100.7')
const abroad = from('203.0.113.9')

/** Who may sign what with a passkey, and what it opens, over HTTP alone. */
describe.each(upstreamsFor('passkeys'))('passkeys of the %s upstream', (where) => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await openUpstream(where)
  })
  afterAll(() => upstream.close())

  const signIn = (credential: string, headers = home) =>
    send(upstream, passkeys.signIn, { credential }, { headers })
  const signInOptions = async () => (await ask(upstream, passkeys.signInOptions)).options
  const withPassword = ({ login, password }: Person) => send(upstream, auth.login, { login, password })
  const restOf = ({ token }: { token: string }) =>
    ask(upstream, contract.withdrawalSafety.read, {}, { token })

  it('a passkey signs in by itself, with the step-up and the trust of a second factor', async () => {
    const person = await withPasskey(upstream)
    await topUp(upstream, person, '100')
    const signed = await signedForSignIn(upstream, person.passkey)
    const { refreshToken: token, deviceToken } = await ask(upstream, passkeys.signIn, signed, {
      headers: home,
    })
    const withdrawal = { system: 'usdt-trc20', amount: '20', wallet: tronWallet }
    const elsewhere = await send(upstream, contract.payments.create, withdrawal, { token, headers: abroad })
    expect(codeOf(elsewhere)).toBe('step_up_required')
    await ask(upstream, contract.payments.create, withdrawal, { token, headers: home })
    const { login, password } = person
    await ask(upstream, auth.login, { login, password, deviceToken })
  })

  it('the password alone leads to a question that names the passkey and the recovery codes', async () => {
    const person = await withPasskey(upstream)
    const { status, body } = await withPassword(person)
    expect([status, (body as Problem).params]).toMatchObject([403, { methods: 'passkey,recovery' }])
    const challenge = String((body as Problem).params!['challenge'])
    const code = person.recoveryCodes[0]!
    await ask(upstream, secondFactors.signIn, { challenge, code })
  })

  it('what it has signed is good once, also for two at once', async () => {
    const { passkey } = await withPasskey(upstream)
    const signed = passkey.prove(await signInOptions())
    const answers = await Promise.all([signIn(signed), signIn(signed), signIn(signed)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    expect(codeOf(await signIn(signed))).toBe('passkey_invalid')
  })

  it('for another page, another site, another key or an owner who was not verified it signs nothing', async () => {
    const { passkey } = await withPasskey(upstream)
    const options = await signInOptions()
    const parsed = JSON.parse(options) as Record<string, unknown>
    const unverified = passkeyAuthenticator({ origin: appOrigin, isVerified: false })
    const { token, password } = await newInvestor(upstream)
    const refusedOnes = [
      passkey.prove(options, 'https://tideline.example.evil.example'),
      passkey.prove(options, 'http://tideline.example'),
      passkey.prove(JSON.stringify({ ...parsed, rpId: 'evil.example' })),
      passkey.prove(JSON.stringify({ ...parsed, challenge: Buffer.from('mine').toString('base64url') })),
      passkeyAuthenticator({ origin: appOrigin }).prove(options),
      unverified.prove(options),
      passkey.prove(options).replace(/"signature":"..../, '"signature":"AAAA'),
    ]
    for (const credential of refusedOnes) expect(codeOf(await signIn(credential))).toBe('passkey_invalid')
    const creation = (await ask(upstream, passkeys.addOptions, { currentPassword: password }, { token }))
      .options
    for (const made of [
      unverified.make(creation),
      passkeyAuthenticator({ origin: 'https://evil.example' }).make(creation),
    ]) {
      const answer = await send(upstream, passkeys.add, { name: 'Laptop', credential: made }, { token })
      expect(codeOf(answer)).toBe('passkey_invalid')
    }
    expect((await ask(upstream, secondFactors.list, {}, { token })).items).toEqual([])
    expect((await signIn(passkey.prove(await signInOptions()))).status).toBe(200)
  })

  it('a challenge is for one purpose and one bearer', async () => {
    const person = await withPasskey(upstream, { counts: false })
    const { passkey } = person
    const other = await withPasskey(upstream)
    const signed = await signedForSignIn(upstream, passkey)
    const stepUp = (credential: string, token: string) =>
      send(upstream, passkeys.stepUp, { credential }, { token })
    expect(codeOf(await stepUp(signed.credential, person.token))).toBe('passkey_invalid')
    const own = await signedForStepUp(upstream, passkey, person)
    expect(codeOf(await signIn(own.credential))).toBe('passkey_invalid')
    // Another session of the same owner, and another investor.
    const second = await ask(upstream, passkeys.signIn, await signedForSignIn(upstream, passkey))
    for (const token of [second.refreshToken, other.token])
      expect(codeOf(await stepUp(own.credential, token))).toBe('passkey_invalid')
    const strangers = await ask(upstream, passkeys.stepUpOptions, {}, other)
    expect(codeOf(await stepUp(passkey.prove(strangers.options), other.token))).toBe('passkey_invalid')
    expect((await stepUp(own.credential, person.token)).status).toBe(200)
    expect(codeOf(await stepUp(own.credential, person.token))).toBe('passkey_invalid')
    // The owner sees the wrong ones, and the step-up.
    const { items } = await ask(upstream, contract.activity.list, { group: 'access' }, person)
    expect(items).toMatchObject([
      { kind: 'stepped_up' },
      { kind: 'signed_in' },
      { kind: 'factor_code_wrong', outcome: 'refused', times: 3 },
      ...Array.from(items.slice(3), () => ({})),
    ])

    const third = await newInvestor(upstream)
    const creation = await ask(upstream, passkeys.addOptions, { currentPassword: third.password }, third)
    const made = {
      name: 'Laptop',
      credential: passkeyAuthenticator({ origin: appOrigin }).make(creation.options),
    }
    expect(codeOf(await send(upstream, passkeys.add, made, person))).toBe('passkey_invalid')
    await ask(upstream, passkeys.add, made, third)
  })

  it('one that is sent again, since its answer was lost, is added once', async () => {
    const person = await newInvestor(upstream)
    const request = { currentPassword: person.password }
    const { options } = await ask(upstream, passkeys.addOptions, request, person)
    const made = { name: 'Laptop', credential: passkeyAuthenticator({ origin: appOrigin }).make(options) }
    const answers = await Promise.all([1, 2, 3].map(() => send(upstream, passkeys.add, made, person)))
    const late = await ask(upstream, passkeys.add, made, person)
    const { items } = await ask(upstream, secondFactors.list, {}, person)
    expect(items).toMatchObject([{ id: late.id, kind: 'passkey' }])
    expect(late.recoveryCodes).toBeNull()
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    const told = answers.map(({ body }) => (body as { recoveryCodes?: string[] }).recoveryCodes ?? null)
    expect(told.filter((codes) => codes !== null)).toHaveLength(1)
  })

  it('a copy of a passkey that counts is found out; one that does not count signs on', async () => {
    const counting = await withPasskey(upstream)
    for (const _ of [1, 2])
      expect((await signIn((await signedForSignIn(upstream, counting.passkey)).credential)).status).toBe(200)
    counting.passkey.rewind()
    const copied = await signedForSignIn(upstream, counting.passkey)
    expect(codeOf(await signIn(copied.credential))).toBe('passkey_invalid')
    const synchronized = await withPasskey(upstream, { counts: false })
    for (const _ of [1, 2])
      expect((await signIn((await signedForSignIn(upstream, synchronized.passkey)).credential)).status).toBe(
        200,
      )
  })

  it('one that was removed opens nothing, and with the last one go the codes', async () => {
    const person = await withPasskey(upstream)
    const late = await signedForSignIn(upstream, person.passkey)
    await ask(upstream, secondFactors.remove, { id: person.factorId }, person)
    expect(codeOf(await signIn(late.credential))).toBe('passkey_invalid')
    expect((await withPassword(person)).status).toBe(200)
    expect(await ask(upstream, secondFactors.list, {}, person)).toMatchObject({
      items: [],
      recoveryCodesLeft: 0,
    })
  })

  it('a first factor starts no rest of withdrawals; any later change does', async () => {
    const person = await withPasskey(upstream)
    expect(await restOf(person)).toMatchObject({ restsUntil: null })
    const { recoveryCodes } = await addPasskey(upstream, person)
    expect(recoveryCodes).toBeNull()
    const rest = await restOf(person)
    expect(rest).toMatchObject({ reason: 'second_factor', frozen: false })
    expect(Date.parse(rest.restsUntil!)).toBeGreaterThan(Date.now())
    const app = await withFactor(upstream)
    expect(await restOf(app)).toMatchObject({ restsUntil: null })
    await ask(upstream, secondFactors.renewRecoveryCodes, {}, app)
    expect(await restOf(app)).toMatchObject({ reason: 'second_factor' })
    const removed = await withFactor(upstream)
    await ask(upstream, secondFactors.remove, { id: removed.factorId }, removed)
    expect(await restOf(removed)).toMatchObject({ reason: 'second_factor' })
  })

  it('an app whose set-up has begun does not count once a passkey is there', async () => {
    const person = await newInvestor(upstream)
    const request = { name: 'Phone', currentPassword: person.password }
    const begun = await ask(upstream, secondFactors.addTotp, request, person)
    await addPasskey(upstream, person)
    const confirmed = { id: begun.id, code: '123456' }
    expect(codeOf(await send(upstream, secondFactors.confirmTotp, confirmed, person))).toBe('not_found')
  })

  it('options from before another factor was added make no passkey', async () => {
    const person = await newInvestor(upstream)
    const { options } = await ask(upstream, passkeys.addOptions, { currentPassword: person.password }, person)
    const late = passkeyAuthenticator({ origin: appOrigin }).make(options)
    await addPasskey(upstream, person)
    const answer = await send(upstream, passkeys.add, { name: 'Tab', credential: late }, person)
    expect(codeOf(answer)).toBe('factors_changed')
    expect((await ask(upstream, secondFactors.list, {}, person)).items).toHaveLength(1)
  })

  it('its options are only for a bearer that has stepped up, and last five minutes', async () => {
    const person = await withPasskey(upstream)
    if (!upstream.here) return
    const { db } = upstream.here
    await db.update(tokens).set({ steppedUpUntil: new Date() }).where(eq(tokens.userId, person.id))
    const request = { currentPassword: person.password }
    expect(codeOf(await send(upstream, passkeys.addOptions, request, person))).toBe('step_up_required')
    // One that was accepted is stored until it is too old for any other reason.
    await db.delete(usedPasskeyChallenges)
    await ask(upstream, passkeys.stepUp, await signedForStepUp(upstream, person.passkey, person), person)
    const [used] = await db.select().from(usedPasskeyChallenges)
    const left = used!.expiresAt.getTime() - Date.now()
    expect(left).toBeGreaterThan(290_000)
    expect(left).toBeLessThanOrEqual(300_000)
  })

  it('"this was not me" takes away factors and codes that a thief may have made in the last week', async () => {
    if (!upstream.here) return
    const { db } = upstream.here
    const person = await withFactor(upstream)
    const { passkey } = await addPasskey(upstream, person)
    await db.execute(
      sql`update second_factors set created_at = created_at - interval '8 days' where kind = 'totp' and user_id = ${person.id}`,
    )
    const token = (await linkTokensOf(upstream, person)).at(-1)!
    await ask(upstream, contract.notMe.report, { token })
    const left = await db.select().from(factorRows).where(eq(factorRows.userId, person.id))
    expect(left.map(({ kind }) => kind)).toEqual(['totp'])
    const codes = await db.execute(sql`select 1 from recovery_codes where user_id = ${person.id}`)
    expect(codes.rows).toEqual([])
    await db.update(users).set({ passwordResetRequired: false }).where(eq(users.id, person.id))
    expect(codeOf(await signIn((await signedForSignIn(upstream, passkey)).credential))).toBe(
      'passkey_invalid',
    )
    expect(codeOf(await withPassword(person))).toBe('second_factor_required')
  })

  it('a new passkey is told to the owner, in the cabinet and by mail', async () => {
    if (!upstream.here) return
    const { db, messages } = upstream.here
    const person = await withPasskey(upstream)
    await linkTokensOf(upstream, person)
    const rows = await db.select().from(notifications).where(eq(notifications.userId, person.id))
    expect(rows.map(({ kind }) => kind)).toContain('factor_added')
    expect(messages.filter(({ recipient }) => recipient === person.email)).toContainEqual(
      expect.objectContaining({
        kind: 'factor_added',
        values: expect.objectContaining({ name: 'Laptop' }) as unknown,
      }),
    )
  })
})

it('an upstream whose app browsers reach without encryption, or by an address, has none', async () => {
  for (const publicUrl of [null, 'http://tideline.example', 'https://192.0.2.1', 'http://[::1]:3000']) {
    const upstream = await openUpstream('embedded', { publicUrl })
    try {
      const { value } = await ask(upstream, contract.settings.get, { key: 'extensions' })
      expect(value).toContain('secondFactors')
      expect(value).not.toContain('passkeys')
      expect((await send(upstream, passkeys.signInOptions)).status).toBe(501)
    } finally {
      await upstream.close()
    }
  }
})
