import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { Notification } from '~/contract/notification'
import { tokens } from '../../backend/db/schema/access'
import { users } from '../../backend/db/schema/users'
import { notify } from '../../backend/notifications/events'
import { tronWallet } from '../support/investor'
import { newSocket, openSocket, within } from '../support/sockets'
import { ask, send } from './client'
import { linkTokensOf } from './links'
import { type Person, newInvestor, register, signIn, topUp } from './people'
import { type TestUpstream, anyUpstream, openUpstream, upstreamsFor } from './upstream'

/** The contract's socket: who may connect, what it sends, what it accepts, and when it closes. */

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
    ['a value that is not text', { $ne: '' }],
    ['a list of bearers', ['x', 'y']],
  ])('is refused with %s', async (_name, token) => {
    await expect(openSocket(upstream.url, { token })).rejects.toThrow(/^unauthorized$/)
  })

  it('is refused with the same code as a call', async () => {
    const open = ({ token }: { token: string }) => openSocket(upstream.url, { token })
    await expect(open(await register(upstream))).rejects.toThrow(/^phone_unconfirmed$/)
    await expect(open(await signIn(upstream, 'operator'))).rejects.toThrow(/^forbidden$/)
    const suspended = await newInvestor(upstream)
    await suspend(suspended)
    await expect(open(suspended)).rejects.toThrow(/^account_suspended$/)
  })

  it('is refused for an expired bearer', async () => {
    if (!upstream.here) return
    const { id, token } = await newInvestor(upstream)
    await upstream.here.db.update(tokens).set({ expiresAt: new Date() }).where(eq(tokens.userId, id))
    await expect(openSocket(upstream.url, { token })).rejects.toThrow(/^unauthorized$/)
  })

  it('accepts only the websocket transport', async () => {
    const polling = await fetch(`${upstream.url}/socket.io/?EIO=4&transport=polling`)
    expect(polling.status).toBe(400)
    await expect(openSocket(upstream.url, { token: person.token, transports: ['polling'] })).rejects.toThrow()
  })

  it.each(['ru', 'en'] as const)('sends notifications as the list has them, in %s', async (language) => {
    const { token } = person
    const other = await newInvestor(upstream)
    const [mine, strangers] = [
      await openSocket(upstream.url, { token, language }),
      await openSocket(upstream.url, { token: other.token, language }),
    ]
    await topUp(upstream, person, '120')
    const [received] = await mine.receives(1)
    const { items } = await ask(upstream, contract.notification.list, {}, { token, language })
    expect(received).toEqual(items[0])
    expect(Notification.encode(received!)).toMatchObject({ type: 'refill', readAt: null })

    // A notification of another investor reaches that investor only.
    await topUp(upstream, other, '130')
    await strangers.receives(1)
    expect([mine.received.length, strangers.received.length]).toEqual([1, 1])
    mine.close()
    strangers.close()
  })

  it('sends nothing for a transaction that was rolled back', async () => {
    if (!upstream.here) return
    const reader = await newInvestor(upstream)
    const client = await openSocket(upstream.url, reader)
    const undone = new Error('undone')
    const received = upstream.here.db.transaction(async (tx) => {
      const values = { refillId: 'none', amount: '999', currency: 'USDT' }
      await notify(tx, randomUUID, [{ userId: reader.id, at: new Date(), kind: 'refill_credited', values }])
      throw undone
    })
    await expect(received).rejects.toBe(undone)
    // It would have arrived before this one.
    await topUp(upstream, reader, '120')
    const { items } = await ask(upstream, contract.notification.list, {}, reader)
    expect(await client.receives(1)).toEqual(items)
    expect(items.map(({ message }) => /120/.test(message))).toEqual([true])
    client.close()
  })

  it('uses the investor’s language for a client that names none', async () => {
    const reader = await newInvestor(upstream)
    const client = await openSocket(upstream.url, { token: reader.token, language: null })
    await topUp(upstream, reader, '120')
    expect((await client.receives(1))[0]!.message).toMatch(/^Your balance was <a href="[^"]*">topped up/)
    client.close()
  })

  it('accepts reports of read notifications, and the list then shows them as read to every client of the investor', async () => {
    const reader = await newInvestor(upstream)
    const { token, login } = reader
    const [first, second] = [
      await openSocket(upstream.url, { token }),
      await openSocket(upstream.url, { token }),
    ]
    await topUp(upstream, reader, '120')
    const [received] = await first.receives(1)
    expect(await second.receives(1)).toEqual([received])
    expect(await first.report({ id: received!.id, login: login.toUpperCase() })).toEqual({ unread: 0 })
    const { items, unread } = await listOf(token)
    expect(unread).toBe(0)
    expect(items[0]!.readAt).not.toBeNull()
    // A second report changes nothing, whichever client sends it.
    expect(await second.report({ id: received!.id, login })).toEqual({ unread: 0 })
    expect((await listOf(token)).items).toEqual(items)
    first.close()
    second.close()
  })

  it('refuses reports about notifications of another investor, or under another login', async () => {
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
    ['an invalid id', { id: 'a/b', login: 'kai-1' }],
    ['a field of the wrong kind', { id: ['a'], login: 'kai-1' }],
  ])('refuses a report of %s and stays open', async (_name, said) => {
    const client = await openSocket(upstream.url, person)
    expect(await client.report(said)).toEqual({ code: 'validation' })
    expect(client.socket.connected).toBe(true)
    client.close()
  })

  it('closes on an oversized frame', async () => {
    const client = await openSocket(upstream.url, person)
    client.socket.emit('readNotification', { id: 'x'.repeat(5000), login: person.login })
    expect(await within('the end', client.ended)).toBe('transport close')
  })

  it('closes within two seconds of the end of its bearer: by a new password', async () => {
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
    // The notification of the new password may have arrived before the socket closed.
    expect(client.received.filter(isOfTopUp)).toEqual([])
    next.close()
  })

  it('closes within two seconds of the end of its bearer: by a suspension', async () => {
    const reader = await newInvestor(upstream)
    const client = await openSocket(upstream.url, reader)
    await suspend(reader)
    expect(await within('the end', client.ended, 2_000)).toBe('io server disconnect')
  })

  it('serves nothing once "this was not me" is answered, as no call does, and closes', async () => {
    if (!upstream.here) return
    const reader = await newInvestor(upstream)
    const { password: currentPassword, token } = reader
    const wallets = [{ system: 'usdt-trc20', address: tronWallet }]
    await ask(upstream, contract.userData.updateWallets, { wallets, currentPassword }, reader)
    const [link] = await linkTokensOf(upstream, reader)
    const client = await openSocket(upstream.url, reader)
    const [saved] = (await listOf(token)).items
    await ask(upstream, contract.notMe.report, { token: link })
    // From the answer on, without waiting: no call and no report is served, and nothing that is stored later is sent.
    expect((await send(upstream, contract.user.balance, {}, { token })).status).toBe(401)
    const said = { id: saved!.id, login: reader.login }
    const answered = client.report(said)
    // Where the socket was closed before, nobody answers.
    answered.catch(() => undefined)
    const outcome = await Promise.race([answered, client.ended])
    expect([{ code: 'unauthorized' }, 'io server disconnect']).toContainEqual(outcome)
    await upstream.here.db.transaction((tx) =>
      notify(tx, randomUUID, [{ userId: reader.id, at: new Date(), kind: 'withdrawals_rested', values: {} }]),
    )
    const [row] = await upstream.here.db.select().from(users).where(eq(users.id, reader.id))
    expect(row?.frozenAt).not.toBeNull()
    expect(await within('the end', client.ended, 2_000)).toBe('io server disconnect')
    expect(client.received.map(({ message }) => message)).not.toContain(
      'The rest of your withdrawals has ended: you can withdraw again.',
    )
  })

  it('closes within two seconds of the end of its bearer: by the clock', async () => {
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
  it('closes like a network failure when the backend stops, so clients reconnect', async () => {
    const upstream = await openUpstream(anyUpstream)
    const client = await openSocket(upstream.url, await newInvestor(upstream))
    const waiting = newSocket(upstream.url)
    await upstream.close()
    expect(await within('the end', client.ended)).toBe('transport close')
    waiting.close()
  })

  it('limits the number of reports', async () => {
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
