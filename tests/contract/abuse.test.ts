import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { contract } from '~/contract'
import { currentPassword, newPerson } from '../support/investor'
import { ask, send } from './client'
import { stepUp } from './people'
import { type TestUpstream, openUpstream, upstreamsFor } from './upstream'

/**
 * Limits of a deployment on messages that strangers can trigger: messages to another person's phone or
 * e-mail, expensive messages, and an e-mail address that is reserved against its owner.
 */

const own = upstreamsFor('abuse').filter((where) => where !== 'named')

describe.each(own)('the %s upstream limits abuse:', { timeout: 120_000 }, (where) => {
  let upstream: TestUpstream
  let visitors = 0
  beforeAll(async () => {
    upstream = await openUpstream(where, { limitFactor: 1 })
  })
  afterAll(() => upstream.close())

  const here = () => upstream.here!
  /** Headers of a visitor from a new network. */
  const elsewhere = () => ({ 'x-forwarded-for': `198.51.${++visitors >> 8}.${visitors & 255}` })
  const register = (fields: Record<string, unknown> = {}) =>
    send(
      upstream,
      contract.auth.register,
      { ...newPerson(), language: 'en', ...fields },
      { headers: elsewhere() },
    )
  const tokenOf = (body: unknown) => (body as { refreshToken: string }).refreshToken
  const sentTo = (recipient: string, kind?: string) =>
    here().messages.filter((one) => one.recipient === recipient && (!kind || one.kind === kind))
  /** Makes all codes 61 seconds older, so that another one may be requested. */
  const aMinuteLater = () =>
    here().db.execute(sql`
      with phones as (update phone_codes set created_at = created_at - interval '61 seconds')
      update email_codes set created_at = created_at - interval '61 seconds'`)
  /** An investor with a confirmed phone and no e-mail, who has stepped up. */
  async function confirmed() {
    const person = newPerson()
    const { status, body } = await register({ ...person })
    expect([status, body]).toMatchObject([201, {}])
    const token = tokenOf(body)
    await ask(upstream, contract.auth.confirmPhone, { code: '000000' }, { token })
    await stepUp(upstream, { ...person, token })
    return { ...person, token }
  }

  it('nine requests for a message to one number within eight minutes send three, whatever calls request them', async () => {
    const { phone } = newPerson()
    const accounts: string[] = []
    for (let at = 0; at < 3; at++) accounts.push(tokenOf((await register()).body))
    await aMinuteLater()
    await register({ phone })
    for (const token of accounts) {
      // An unconfirmed number is reserved for an hour. The test releases it at once.
      await here().db.execute(sql`update users set phone = null where phone = ${phone}`)
      await send(upstream, contract.user.profile, { phone, currentPassword }, { token })
      await aMinuteLater()
      await send(upstream, contract.auth.resendCode, {}, { token })
      await aMinuteLater()
    }
    await here().db.execute(sql`update users set phone = null where phone = ${phone}`)
    const last = await register({ phone })
    expect(last).toMatchObject({ status: 429, body: { message: 'Retry the request in a few minutes' } })
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(60)
    expect(sentTo(phone)).toHaveLength(3)
  })

  it('one number gets at most five codes a day, and its owner still gets notifications', async () => {
    const person = await confirmed()
    const anHourLater = () =>
      here().db.execute(sql`update outbox set created_at = created_at - interval '61 minutes'
        where recipient = ${person.phone}`)
    const { db } = here()
    for (let at = 0; at < 9; at++) {
      await anHourLater()
      await db.execute(
        sql`update users set phone = null, phone_confirmed_at = null where phone = ${person.phone}`,
      )
      await register({ phone: person.phone })
    }
    expect(sentTo(person.phone, 'phone_code')).toHaveLength(5)
    await here().outbox.post(db, await userIdOf(person.login), {
      channel: 'sms',
      recipient: person.phone,
      kind: 'phone_changed',
      values: {},
      language: 'en',
    })
    const [row] = await outboxOf(person.phone, 'phone_changed')
    expect(row).toMatchObject({ givenUpAt: null })
  })

  it('forty simultaneous registrations with numbers of one range send thirty codes', async () => {
    // No other person of these tests has a number of this country, so the range is not used up by accident.
    const requests = Array.from({ length: 40 }, (_, at) =>
      register({ phone: `+3712012${String(at).padStart(4, '0')}` }),
    )
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  })

  it.each([
    ['premium', '+7 809 123 45 67'],
    ['premium', '+44 909 879 1234'],
    ['premium', '+1 900 555 1234'],
    ['toll-free', '+7 800 123 45 67'],
    ['toll-free', '+1 800 555 0199'],
    ['personal', '+44 70 1234 5678'],
    ['pager', '+44 7640 123456'],
    ['landline', '+370 5 212 3456'],
  ])('a %s number gets no messages, and the caller is informed: %s', async (_kind, phone) => {
    const { status, body } = await register({ phone })
    expect([status, body]).toMatchObject([422, { fields: { phone: { code: 'phone_unreachable' } } }])
    const { token } = await confirmed()
    const change = await send(upstream, contract.user.profile, { phone, currentPassword }, { token })
    expect(change.body).toMatchObject({ fields: { phone: { code: 'phone_unreachable' } } })
  })

  it('twenty changes of e-mail send a stranger three messages', async () => {
    const stranger = newPerson().email
    const people = [await confirmed(), await confirmed()]
    for (let at = 0; at < 10; at++) {
      for (const [index, { token }] of people.entries()) {
        const [name, host] = stranger.split('@')
        await send(
          upstream,
          contract.user.profile,
          { email: index ? stranger : `${name}+${at}@${host}`, currentPassword },
          { token },
        )
        await aMinuteLater()
        await send(upstream, contract.user.profile, { email: newPerson().email, currentPassword }, { token })
        await aMinuteLater()
      }
    }
    const [name = ''] = stranger.split('@')
    const mailed = here().messages.filter(({ recipient }) => recipient.startsWith(name))
    expect(mailed).toHaveLength(3)
  })

  it('an account that probes who is registered gets five answers an hour, then every such request is refused', async () => {
    const asker = await confirmed()
    const change = (fields: Record<string, unknown>, { token } = asker) =>
      send(upstream, contract.user.profile, { ...fields, currentPassword }, { token })
    const registered = await Promise.all(Array.from({ length: 6 }, () => confirmed()))
    await aMinuteLater()
    const codes: unknown[] = []
    for (const { phone } of registered) {
      const { status, body } = await change({ phone })
      codes.push([status, (body as { code: string }).code])
      // A change to an unused address does not count.
      if (codes.length === 1) {
        await aMinuteLater()
        expect((await change({ email: newPerson().email })).status).toBe(200)
      }
    }
    expect(codes).toEqual([...Array<unknown>(5).fill([409, 'phone_taken']), [429, 'too_many_requests']])
    const free = await change({ email: newPerson().email })
    expect(free.status).toBe(429)
    expect(Number(free.headers.get('retry-after'))).toBeGreaterThan(3_000)
    expect((await change({ city: 'Nida' })).status).toBe(200)
    const other = await confirmed()
    await aMinuteLater()
    expect((await change({ email: newPerson().email }, other)).status).toBe(200)
  })

  it('a request for another number or e-mail within a minute is refused without revealing who owns it', async () => {
    const [asker, other] = [await confirmed(), await confirmed()]
    await ask(upstream, contract.emailConfirmation.confirm, { code: '000000' }, other)
    const changes = [
      { phone: other.phone },
      { phone: newPerson().phone },
      { email: other.email },
      { email: newPerson().email },
    ]
    for (const change of changes) {
      const { status, body } = await send(
        upstream,
        contract.user.profile,
        { ...change, currentPassword },
        asker,
      )
      expect([status, body]).toMatchObject([429, { code: 'too_many_requests' }])
    }
  })

  it('a network that probes who is registered by registering gets twenty answers an hour', async () => {
    const { phone } = await confirmed()
    const codes: string[] = []
    for (let at = 0; at < 22; at++) {
      const from = { 'x-forwarded-for': `2001:db8:77:${at}::1` }
      const person = { ...newPerson(), phone, language: 'en' }
      const { body } = await send(upstream, contract.auth.register, person, { headers: from })
      codes.push((body as { code: string }).code)
    }
    expect(codes).toEqual([
      ...Array<string>(20).fill('phone_taken'),
      'too_many_requests',
      'too_many_requests',
    ])
  })

  it('registrations from one network use up the fifty codes a day of that network, not those of other networks', async () => {
    const { db } = here()
    const [one, other] = [{ 'x-forwarded-for': '203.0.113.50' }, { 'x-forwarded-for': '203.0.113.51' }]
    const from = (headers: Record<string, string>, fields: Record<string, unknown> = {}) =>
      send(upstream, contract.auth.register, { ...newPerson(), language: 'en', ...fields }, { headers })
    const taken = await confirmed()
    const { body } = await from(one)
    const token = tokenOf(body)
    await aMinuteLater()
    await db.execute(sql`
      insert into outbox (id, channel, recipient, kind, values, language, created_at, sent_at, network)
      select 'of network ' || n, 'sms', '+3701' || n || '0000', 'phone_code', '{}', 'en', now(), now(), '203.0.113.50'
      from generate_series(1, 49) n`)
    const refusals = [
      await from(one),
      // The answer does not reveal whose number it is.
      await from(one, { phone: taken.phone }),
      await send(upstream, contract.auth.resendCode, {}, { token, headers: one }),
      await send(upstream, contract.user.profile, { phone: newPerson().phone }, { token, headers: one }),
      await send(upstream, contract.user.profile, { phone: taken.phone }, { token, headers: one }),
    ]
    for (const { status, body, headers } of refusals) {
      expect([status, body]).toMatchObject([429, { code: 'network_quota' }])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000)
    }
    expect((await from(other)).status).toBe(201)
    expect((await send(upstream, contract.auth.resendCode, {}, { token, headers: other })).status).toBe(200)
  })

  it('an unconfirmed e-mail does not block its owner; a confirmed e-mail blocks everyone else', async () => {
    const { email } = newPerson()
    const squatter = await confirmed()
    await aMinuteLater()
    await ask(upstream, contract.user.profile, { email, currentPassword }, squatter)
    const owner = await confirmed()
    await aMinuteLater()
    await ask(upstream, contract.user.profile, { email, currentPassword }, owner)
    // An unconfirmed address can't be used to sign in.
    expect((await send(upstream, contract.auth.login, { ...squatter, login: email })).status).toBe(400)

    const { user } = await ask(upstream, contract.emailConfirmation.confirm, { code: '000000' }, owner)
    expect(user).toMatchObject({ email, emailConfirmed: true, pendingEmail: null })
    const late = await send(upstream, contract.emailConfirmation.confirm, { code: '000000' }, squatter)
    expect(late).toMatchObject({ status: 410, body: { code: 'code_expired' } })
    await ask(upstream, contract.auth.login, { login: email, password: owner.password })
    expect(await register({ email: email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
  })

  it('a changed e-mail stays pending, and the confirmed one stays in force', async () => {
    const person = await confirmed()
    await ask(upstream, contract.emailConfirmation.confirm, { code: '000 000' }, person)
    await aMinuteLater()
    const next = newPerson().email
    const { user } = await ask(upstream, contract.user.profile, { email: next, currentPassword }, person)
    expect(user).toMatchObject({ email: person.email, emailConfirmed: true, pendingEmail: next })
    await ask(upstream, contract.auth.login, { login: person.email, password: person.password })
    // Entering the confirmed address again cancels the change.
    const kept = await ask(upstream, contract.user.profile, { email: person.email, currentPassword }, person)
    expect(kept.user).toMatchObject({ email: person.email, pendingEmail: null })
  })

  it('when two accounts confirm one address at the same time, only one gets it', async () => {
    const { email } = newPerson()
    const people = [await confirmed(), await confirmed()]
    await aMinuteLater()
    for (const person of people)
      await ask(upstream, contract.user.profile, { email, currentPassword }, person)
    const answers = await Promise.all(
      people.map((person) => send(upstream, contract.emailConfirmation.confirm, { code: '000000' }, person)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
  })

  it('a code for an e-mail allows five attempts', async () => {
    const person = await confirmed()
    const tries = []
    for (let at = 0; at < 6; at++)
      tries.push(await send(upstream, contract.emailConfirmation.confirm, { code: '111111' }, person))
    expect(tries.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 429])
    const again = await send(upstream, contract.emailConfirmation.resend, {}, person)
    expect(again.status).toBe(429)
  })

  async function userIdOf(login: string): Promise<string> {
    const { rows } = await here().db.execute<{ id: string }>(sql`select id from users where login = ${login}`)
    return rows[0]!.id
  }
  async function outboxOf(recipient: string, kind: string) {
    const { rows } = await here().db.execute(sql`
      select given_up_at as "givenUpAt" from outbox where recipient = ${recipient} and kind = ${kind}`)
    return rows
  }
})
