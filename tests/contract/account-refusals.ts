import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { contract } from '~/contract'
import { type ErrorCode } from '~/contract/errors'
import ru from '../../locales/ru/errors.json'
import { newPerson } from '../support/investor'
import { ask, send } from './client'
import { newInvestor, register } from './people'
import { type Refusals } from './refusals'

const weak = 'password1'

/** What stands in the way of signing in, registering, confirming, changing the account. */
export function accountRefusals(refusals: Refusals): void {
  const { refused } = refusals

  it('of signing in tell nothing of who is registered', async () => {
    const { login, password } = await register(refusals.upstream)
    const wrong = await refused('invalid_credentials', contract.auth.login, {
      login,
      password: 'not this one',
    })
    const nobody = await refused('invalid_credentials', contract.auth.login, {
      login: 'nobody-at-all',
      password,
    })
    expect(nobody).toEqual(wrong)
    const inRussian = await send(
      refusals.upstream,
      contract.auth.login,
      { login, password: 'x' },
      { language: 'ru' },
    )
    expect(inRussian.body).toMatchObject({ message: ru.code.invalid_credentials })
  })

  it('of registering name the field', async () => {
    const { login, email, phone } = await register(refusals.upstream)
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

  it('of wrong values name each field and what is wrong with it', async () => {
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
    // It could not be told from somebody's number at sign-in.
    const login = await refused('validation', contract.auth.register, {
      ...newPerson(),
      login: '37061234567',
      language: 'en',
    })
    expect(login.fields).toHaveProperty('login.code', 'login_invalid')
  })

  it('of a code: wrong, run out, tried too often, not sent', async () => {
    const { token, id } = await register(refusals.upstream)
    const confirm = { code: '123456' }
    const { fields } = await refused('code_invalid', contract.auth.confirmPhone, confirm, { token })
    expect(fields).toHaveProperty('code.code', 'code_invalid')
    await refused('too_many_requests', contract.auth.resendCode, {}, { token })
    for (let attempt = 2; attempt <= 5; attempt++) {
      await refused('code_invalid', contract.auth.confirmPhone, confirm, { token })
    }
    // The right one does not help any more.
    await refused('too_many_requests', contract.auth.confirmPhone, { code: '000000' }, { token })
    if (!refusals.upstream.here) return
    const { db, carrierFails } = refusals.upstream.here
    await db.execute(sql`update phone_codes set expires_at = now() - interval '1 second',
      created_at = created_at - interval '11 minutes' where user_id = ${id}`)
    await refused('code_expired', contract.auth.confirmPhone, { code: '000000' }, { token })
    carrierFails.next = true
    await refused('code_not_sent', contract.auth.resendCode, {}, { token })
    // One that was not sent stands in nobody's way.
    await ask(refusals.upstream, contract.auth.resendCode, {}, { token })
  })

  it('of the account itself', async () => {
    const other = await register(refusals.upstream)
    const { token, password } = await newInvestor(refusals.upstream)
    await refused('email_taken', contract.user.profile, { email: other.email }, { token })
    await refused('phone_taken', contract.user.profile, { phone: other.phone }, { token })
    const change = { currentPassword: 'not this one', password: 'Nine quiet harbours' }
    await refused('password_wrong', contract.user.password, change, { token })
    const simple = { currentPassword: password, password: weak }
    await refused('password_too_simple', contract.user.password, simple, { token })
    // Confirmed already: there is nothing to send a code for.
    await refused('forbidden', contract.auth.resendCode, {}, { token })
  })
}
