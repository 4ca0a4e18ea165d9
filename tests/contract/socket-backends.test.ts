import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '~/contract'
import { type Complete } from '~/contract/reading'
import { type Notification } from '~/contract/notification'
import { listenerName } from '../../backend/realtime/notification-listener'
import { temporaryFolder, type TestDatabase, testDatabase, testServers } from '../support/postgres'
import { type Program, freePort, runProgram, untilReady } from '../support/program'
import { newSocket, openSocket, within } from '../support/sockets'
import { ask } from './client'
import { type Person, newInvestor, signIn, topUp } from './people'
import { type TestUpstream } from './upstream'

/**
 * Two backend processes on one database: a notification that one stores reaches the sockets of the other
 * once, through PostgreSQL's `NOTIFY`.
 */

describe.skipIf(process.env.UPSTREAM_URL)('two backends on one database', () => {
  let database: TestDatabase
  let dataDir: string
  let programs: Program[] = []
  let backends: TestUpstream[] = []

  async function start(): Promise<[Program, TestUpstream]> {
    const url = `http://127.0.0.1:${await freePort()}`
    const program = runProgram('backend/main.ts', {
      NODE_OPTIONS: '--import tsx',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      DEMO: '1',
      BACKEND_PORT: new URL(url).port,
      RATE_LIMIT_FACTOR: '1000',
    })
    await untilReady(program, `${url}/api/settings/extensions`)
    return [program, { url, here: null, close: async () => {} }]
  }

  beforeAll(async () => {
    database = await testDatabase({ server: testServers[0]! })
    dataDir = temporaryFolder()
    const first = await start()
    const second = await start()
    programs = [first[0], second[0]]
    backends = [first[1], second[1]]
  }, 180_000)
  afterAll(async () => {
    await Promise.all(programs.map((program) => program.stop()))
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  const connectAll = async ({ token }: { token: string }) =>
    Promise.all(backends.map(({ url }) => openSocket(url, { token })))

  it('notify each socket once and in the order of storing, whichever backend stored it', async () => {
    const person = await newInvestor(backends[0]!)
    const clients = await connectAll(person)
    for (let n = 0; n < 6; n++) await topUp(backends[n % 2]!, person, String(100 + n))
    const amounts = (received: Complete<typeof Notification>[]) =>
      received.map(({ message }) => /\d+(?=\.00)/.exec(message)?.[0])
    const expected = ['100', '101', '102', '103', '104', '105']
    for (const client of clients) expect(amounts(await client.receives(6))).toEqual(expected)
    // A duplicate would have arrived before this one.
    await topUp(backends[0]!, person, '500')
    for (const client of clients) {
      expect(amounts(await client.receives(7))).toEqual([...expected, '500'])
      client.close()
    }
  })

  it('disconnect clients that may have missed something, and each finds it in the list', async () => {
    const person = await newInvestor(backends[0]!)
    const clients = backends.map(({ url }) => newSocket(url, { token: person.token, reconnection: true }))
    const comes = (event: 'connect' | 'disconnect') =>
      within(
        event,
        Promise.all(
          clients.map(({ socket }) => new Promise<void>((resolve) => socket.once(event, () => resolve()))),
        ),
      )
    const opened = comes('connect')
    for (const { socket } of clients) socket.connect()
    await opened
    const ended = comes('disconnect')
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = $1`,
      [listenerName],
    )
    await ended
    const back = comes('connect')
    await topUp(backends[0]!, person, '120')
    await back
    for (const upstream of backends) {
      const { items } = await ask(upstream, contract.notification.list, {}, person)
      expect(items.map(({ message }) => message.includes('120'))).toEqual([true])
    }
    await topUp(backends[1]!, person, '130')
    await topUp(backends[0]!, person, '140')
    for (const client of clients) {
      const received = await client.receives(1, ({ message }) => message.includes('140'))
      expect(received).toHaveLength(1)
      const ids = client.received.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(client.received.some(({ message }) => message.includes('130'))).toBe(true)
      client.close()
    }
  })

  it('send a mailing to everyone who is connected to either backend', async () => {
    const people: Person[] = []
    for (let n = 0; n < 3; n++) people.push(await newInvestor(backends[1]!))
    const clients = (await Promise.all(people.map(connectAll))).flat()
    const operator = await signIn(backends[0]!, 'operator')
    const message = { ru: '<p>Отлив</p>', en: '<p>Low tide</p>' }
    await ask(backends[0]!, contract.operator.createMailing, { message, image: null }, operator)
    for (const client of clients) {
      expect(await client.receives(1)).toMatchObject([{ type: 'mailing', message: message.en }])
    }
    const ids = clients.map(({ received }) => received[0]!.id)
    expect(new Set(ids).size).toBe(people.length)
    for (const client of clients) client.close()
  })

  it('close the sockets of a bearer that ended in the other backend', async () => {
    const person = await newInvestor(backends[0]!)
    const clients = await connectAll(person)
    const change = { currentPassword: person.password, password: 'Nine quiet harbours' }
    await ask(backends[0]!, contract.user.password, change, person)
    const ends = clients.map(({ ended }) => within('the end', ended, 2_000))
    expect(await Promise.all(ends)).toEqual(['io server disconnect', 'io server disconnect'])
  })

  it('stop with open sockets: their clients connect to the other backend', async () => {
    const person = await newInvestor(backends[0]!)
    const [leaving, staying] = await connectAll(person)
    await programs[0]!.stop()
    expect(await within('the end', leaving!.ended)).toMatch(/^transport/)
    expect(await programs[0]!.exited).toBe(0)
    await topUp(backends[1]!, person, '120')
    await staying!.receives(1)
    staying!.close()
  })
})
