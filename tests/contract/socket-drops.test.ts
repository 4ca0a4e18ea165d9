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
 * A client that reconnects misses nothing: what it did not receive is in the list that it reads when it is back. The
 * connection is lost as a network loses it, by either side, at whatever moment.
 */

describe.each(upstreamsFor('socket-drops'))('a client of the %s upstream whose connection drops', (where) => {
  let upstream: TestUpstream
  beforeAll(async () => {
    upstream = await openUpstream(where)
  })
  afterAll(() => upstream.close())

  it('knows everything that happened, and was told nothing twice', { timeout: 120_000 }, async () => {
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
          // Each step begins in the middle of the one before: nothing waits for what was sent to arrive.
          if (step === 'event') await happens()
          else if (step === 'the server drops') await droppedByServer(client, happens)
          else await drop(client, step === 'drop' ? undefined : happens)
          if (step !== 'event') await readList()
        }
        // The last one comes over the connection that stands; everything before it has come by then.
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

  it.runIf(where !== 'named')(
    'is made to come again when its backend may have missed something',
    async () => {
      const person = await newInvestor(upstream)
      const client = await connected(person.token)
      await droppedByServer(client, () => topUp(upstream, person, '120'))
      expect(await within('the end', client.ended)).toBe('transport close')
      const { items } = await ask(upstream, contract.notification.list, {}, person)
      expect(items).toHaveLength(1)
      await topUp(upstream, person, '130')
      await arrivesAt(client, '130.00')
      client.close()
    },
  )

  /** Its backend loses what it hears by, so that it may have missed something and ends every socket. */
  async function droppedByServer(client: TestSocket, meanwhile: () => Promise<void>): Promise<void> {
    const gone = new Promise<void>((resolve) => client.socket.once('disconnect', () => resolve()))
    const back = reconnected(client)
    // Never the named one, whose database is out of reach.
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

/** Cuts the connection without a word, does something while it is cut, and waits until the client is back. */
async function drop(client: TestSocket, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
  const back = reconnected(client)
  client.socket.io.engine.close()
  await meanwhile()
  await within('the return', back)
}

/** From its `connect` on a client is told everything; a transport that stands again has not been let in yet. */
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
