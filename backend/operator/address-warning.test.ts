import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hire } from '../../tests/support/operator-context'
import { after, at, firstDay, join, newId, openCompany } from '../../tests/support/funds'
import { type TestDatabase, testDatabase } from '../../tests/support/postgres'
import { outbox } from '../db/schema/notifications'
import { receivingAddresses } from '../db/schema/transfers'
import { users } from '../db/schema/users'
import { addressSupply } from '../funds/receiving-addresses'
import { requestRefill } from '../funds/refills'
import { wordsOf } from '../outbox/texts'
import { warnOfFewAddresses } from './address-warning'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await openCompany(database.db)
})
afterAll(() => database.drop())

const stock = (systemId: string, count: number) =>
  database.db
    .insert(receivingAddresses)
    .values(
      Array.from({ length: count }, () => ({ id: newId(), systemId, address: newId(), createdAt: firstDay })),
    )

test('operators are warned of a low stock, each once a day for each system', async () => {
  const { db } = database
  const [operatorId, silent] = [await hire(db), await hire(db)]
  await db
    .update(users)
    .set({ email: 'desk@tideline.example', language: 'en' })
    .where(eq(users.id, operatorId))
  for (const [systemId, count] of [
    ['usdt-trc20', 3],
    ['btc', 3],
    ['eth', 2],
  ] as const)
    await stock(systemId, count)

  const said: string[] = []
  const note = (level: string) => (details: object) => void said.push(`${level} ${JSON.stringify(details)}`)
  const warn = async (now: Date, processorSystems: string[] = []) => {
    const productClock = { now: () => now, offsetDays: 0, moveTo: () => {} }
    const log = { warn: note('warn'), error: note('error') }
    await warnOfFewAddresses({
      db,
      log,
      productClock,
      realClock: { now: () => now },
      demo: false,
      lowAddresses: 3,
      processorSystems,
    })
    return db.select().from(outbox)
  }
  const written = await warn(firstDay)
  expect([...said].sort()).toEqual(['error {"systemId":"trx","free":0}', 'warn {"systemId":"eth","free":2}'])
  said.length = 0
  await warn(firstDay, ['trx'])
  expect(said, 'a payment processor makes the addresses of the other').toEqual([
    'warn {"systemId":"eth","free":2}',
  ])
  expect(written.map(({ recipient, kind, values }) => [recipient, kind, values])).toEqual(
    expect.arrayContaining([
      ['desk@tideline.example', 'addresses_low', { title: 'eth', free: '2' }],
      ['desk@tideline.example', 'addresses_low', { title: 'trx', free: '0' }],
    ]),
  )
  expect(written.map(({ userId }) => userId)).not.toContain(silent)
  expect(wordsOf({ ...written[0]!, language: 'ru' }).text).toContain('свободных адресов')
  expect(await warn(after(0, 3_600_000))).toHaveLength(2)
  expect(await warn(after(1))).toHaveLength(4)
})

test('addresses after their waiting period count as free, kept and waiting ones do not', async () => {
  const { db } = database
  const company = { ...at(firstDay), demo: false }
  const free = async (days: number) =>
    (await addressSupply(db, { now: after(days), demo: false })).find(({ systemId }) => systemId === 'btc')
      ?.free
  expect(await free(0)).toBe(3)
  const request = { userId: await join(db), systemId: 'btc', amount: '1' }
  await db.transaction((tx) => requestRefill(tx, company, request))
  expect([await free(0), await free(30), await free(31)]).toEqual([2, 2, 3])
  expect(await addressSupply(db, { now: firstDay, demo: true })).not.toContainEqual(
    expect.objectContaining({ systemId: 'trx' }),
  )
})
