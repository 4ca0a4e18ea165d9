import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { listenerName } from '../../backend/realtime/notification-listener'
import { type TestSocket, newSocket, within } from '../support/sockets'
import { isFull } from '../support/reading-modes'
import { ask } from './client'
import { newInvestor, topUp } from './people'
import { type TestUpstream, openUpstream, upstreamsFor } from './upstream'

/**
 * A client that reconnects misses nothing: what it did not receive is in the list that it reads after
 * reconnecting. The connection is lost as in a network failure, on either side, at any moment.
 */

describe.each(upstreamsFor('socket-drops'))('a client of the %s upstream whose connection drops', (where) => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await openUpstream(where)
  })
  afterAll(() => upstream.close())

  it('learns of every event, and receives none twice', { timeout: 120_000 }, async () => {
    const byEither = [
      'drop',
      'event while away',
      ...(upstream.here ? (['the server drops'] as const) : []),
    ] as const
    const moves = fc.array(fc.constantFrom('event', ...byEither), { minLength: 4, maxLength: 10 })
    await fc.assert(
      fc.asyncProperty(moves, async (steps) => {
        const person = await newInvestor(upstream)
        const client = await connected(person.token)
        const known = new Set<string>()
        let happened = 0
        const readList = async () => {
          const { items } = await ask(upstream, contract.notification.list, { limit: 100 }, person)
          for (const { id } of items) known.add(id)
        }
        const happens = () => topUp(upstream, person, String(100 + happened++))
        for (const step of steps) {
          // The steps overlap: none waits until the notifications of the one before have arrived.
          if (step === 'event') await happens()
          else if (step === 'the server drops') await droppedByServer(client, happens)
          else await drop(client, step === 'drop' ? undefined : happens)
          if (step !== 'event') await readList()
        }
        // The last event arrives over the restored connection, after everything before it.
        await happens()
        await arrivesAt(client, `${100 + happened - 1}.00`)
        const ids = client.received.map(({ id }) => id)
        for (const id of ids) known.add(id)
        client.close()
        expect(new Set(ids).size).toBe(ids.length)
        const { items } = await ask(upstream, contract.notification.list, { limit: 100 }, person)
        expect([...known].sort()).toEqual(items.map(({ id }) => id).sort())
        expect(items).toHaveLength(happened)
      }),
      { numRuns: isFull ? 50 : 4 },
    )
  })

  it.runIf(where !== 'named')('has to reconnect when its backend may have missed something', async () => {
    const person = await newInvestor(upstream)
    const client = await connected(person.token)
    await droppedByServer(client, () => topUp(upstream, person, '120'))
    expect(await within('the end', client.ended)).toBe('transport close')
    const { items } = await ask(upstream, contract.notification.list, {}, person)
    expect(items).toHaveLength(1)
    await topUp(upstream, person, '130')
    await arrivesAt(client, '130.00')
    client.close()
  })

  /** Ends the backend's listener connection. It may have missed events, so it closes every socket. */
  async function droppedByServer(client: TestSocket, meanwhile: () => Promise<void>): Promise<void> {
    const gone = new Promise<void>((resolve) => client.socket.once('disconnect', () => resolve()))
    const back = reconnected(client)
    // Not for `named`, whose database the test can't reach.
    await upstream.here!.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = ${listenerName}`)
    await within('the end', gone)
    await meanwhile()
    await within('the return', back)
  }

  async function connected(token: string): Promise<TestSocket> {
    const client = newSocket(upstream.url, { token, reconnection: true })
    const opened = new Promise<void>((resolve) => client.socket.once('connect', resolve))
    client.socket.connect()
    await within('a connection', opened)
    return client
  }
})

/**
 * Cuts the connection without a close frame, runs an action while it is cut, and waits until the client has
 * reconnected.
 */
async function drop(client: TestSocket, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  const back = reconnected(client)
  client.socket.io.engine.close()
  await meanwhile()
  await within('the return', back)
}

/** From `connect` on a client receives everything. A restored transport is not yet authenticated. */
const reconnected = ({ socket }: TestSocket) =>
  new Promise<void>((resolve) => socket.once('connect', () => resolve()))

async function arrivesAt({ socket, received }: TestSocket, amount: string): Promise<void> {
  const isThere = () => received.some(({ message }) => message.includes(amount))
  if (isThere()) return
  await within(
    `the notification of ${amount}`,
    new Promise<void>((resolve) => socket.on('notification', () => isThere() && resolve())),
  )
}
