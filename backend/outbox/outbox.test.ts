import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { join, newId } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { outbox as rows } from '../db/schema/notifications'
import { locks } from '../db/locks'
import { runAlone } from '../jobs/run-alone'
import { startOutboxWorker } from '../jobs/schedule'
import { type Message, RecipientRefused } from './transport'
import { createOutbox } from './outbox'
import { defaultQuotas } from './quotas'

const minute = 60_000
const start = new Date('2026-03-01T08:00:00.000Z')
const code: Message = {
  channel: 'sms',
  recipient: '+37061234567',
  kind: 'phone_code',
  values: { code: '123456' },
  language: 'en',
}
const lastMessage: Message = {
  channel: 'email',
  recipient: 'kai@example.org',
  kind: 'account_erased',
  values: { reason: 'As you asked.' },
  language: 'ru',
}

let database: TestDatabase
let userId: string
let now: Date
let sent: Message[]
let failing: boolean
let refusing: boolean
let warned: object[]

const box = createOutbox({
  transport: {
    async deliver(message) {
      if (refusing) throw new RecipientRefused('no such mailbox')
      if (failing) throw new Error('out of order')
      sent.push(message)
      await Promise.resolve()
    },
  },
  clock: { now: () => now },
  newId,
  quotas: {
    ...defaultQuotas,
    perRecipientHour: 1000,
    smsPerNumber: 1000,
    notificationsPerKind: 1000,
    notificationsPerNumber: 1000,
  },
  log: { warn: (details) => void warned.push(details) },
})
const rowOf = async (id: string) => (await database.db.select().from(rows).where(eq(rows.id, id)))[0]!
const laterBy = (ms: number) => (now = new Date(now.getTime() + ms))

describe.each(serversFor('outbox'))('the outbox on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    userId = await join(database.db)
  })
  beforeEach(async () => {
    await database.db.delete(rows)
    now = start
    sent = []
    warned = []
    failing = false
    refusing = false
  })
  afterAll(() => database.drop())

  test('sends a committed message once, and keeps none of its values', async () => {
    const id = await box.post(database.db, userId, code)
    expect(await box.send(database.db, id)).toBe(true)
    expect(await box.send(database.db, id)).toBe(false)
    laterBy(60 * minute)
    await box.sendDue(database.db)
    expect(sent).toEqual([code])
    expect(await rowOf(id)).toMatchObject({ values: {}, sentAt: start, nextAttemptAt: null })
  })

  test('sends the message of a killed sender again, half a minute later', async () => {
    const id = await box.post(database.db, userId, code)
    laterBy(minute / 2 - 1)
    await box.sendDue(database.db)
    expect(sent).toEqual([])
    laterBy(1)
    await box.sendDue(database.db)
    expect(sent).toEqual([code])
    expect(await rowOf(id)).toMatchObject({ attempts: 1, values: {} })
  })

  test('tries again with growing pauses', async () => {
    failing = true
    const id = await box.post(database.db, userId, lastMessage)
    expect(await box.send(database.db, id)).toBe(false)
    const pauses: number[] = []
    for (let time = 1; time <= 12; time++) {
      const { nextAttemptAt } = await rowOf(id)
      pauses.push((nextAttemptAt!.getTime() - now.getTime()) / minute)
      now = nextAttemptAt!
      await box.sendDue(database.db)
      await box.sendDue(database.db)
      expect((await rowOf(id)).attempts).toBe(time + 1)
    }
    expect(pauses).toEqual([0.5, 1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360])
    failing = false
    now = (await rowOf(id)).nextAttemptAt!
    await box.sendDue(database.db)
    expect(sent).toEqual([lastMessage])
  })

  test.each([
    [code, 10 * minute],
    [lastMessage, 3 * 24 * 60 * minute],
  ])('gives up a message that is too old, and erases its values', async (message, age) => {
    failing = true
    const id = await box.post(database.db, userId, message)
    laterBy(age - 1)
    await box.sendDue(database.db)
    expect(await rowOf(id)).toMatchObject({ values: message.values, givenUpAt: null })
    laterBy(1)
    failing = false
    await box.sendDue(database.db)
    expect(await rowOf(id)).toMatchObject({ values: {}, givenUpAt: now, nextAttemptAt: null })
    expect(await box.send(database.db, id)).toBe(false)
    expect(sent).toEqual([])
    expect(JSON.stringify(warned)).not.toContain('123456')
  })

  test('gives up after some hours what nobody gets, and erases its values', async () => {
    refusing = true
    const id = await box.post(database.db, userId, lastMessage)
    expect(await box.send(database.db, id)).toBe(false)
    let row = await rowOf(id)
    while (row.nextAttemptAt) {
      expect(row.values).toEqual(lastMessage.values)
      now = row.nextAttemptAt
      await box.sendDue(database.db)
      row = await rowOf(id)
    }
    expect(row).toMatchObject({ attempts: 10, values: {}, givenUpAt: now })
    const hours = (now.getTime() - start.getTime()) / minute / 60
    expect(hours).toBeGreaterThan(4)
    expect(hours).toBeLessThan(6)
    refusing = false
    laterBy(60 * minute)
    await box.sendDue(database.db)
    expect(sent).toEqual([])
  })

  test('sends what nobody seemed to get, once the mail server is set right', async () => {
    refusing = true
    const id = await box.post(database.db, userId, lastMessage)
    await box.send(database.db, id)
    refusing = false
    laterBy(60 * minute)
    await box.sendDue(database.db)
    expect(sent).toEqual([lastMessage])
  })

  test('never sends a message that was given up', async () => {
    const id = await box.post(database.db, userId, code)
    await box.giveUp(database.db, id)
    laterBy(minute)
    await box.sendDue(database.db)
    expect(sent).toEqual([])
    expect((await rowOf(id)).values).toEqual({})
  })

  test('one outbox worker sends nothing while that of another backend is sending', async () => {
    await box.post(database.db, userId, lastMessage)
    laterBy(minute)
    const log = { error: (details: object) => expect.unreachable(JSON.stringify(details)) }
    const run = () =>
      startOutboxWorker(database.db, {
        outbox: box,
        realClock: { now: () => now },
        log,
        intervalMs: minute,
      }).stop()
    await runAlone(database.db, locks.outboxWorker, async () => {
      await run()
      expect(sent).toEqual([])
    })
    await run()
    expect(sent).toEqual([lastMessage])
  })

  test('two workers at once send each message once', async () => {
    for (let time = 1; time <= 20; time++) await box.post(database.db, userId, lastMessage)
    laterBy(minute)
    const log = { error: (details: object) => expect.unreachable(JSON.stringify(details)) }
    const run = () =>
      startOutboxWorker(database.db, { outbox: box, realClock: { now: () => now }, log, intervalMs: minute })
    await Promise.all([run(), run()].map((worker) => worker.stop()))
    expect(sent).toHaveLength(20)
    // Not without the lock either.
    for (let time = 1; time <= 20; time++) await box.post(database.db, userId, lastMessage)
    laterBy(minute)
    await Promise.all([box.sendDue(database.db), box.sendDue(database.db)])
    expect(sent).toHaveLength(40)
  })
})
