import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { users } from '../../backend/db/schema/users'
import { newPerson } from '../support/investor'
import { testServers } from '../support/postgres'
import { until } from '../support/program'
import { ask, refusal, send } from './client'
import { type Person, newInvestor, register, stepUp } from './people'
import { widgetFields } from '../support/telegram'
import { type TestUpstream, openUpstream } from './upstream'

/**
 * Simultaneous calls of one account, in a fixed order: the test locks the account's row until both calls wait
 * for it.
 */

describe.skipIf(process.env.UPSTREAM_URL).each(testServers)(
  'concurrent calls on the %s PostgreSQL',
  (where) => {
    let upstream: TestUpstream
    beforeAll(async () => {
      upstream = await openUpstream(where)
    })
    afterAll(() => upstream.close())
    const here = () => upstream.here! // `named` is left out of the servers above

    /** Sends the calls one after the other while the account's row is locked, and returns their answers. */
    async function inTurn<Answer>(person: Person, ...calls: (() => Promise<Answer>)[]): Promise<Answer[]> {
      const { db } = here()
      const sent: Promise<Answer>[] = []
      await db.transaction(async (tx) => {
        await tx.select().from(users).where(eq(users.id, person.id)).for('update')
        for (const call of calls) {
          sent.push(call())
          await until(
            `${sent.length} calls wait for the account`,
            async () => (await waiting()) >= sent.length,
          )
        }
      })
      return Promise.all(sent)
    }
    async function waiting(): Promise<number> {
      const { rows } = await here().db.execute<{ waiting: number }>(sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
      return rows[0]!.waiting
    }
    /** Makes the account's codes 61 seconds older. */
    const aMinuteLater = ({ id }: Person) =>
      here().db.execute(
        sql`update phone_codes set created_at = created_at - interval '61 seconds' where user_id = ${id}`,
      )
    const change = (person: Person, body: object) => () =>
      send(upstream, contract.user.profile, { ...body, currentPassword: person.password }, person)
    const confirm = (person: Person) => () =>
      send(upstream, contract.auth.confirmPhone, { code: '000000' }, person)
    const phoneOf = async ({ id }: Person) => {
      const [user] = await here().db.select().from(users).where(eq(users.id, id))
      return { phone: user!.phone, confirmed: user!.phoneConfirmedAt !== null, city: user!.city }
    }

    it('a code confirms only the number that it was sent to', async () => {
      const [ann, ben, phones] = [
        await register(upstream),
        await register(upstream),
        [newPerson(), newPerson()],
      ]
      await aMinuteLater(ann)
      await aMinuteLater(ben)
      const late = await inTurn(ann, change(ann, { phone: phones[0]!.phone }), confirm(ann))
      expect(late.map(({ status }) => status)).toEqual([200, 410])
      expect(await phoneOf(ann)).toMatchObject({ phone: phones[0]!.phone, confirmed: false })
      const early = await inTurn(ben, confirm(ben), change(ben, { phone: phones[1]!.phone }))
      // The number in force is confirmed by now, so that the change needs its code.
      expect(early.map(({ status }) => status)).toEqual([200, 403])
      expect(await phoneOf(ben)).toMatchObject({ phone: ben.phone, confirmed: true })
    })

    it('a code that is sent twice confirms once, and both calls succeed', async () => {
      const person = await register(upstream)
      const answers = await inTurn(person, confirm(person), confirm(person))
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(await phoneOf(person)).toMatchObject({ confirmed: true })
    })

    it('a change of one field does not undo a change of another', async () => {
      const person = await newInvestor(upstream)
      await stepUp(upstream, person)
      await aMinuteLater(person)
      const { phone } = newPerson()
      await inTurn(person, change(person, { phone }), change(person, { city: 'Nida' }))
      expect(await phoneOf(person)).toEqual({ phone, confirmed: false, city: 'Nida' })
    })

    it('one code a minute is sent, whatever the number of requests and of phone numbers', async () => {
      const person = await register(upstream)
      const sentTo = () =>
        here().messages.filter(({ kind, recipient }) => kind === 'phone_code' && numbers.includes(recipient))
      const others = Array.from({ length: 6 }, () => newPerson().phone)
      const numbers = [person.phone, ...others]
      await aMinuteLater(person)
      const resend = () => send(upstream, contract.auth.resendCode, {}, person)
      const resent = await Promise.all(Array.from({ length: 6 }, resend))
      expect(resent.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(resent.filter(({ status }) => status === 429)).toHaveLength(5)
      expect(sentTo()).toHaveLength(2) // including the one of registration

      const { status, headers } = await refusal(upstream, contract.user.profile, { phone: others[0] }, person)
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      await aMinuteLater(person)
      const changed = await Promise.all(others.map((phone) => change(person, { phone })()))
      expect(changed.filter((answer) => answer.status === 200)).toHaveLength(1)
      expect(sentTo()).toHaveLength(3)
      // A change that needs no code is still accepted.
      await ask(upstream, contract.user.profile, { city: 'Nida' }, person)
    })

    it('a password that is changed during a sign-in with it opens no session', async () => {
      const { login, password, ...person } = await newInvestor(upstream)
      const { db } = here()
      let signedIn: ReturnType<typeof send> | undefined
      await db.transaction(async (tx) => {
        await tx.select().from(users).where(eq(users.id, person.id)).for('update')
        signedIn = send(upstream, contract.auth.login, { login, password })
        await until('the sign-in waits for the account', async () => (await waiting()) === 1)
        await tx.update(users).set({ passwordHash: 'another' }).where(eq(users.id, person.id))
      })
      expect(await signedIn).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } })
    })

    it('of two simultaneous changes of a password one succeeds', async () => {
      const person = await newInvestor(upstream)
      await stepUp(upstream, person)
      const to = (password: string) => () =>
        send(upstream, contract.user.password, { currentPassword: person.password, password }, person)
      const answers = await inTurn(person, to('Nine quiet harbours'), to('Ten quiet harbours'))
      expect(answers.map(({ status }) => status)).toEqual([200, 422])
      await ask(upstream, contract.auth.login, { login: person.login, password: 'Nine quiet harbours' })
    })

    it('a bearer that is ended while it changes the password changes nothing', async () => {
      const person = await newInvestor(upstream)
      const owner = await ask(upstream, contract.auth.login, { ...person })
      for (const { token } of [person, { token: owner.refreshToken }])
        await stepUp(upstream, { ...person, token })
      const thiefs = { currentPassword: person.password, password: 'Nine quiet harbours' }
      const answers = await inTurn(
        person,
        () => send(upstream, contract.sessions.end, {}, { token: owner.refreshToken }),
        () => send(upstream, contract.user.password, thiefs, person),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 401])
      await ask(upstream, contract.auth.login, { ...person })
      await ask(upstream, contract.user.profile, {}, { token: owner.refreshToken })
    })

    it('a password that is changed before the other sessions are ended leaves no session of the other order', async () => {
      const person = await newInvestor(upstream)
      const owner = await ask(upstream, contract.auth.login, { ...person })
      for (const { token } of [person, { token: owner.refreshToken }])
        await stepUp(upstream, { ...person, token })
      const change = { currentPassword: person.password, password: 'Nine quiet harbours' }
      const [changed, ended] = await inTurn(
        person,
        () => send(upstream, contract.user.password, change, person),
        () => send(upstream, contract.sessions.end, {}, { token: owner.refreshToken }),
      )
      expect([changed?.status, ended?.status]).toEqual([200, 200])
      const { refreshToken: token } = changed!.body as { refreshToken: string }
      expect((await send(upstream, contract.user.profile, {}, { token })).status).toBe(401)
    })

    it.each(['login', 'phone'] as const)(
      'of ten simultaneous registrations with one %s one succeeds',
      async (field) => {
        const one = newPerson()
        const spellings = [one[field], one[field].toUpperCase()]
        const people = Array.from({ length: 10 }, (_, at) => ({ ...newPerson(), [field]: spellings[at % 2] }))
        const answers = await Promise.all(
          people.map((person) => send(upstream, contract.auth.register, { ...person, language: 'en' })),
        )
        expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(9).fill(409)])
        const refused = answers.filter(({ status }) => status === 409)
        expect(refused.map(({ body }) => body)).toMatchObject(
          Array(9).fill({ code: `${field}_taken`, fields: { [field]: { code: `${field}_taken` } } }),
        )
      },
    )

    it('ten simultaneous sign-ins with one Telegram account create one account', async () => {
      const id = Date.now()
      const sendings = Array.from({ length: 10 }, (_, at) =>
        send(
          upstream,
          contract.auth.telegram,
          widgetFields({ id, username: `one_of_ten_${id}`, ageSeconds: at }),
        ),
      )
      const statuses = (await Promise.all(sendings)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
      expect(new Set(statuses)).toEqual(new Set(statuses.includes(400) ? [200, 400] : [200]))
      const made = await here()
        .db.select()
        .from(users)
        .where(eq(users.telegramId, String(id)))
      expect(made).toMatchObject([{ login: `one_of_ten_${id}` }])
    })

    it('of two new passwords with one code one is set, and a changed password invalidates the code', async () => {
      const person = await newInvestor(upstream)
      const forgot = async () => {
        await ask(upstream, contract.passwordReset.forgot, { login: person.login })
        await here().answered()
      }
      const to = (password: string) => () =>
        send(upstream, contract.passwordReset.reset, { login: person.login, code: '000000', password })
      await forgot()
      const answers = await inTurn(person, to('Nine quiet harbours'), to('Ten quiet harbours'))
      expect(answers.map(({ status }) => status)).toEqual([200, 410])
      const { refreshToken: token } = await ask(upstream, contract.auth.login, {
        login: person.login,
        password: 'Nine quiet harbours',
      })
      await here().db.execute(sql`update password_codes set created_at = created_at - interval '61 seconds'`)
      await forgot()
      const change = { currentPassword: 'Nine quiet harbours', password: 'Ten quiet harbours' }
      await ask(upstream, contract.user.password, change, { token })
      expect((await to('Eleven quiet harbours')()).status).toBe(410)
    })
  },
)
