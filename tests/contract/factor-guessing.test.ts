import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Problem } from '~/contract/errors'
import { notifications, securityEvents } from '../../backend/db/schema/notifications'
import { factorTries } from '../../backend/db/schema/second-factors'
import { demoCode, tronWallet } from '../support/investor'
import { type Answer, ask, refusal, send } from './client'
import { type Person, newInvestor, topUp } from './people'
import { type Guarded, withFactor } from './second-factors'
import { type TestUpstream, openUpstream } from './upstream'

/**
 * What a thief who knows the password can guess in a day, from as many networks and with as many sessions as they like, and what
 * the owner meets meanwhile. The upstream is asked over HTTP alone; only the time that passes is set in its database.
 */
describe('guessing at second factors of the embedded upstream', () => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await openUpstream('embedded')
  })
  afterAll(() => upstream.close())

  const { secondFactors, auth } = contract
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const from = (address: string) => ({ 'x-forwarded-for': address, 'user-agent': firefox })
  const home = '198.51.100.7'
  const networkOf = (n: number) => `203.0.${n}.9`
  const codeOf = ({ body }: Answer) => (body as Problem).code

  async function challenge({ login, password }: Person, address: string): Promise<string> {
    const { body } = await refusal(upstream, auth.login, { login, password }, { headers: from(address) })
    return String(body.params!['challenge'])
  }
  const answer = (begun: string, code: string, address: string) =>
    send(upstream, secondFactors.signIn, { challenge: begun, code }, { headers: from(address) })
  async function signIn(person: Person, code: string, address: string) {
    const body = { challenge: await challenge(person, address), code }
    return ask(upstream, secondFactors.signIn, body, { headers: from(address) })
  }
  const stepUp = (token: string, code: string, address: string) =>
    send(upstream, secondFactors.stepUp, { code }, { token, headers: from(address) })
  /** The last codes are as if they had been typed so much earlier. */
  const later = (interval: string, { id }: Person) =>
    upstream
      .here!.db.update(factorTries)
      .set({ triedAt: sql`tried_at - ${interval}::interval` })
      .where(eq(factorTries.userId, id))
  const timesTold = async ({ id }: Person) => {
    const rows = await upstream.here!.db.select().from(notifications).where(eq(notifications.userId, id))
    return rows.filter(({ kind }) => kind === 'factor_guessed').length
  }
  /** An owner who has signed in at home with a code. */
  async function owner(): Promise<Guarded & { session: string; deviceToken: string }> {
    const person = await withFactor(upstream)
    const { refreshToken, deviceToken } = await signIn(person, person.app.next(), home)
    return { ...person, session: refreshToken, deviceToken }
  }
  /** Guesses with one challenge until a wait. @returns how many guesses were compared, and the wait in seconds */
  async function guess(person: Guarded, address: string) {
    const begun = await challenge(person, address)
    for (let tries = 0; tries < 10; tries++) {
      const one = await answer(begun, person.app.wrong(), address)
      if (one.status === 429) return { tries, wait: Number(one.headers.get('retry-after')) }
      expect(codeOf(one)).toBe('factor_code_invalid')
    }
    throw new Error('ten guesses without a wait')
  }

  it('from many networks come to a hundred a day, and the owner gets in all the same', async () => {
    const person = await owner()
    const [recoveryCode = '', another = ''] = person.recoveryCodes
    let compared = 0
    for (let n = 0; n < 22; n++) compared += (await guess(person, networkOf(n))).tries
    expect(compared).toBe(100)
    expect((await guess(person, networkOf(30))).wait).toBeGreaterThan(86_000)
    expect(await timesTold(person)).toBe(1)

    // A browser that is known is asked for no code, wherever it is; its session steps up in the very network of the thief.
    const { login, password, deviceToken } = person
    const known = { login, password, deviceToken }
    const { refreshToken } = await ask(upstream, auth.login, known, { headers: from(networkOf(1)) })
    expect((await stepUp(refreshToken, recoveryCode, networkOf(1))).status).toBe(200)
    // Another browser takes a code at home, and a recovery code in a place where nobody knows the owner.
    await upstream.here!.db.execute(
      sql`update second_factors set last_step = null where user_id = ${person.id}`,
    )
    await signIn(person, person.app.shown(), home)
    const hotel = '192.0.2.77'
    expect((await answer(await challenge(person, hotel), person.app.next(), hotel)).status).toBe(429)
    await signIn(person, another, hotel)
    // It is a known place from then on.
    expect(codeOf(await answer(await challenge(person, hotel), person.app.wrong(), hotel))).toBe(
      'factor_code_invalid',
    )
  })

  it('in the network and the browser of the owner come to fifty a day, and hold up no session of the owner', async () => {
    const person = await owner()
    let compared = 0
    for (let n = 0; n < 10; n++) {
      compared += (await guess(person, home)).tries
      if (n === 0) expect((await stepUp(person.session, person.recoveryCodes[0]!, home)).status).toBe(200)
      await later('10 minutes', person)
    }
    expect(compared).toBe(50)
    expect(await guess(person, home)).toEqual({
      tries: 0,
      wait: expect.closeTo(86_400 - 6_000, -2) as number,
    })
    expect((await stepUp(person.session, person.recoveryCodes[1]!, home)).status).toBe(200)
    // What was right there has not forgiven the thief's.
    expect((await guess(person, home)).tries).toBe(0)
    const { login, password, deviceToken } = person
    await ask(upstream, auth.login, { login, password, deviceToken }, { headers: from(home) })
  })

  it('with a copied session come to five in ten minutes and fifty a day, and a new session of the owner has its own', async () => {
    const person = await owner()
    for (let n = 0; n < 5; n++)
      expect(codeOf(await stepUp(person.session, person.app.wrong(), home))).toBe('factor_code_invalid')
    expect((await stepUp(person.session, person.app.wrong(), home)).status).toBe(429)
    const { login, password, deviceToken, recoveryCodes } = person
    const known = { login, password, deviceToken }
    const { refreshToken } = await ask(upstream, auth.login, known, { headers: from(home) })
    expect((await stepUp(refreshToken, recoveryCodes[0]!, home)).status).toBe(200)
    await later('10 minutes', person)
    for (let n = 1; n < 10; n++) {
      for (let at = 0; at < 5; at++) await stepUp(person.session, person.app.wrong(), home)
      await later('10 minutes', person)
    }
    const last = await stepUp(person.session, person.app.wrong(), home)
    expect([last.status, Number(last.headers.get('retry-after'))]).toEqual([
      429,
      expect.closeTo(86_400 - 6_000, -2),
    ])
  })

  it('are told to the owner once a day, as long as they go on', async () => {
    const person = await owner()
    await guess(person, networkOf(1))
    await guess(person, networkOf(2))
    expect(await timesTold(person)).toBe(1)
    await upstream
      .here!.db.update(securityEvents)
      .set({ createdAt: sql`created_at - interval '1 day'` })
      .where(eq(securityEvents.userId, person.id))
    await guess(person, networkOf(3))
    expect(await timesTold(person)).toBe(2)
  })

  describe('of an account that is sent a code', () => {
    const withdraw = ({ token, password }: Pick<Person, 'token' | 'password'>, address: string) =>
      send(
        upstream,
        contract.payments.create,
        { system: 'usdt-trc20', amount: '20', wallet: tronWallet, currentPassword: password },
        { token, headers: from(address) },
      )
    async function signInAt({ login, password }: Person, address: string): Promise<string> {
      const opened = await ask(upstream, auth.login, { login, password }, { headers: from(address) })
      return opened.refreshToken
    }
    /** Signs in by the password alone, has a code sent, and guesses at it until a wait. */
    async function guessSent(person: Person, address: string): Promise<number> {
      const token = await signInAt(person, address)
      expect(codeOf(await withdraw({ ...person, token }, address))).toBe('step_up_required')
      for (let tries = 0; tries < 10; tries++)
        if ((await stepUp(token, '111111', address)).status === 429) return tries
      throw new Error('ten guesses without a wait')
    }

    it('come to a hundred a day too: a password alone makes no place known', async () => {
      const person = await newInvestor(upstream)
      await topUp(upstream, person, '500')
      const session = await signInAt(person, home)
      await withdraw({ ...person, token: session }, home)
      expect((await stepUp(session, demoCode, home)).status).toBe(200)

      let compared = 0
      for (let n = 0; n < 22; n++) compared += await guessSent(person, networkOf(n))
      expect(compared).toBe(100)
      expect(await timesTold(person)).toBe(1)
      const again = await signInAt(person, home)
      await withdraw({ ...person, token: again }, home)
      expect((await stepUp(again, demoCode, home)).status).toBe(200)
    })

    it('do not hold up a place that was signed in from a week ago, with a notice', async () => {
      const person = await newInvestor(upstream)
      await topUp(upstream, person, '500')
      const cottage = '192.0.2.77'
      await signInAt(person, cottage)
      const rows = Array.from({ length: 100 }, (_, at) => ({
        ...{ id: `${person.id} ${at}`, userId: person.id, bearerId: `bearer ${at}` },
        ...{ network: `10.0.${at}`, triedAt: new Date() },
      }))
      await upstream.here!.db.insert(factorTries).values(rows)
      const tryThere = async () => {
        const token = await signInAt(person, cottage)
        await withdraw({ ...person, token }, cottage)
        return (await stepUp(token, demoCode, cottage)).status
      }
      expect(await tryThere()).toBe(429)
      await upstream.here!.db.execute(
        sql`update tokens set created_at = created_at - interval '7 days' where user_id = ${person.id}`,
      )
      expect(await tryThere()).toBe(200)
    })
  })
})
