import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { receivingAddresses } from '../../backend/db/schema/transfers'
import { newPerson, tronWallet } from '../support/investor'
import { ask, refusal, send } from './client'
import { newInvestor, register, topUp } from './people'
import { serversFor } from '../support/postgres'
import { type TestUpstream, type UpstreamOptions, openUpstream } from './upstream'

/** Limits, headers, time and log of the upstream. */

describe.skipIf(process.env.UPSTREAM_URL).each(serversFor('limits'))(
  'the backend on the %s PostgreSQL',
  (where) => {
    const opened: TestUpstream[] = []
    const open = async (options?: UpstreamOptions) => {
      const upstream = await openUpstream(where, options)
      opened.push(upstream)
      return { upstream, here: upstream.here! } // `named` is left out of the servers above
    }
    afterEach(async () => {
      for (const upstream of opened.splice(0)) await upstream.close()
    })

    it('limits password guessing to five wrong ones a minute from one address', async () => {
      const { upstream } = await open({ limitFactor: 1 })
      const { login, password, phone, email } = await newInvestor(upstream)
      const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
      const guess = async (name: string) => {
        const wrong = { login: name, password: 'not this one' }
        return (await refusal(upstream, contract.auth.login, wrong, from('192.0.2.1'))).status
      }
      // All names of an account count together.
      const names = [
        login,
        email,
        phone,
        phone.replace('+', '00'),
        `${phone.slice(0, 4)} (${phone.slice(4)})`,
      ]
      for (const name of names) expect(await guess(name)).toBe(400)
      for (const name of [...names, email.toUpperCase()]) expect(await guess(name)).toBe(429)
      // Now the right password is refused too.
      const right = { login: login.toUpperCase(), password }
      const { status, headers, body } = await refusal(upstream, contract.auth.login, right, from('192.0.2.1'))
      expect([status, body.message]).toEqual([429, 'Retry the request in a few minutes'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      // Other accounts can still sign in.
      await ask(upstream, contract.auth.login, { login, password }, from('192.0.2.2'))
    })

    it('leaves a device that the account was signed in to from its own attempts, whoever guesses in its network', async () => {
      const { upstream } = await open({ limitFactor: 1 })
      const { login, password } = await newInvestor(upstream)
      const at = (deviceId?: string) => ({
        headers: { 'x-forwarded-for': '192.0.2.1', ...(deviceId && { 'x-device-id': deviceId }) },
      })
      const [own, foreign] = ['a-device-of-the-owner1', 'a-device-of-a-stranger']
      const tryIn = async (typed: string, deviceId?: string) =>
        (await send(upstream, contract.auth.login, { login, password: typed }, at(deviceId))).status
      expect(await tryIn(password, own)).toBe(200)
      for (let n = 0; n < 5; n++) expect(await tryIn('not this one')).toBe(400)
      for (let n = 0; n < 40; n++)
        await send(upstream, contract.auth.login, { login: `nobody-${n}`, password }, at())
      expect([await tryIn(password), await tryIn(password, foreign)]).toEqual([429, 429])
      expect(await tryIn(password, own)).toBe(200)
      // Its own are five, too.
      for (let n = 0; n < 5; n++) expect(await tryIn('not this one', own)).toBe(400)
      expect(await tryIn(password, own)).toBe(429)
    })

    it('answers a network about thirty inviters a minute, then refuses it', async () => {
      const { upstream } = await open({ limitFactor: 1 })
      const referralOf = (login: string, address: string) =>
        send(upstream, contract.user.referral, { login }, { headers: { 'x-forwarded-for': address } })
      const knownLogin = await referralOf('investor', '192.0.2.1')
      const unknownLogin = await referralOf('nobody-at-all', '192.0.2.1')
      // The answers for an existing and an unknown login differ only in the requested value.
      expect(knownLogin.body).toEqual({ ...(unknownLogin.body as object), login: 'investor', exists: true })
      for (let at = 2; at < 30; at++)
        expect((await referralOf(`guess-${at}`, `192.0.2.${at}`)).status).toBe(200)
      expect((await referralOf('investor', '192.0.2.200')).status).toBe(429)
      expect((await referralOf('investor', '198.51.100.1')).status).toBe(200)
    })

    it('limits password codes and attempts, for existing and unknown logins alike', async () => {
      const { upstream, here } = await open({ limitFactor: 1 })
      const { login, email } = await newInvestor(upstream)
      const { forgot, reset } = contract.passwordReset
      const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
      const statuses = async (times: number, one: () => ReturnType<typeof send>) => {
        const answers: number[] = []
        for (let time = 1; time <= times; time++) answers.push((await one()).status)
        return answers
      }
      const names = [email, 'nobody@example.org']
      for (const name of names) {
        const requests = await statuses(7, () => send(upstream, forgot, { login: name }, from('192.0.2.3')))
        expect(requests).toEqual([202, 202, 202, 202, 202, 429, 429])
      }
      await here.answered()
      expect(here.messages.filter(({ kind }) => kind === 'password_code')).toHaveLength(1)
      for (const [at, name] of [login, 'nobody'].entries()) {
        const body = { login: name, code: '12345678', password: 'Nine quiet harbours' }
        const tried = await statuses(6, () => send(upstream, reset, body, from(`192.0.2.1${at}`)))
        expect(tried).toEqual([...Array<number>(5).fill(422), 429])
      }
      // A stranger's guesses do not invalidate the owner's code.
      const own = { login, code: '000000', password: 'Nine quiet harbours' }
      expect((await send(upstream, reset, own, from('192.0.2.20'))).status).toBe(200)
    })

    it('counts codes and attempts for an account under all of its names together, without revealing that they match', async () => {
      const { upstream, here } = await open({ limitFactor: 1 })
      const { login, email, phone } = await newInvestor(upstream)
      const { forgot, reset } = contract.passwordReset
      const inNetwork = (at: number) => ({ headers: { 'x-forwarded-for': `2001:db8:7:1::${at}` } })
      /** Makes the codes two hours older. Only the network's limit still applies then. */
      const later = async () => {
        await here.answered()
        await here.db.execute(sql`update password_codes set created_at = created_at - interval '2 hours'`)
        await here.db.execute(sql`update outbox set created_at = created_at - interval '2 hours'`)
      }
      const codes = () => here.messages.filter(({ kind }) => kind === 'password_code')
      for (const name of [login, email, phone]) {
        for (let at = 1; at <= 3; at++) {
          expect((await send(upstream, forgot, { login: name }, inNetwork(at))).status).toBe(202)
          await later()
        }
      }
      expect(codes()).toHaveLength(5)
      await send(upstream, forgot, { login }, { headers: { 'x-forwarded-for': '2001:db8:7:2::1' } })
      await here.answered()
      expect(codes()).toHaveLength(6)

      const tries = async (name: string, code: string, at: number) =>
        send(upstream, reset, { login: name, code, password: 'Nine quiet harbours' }, inNetwork(at))
      for (const name of [login, email, phone])
        for (let at = 1; at <= 2; at++) expect((await tries(name, '12345678', at)).status).toBe(422)
      // The right code is the seventh attempt of this network, and gets the answer of a wrong one.
      expect((await tries(login, '000000', 9)).body).toMatchObject({
        fields: { code: { code: 'code_invalid' } },
      })
      const own = { login, code: '000000', password: 'Nine quiet harbours' }
      expect((await send(upstream, reset, own, { headers: { 'x-forwarded-for': '192.0.2.9' } })).status).toBe(
        200,
      )
    })

    it('counts all addresses of one IPv6 network as one visitor', async () => {
      const { upstream } = await open({ limitFactor: 1 })
      const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
      const join = (address: string) =>
        send(upstream, contract.auth.register, { ...newPerson(), language: 'ru' }, from(address))
      for (let at = 1; at <= 5; at++) expect((await join(`2001:db8:1:2::${at}`)).status).toBe(201)
      expect((await join('2001:db8:1:2:ffff::9')).status).toBe(429)
      expect((await join('2001:db8:1:3::1')).status).toBe(201)

      const guess = async (address: string) => {
        const wrong = { login: 'investor', password: 'not this one' }
        return (await refusal(upstream, contract.auth.login, wrong, from(address))).status
      }
      for (let at = 1; at <= 5; at++) expect(await guess(`2001:db8:1:4::${at}`)).toBe(400)
      expect(await guess('2001:db8:1:4::6')).toBe(429)

      const write = (address: string) =>
        send(upstream, contract.inquiries.subscribe, { email: newPerson().email }, from(address))
      for (let at = 1; at <= 20; at++) expect((await write(`2001:db8:1:5::${at}`)).status).toBeLessThan(300)
      expect((await write('2001:db8:1:5:abcd::1')).status).toBe(429)
    })

    it('limits the networks of one IPv6 site together to eight times the limit of one network', async () => {
      const { upstream } = await open({ limitFactor: 1 })
      const addressOf = (site: number, network: number) => `2001:db8:${site}:${network.toString(16)}::1`
      const guess = async (network: number, login: string) => {
        const headers = { 'x-forwarded-for': addressOf(1, network) }
        const wrong = { login, password: 'not this one' }
        return (await refusal(upstream, contract.auth.login, wrong, { headers })).status
      }
      for (let network = 0; network < 40; network++) expect(await guess(network, 'investor')).toBe(400)
      expect(await guess(40, 'investor')).toBe(429)
      expect(await guess(40, 'operator')).toBe(400)

      const subscribe = (site: number, network: number) => {
        const headers = { 'x-forwarded-for': addressOf(site, network) }
        return send(upstream, contract.inquiries.subscribe, { email: newPerson().email }, { headers })
      }
      for (let network = 0; network < 160; network++)
        expect((await subscribe(2, network)).status).toBeLessThan(300)
      expect((await subscribe(2, 160)).status).toBe(429)
      expect((await subscribe(3, 0)).status).toBeLessThan(300)
    })

    it('accepts from one IPv6 site eight times as many inquiries a day as from one network', async () => {
      const { upstream } = await open({ limitFactor: 0.02 })
      const subscribe = (address: string) => {
        const headers = { 'x-forwarded-for': address }
        return send(upstream, contract.inquiries.subscribe, { email: newPerson().email }, { headers })
      }
      for (let network = 0; network < 8; network++)
        expect((await subscribe(`2001:db8:4:${network}::1`)).status).toBeLessThan(300)
      expect((await subscribe('2001:db8:4:8::1')).status).toBe(429)
      expect((await subscribe('2001:db8:40::1')).status).toBeLessThan(300)
    })

    it('runs sixty keyed calls a minute of one investor, and still repeats the answers of those that ran', async () => {
      const { upstream } = await open({ limitFactor: 1 })
      const person = await newInvestor(upstream)
      const other = await newInvestor(upstream)
      const close = (key: string, { token }: { token: string } = person) =>
        send(upstream, contract.deposits.close, { id: 'none' }, { token, key })
      for (let at = 1; at <= 60; at++) expect((await close(`key-of-call-${at}`)).status).toBe(404)
      const { status, headers, body } = await close('key-of-call-61')
      expect([status, body]).toMatchObject([429, { code: 'too_many_requests' }])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
      const outcome = await send(upstream, contract.outcomes.one, { key: 'key-of-call-61' }, person)
      expect(outcome.status).toBe(404)

      const again = await close('key-of-call-1')
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([404, 'true'])
      expect((await close('key-of-call-61', other)).status).toBe(404)
    })

    it('limits guesses at the current password, wherever they come from', async () => {
      const { upstream } = await open({ limitFactor: 1 })
      const { token, password } = await newInvestor(upstream)
      const change = (currentPassword: string, to: string, address: string) =>
        send(
          upstream,
          contract.user.password,
          { currentPassword, password: to },
          { token, headers: { 'x-forwarded-for': address } },
        )
      // A right password does not count; it is asked for a code.
      expect((await change(password, 'password1', '192.0.2.30')).status).toBe(403)
      for (let guess = 1; guess <= 5; guess++) {
        const { body } = await change(`a guess ${guess}`, 'Nine quiet harbours', `192.0.2.3${guess}`)
        expect(body).toMatchObject({ code: 'password_wrong' })
      }
      const { status, headers, body } = await change(password, 'Nine quiet harbours', '192.0.2.40')
      expect([status, body]).toMatchObject([429, { code: 'too_many_requests' }])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(500)
    })

    it('refuses a top-up when no address is left, and accepts it later with the same key', async () => {
      const { upstream, here } = await open({ demo: false })
      const { token } = await newInvestor(upstream)
      const request = { system: 'trx', amount: '400' }
      const key = 'the-same-top-up'
      const none = await refusal(upstream, contract.refills.create, request, { token, key })
      expect([none.status, none.body]).toMatchObject([503, { code: 'internal' }])
      expect(here.log()).toContain('there is no receiving address left for trx')
      const address = { systemId: 'trx', address: tronWallet, createdAt: new Date() }
      await here.db.insert(receivingAddresses).values({ id: key, ...address })
      const { wallet } = await ask(upstream, contract.refills.create, request, { token, key })
      expect(wallet).toBe(tronWallet)
    })

    it('allows five open top-ups of an investor, and says when another is possible', async () => {
      const { upstream } = await open()
      const { token } = await newInvestor(upstream)
      const request = { system: 'trx', amount: '400' }
      for (let open = 1; open <= 5; open++) await ask(upstream, contract.refills.create, request, { token })
      const { status, headers } = await refusal(upstream, contract.refills.create, request, { token })
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000)
    })

    it('answers a request for a new password before it looks up the account', async () => {
      const { upstream, here } = await open()
      const { login, id } = await newInvestor(upstream)
      for (const held of [sql`select from users where id = ${id} for update`, sql`lock table users`]) {
        // Any query that reads or writes the account would wait for this lock.
        await here.db.transaction(async (tx) => {
          await tx.execute(held)
          expect((await send(upstream, contract.passwordReset.forgot, { login })).status).toBe(202)
        })
        await here.answered()
      }
      expect(here.messages.map(({ kind }) => kind)).toContain('password_code')
    })

    it('trusts X-Forwarded-For only from trusted proxies, and warns once about the others', async () => {
      const joinFromSix = async (trustedProxies: string[]) => {
        const { upstream, here } = await open({ limitFactor: 1, trustedProxies })
        const statuses: number[] = []
        for (let at = 1; at <= 6; at++) {
          const headers = { 'x-forwarded-for': `198.51.100.${at}, 192.0.2.9` }
          const { status } = await send(
            upstream,
            contract.auth.register,
            { ...newPerson(), language: 'ru' },
            { headers },
          )
          statuses.push(status)
        }
        return { statuses, warnings: here.log().match(/not among BACKEND_TRUSTED_PROXIES/g) ?? [] }
      }
      const all = Array<number>(6).fill(201)
      const five = [...all.slice(1), 429]
      expect(await joinFromSix(['loopback', '192.0.2.0/24'])).toEqual({ statuses: all, warnings: [] })
      // This machine is trusted but the proxy that it names is not, so all clients behind that proxy count as
      // one.
      expect(await joinFromSix(['loopback'])).toEqual({ statuses: five, warnings: [] })
      expect(await joinFromSix(['10.0.0.0/8'])).toMatchObject({ statuses: five, warnings: { length: 1 } })
    })

    it('does not count successful sign-ins against anyone', async () => {
      const { upstream } = await open({ limitFactor: 1 })
      const { login, password } = await register(upstream)
      for (let time = 1; time <= 7; time++) await ask(upstream, contract.auth.login, { login, password })
    })

    it('allows five registrations a minute from one address', async () => {
      const { upstream } = await open({ limitFactor: 1 })
      const next = () => send(upstream, contract.auth.register, { ...newPerson(), language: 'ru' })
      for (let time = 1; time <= 5; time++) expect((await next()).status).toBe(201)
      expect((await next()).status).toBe(429)
    })

    it('sends the product’s time in its Date header, including a moved clock', async () => {
      const { upstream } = await open()
      const { token } = await newInvestor(upstream)
      const before = await ask(upstream, contract.demo.time)
      await ask(upstream, contract.demo.clock, { days: 3 }, { token })
      const { headers, body } = await send(upstream, contract.demo.time)
      const after = contract.demo.time.output.parse(body)
      expect(after.offsetDays).toBe(before.offsetDays + 3)
      expect(Math.abs(Date.parse(headers.get('date')!) - Date.parse(after.now))).toBeLessThan(2_000)
    })

    it('keeps a quote for two minutes of real time, whatever the demonstration’s clock says', async () => {
      const { upstream } = await open()
      const { token } = await newInvestor(upstream)
      const quote = await ask(upstream, contract.user.exchangeRate, {}, { token })
      await ask(upstream, contract.demo.clock, { days: 2 }, { token })
      const left = Date.parse(quote.expiresAt) - Date.now()
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(120_000)
    })

    it('returns the request’s id, and replaces an invalid one with its own', async () => {
      const { upstream } = await open()
      const idOf = async (sent: string) => {
        const { headers } = await send(
          upstream,
          contract.demo.time,
          {},
          { headers: { 'x-request-id': sent } },
        )
        return headers.get('x-request-id')
      }
      expect(await idOf('3f0c-41:9')).toBe('3f0c-41:9')
      expect(await idOf('spaces and <tags>')).toMatch(/^[0-9a-f-]{36}$/)
    })

    it('forbids caching of every answer', async () => {
      const { upstream } = await open()
      expect((await send(upstream, contract.settings.plans)).headers.get('cache-control')).toBe('no-store')
    })

    it('writes one log line a request, without secrets', async () => {
      const { upstream, here } = await open()
      const person = await newInvestor(upstream)
      await topUp(upstream, person, '500')
      await ask(
        upstream,
        contract.payments.create,
        { system: 'usdt-trc20', amount: '50', wallet: tronWallet, currentPassword: person.password },
        person,
      )
      await refusal(upstream, contract.auth.login, { login: person.login, password: 'a wrong guess' })
      const lines = here.log()
      const secrets = [
        person.token,
        person.password,
        person.email,
        person.phone,
        '000000',
        tronWallet,
        'a wrong guess',
      ]
      expect(secrets.filter((secret) => lines.includes(secret))).toEqual([])
      expect(lines.match(/"msg":"answered"/g)).toHaveLength(9)
      expect(lines).toContain('"call":"payments.create"')
      // Refused access too: which call, whose, and when.
      const before = Date.now()
      await refusal(upstream, contract.operator.summary, {}, person)
      await refusal(upstream, contract.user.balance, {})
      const lineOf = (call: string, status: number) =>
        here
          .log()
          .split('\n')
          .filter((line) => line.includes(`"call":"${call}"`))
          .map((line) => JSON.parse(line) as { status: number; user?: string; time: number })
          .find((line) => line.status === status)
      await expect.poll(() => lineOf('operator.summary', 403)?.user).toBe(person.id)
      await expect.poll(() => lineOf('user.balance', 401)).toBeDefined()
      const { time } = lineOf('operator.summary', 403)!
      expect(time >= before && time <= Date.now()).toBe(true)
      // The log holds a hash of the login, not the login.
      const tried = await register(upstream)
      for (const login of [tried.login, tried.login.toUpperCase(), 'nobody-at-all'])
        await refusal(upstream, contract.auth.login, { login, password: 'a wrong guess' })
      const refusals = here
        .log()
        .split('\n')
        .filter((line) => line.includes('a sign-in was refused'))
      const whom = refusals.map((line) => (JSON.parse(line) as { who: string }).who).slice(-3)
      expect(whom[0]).toMatch(/^[\w-]{16}$/)
      expect(whom[1]).toBe(whom[0])
      expect(whom[2]).not.toBe(whom[0])
      expect(refusals.join()).not.toContain(tried.login)
    })
  },
)
