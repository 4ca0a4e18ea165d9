import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call, type CallOutput } from '~/contract/call'
import { passwordCodes } from '../../backend/db/schema/access'
import { users } from '../../backend/db/schema/users'
import { fileOf } from '../support/files'
import { currentPassword, newPerson, tronWallet } from '../support/investor'
import { until } from '../support/program'
import { type Sending, send } from './client'
import { newInvestor, register, signIn } from './people'
import { submission } from './personal-shapes'
import { widgetFields } from '../support/telegram'
import { type TestUpstream } from './upstream'

type Ask = <C extends Call>(
  call: C,
  input?: Record<string, unknown>,
  sending?: Sending,
) => Promise<CallOutput<C>>

/** Sign-in, new passwords, confirmation codes, sessions, export and erasure of an account. */
export function accessShapes(ask: Ask, upstreamOf: () => TestUpstream, requests: Set<Call>): void {
  const statusOf = async (token: string) =>
    (await send(upstreamOf(), contract.user.balance, {}, { token })).status

  it('set a new password with a code, and end every session that used the old one', async () => {
    const person = await newInvestor(upstreamOf())
    const password = 'Nine quiet harbours'
    expect(await ask(contract.passwordReset.forgot, { login: person.email.toUpperCase() })).toEqual({})
    expect(await ask(contract.passwordReset.forgot, { login: 'nobody-at-all' })).toEqual({})
    requests.add(contract.passwordReset.reset)
    const { here } = upstreamOf()
    if (!here) return // only the backend in this process shows the sent codes
    const codes = () => here.messages.filter(({ kind, recipient }) => isCode(kind) && isOf(person, recipient))
    await until('the code is sent', () => codes().length > 0)
    // The code goes to the confirmed number, whatever login was typed.
    expect(codes()).toMatchObject([
      { channel: 'sms', recipient: person.phone, language: 'en', values: { code: '000000' } },
    ])
    const reset = { login: person.login, code: '000 000', password }
    expect(await ask(contract.passwordReset.reset, reset)).toEqual({})
    expect(await statusOf(person.token)).toBe(401)
    const old = await send(upstreamOf(), contract.auth.login, { ...person })
    expect(old.status).toBe(400)
    await ask(contract.auth.login, { login: person.phone, password })
    // A code works once.
    const again = await send(upstreamOf(), contract.passwordReset.reset, reset)
    expect([again.status, again.body]).toMatchObject([410, { code: 'code_expired' }])
  })

  it('confirm an e-mail with its code, and send another code', async () => {
    const upstream = upstreamOf()
    const person = await register(upstream)
    const { user } = await ask(contract.auth.confirmPhone, { code: '000000' }, person)
    expect(user).toMatchObject({ email: person.email, emailConfirmed: false, pendingEmail: person.email })
    requests.add(contract.emailConfirmation.resend)
    const { here } = upstream
    if (here) {
      expect(here.messages.filter(({ recipient }) => recipient === person.email)).toMatchObject([
        { channel: 'email', kind: 'email_code', values: { code: '000000' } },
      ])
      await here.db.execute(sql`update email_codes set created_at = created_at - interval '61 seconds'`)
      const { resendAfter } = await ask(contract.emailConfirmation.resend, {}, person)
      expect(resendAfter).toBe(60)
    }
    const confirmed = await ask(contract.emailConfirmation.confirm, { code: '000 000' }, person)
    expect(confirmed.user).toMatchObject({ email: person.email, emailConfirmed: true, pendingEmail: null })
  })

  it('send a code by mail if no number is confirmed but an e-mail is', async () => {
    const { here } = upstreamOf()
    if (!here) return
    const mailed = (to: string) =>
      here.messages.filter(({ kind, recipient }) => isCode(kind) && recipient === to)
    const stranger = await register(upstreamOf())
    await ask(contract.passwordReset.forgot, { login: stranger.login })
    await here.answered()
    expect(mailed(stranger.email)).toEqual([])
    const person = await newInvestor(upstreamOf())
    await here.db.update(users).set({ phoneConfirmedAt: null }).where(eq(users.id, person.id))
    await ask(contract.passwordReset.forgot, { login: person.email })
    await here.answered()
    expect(mailed(person.email)).toMatchObject([{ channel: 'email' }])
  })

  it('send no password code for three days after contacts were changed, and notify the old contacts', async () => {
    const { here } = upstreamOf()
    if (!here) return
    const person = await newInvestor(upstreamOf())
    const other = newPerson()
    const sentTo = (who: { email: string; phone: string }) =>
      here.messages
        .filter(({ kind, recipient }) => isOf(who, recipient) && kind !== 'step_up_code')
        .map(({ channel, kind }) => `${channel} ${kind}`)
    const before = sentTo(person).length
    const aMinuteLater = () =>
      here.db.execute(sql`with phones as (
        update phone_codes set created_at = created_at - interval '61 seconds')
        update email_codes set created_at = created_at - interval '61 seconds'`)
    // An attacker who has the bearer and the password would do the same.
    await aMinuteLater()
    await ask(contract.user.profile, { email: other.email, currentPassword }, person)
    await aMinuteLater()
    await ask(contract.user.profile, { email: newPerson().email, currentPassword }, person)
    // The confirmed address stays in force while changes are pending. One SMS an hour reports them.
    expect(sentTo(person).slice(before)).toEqual([
      'email email_change_asked',
      'sms email_change_asked',
      'email email_change_asked',
    ])
    expect(sentTo(other)).toEqual(['email email_code'])
    await aMinuteLater()
    await ask(contract.user.profile, { phone: newPerson().phone, currentPassword }, person)
    await here.db
      .update(users)
      .set({ contactsChangedAt: sql`now() - interval '3 days'` })
      .where(eq(users.id, person.id))
    // An account without a confirmed number can change its e-mail too.
    await aMinuteLater()
    await ask(
      contract.user.profile,
      { ...{ email: other.email, phone: other.phone }, currentPassword },
      person,
    )
    await ask(contract.auth.confirmPhone, { code: '000000' }, person)
    await ask(contract.emailConfirmation.confirm, { code: '000000' }, person)
    await here.answered()
    expect(sentTo(person).slice(before + 3)).toEqual([
      ...['email phone_changed', 'sms phone_changed', 'email phone_changed', 'email email_changed'],
    ])
    for (const login of [person.login, other.email, other.phone])
      await ask(contract.passwordReset.forgot, { login })
    await here.answered()
    expect(here.messages.filter(({ kind, recipient }) => isCode(kind) && isOf(other, recipient))).toEqual([])
    await here.db
      .update(users)
      .set({ contactsChangedAt: sql`now() - interval '3 days'` })
      .where(eq(users.id, person.id))
    await ask(contract.passwordReset.forgot, { login: person.login })
    await here.answered()
    expect(sentTo(other).at(-1)).toBe('sms password_code')
  })

  it('send a code by SMS to a confirmed number, at most once a minute', async () => {
    const { here } = upstreamOf()
    if (!here) return
    const person = await newInvestor(upstreamOf())
    const sent = () =>
      here.messages.filter(({ kind, recipient }) => kind === 'password_code' && recipient === person.phone)
    for (const login of [person.login, person.phone]) await ask(contract.passwordReset.forgot, { login })
    await until('the code is sent', () => sent().length > 0)
    await here.answered()
    expect(sent()).toMatchObject([{ channel: 'sms' }])
    const codes = await here.db.select().from(passwordCodes).where(eq(passwordCodes.userId, person.id))
    expect(codes).toHaveLength(1)
  })

  it('list the sessions, and end one session or all others', async () => {
    const upstream = upstreamOf()
    const person = await newInvestor(upstream)
    const headers = { 'user-agent': 'Lynx/2.9', 'x-forwarded-for': '192.0.2.7' }
    const other = () => ask(contract.auth.login, { ...person }, { headers })
    const [first, second, third] = [await other(), await other(), await other()]
    const { items } = await ask(contract.sessions.list, {}, person)
    expect(items).toHaveLength(4)
    expect(items.filter(({ current }) => current)).toHaveLength(1)
    const others = items.filter(({ current }) => !current)
    expect(others).toMatchObject(Array(3).fill({ device: 'Lynx/2.9', address: '192.0.2.7' }))

    const id = others.at(-1)!.id
    const { password: currentPassword } = person
    expect(await ask(contract.sessions.end, { id, currentPassword }, person)).toEqual({ ended: 1 })
    const left = [first, second, third].map(({ refreshToken }) => statusOf(refreshToken))
    expect((await Promise.all(left)).sort()).toEqual([200, 200, 401])
    expect(await ask(contract.sessions.end, { currentPassword }, person)).toEqual({ ended: 2 })
    // With nothing left to end there is nothing to protect.
    expect(await ask(contract.sessions.end, {}, person)).toEqual({ ended: 0 })
    expect((await ask(contract.sessions.list, {}, person)).items).toMatchObject([{ current: true }])
    const gone = [first, second, third].map(({ refreshToken }) => statusOf(refreshToken))
    expect(await Promise.all(gone)).toEqual([401, 401, 401])

    // A new password ends all other sessions too.
    const { refreshToken } = await other()
    const change = { currentPassword: person.password, password: 'Nine quiet harbours' }
    const changed = await ask(contract.user.password, change, person)
    const after = [refreshToken, person.token, changed.refreshToken].map(statusOf)
    expect(await Promise.all(after)).toEqual([401, 401, 200])
  })

  it('sign in with Telegram: a new account the first time, the same account the second time', async () => {
    requests.add(contract.auth.telegram)
    const { here } = upstreamOf()
    if (!here) return // the data is signed with the suite's own bot token
    const { value } = await ask(contract.settings.get, { key: 'telegramAuthAvailable' })
    expect(value).toBe(true)
    const username = `tide_${Date.now().toString(36)}`
    const fields = widgetFields({ username, ageSeconds: 60 })
    const joined = await ask(contract.auth.telegram, { login: 'INVESTOR', ...fields })
    expect(joined.user).toMatchObject({
      ...{ login: username, telegram: username, inviter: 'investor', language: 'en' },
      ...{ email: null, phone: null, phoneConfirmed: false },
    })
    // A Telegram account has to confirm a phone before the cabinet opens, like any other account.
    expect(await statusOf(joined.refreshToken)).toBe(403)
    const token = joined.refreshToken
    await ask(contract.user.profile, { phone: newPerson().phone }, { token })
    await ask(contract.auth.confirmPhone, { code: '000000' }, { token })
    expect(await statusOf(token)).toBe(200)
    const back = await ask(contract.auth.telegram, widgetFields({ id: fields.id, username }))
    expect(back.user.id).toBe(joined.user.id)

    // A Telegram username that is already a login here is not taken over.
    const { user } = await ask(contract.auth.telegram, widgetFields({ username: username.toUpperCase() }))
    expect(user.login).toMatch(/^telegram-\d+$/)
  })

  it('export all data of an investor, without anything that gives access to the account', async () => {
    const upstream = upstreamOf()
    const demo = await signIn(upstream, 'investor')
    const ofDemo = { currentPassword: 'Demo-investor-1' }
    expect(await ask(contract.account.export, ofDemo, demo)).toMatchObject({ account: { login: 'investor' } })
    const person = await newInvestor(upstream)
    await ask(contract.userData.verify, submission(), person)
    const wallets = [{ system: 'usdt-trc20', address: tronWallet }]
    await ask(contract.userData.updateWallets, { wallets, currentPassword }, person)
    const held = await ask(contract.account.export, { currentPassword }, person)
    expect(held).toMatchObject({
      account: { login: person.login, email: person.email, phone: person.phone, hasPassword: true },
      wallets: [{ address: tronWallet }],
      verifications: [{ fullName: 'Kai Marin', documentNumber: 'LT-22 4509' }],
      sessions: [{ address: expect.any(String) as string }],
    })
    expect(held.files).toHaveLength(3)
    expect(JSON.stringify(held)).not.toMatch(/argon2|tokenHash|codeHash|passwordHash|Sealed/)
  })

  it('show an erasure request to the operator once, and erase the account', async () => {
    const upstream = upstreamOf()
    const { here } = upstream
    const [by, person] = [await signIn(upstream, 'operator'), await newInvestor(upstream)]
    const partner = await newInvestor(upstream, { inviter: person.login })
    await ask(contract.userData.update, { type: 'profile', data: { fullName: 'Kai Marin' } }, person)
    await ask(contract.userData.verify, submission({ photoWallet: fileOf('png') }), person)
    await ask(contract.inquiries.subscribe, { email: person.email })
    const { kept } = await ask(contract.account.delete, { currentPassword }, person)
    expect(kept.join(' ')).toContain('accounting law')
    expect(
      await ask(contract.account.delete, { currentPassword }, { ...person, language: 'ru' }),
    ).not.toEqual({ kept })
    const queue = { kind: 'deletion', search: person.login }
    const { items } = await ask(contract.operator.inquiries, queue, by)
    expect(items).toMatchObject([{ status: 'open', owner: { id: person.id } }])

    const reason = 'Your profile and documents are erased.'
    const decision = { id: items[0]!.id, decision: 'complete', reason }
    expect((await ask(contract.operator.decideInquiry, decision, by)).inquiry.status).toBe('done')
    expect(await statusOf(person.token)).toBe(401)
    for (const login of [person.login, person.email, person.phone]) {
      expect((await send(upstream, contract.auth.login, { ...person, login })).status).toBe(400)
    }
    expect((await ask(contract.user.referral, { login: person.login })).exists).toBe(false)
    // Accounts that the erased investor invited remain. The erased investor's contacts and login can be
    // registered again.
    expect(await statusOf(partner.token)).toBe(200)
    await ask(contract.auth.register, { ...person, language: 'en' })
    if (!here) return
    const [row] = await here.db.select().from(users).where(eq(users.id, person.id))
    expect(row).toMatchObject({ email: null, phone: null, passwordHash: null, country: null })
    expect(row!.login).toMatch(/^erased-/)
  })
}

const isCode = (kind: string) => kind === 'password_code'
const isOf = ({ email, phone }: { email: string; phone: string }, recipient: string) =>
  recipient === email || recipient === phone
