import { setTimeout } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call } from '~/contract/call'
import { type ErrorCode } from '~/contract/errors'
import { users } from '../../backend/db/schema/users'
import ru from '../../locales/ru/refusals.json'
import { newPerson, tronWallet } from '../support/investor'
import { ask, send } from './client'
import { newInvestor, register, signIn, stepUp, topUp } from './people'
import { type Refusals } from './refusals'
import { widgetFields } from '../support/telegram'
import { type TestUpstream } from './upstream'

const weak = 'password1'

/** Refusals of sign-in, registration, confirmation and changes of the account. */
export function accountRefusals(refusals: Refusals): void {
  const { refused } = refusals

  it('sign-in: do not reveal who is registered', async () => {
    const { login, password } = await register(refusals.upstream)
    const wrong = await refused('invalid_credentials', contract.auth.login, {
      login,
      password: 'not this one',
    })
    const unknownLogin = await refused('invalid_credentials', contract.auth.login, {
      login: 'nobody-at-all',
      password,
    })
    expect(unknownLogin).toEqual(wrong)
    const inRussian = await send(
      refusals.upstream,
      contract.auth.login,
      { login, password: 'x' },
      { language: 'ru' },
    )
    expect(inRussian.body).toMatchObject({ message: ru.code.invalid_credentials })
  })

  it('registration: name the field', async () => {
    const { login, email, phone } = await newInvestor(refusals.upstream)
    const fresh = () => ({ ...newPerson(), language: 'en' })
    const cases: [ErrorCode, string, Record<string, unknown>][] = [
      ['login_taken', 'login', { login: login.toUpperCase() }],
      ['email_taken', 'email', { email: email.toUpperCase() }],
      ['phone_taken', 'phone', { phone: phone.replace('+370', '00370 (').replace(/(\d{3})$/, ') $1') }],
      ['inviter_unknown', 'inviter', { inviter: 'nobody-at-all' }],
      ['inviter_unknown', 'inviter', { inviter: 'operator' }],
      ['password_too_simple', 'password', { password: weak }],
    ]
    for (const [code, field, change] of cases) {
      const { fields } = await refused(code, contract.auth.register, { ...fresh(), ...change })
      expect(fields).toMatchObject({ [field]: { code } })
    }
  })

  it('wrong values: name each field and what is wrong with it', async () => {
    const body = { ...newPerson(), email: 'not an address', password: undefined, language: 'en' }
    const { fields } = await refused('validation', contract.auth.register, body)
    expect(fields).toEqual({
      email: { code: 'email_invalid', message: 'Incorrect E-mail!' },
      password: { code: 'password_required', message: 'Enter your password' },
    })
    const phone = await refused('validation', contract.auth.register, {
      ...newPerson(),
      phone: '12',
      language: 'en',
    })
    expect(phone.fields).toEqual({ phone: { code: 'phone_invalid', message: 'Incorrect phone number' } })
    // At sign-in, a login of digits would be indistinguishable from a phone number.
    const login = await refused('validation', contract.auth.register, {
      ...newPerson(),
      login: '37061234567',
      language: 'en',
    })
    expect(login.fields).toHaveProperty('login.code', 'login_invalid')
  })

  it('code for a phone: wrong, expired, too many attempts, not sent', async () => {
    const { token, id } = await register(refusals.upstream)
    const confirm = { code: '123456' }
    const { fields } = await refused('code_invalid', contract.auth.confirmPhone, confirm, { token })
    expect(fields).toHaveProperty('code.code', 'code_invalid')
    await refused('too_many_requests', contract.auth.resendCode, {}, { token })
    for (let attempt = 2; attempt <= 5; attempt++) {
      await refused('code_invalid', contract.auth.confirmPhone, confirm, { token })
    }
    // After too many attempts the right code is refused too.
    await refused('too_many_requests', contract.auth.confirmPhone, { code: '000000' }, { token })
    if (!refusals.upstream.here) return
    const { db, transportFails } = refusals.upstream.here
    await db.execute(sql`update phone_codes set expires_at = now() - interval '1 second',
      created_at = created_at - interval '11 minutes' where user_id = ${id}`)
    await refused('code_expired', contract.auth.confirmPhone, { code: '000000' }, { token })
    transportFails.next = true
    await refused('code_not_sent', contract.auth.resendCode, {}, { token })
    // A code that could not be sent does not delay the next one.
    await ask(refusals.upstream, contract.auth.resendCode, {}, { token })
  })

  it('code for a phone: the network has used up its codes', async () => {
    const { here } = refusals.upstream
    if (!here) return
    const { token } = await register(refusals.upstream)
    await here.db.execute(sql`update phone_codes set created_at = created_at - interval '61 seconds'`)
    const { smsPerNetwork } = here.quotas
    here.quotas.smsPerNetwork = 0
    try {
      await refused('network_quota', contract.auth.register, { ...newPerson(), language: 'en' })
      await refused('network_quota', contract.auth.resendCode, {}, { token })
      await refused('network_quota', contract.user.profile, { phone: newPerson().phone }, { token })
    } finally {
      here.quotas.smsPerNetwork = smsPerNetwork
    }
  })

  it('code for an e-mail: wrong, expired, too soon, nothing to confirm, not sent', async () => {
    const { confirm, resend } = contract.emailConfirmation
    const { token, id } = await register(refusals.upstream)
    await refused('phone_unconfirmed', confirm, { code: '000000' }, { token })
    await ask(refusals.upstream, contract.auth.confirmPhone, { code: '000000' }, { token })
    const { fields } = await refused('code_invalid', confirm, { code: '123456' }, { token })
    expect(fields).toHaveProperty('code.code', 'code_invalid')
    await refused('too_many_requests', resend, {}, { token })
    const other = await newInvestor(refusals.upstream)
    await refused('forbidden', resend, {}, other)
    await refused('code_expired', confirm, { code: '000000' }, other)
    if (!refusals.upstream.here) return
    const { db, transportFails } = refusals.upstream.here
    await db.execute(sql`update email_codes set expires_at = now() - interval '1 second',
      created_at = created_at - interval '11 minutes' where user_id = ${id}`)
    await refused('code_expired', confirm, { code: '000000' }, { token })
    transportFails.next = true
    await refused('code_not_sent', resend, {}, { token })
    await ask(refusals.upstream, resend, {}, { token })
    // Another account has confirmed the address while this account's change is pending.
    await db.update(users).set({ email: 'taken@example.org' }).where(eq(users.id, other.id))
    await db.update(users).set({ pendingEmail: 'taken@example.org' }).where(eq(users.id, id))
    await db.execute(sql`update email_codes set email = 'taken@example.org' where user_id = ${id}`)
    await refused('email_taken', confirm, { code: '000000' }, { token })
  })

  it('new password: wrong code, expired code, too simple', async () => {
    const { login, email, id } = await newInvestor(refusals.upstream)
    const { reset, forgot } = contract.passwordReset
    const password = 'Nine quiet harbours'
    const wrong = { login: email, code: '123456', password }
    const unknownLogin = await refused('code_invalid', reset, { ...wrong, login: 'nobody-at-all' })
    expect(await refused('code_invalid', reset, wrong)).toEqual(unknownLogin)
    const blank = await refused('validation', forgot, { login: ' ' })
    expect(blank.fields).toHaveProperty('login')
    await refused('password_too_simple', reset, { ...wrong, password: weak })
    const { here } = refusals.upstream
    if (!here) return
    await ask(refusals.upstream, forgot, { login })
    await here.answered()
    expect(await refused('code_invalid', reset, wrong)).toEqual(unknownLogin)
    // Only a caller with the right code learns that the new password equals the account's e-mail.
    await refused('code_invalid', reset, { ...wrong, login, password: email })
    await refused('password_too_simple', reset, { login, code: '000000', password: email })
    await here.db.execute(sql`update password_codes set expires_at = now() - interval '1 second'
      where user_id = ${id}`)
    await refused('code_expired', reset, { login, code: '000000', password })
    // A caller without the code learns nothing about the account.
    expect(await refused('code_invalid', reset, wrong)).toEqual(unknownLogin)
  })

  it('Telegram: not signed, too old, sent twice, account suspended, not available', async () => {
    const { here } = refusals.upstream
    const { telegram } = contract.auth
    const signed = widgetFields()
    if (!here) return
    await refused('telegram_invalid', telegram, { ...signed, id: 1 })
    await refused('telegram_invalid', telegram, { ...signed, hash: 'a'.repeat(64) })
    await refused('telegram_invalid', telegram, widgetFields({ ageSeconds: 301 }))
    await refused('telegram_invalid', telegram, widgetFields({ ageSeconds: -90 }))
    await refused('validation', telegram, { ...signed, hash: 'short' })
    const twice = [1, 2, 3].map(() => send(refusals.upstream, telegram, signed))
    const statuses = (await Promise.all(twice)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 400, 400])
    await refused('telegram_invalid', telegram, signed)
    const suspension = { suspendedAt: new Date(), suspendedReason: 'A second account.' }
    await here.db
      .update(users)
      .set({ ...suspension, telegramAuthAt: new Date(0) })
      .where(eq(users.telegramId, String(signed.id)))
    const { message } = await refused('account_suspended', telegram, signed)
    expect(message).toBe('This account is suspended. A second account.')
  })

  it('an account without a password, where a call requires one', async () => {
    const { here } = refusals.upstream
    if (!here) return
    const person = await newInvestor(refusals.upstream)
    await topUp(refusals.upstream, person, '100')
    await ask(refusals.upstream, contract.auth.login, { ...person })
    await here.db.update(users).set({ passwordHash: null }).where(eq(users.id, person.id))
    const noPassword = (call: Call, input: Record<string, unknown>) =>
      refused('password_not_set', call, { ...input, currentPassword: 'x' }, person)
    await noPassword(contract.user.profile, { email: newPerson().email })
    await noPassword(contract.user.password, { password: 'Nine quiet harbours' })
    const [system, address] = ['usdt-trc20', tronWallet]
    await noPassword(contract.userData.updateWallets, { wallets: [{ system, address }] })
    await noPassword(contract.payments.create, { system, amount: '20', wallet: address })
    await noPassword(contract.account.export, {})
    await noPassword(contract.account.delete, {})
    await noPassword(contract.sessions.end, {})
  })

  it('a session of another account', async () => {
    const [one, other] = [await newInvestor(refusals.upstream), await newInvestor(refusals.upstream)]
    const { items } = await ask(refusals.upstream, contract.sessions.list, {}, other)
    await refused('not_found', contract.sessions.end, { id: items[0]!.id }, one)
    expect((await ask(refusals.upstream, contract.sessions.list, {}, other)).items).toHaveLength(1)
  })

  it('erasure of an account that holds money', async () => {
    const { upstream } = refusals
    const [by, person] = [await signIn(upstream, 'operator'), await newInvestor(upstream)]
    await topUp(upstream, person, '50')
    await ask(upstream, contract.account.delete, { currentPassword: person.password }, person)
    const { items } = await ask(upstream, contract.operator.inquiries, { search: person.login }, by)
    const { id } = items[0]!
    const decide = { id, decision: 'complete', reason: 'Erased.' }
    const { fields } = await refused('validation', contract.operator.decideInquiry, decide, by)
    expect(fields).toHaveProperty('decision.code', 'account_not_empty')
    const reason = 'Withdraw your 50 USDT first.'
    await ask(upstream, contract.operator.decideInquiry, { id, decision: 'reject', reason }, by)
    const notified = await ask(upstream, contract.notification.list, {}, person)
    expect(notified.items[0]?.message).toContain(reason)
  })

  it('changes of the account itself', { timeout: 120_000 }, async () => {
    const other = await newInvestor(refusals.upstream)
    const person = await newInvestor(refusals.upstream)
    const { token, password, id } = person
    await ask(refusals.upstream, contract.auth.login, { ...person })
    await waitOutCodes(refusals.upstream, id)
    const proof = { currentPassword: password }
    const { email } = newPerson()
    const missing = await refused('password_required', contract.user.profile, { email }, { token })
    expect(missing.fields).toHaveProperty('currentPassword.code', 'password_required')
    const guess = { email, currentPassword: 'not this one' }
    await refused('password_wrong', contract.user.profile, guess, { token })
    for (const call of [contract.account.export, contract.account.delete, contract.sessions.end]) {
      await refused('password_required', call, {}, { token })
      await refused('password_wrong', call, { currentPassword: 'not this one' }, { token })
    }
    const none = { currentPassword: '', password: 'Nine quiet harbours' }
    await refused('password_required', contract.user.password, none, { token })
    const change = { currentPassword: 'not this one', password: 'Nine quiet harbours' }
    await refused('password_wrong', contract.user.password, change, { token })
    await stepUp(refusals.upstream, person)
    await refused('email_taken', contract.user.profile, { email: other.email, ...proof }, { token })
    await refused('phone_taken', contract.user.profile, { phone: other.phone, ...proof }, { token })
    const simple = { currentPassword: password, password: weak }
    await refused('password_too_simple', contract.user.password, simple, { token })
    // The phone is confirmed already, so there is no code to send.
    await refused('forbidden', contract.auth.resendCode, {}, { token })
  })
}

/** Waits until contacts may be changed: a minute after the account's last codes. */
async function waitOutCodes({ here }: TestUpstream, userId: string): Promise<void> {
  if (!here) return setTimeout(61_000)
  await here.db.execute(sql`
    with phones as (update phone_codes set created_at = created_at - interval '61 seconds' where user_id = ${userId})
    update email_codes set created_at = created_at - interval '61 seconds' where user_id = ${userId}`)
}
