import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { Notification } from '~/contract/notification'
import { tokens } from '../../backend/db/schema/access'
import { notify } from '../../backend/notifications/events'
import { newSocket, openSocket, within } from '../support/sockets'
import { ask } from './client'
import { type Person, newInvestor, register, signIn, topUp } from './people'
import { type TestUpstream, anyUpstream, openUpstream, upstreamsFor } from './upstream'

/** The contract's socket: who gets one, what comes over it, what may be said over it, and when it ends. */

describe.each(upstreamsFor('socket'))('the socket of the %s upstream', (where) => {
  let upstream: TestUpstream
  let person: Person

  beforeAll(async () => {
    upstream = await openUpstream(where)
    person = await newInvestor(upstream)
  })
  afterAll(() => upstream.close())

  const listOf = (token: string) => ask(upstream, contract.notification.list, { limit: 100 }, { token })

  it.each([
    ['no token', undefined],
    ['a made-up one', 'x'.repeat(43)],
    ['something that is no text', { $ne: '' }],
    ['a list of them', ['x', 'y']],
  ])('is refused with %s', async (_name, token) => {
    await expect(openSocket(upstream.url, { token })).rejects.toThrow(/^unauthorized$/)
  })

  it('is refused where a call would be, by the same word', async () => {
    const open = ({ token }: { token: string }) => openSocket(upstream.url, { token })
    await expect(open(await register(upstream))).rejects.toThrow(/^phone_unconfirmed$/)
    await expect(open(await signIn(upstream, 'operator'))).rejects.toThrow(/^forbidden$/)
    const suspended = await newInvestor(upstream)
    await suspend(suspended)
    await expect(open(suspended)).rejects.toThrow(/^account_suspended$/)
  })

  it('is refused to a bearer whose time is over', async () => {
    if (!upstream.here) return
    const { id, token } = await newInvestor(upstream)
    await upstream.here.db.update(tokens).set({ expiresAt: new Date() }).where(eq(tokens.userId, id))
    await expect(openSocket(upstream.url, { token })).rejects.toThrow(/^unauthorized$/)
  })

  it('is a websocket and nothing else', async () => {
    const polling = await fetch(`${upstream.url}/socket.io/?EIO=4&transport=polling`)
    expect(polling.status).toBe(400)
    await expect(openSocket(upstream.url, { token: person.token, transports: ['polling'] })).rejects.toThrow()
  })

  it.each(['ru', 'en'] as const)('brings what happens as the list has it, in %s', async (language) => {
    const { token } = person
    const other = await newInvestor(upstream)
    const [mine, strangers] = [
      await openSocket(upstream.url, { token, language }),
      await openSocket(upstream.url, { token: other.token, language }),
    ]
    await topUp(upstream, person, '120')
    const [told] = await mine.receives(1)
    const { items } = await ask(upstream, contract.notification.list, {}, { token, language })
    expect(told).toEqual(items[0])
    expect(Notification.encode(told!)).toMatchObject({ type: 'refill', readAt: null })

    // What another investor is told comes to that one alone.
    await topUp(upstream, other, '130')
    await strangers.receives(1)
    expect([mine.received.length, strangers.received.length]).toEqual([1, 1])
    mine.close()
    strangers.close()
  })

  it('brings nothing of what was undone', async () => {
    if (!upstream.here) return
    const reader = await newInvestor(upstream)
    const client = await openSocket(upstream.url, reader)
    const undone = new Error('undone')
    const told = upstream.here.db.transaction(async (tx) => {
      const values = { refillId: 'none', amount: '999', currency: 'USDT' }
      await notify(tx, randomUUID, [{ userId: reader.id, at: new Date(), kind: 'refill_credited', values }])
      throw undone
    })
    await expect(told).rejects.toBe(undone)
    // It would have come before this one.
    await topUp(upstream, reader, '120')
    const { items } = await ask(upstream, contract.notification.list, {}, reader)
    expect(await client.receives(1)).toEqual(items)
    expect(items.map(({ message }) => /120/.test(message))).toEqual([true])
    client.close()
  })

  it('speaks the investor’s own language to a client that asks for none', async () => {
    const reader = await newInvestor(upstream)
    const client = await openSocket(upstream.url, { token: reader.token, language: null })
    await topUp(upstream, reader, '120')
    expect((await client.receives(1))[0]!.message).toMatch(/^Your balance was topped up/)
    client.close()
  })

  it('takes reports of what was read, which all of the investor’s clients then find in the list', async () => {
    const reader = await newInvestor(upstream)
    const { token, login } = reader
    const [first, second] = [
      await openSocket(upstream.url, { token }),
      await openSocket(upstream.url, { token }),
    ]
    await topUp(upstream, reader, '120')
    const [told] = await first.receives(1)
    expect(await second.receives(1)).toEqual([told])
    expect(await first.report({ id: told!.id, login: login.toUpperCase() })).toEqual({ unread: 0 })
    const { items, unread } = await listOf(token)
    expect(unread).toBe(0)
    expect(items[0]!.readAt).not.toBeNull()
    // A second report changes nothing, wherever it comes from.
    expect(await second.report({ id: told!.id, login })).toEqual({ unread: 0 })
    expect((await listOf(token)).items).toEqual(items)
    first.close()
    second.close()
  })

  it('lets nobody report what is another’s, or under another’s login', async () => {
    const [owner, other] = [await newInvestor(upstream), await newInvestor(upstream)]
    await topUp(upstream, owner, '120')
    const { id } = (await listOf(owner.token)).items[0]!
    const stranger = await openSocket(upstream.url, other)
    for (const login of [other.login, owner.login]) {
      expect(await stranger.report({ id, login })).toEqual({ code: 'not_found' })
    }
    const own = await openSocket(upstream.url, owner)
    expect(await own.report({ id, login: other.login })).toEqual({ code: 'not_found' })
    expect((await listOf(owner.token)).unread).toBe(1)
    stranger.close()
    own.close()
  })

  it.each([
    ['nothing', null],
    ['a text', 'x'],
    ['an id that can be none', { id: 'a/b', login: 'kai-1' }],
    ['a field of the wrong kind', { id: ['a'], login: 'kai-1' }],
  ])('refuses a report of %s and goes on', async (_name, said) => {
    const client = await openSocket(upstream.url, person)
    expect(await client.report(said)).toEqual({ code: 'validation' })
    expect(client.socket.connected).toBe(true)
    client.close()
  })

  it('ends with a frame of more than anybody needs', async () => {
    const client = await openSocket(upstream.url, person)
    client.socket.emit('readNotification', { id: 'x'.repeat(5000), login: person.login })
    expect(await within('the end', client.ended)).toBe('transport close')
  })

  it('ends within two seconds of its bearer: by a new password', async () => {
    const reader = await newInvestor(upstream)
    const client = await openSocket(upstream.url, reader)
    const { refreshToken } = await ask(
      upstream,
      contract.user.password,
      { currentPassword: reader.password, password: 'Nine quiet harbours' },
      reader,
    )
    expect(await within('the end', client.ended, 2_000)).toBe('io server disconnect')
    const next = await openSocket(upstream.url, { token: refreshToken })
    await topUp(upstream, { ...reader, token: refreshToken }, '120')
    const isOfTopUp = ({ type }: { type: string }) => type === 'refill'
    await next.receives(1, isOfTopUp)
    // That the password is new it may have been told as it ended.
    expect(client.received.filter(isOfTopUp)).toEqual([])
    next.close()
  })

  it('ends within two seconds of its bearer: by a suspension', async () => {
    const reader = await newInvestor(upstream)
    const client = await openSocket(upstream.url, reader)
    await suspend(reader)
    expect(await within('the end', client.ended, 2_000)).toBe('io server disconnect')
  })

  it('ends within two seconds of its bearer: by the clock', async () => {
    if (!upstream.here) return
    const reader = await newInvestor(upstream)
    const client = await openSocket(upstream.url, reader)
    await upstream.here.db.update(tokens).set({ expiresAt: new Date() }).where(eq(tokens.userId, reader.id))
    expect(await within('the end', client.ended, 2_000)).toBe('io server disconnect')
  })

  async function suspend({ id }: Person): Promise<void> {
    const operator = await signIn(upstream, 'operator')
    await ask(
      upstream,
      contract.operator.decideUser,
      { id, decision: 'suspend', reason: 'A second account' },
      operator,
    )
  }
})

describe.skipIf(process.env.UPSTREAM_URL)('the socket of a backend', () => {
  it('closes when the backend stops, as if the network had: clients come again', async () => {
    const upstream = await openUpstream(anyUpstream)
    const client = await openSocket(upstream.url, await newInvestor(upstream))
    const waiting = newSocket(upstream.url)
    await upstream.close()
    expect(await within('the end', client.ended)).toBe('transport close')
    waiting.close()
  })

  it('counts reports', async () => {
    const upstream = await openUpstream(anyUpstream, { limitFactor: 1 })
    const person = await newInvestor(upstream)
    const client = await openSocket(upstream.url, person)
    const said = { id: 'none', login: person.login }
    const answers = await Promise.all(Array.from({ length: 121 }, () => client.report(said)))
    expect(answers.map((answer) => 'code' in answer && answer.code)).toEqual([
      ...Array<string>(120).fill('not_found'),
      'too_many_requests',
    ])
    client.close()
    await upstream.close()
  })
})
