import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Problem } from '~/contract/errors'
import { tokens } from '../../backend/db/schema/access'
import { demoCode, tronWallet } from '../support/investor'
import { ask, send } from './client'
import { linkTokensOf } from './links'
import { type Person, newInvestor, register, topUp } from './people'
import { withFactor } from './second-factors'
import { type TestUpstream, openUpstream } from './upstream'

/** The code that an account without a second factor is sent after its password: where to, for whom, and how long. */
describe('a step-up on the embedded upstream', () => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await openUpstream('embedded')
  })
  afterAll(() => upstream.close())

  const elsewhere = { 'x-forwarded-for': '203.0.113.9' }
  const problemOf = ({ body }: { body: unknown }) => body as Problem
  const withdraw = (person: Pick<Person, 'token' | 'password'>, headers = {}) =>
    send(
      upstream,
      contract.payments.create,
      { system: 'usdt-trc20', amount: '20', wallet: tronWallet, currentPassword: person.password },
      { token: person.token, headers },
    )
  const typeCode = ({ token }: Pick<Person, 'token'>, code = demoCode, headers = {}) =>
    send(upstream, contract.secondFactors.stepUp, { code }, { token, headers })
  const codesTo = async ({ email, phone }: Person) => {
    await upstream.here!.answered()
    return upstream
      .here!.messages.filter((one) => one.kind === 'step_up_code' && [email, phone].includes(one.recipient))
      .map(({ channel }) => channel)
  }
  const later = (interval: string, { id }: Person) =>
    upstream.here!.db.execute(sql`update step_up_codes
      set created_at = created_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval
      where user_id = ${id}`)

  async function rich(): Promise<Person> {
    const person = await newInvestor(upstream)
    await topUp(upstream, person, '500')
    return person
  }
  const signInAgain = async ({ login, password, ...person }: Person): Promise<Person> => {
    const { refreshToken: token } = await ask(upstream, contract.auth.login, { login, password })
    return { ...person, login, password, token }
  }

  it('sends the code to the confirmed e-mail, and to the phone where none is confirmed', async () => {
    const person = await rich()
    expect(problemOf(await withdraw(person))).toMatchObject({
      code: 'step_up_required',
      params: { methods: 'email' },
    })
    expect(await codesTo(person)).toEqual(['email'])

    const unmailed = await register(upstream)
    await ask(upstream, contract.auth.confirmPhone, { code: demoCode }, unmailed)
    await topUp(upstream, unmailed, '500')
    expect(problemOf(await withdraw(unmailed)).params).toEqual({ methods: 'sms' })
    expect(await codesTo(unmailed)).toEqual(['sms'])
  })

  it('lets a withdrawal through for five minutes, at the place where the code was typed alone', async () => {
    const person = await rich()
    await withdraw(person)
    expect((await typeCode(person)).status).toBe(200)
    expect((await withdraw(person)).status).toBe(201)
    expect(problemOf(await withdraw(person, elsewhere)).code).toBe('step_up_required')
    await upstream
      .here!.db.update(tokens)
      .set({ steppedUpUntil: new Date(Date.now() - 1) })
      .where(eq(tokens.userId, person.id))
    expect(problemOf(await withdraw(person)).code).toBe('step_up_required')
  })

  it('is in the activity of the account: the code that was sent, wrong ones, and the step-up, with where from', async () => {
    const person = await rich()
    await withdraw(person)
    await typeCode(person, '111111')
    await typeCode(person, '222222')
    await typeCode(person)
    const { items } = await ask(upstream, contract.activity.list, { group: 'access' }, person)
    expect(items.slice(0, 3)).toMatchObject([
      { kind: 'stepped_up', outcome: 'done', times: 1 },
      { kind: 'factor_code_wrong', outcome: 'refused', times: 2 },
      { kind: 'step_up_code_sent', outcome: 'done', times: 1 },
    ])
    expect(items.slice(0, 3).map(({ address }) => address)).not.toContain(null)
  })

  it('accepts a code once, of the bearer that typed the password, and for ten minutes', async () => {
    const person = await rich()
    const other = await signInAgain(person)
    expect(problemOf(await typeCode(person)).code).toBe('step_up_code_invalid')
    await withdraw(person)
    expect(problemOf(await typeCode(other)).code).toBe('step_up_code_invalid')
    expect((await typeCode(person)).status).toBe(200)
    expect(problemOf(await typeCode(person)).code).toBe('step_up_code_invalid')

    await withdraw(other)
    await later('10 minutes', person)
    expect(problemOf(await typeCode(other)).code).toBe('step_up_code_invalid')
    expect(problemOf(await withdraw(other)).code).toBe('step_up_required')
    expect((await typeCode(other, '000 000')).status).toBe(200)
  })

  it('sends another code to the other confirmed address: the owner may have lost the first', async () => {
    const person = await rich()
    for (const channel of ['email', 'sms', 'email']) {
      expect(problemOf(await withdraw(person)).params).toEqual({ methods: channel })
      await later('61 seconds', person)
    }
    expect(await codesTo(person)).toEqual(['email', 'sms', 'email'])
    expect((await typeCode(person)).status).toBe(200)
  })

  it('accepts a code at the place alone where the password was typed', async () => {
    const person = await rich()
    await withdraw(person)
    expect(problemOf(await typeCode(person, demoCode, elsewhere)).code).toBe('step_up_code_invalid')
    expect((await typeCode(person)).status).toBe(200)
  })

  it('typing codes where none was sent is no guess, and keeps nobody from theirs', async () => {
    const person = await rich()
    for (let guess = 0; guess < 8; guess++)
      expect(problemOf(await typeCode(person, '111111')).code).toBe('step_up_code_invalid')
    await withdraw(person)
    expect((await typeCode(person)).status).toBe(200)
  })

  it('sends one code a minute to a bearer, however often it is asked for', async () => {
    const person = await rich()
    await Promise.all([1, 2, 3].map(() => withdraw(person)))
    expect(await codesTo(person)).toEqual(['email'])
    await later('61 seconds', person)
    await withdraw(person)
    expect(await codesTo(person)).toHaveLength(2)
  })

  it('stops guessing after five codes, and leaves the owner elsewhere their own', async () => {
    const person = await rich()
    await withdraw(person)
    for (let guess = 0; guess < 5; guess++)
      expect(problemOf(await typeCode(person, `11111${guess}`)).code).toBe('step_up_code_invalid')
    const sixth = await typeCode(person)
    expect([sixth.status, problemOf(sixth).code]).toEqual([429, 'too_many_requests'])
    const owner = await signInAgain(person)
    await withdraw(owner, elsewhere)
    expect((await typeCode(owner, demoCode, elsewhere)).status).toBe(200)
    const { items } = await ask(upstream, contract.notification.list, {}, owner)
    expect(items.map(({ message }) => message).join('\n')).toContain('Five wrong codes')
  })

  it('a code is nothing once the owner has said that it was somebody else, or has a factor', async () => {
    const person = await rich()
    await withdraw(person)
    await upstream.here!.answered()
    // Signing in from elsewhere is told with a link.
    await ask(
      upstream,
      contract.auth.login,
      { login: person.login, password: person.password },
      { headers: { ...elsewhere, 'user-agent': 'Mozilla/5.0 Firefox/140.0' } },
    )
    const token = (await linkTokensOf(upstream, person)).at(-1)!
    await ask(upstream, contract.notMe.report, { token })
    expect((await typeCode(person)).status).toBe(401)

    const guarded = await withFactor(upstream)
    await topUp(upstream, guarded, '500')
    const again = { ...guarded, headers: elsewhere }
    const { code, params } = problemOf(await withdraw(again, elsewhere))
    expect([code, params]).toEqual(['step_up_required', { methods: 'totp,recovery' }])
    expect(problemOf(await typeCode(guarded, demoCode, elsewhere)).code).toBe('factor_code_invalid')
  })

  it('a company may do without: then the password is the step-up, for five minutes too', async () => {
    const { db } = upstream.here!
    const set = (isOn: boolean) =>
      db.execute(
        sql`update settings set value = jsonb_set(value, '{stepUp}', ${JSON.stringify({ code: isOn })}::jsonb) where key = 'limits'`,
      )
    const person = await rich()
    await set(false)
    try {
      expect(problemOf(await withdraw({ ...person, password: 'not this one' })).code).toBe('password_wrong')
      expect((await withdraw(person)).status).toBe(201)
      expect(await codesTo(person)).toEqual([])
      expect((await withdraw({ ...person, password: '' })).status).toBe(201)
    } finally {
      await set(true)
    }
  })
})
