import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorContextOf, hire, trailOf } from '../../tests/support/operator-context'
import { after, join, openCompany } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, testServers } from '../../tests/support/postgres'
import { balanceOf } from '../funds/balance'
import { rateAt } from '../funds/rates'
import { setRate } from './rates'

let database: TestDatabase
let operatorId: string

describe.each(testServers)('a rate that the operator sets, on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    await openCompany(database.db)
    operatorId = await hire(database.db)
  })
  afterAll(() => database.drop())

  const operator = (now = after(1)) => operatorContextOf(operatorId, now)
  const set = (coin: string, rate: string, now = after(20)) =>
    database.db.transaction((tx) => setRate(tx, operator(now), { coin, rate }))

  test('holds from now on, and what was before keeps its own', async () => {
    const before = await rateAt(database.db, 'TRX', after(20, -1))
    expect(await set('TRX', '0.3100')).toEqual({
      coin: 'TRX',
      rate: '0.31',
      updatedAt: after(20).toISOString(),
    })
    expect(await rateAt(database.db, 'TRX', after(20))).toBe('0.31')
    expect(await rateAt(database.db, 'TRX', after(20, -1))).toBe(before)
    const userId = await join(database.db)
    expect((await balanceOf(database.db, userId, after(21))).currencies.TRX?.rate).toBe('0.31')
    expect((await trailOf(database.db)).at(-1)).toBe(`rate.set TRX by ${operatorId}: 0.31`)
  })

  test('is set of coins that are known, and never of USDT', async () => {
    for (const coin of ['USDT', 'NONE']) {
      await expect(set(coin, '1')).rejects.toMatchObject({ code: 'validation', field: 'coin' })
    }
  })
})
