import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/postgres'
import { openPool } from '../db/connect'
import { authorize } from './access'
import { problemOf } from './problems'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('a call that finds no free connection for its bearer is answered 503: nothing was begun, and it may be sent again', async () => {
  const narrow = openPool(
    // Also the time in which a busy machine makes the connection.
    { connectionString: database.url, max: 1, connectionTimeoutMillis: 2_000 },
    { ...console, debug() {} },
  )
  const held = await narrow.pool.connect()
  const context = { db: narrow.db, now: new Date(), demo: false }
  const call = () => authorize({ access: 'confirmed', roles: undefined }, `Bearer ${'a'.repeat(43)}`, context)
  const error = await call().catch((thrown: unknown) => thrown)
  held.release()
  expect(problemOf(error, 'en', 'request')).toMatchObject({ status: 503, body: { code: 'internal' } })
  await expect(call(), 'once one is free').rejects.toMatchObject({ code: 'unauthorized' })
  await narrow.end()
})
