import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Call } from '~/contract/call'
import { type Problem } from '~/contract/errors'
import { tokens } from '../../backend/db/schema/access'
import { notifications } from '../../backend/db/schema/notifications'
import { factorTries } from '../../backend/db/schema/second-factors'
import { users } from '../../backend/db/schema/users'
import { fictitiousAddress } from '../../backend/domain/addresses'
import { newPerson, tronWallet } from '../support/investor'
import { stepOf } from '../support/totp'
import { ask, refusal, send } from './client'
import { linkTokensOf } from './links'
import { type Person, newInvestor, topUp } from './people'
import { type Guarded, withFactor } from './second-factors'
import { type TestUpstream, openUpstream, upstreamsFor } from './upstream'

const { secondFactors, auth } = contract
const home = '198.51.100.7'
const abroad = '203.0.113.9'
const desktop = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const from = (address: string, agent = desktop) => ({ 'x-forwarded-for': address, 'user-agent': agent })
const codeOf = ({ body }: { body: unknown }) => (body as Problem).code

/** Five tries, replay, places and what ends what: the rules of the second factor, over HTTP alone. */
describe.each(upstreamsFor('second-factors'))('second factors of the %s upstream', (where) => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await openUpstream(where)
  })
  afterAll(() => upstream.close())

  /** The first half of a sign-in. */
  async function challenge({ login, password }: Person, address = home, deviceToken?: string) {
    const body = { login, password, ...(deviceToken && { deviceToken }) }
    const { body: problem } = await refusal(upstream, auth.login, body, { headers: from(address) })
    expect(problem).toMatchObject({ code: 'second_factor_required', params: { methods: 'totp,recovery' } })
    return String(problem.params!['challenge'])
  }
  const answer = (challengeId: string, code: string, address = home) =>
    send(upstream, secondFactors.signIn, { challenge: challengeId, code }, { headers: from(address) })
  async function signIn(person: Guarded, address = home) {
    const body = { challenge: await challenge(person, address), code: person.app.next() }
    return ask(upstream, secondFactors.signIn, body, { headers: from(address) })
  }
  const kindsOf = async ({ id }: Person) => {
    const rows = await upstream.here!.db.select().from(notifications).where(eq(notifications.userId, id))
    return rows.map(({ kind }) => kind)
  }
  /** Lets the tries so far be as old as ten minutes. */
  const waitTenMinutes = () =>
    upstream.here!.db.update(factorTries).set({ triedAt: sql`tried_at - interval '10 minutes'` })

  it('a sign-in ends with a code, and the browser is not asked again', async () => {
    const person = await withFactor(upstream)
    expect(person.recoveryCodes).toHaveLength(10)
    const { refreshToken, deviceToken, user } = await signIn(person)
    expect(user.login).toBe(person.login)
    await ask(upstream, contract.user.balance, {}, { token: refreshToken })
    const again = { login: person.email, password: person.password, deviceToken }
    await ask(upstream, auth.login, again, { headers: from(abroad) })
    // It stands for no other account, and not for the password.
    const other = await withFactor(upstream)
    await challenge(other, home, deviceToken)
    const wrong = await send(upstream, auth.login, { ...again, password: 'not this one' })
    expect(codeOf(wrong)).toBe('invalid_credentials')
  })

  it('a code is good once, and so is a challenge', async () => {
    const person = await withFactor(upstream)
    const [one, two] = [await challenge(person), await challenge(person)]
    const stale = person.app.shown(-1)
    const code = person.app.next()
    const answers = await Promise.all([answer(one, code), answer(two, code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    const used = answers[0].status === 200 ? one : two
    expect(codeOf(await answer(used, person.app.next()))).toBe('factor_challenge_expired')
    // Neither a code that was used nor one of an earlier step.
    for (const late of [code, stale])
      expect(codeOf(await answer(await challenge(person, abroad), late, abroad))).toBe('factor_code_invalid')
  })

  it.each([-1, 1])('a phone whose clock is %d step off still signs in', async (drift) => {
    const person = await withFactor(upstream)
    if (!upstream.here) return
    // Again where a step has ended between the two halves: then the code was of another one.
    for (let timeStep = 0; timeStep !== stepOf(Date.now());) {
      await upstream.here.db.execute(
        sql`update second_factors set last_step = null where user_id = ${person.id}`,
      )
      const half = await challenge(person)
      timeStep = stepOf(Date.now())
      const { status } = await answer(half, person.app.shown(drift))
      if (timeStep === stepOf(Date.now())) expect(status).toBe(200)
    }
  })

  it('one that is three steps off does not', async () => {
    const person = await withFactor(upstream)
    for (const drift of [-3, 3])
      expect(codeOf(await answer(await challenge(person), person.app.shown(drift)))).toBe(
        'factor_code_invalid',
      )
  })

  it('a recovery code is good once, as people type it, and the owner is told', async () => {
    const person = await withFactor(upstream)
    const [code = '', other = ''] = person.recoveryCodes
    const typed = ` ${code.toUpperCase().replace('-', ' ')} `
    expect((await answer(await challenge(person), typed)).status).toBe(200)
    expect(codeOf(await answer(await challenge(person), code))).toBe('factor_code_invalid')
    const { recoveryCodesLeft } = await ask(upstream, secondFactors.list, {}, person)
    expect(recoveryCodesLeft).toBe(9)
    if (upstream.here) expect(await kindsOf(person)).toContain('recovery_code_used')
    // New ones end the earlier ones.
    const { recoveryCodes } = await ask(upstream, secondFactors.renewRecoveryCodes, {}, person)
    expect(recoveryCodes).toHaveLength(10)
    expect(codeOf(await answer(await challenge(person), other))).toBe('factor_code_invalid')
    expect((await answer(await challenge(person), recoveryCodes[0]!)).status).toBe(200)
  })

  it('five wrong codes make their network wait, and the owner signs in from home', async () => {
    const person = await withFactor(upstream)
    const guess = async () => answer(await challenge(person, abroad), person.app.wrong(), abroad)
    for (let at = 0; at < 5; at++) expect(codeOf(await guess())).toBe('factor_code_invalid')
    const [right = ''] = person.recoveryCodes
    const sixth = await answer(await challenge(person, abroad), right, abroad)
    expect(codeOf(sixth)).toBe('too_many_requests')
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(9 * 60)
    await signIn(person, home)
    if (!upstream.here) return
    expect((await kindsOf(person)).filter((kind) => kind === 'factor_guessed')).toHaveLength(1)
    await waitTenMinutes()
    expect((await answer(await challenge(person, abroad), right, abroad)).status).toBe(200)
  })

  it('many guesses at once are not more than five', async () => {
    const person = await withFactor(upstream)
    const one = await challenge(person)
    const tried = await Promise.all(Array.from({ length: 12 }, () => answer(one, person.app.wrong())))
    expect(tried.filter((each) => codeOf(each) === 'factor_code_invalid')).toHaveLength(5)
    expect(tried.filter((each) => codeOf(each) === 'too_many_requests')).toHaveLength(7)
  })

  it('many networks have a hundred guesses a day, and a known place none the fewer', async () => {
    const person = await withFactor(upstream)
    if (!upstream.here) return
    await signIn(person, home)
    const rows = Array.from({ length: 100 }, (_, at) => ({
      id: `${person.id} ${at}`,
      userId: person.id,
      bearerId: `challenge ${at}`,
      network: `10.0.${at}`,
      triedAt: new Date(),
    }))
    await upstream.here.db.insert(factorTries).values(rows)
    expect(codeOf(await answer(await challenge(person, abroad), person.app.wrong(), abroad))).toBe(
      'too_many_requests',
    )
    await signIn({ ...person, app: { ...person.app, next: () => person.recoveryCodes[0]! } }, home)
  })

  it('a challenge is void after five minutes, and once the password is another one', async () => {
    const person = await withFactor(upstream)
    if (!upstream.here) return
    const late = await challenge(person)
    await upstream.here.db.execute(sql`update factor_challenges set expires_at = now()`)
    expect(codeOf(await answer(late, person.app.next()))).toBe('factor_challenge_expired')
    const early = await challenge(person)
    const change = { currentPassword: person.password, password: 'Nine quiet harbours' }
    await ask(upstream, contract.user.password, change, person)
    expect(codeOf(await answer(early, person.app.next()))).toBe('factor_challenge_expired')
  })

  it('a challenge is void once its account is frozen, or has its contacts replaced', async () => {
    if (!upstream.here) return
    const { db } = upstream.here
    const frozen = await withFactor(upstream)
    // Younger factors end with the answer.
    await db.execute(
      sql`update second_factors set created_at = created_at - interval '8 days' where user_id = ${frozen.id}`,
    )
    const early = await challenge(frozen)
    const token = (await linkTokensOf(upstream, frozen)).at(-1)!
    await ask(upstream, contract.notMe.report, { token })
    // Nor does it open anything after a freeze that is lifted again.
    await db.update(users).set({ passwordResetRequired: false }).where(eq(users.id, frozen.id))
    expect(codeOf(await answer(early, frozen.app.next()))).toBe('factor_challenge_expired')

    const replaced = await withFactor(upstream)
    const begun = await challenge(replaced)
    const due = { replacementEmail: `new-${replaced.email}`, contactReplacementAt: new Date(0) }
    await db.update(users).set(due).where(eq(users.id, replaced.id))
    await ask(upstream, contract.demo.clock, { days: 1 }, await withFactor(upstream))
    await db.update(users).set({ passwordResetRequired: false }).where(eq(users.id, replaced.id))
    expect(codeOf(await answer(begun, replaced.app.next()))).toBe('factor_challenge_expired')
  })

  it('what could take the account or its money away needs a code of the last five minutes, from the same place', async () => {
    const person = await withFactor(upstream)
    await topUp(upstream, person, '1000')
    const system = 'usdt-trc20'
    const wallet = tronWallet
    const { password } = person
    const attempts: [Call, Record<string, unknown>][] = [
      [contract.payments.create, { system, amount: '20', wallet }],
      [
        contract.userData.updateWallets,
        { wallets: [{ system, address: fictitiousAddress('tron', 'a thief') }] },
      ],
      [contract.user.profile, { email: newPerson().email }],
      [contract.account.export, {}],
      [secondFactors.addTotp, { name: 'Tablet' }],
      [secondFactors.rename, { id: person.factorId, name: 'Old phone' }],
      [secondFactors.renewRecoveryCodes, {}],
      [contract.account.delete, {}],
      [contract.user.password, { password: 'Nine quiet harbours', currentPassword: password }],
      [secondFactors.remove, { id: person.factorId }],
    ]
    const { refreshToken: token } = await signIn(person, home)
    const tryAll = async (headers: Record<string, string>) =>
      Promise.all(
        attempts.map(async ([call, input]) => {
          // Not even the password helps.
          const body = { currentPassword: password, ...input }
          const { body: problem } = await send(upstream, call, body, { token, headers })
          return [call.path, (problem as Problem).code, (problem as Problem).params?.['methods']]
        }),
      )
    const refusedAll = attempts.map(([{ path }]) => [path, 'step_up_required', 'totp,recovery'])
    expect(await tryAll(from(abroad))).toEqual(refusedAll)
    expect(await tryAll(from(home, 'curl/8.5.0'))).toEqual(refusedAll)
    if (!upstream.here) return
    // The account's last code for an e-mail is older than a minute.
    await upstream.here.db.execute(
      sql`update email_codes set created_at = created_at - interval '61 seconds'`,
    )
    await upstream.here.db
      .update(tokens)
      .set({ steppedUpUntil: new Date() })
      .where(eq(tokens.userId, person.id))
    expect(await tryAll(from(home))).toEqual(refusedAll)
    const { until } = await ask(
      upstream,
      secondFactors.stepUp,
      { code: person.recoveryCodes[0]! },
      { token, headers: from(home) },
    )
    const left = Date.parse(until) - Date.now()
    expect(left).toBeGreaterThan(290_000)
    expect(left).toBeLessThanOrEqual(300_000)
    expect(await tryAll(from(abroad))).toEqual(refusedAll)
    for (const [call, input] of attempts.slice(0, -2))
      await ask(upstream, call, input, { token, headers: from(home) })
    // The step-up goes on with the bearer that a new password brings.
    const changed = await ask(upstream, contract.user.password, attempts.at(-2)![1], {
      token,
      headers: from(home),
    })
    const renewed = { token: changed.refreshToken, headers: from(home) }
    await ask(upstream, secondFactors.remove, { id: person.factorId }, renewed)
    expect(await ask(upstream, secondFactors.list, {}, renewed)).toEqual({
      items: [],
      recoveryCodesLeft: 0,
      removalAt: null,
      required: false,
    })
    await ask(upstream, auth.login, { login: person.login, password: 'Nine quiet harbours' })
    expect(await kindsOf(person)).toEqual(
      expect.arrayContaining(['factor_added', 'recovery_codes_renewed', 'factor_removed']),
    )
  })

  it('a withdrawal that was refused for it goes through under the same key', async () => {
    const person = await withFactor(upstream)
    await topUp(upstream, person, '1000')
    const { refreshToken: token } = await signIn(person, home)
    const body = { system: 'usdt-trc20', amount: '20', wallet: tronWallet }
    const key = `withdrawal-${person.login}`
    const there = { token, key, headers: from(abroad) }
    expect(codeOf(await send(upstream, contract.payments.create, body, there))).toBe('step_up_required')
    const code = person.recoveryCodes[0]!
    await ask(upstream, secondFactors.stepUp, { code }, { token, headers: from(abroad) })
    await ask(upstream, contract.payments.create, body, there)
    const { headers } = await send(upstream, contract.payments.create, body, there)
    expect(headers.get('idempotent-replayed')).toBe('true')
    expect((await ask(upstream, contract.payments.list, {}, { token })).total).toBe(1)
  })

  it('the trust in a browser ends with a removed factor, other sessions and the session of that browser', async () => {
    const person = await withFactor(upstream)
    const login = (deviceToken: string) => send(upstream, auth.login, { ...person, deviceToken })
    const laptop = await signIn(person)
    const own = { token: person.token }
    expect((await login(laptop.deviceToken)).status).toBe(200)
    const { items } = await ask(upstream, contract.sessions.list, {}, { token: laptop.refreshToken })
    const ofLaptop = items.find(({ current }) => current)!.id
    await ask(upstream, contract.sessions.end, { id: ofLaptop }, own)
    expect(codeOf(await login(laptop.deviceToken))).toBe('second_factor_required')
    if (!upstream.here) return
    const again = async () => {
      await upstream.here!.db.execute(
        sql`update second_factors set last_step = null where user_id = ${person.id}`,
      )
      const body = { challenge: await challenge(person), code: person.app.shown() }
      return ask(upstream, secondFactors.signIn, body, { headers: from(home) })
    }
    const tablet = await again()
    // Signing out oneself leaves the browser known.
    const ofTablet = { token: tablet.refreshToken }
    const sessions = await ask(upstream, contract.sessions.list, {}, ofTablet)
    await ask(
      upstream,
      contract.sessions.end,
      { id: sessions.items.find(({ current }) => current)!.id },
      ofTablet,
    )
    expect((await login(tablet.deviceToken)).status).toBe(200)
    await ask(upstream, contract.sessions.end, {}, own)
    expect(codeOf(await login(tablet.deviceToken))).toBe('second_factor_required')
  })

  it('a secret waits a quarter of an hour for its first code, and until then nothing is asked for', async () => {
    const person = await newInvestor(upstream)
    const { addTotp, confirmTotp } = secondFactors
    const request = { name: ' Phone ', currentPassword: person.password }
    const first = await ask(upstream, addTotp, request, person)
    expect(first.uri).toMatch(new RegExp(`^otpauth://totp/[^?]+${person.login}\\?.*secret=${first.secret}`))
    await ask(upstream, auth.login, { login: person.login, password: person.password })
    const second = await ask(upstream, addTotp, request, person)
    const gone = await refusal(upstream, confirmTotp, { id: first.id, code: '123456' }, person)
    expect(gone.status).toBe(404)
    if (!upstream.here) return
    await upstream.here.db.execute(
      sql`update second_factors set created_at = created_at - interval '15 minutes' where id = ${second.id}`,
    )
    expect((await refusal(upstream, confirmTotp, { id: second.id, code: '123456' }, person)).status).toBe(404)
  })
})
