import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { receivingAddresses } from '../../backend/db/schema/transfers'
import { newPerson, tronWallet } from '../support/investor'
import { ask, refusal, send } from './client'
import { newInvestor, register, topUp } from './people'
import { serversFor } from '../support/postgres'
import { type TestUpstream, type UpstreamOptions, openUpstream } from './upstream'

/** How the upstream behaves apart from its answers: limits, headers, time, what it writes into its log. */

describe.skipIf(process.env.UPSTREAM_URL).each(serversFor('limits'))(
  'the backend on the %s PostgreSQL',
  (where) => {
    const opened: TestUpstream[] = []
    const open = async (options?: UpstreamOptions) => {
      const upstream = await openUpstream(where, options)
      opened.push(upstream)
      return { upstream, here: upstream.here! } // never the named one: it is left out
    }
    afterEach(async () => {
      for (const upstream of opened.splice(0)) await upstream.close()
    })

    it('lets nobody guess passwords: five wrong ones a minute from one address', async () => {
      const { upstream } = await open({ limitFactor: 1 })
      const { login, password, phone, email } = await newInvestor(upstream)
      const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
      const guess = async (name: string) => {
        const wrong = { login: name, password: 'not this one' }
        return (await refusal(upstream, contract.auth.login, wrong, from('192.0.2.1'))).status
      }
      // However it is named, it is one account.
      const names = [
        login,
        email,
        phone,
        phone.replace('+', '00'),
        `${phone.slice(0, 4)} (${phone.slice(4)})`,
      ]
      for (const name of names) expect(await guess(name)).toBe(400)
      for (const name of [...names, email.toUpperCase()]) expect(await guess(name)).toBe(429)
      // The right password comes too late.
      const right = { login: login.toUpperCase(), password }
      const { status, headers, body } = await refusal(upstream, contract.auth.login, right, from('192.0.2.1'))
      expect([status, body.message]).toEqual([429, 'Retry the request in a few minutes'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      // Nobody else is locked out by it.
      await ask(upstream, contract.auth.login, { login, password }, from('192.0.2.2'))
    })

    it('tells a network of thirty logins a minute whether they can invite, and of nobody any more', async () => {
      const { upstream } = await open({ limitFactor: 1 })
      const signInAs = (login: string, address: string) =>
        send(upstream, contract.user.referral, { login }, { headers: { 'x-forwarded-for': address } })
      const somebody = await signInAs('investor', '192.0.2.1')
      const unknownLogin = await signInAs('nobody-at-all', '192.0.2.1')
      // But for the one word that is asked for, they are answered alike.
      expect(somebody.body).toEqual({ ...(unknownLogin.body as object), login: 'investor', exists: true })
      for (let at = 2; at < 30; at++)
        expect((await signInAs(`guess-${at}`, `192.0.2.${at}`)).status).toBe(200)
      expect((await signInAs('investor', '192.0.2.200')).status).toBe(429)
      expect((await signInAs('investor', '198.51.100.1')).status).toBe(200)
    })

    it('sends few codes for a new password, and bears few tries, alike for somebody and nobody', async () => {
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
      // A stranger's guesses leave the owner's code as it was.
      const own = { login, code: '000000', password: 'Nine quiet harbours' }
      expect((await send(upstream, reset, own, from('192.0.2.20'))).status).toBe(200)
    })

    it('counts what is asked and tried for one account under all of its names, and tells nobody', async () => {
      const { upstream, here } = await open({ limitFactor: 1 })
      const { login, email, phone } = await newInvestor(upstream)
      const { forgot, reset } = contract.passwordReset
      const inNetwork = (at: number) => ({ headers: { 'x-forwarded-for': `2001:db8:7:1::${at}` } })
      /** As much later as any other limit of codes asks for; those of the network don't notice. */
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
      // The right code is the seventh try of this network, and is answered as a wrong one.
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

    it('counts the networks of one IPv6 site together as well, up to eight times as many', async () => {
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

    it('takes of one IPv6 site eight times as many inquiries a day as of one network', async () => {
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

    it('runs sixty keyed calls a minute of one investor, and answers those that ran all the same', async () => {
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

    it('bears few guesses at the present password, wherever they come from', async () => {
      const { upstream } = await open({ limitFactor: 1 })
      const { token, password } = await newInvestor(upstream)
      const change = (currentPassword: string, to: string, address: string) =>
        send(
          upstream,
          contract.user.password,
          { currentPassword, password: to },
          { token, headers: { 'x-forwarded-for': address } },
        )
      // One that was right does not count.
      expect((await change(password, 'password1', '192.0.2.30')).status).toBe(422)
      for (let guess = 1; guess <= 5; guess++) {
        const { body } = await change(`a guess ${guess}`, 'Nine quiet harbours', `192.0.2.3${guess}`)
        expect(body).toMatchObject({ code: 'password_wrong' })
      }
      const { status, headers, body } = await change(password, 'Nine quiet harbours', '192.0.2.40')
      expect([status, body]).toMatchObject([429, { code: 'too_many_requests' }])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(500)
    })

    it('says that a top-up can’t be taken now where no address is left, and takes it with the same key later', async () => {
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

    it('bears five open top-ups of an investor, and says when there may be more', async () => {
      const { upstream } = await open()
      const { token } = await newInvestor(upstream)
      const request = { system: 'trx', amount: '400' }
      for (let open = 1; open <= 5; open++) await ask(upstream, contract.refills.create, request, { token })
      const { status, headers } = await refusal(upstream, contract.refills.create, request, { token })
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000)
    })

    it('answers whoever asks for a new password before it knows whether there is such an account', async () => {
      const { upstream, here } = await open()
      const { login, id } = await newInvestor(upstream)
      for (const held of [sql`select from users where id = ${id} for update`, sql`lock table users`]) {
        // Whatever would look at the account, or write of it, waits.
        await here.db.transaction(async (tx) => {
          await tx.execute(held)
          expect((await send(upstream, contract.passwordReset.forgot, { login })).status).toBe(202)
        })
        await here.answered()
      }
      expect(here.messages.map(({ kind }) => kind)).toContain('password_code')
    })

    it('follows what proxies tell of their clients where they are trusted, and says once where they are not', async () => {
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
      // This machine is trusted, and the proxy that it tells of is not: all who come by it are one.
      expect(await joinFromSix(['loopback'])).toEqual({ statuses: five, warnings: [] })
      expect(await joinFromSix(['10.0.0.0/8'])).toMatchObject({ statuses: five, warnings: { length: 1 } })
    })

    it('does not count good sign-ins against anyone', async () => {
      const { upstream } = await open({ limitFactor: 1 })
      const { login, password } = await register(upstream)
      for (let time = 1; time <= 7; time++) await ask(upstream, contract.auth.login, { login, password })
    })

    it('registers five a minute from one address', async () => {
      const { upstream } = await open({ limitFactor: 1 })
      const next = () => send(upstream, contract.auth.register, { ...newPerson(), language: 'ru' })
      for (let time = 1; time <= 5; time++) expect((await next()).status).toBe(201)
      expect((await next()).status).toBe(429)
    })

    it('tells the product’s time in its Date header, moved clock and all', async () => {
      const { upstream } = await open()
      const { token } = await newInvestor(upstream)
      const before = await ask(upstream, contract.demo.time)
      await ask(upstream, contract.demo.clock, { days: 3 }, { token })
      const { headers, body } = await send(upstream, contract.demo.time)
      const told = contract.demo.time.output.parse(body)
      expect(told.offsetDays).toBe(before.offsetDays + 3)
      expect(Math.abs(Date.parse(headers.get('date')!) - Date.parse(told.now))).toBeLessThan(2_000)
    })

    it('keeps a quote to two minutes of real time, whatever the demonstration’s clock does', async () => {
      const { upstream } = await open()
      const { token } = await newInvestor(upstream)
      const quote = await ask(upstream, contract.user.exchangeRate, {}, { token })
      await ask(upstream, contract.demo.clock, { days: 2 }, { token })
      const left = Date.parse(quote.expiresAt) - Date.now()
      expect(left).toBeGreaterThan(0)
      expect(left).toBeLessThanOrEqual(120_000)
    })

    it('answers with the request’s id, and with one of its own instead of a strange one', async () => {
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

    it('keeps every answer out of caches', async () => {
      const { upstream } = await open()
      expect((await send(upstream, contract.settings.plans)).headers.get('cache-control')).toBe('no-store')
    })

    it('writes one line a request, and none of what must stay secret', async () => {
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
      expect(lines.match(/"msg":"answered"/g)).toHaveLength(7)
      expect(lines).toContain('"call":"payments.create"')
      // Whom a sign-in failed for is told apart, and not named.
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
