import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createClient } from 'redis'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { firstDay, join, newId } from '../../tests/support/funds'
import { type TestDatabase, testDatabase } from '../../tests/support/postgres'
import { openSocket, within } from '../../tests/support/sockets'
import { issueToken } from '../auth/tokens'
import { realClock } from '../clock'
import { notify } from '../notifications/events'
import { createLimits } from '../api/limits'
import { type Services } from '../services'
import { type Realtime, startRealtime } from './start'

const redisUrl = process.env.REDIS_URL_TEST ?? ''
type RedisClient = ReturnType<typeof createClient>

/** The adapter's own, that of answers to requests. */
const channel = 'tideline:sockets-request#/#'

/** Two backends in one process with a Redis between them; whoever claims is then kept from sending. */
describe.skipIf(redisUrl === '')('what is claimed and not sent', () => {
  let database: TestDatabase
  let store: RedisClient
  const started: { realtime: Realtime; server: ReturnType<typeof createServer> }[] = []

  beforeEach(async () => {
    database = await testDatabase()
    store = createClient({ url: redisUrl })
    await store.connect()
  })
  afterEach(async () => {
    for (const { realtime, server } of started.splice(0)) {
      await realtime.close()
      server.close()
    }
    await store.close()
    await database.drop()
  })

  /** A backend's sockets; gives their address. */
  async function start(url = redisUrl): Promise<string> {
    const server = createServer()
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const services = {
      db: database.db,
      realClock,
      productClock: realClock,
      limits: createLimits(1000),
      log: pino({ level: 'silent' }),
    } as unknown as Services // what sockets take of them
    const options = { pool: database.pool, redisUrl: url, sentWithinMs: 200 }
    started.push({ server, realtime: await startRealtime(server, services, options) })
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  async function investor() {
    const userId = await join(database.db)
    const bearer = { id: newId(), userId, now: new Date(), device: null, address: '::1' }
    return { userId, token: await issueToken(database.db, bearer) }
  }

  /** Tells the investor something, under an id that is known before. */
  const tell = (userId: string, id: string) =>
    database.db.transaction((tx) =>
      notify(tx, () => id, [{ userId, at: firstDay, kind: 'long_login', values: {} }]),
    )

  /** Until so many backends, or those of another test beside them, hear what is sent through the store. */
  const untilShared = (count: number) =>
    expect
      .poll(async () => {
        const [, heardBy] = await store.sendCommand<[string, number]>(['PUBSUB', 'NUMSUB', channel])
        return heardBy
      })
      .toBeGreaterThanOrEqual(count)

  it('because its backend was killed: the others make their clients come again, those it was for', async () => {
    const [one, other] = [await investor(), await investor()]
    const url = await start()
    await untilShared(1)
    const [client, bystander] = [await openSocket(url, one), await openSocket(url, other)]
    const id = newId()
    // As a backend leaves it that claims and is killed.
    await store.set(`tideline:announced:${id}`, 'claimed', { expiration: { type: 'PX', value: 60_000 } })
    await tell(one.userId, id)
    expect(await within('the end', client.ended)).toMatch(/^transport/)
    expect(client.received).toEqual([])
    // The other one is told of what is its own.
    await tell(other.userId, newId())
    await bystander.receives(1)
    bystander.close()
  })

  it('because Redis refuses it: the clients of every backend come again', async () => {
    const user = `tideline-test-${newId()}`
    await store.sendCommand(['ACL', 'SETUSER', user, 'on', '>secret', '~*', '&*', '+@all', '-publish'])
    try {
      const mute = new URL(redisUrl)
      mute.username = user
      mute.password = 'secret'
      const urls = [await start(mute.href), await start(mute.href)]
      await untilShared(2)
      const person = await investor()
      const clients = [await openSocket(urls[0]!, person), await openSocket(urls[1]!, person)]
      await tell(person.userId, newId())
      for (const client of clients) expect(await within('the end', client.ended)).toMatch(/^transport/)
    } finally {
      await store.sendCommand(['ACL', 'DELUSER', user])
    }
  })

  it('is nothing where it is sent: each socket is told once, and stays', async () => {
    const urls = [await start(), await start()]
    await untilShared(2)
    const person = await investor()
    const clients = [await openSocket(urls[0]!, person), await openSocket(urls[1]!, person)]
    const [first, second] = [newId(), newId()]
    await tell(person.userId, first)
    await expect.poll(() => store.get(`tideline:announced:${first}`)).toBe('sent')
    await tell(person.userId, second)
    for (const client of clients) {
      expect((await client.receives(2)).map(({ id }) => id)).toEqual([first, second])
      client.close()
    }
  })
})
