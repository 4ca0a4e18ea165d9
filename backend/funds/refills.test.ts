import { isNull, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { after, at, firstDay, join, newId, openCompany } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { type Db } from '../db/connect'
import { until } from '../db/embedded/until'
import { accountTraces } from '../db/schema/rewards'
import { receivingAddresses } from '../db/schema/transfers'
import { isAddress, fictitiousAddress } from '../domain/addresses'
import { balanceOf } from './balance'
import { listRefills, refillOf } from './refill-list'
import { type IncomingTransfer, creditRefill, expireRefills, rejectRefill, requestRefill } from './refills'

let database: TestDatabase

const ask = (userId: string, systemId: string, amount: string, context = at(firstDay)) =>
  database.db.transaction((tx) => requestRefill(tx, context, { userId, systemId, amount }))
const credit = (transfer: IncomingTransfer, now = firstDay) =>
  database.db.transaction((tx) => creditRefill(tx, at(now), transfer))
const freeUsdt = async (userId: string) => (await balanceOf(database.db, userId, firstDay)).balance
const reader = (userId: string, timeZone = 'Europe/Vilnius') =>
  ({ userId, now: firstDay, language: 'en', timeZone }) as const

async function isSomebodyWaiting(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return rows.length > 0
}

/** Empties the stock of addresses: given ones belong to their investors, remaining ones are deleted. */
async function emptyStock() {
  await database.db.delete(receivingAddresses).where(isNull(receivingAddresses.userId))
  const unkept = isNull(receivingAddresses.keptSince)
  await database.db.update(receivingAddresses).set({ keptSince: firstDay }).where(unkept)
}

describe.each(serversFor('refills'))('top-ups on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    await openCompany(database.db)
  })
  afterAll(() => database.drop())

  test('a request names an address of its network and expires after an hour', async () => {
    const userId = await join(database.db)
    const { id } = await ask(userId, 'eth', '0.5')
    const refill = await refillOf(database.db, reader(userId), id)
    expect(refill).toMatchObject({
      status: 'pending',
      requestAmount: '0.5',
      creditedAmount: null,
      network: 'Ethereum',
      expiresAt: '2026-01-01T10:00:00.000Z',
    })
    expect(isAddress('ethereum', refill.wallet)).toBe(true)
    expect(refill.paymentUri).toBe(`ethereum:${refill.wallet}?value=500000000000000000`)
    expect(await freeUsdt(userId)).toBe('0')
  })

  test('the received amount is credited, not the requested one, and only once', async () => {
    const userId = await join(database.db)
    const { id } = await ask(userId, 'usdt-trc20', '700')
    const transfer = { refillId: id, amount: '699.1234567', transactionHash: 'f00d', by: 'demo' } as const
    expect(await credit(transfer)).toMatchObject({ status: 'topped_up', creditedAmount: '699.123456' })
    await expect(credit(transfer)).rejects.toMatchObject({ code: 'already_decided' })
    expect(await freeUsdt(userId)).toBe('699.123456')
  })

  test('of two simultaneous transfers one is credited', async () => {
    const userId = await join(database.db)
    const { id: refillId } = await ask(userId, 'usdt-trc20', '100')
    await Promise.allSettled([1, 2, 3].map(() => credit({ refillId, by: 'demo' })))
    expect(await freeUsdt(userId)).toBe('100')
  })

  test('an expired request is credited only by an operator', async () => {
    const userId = await join(database.db)
    const { id: refillId } = await ask(userId, 'usdt-trc20', '100')
    const late = after(0, 3_600_000)
    await expect(credit({ refillId, by: 'demo' }, late)).rejects.toMatchObject({
      code: 'already_decided',
    })
    await credit({ refillId, by: 'operator' }, late)
    expect(await freeUsdt(userId)).toBe('100')
  })

  test('five may be open at a time, also if they are requested simultaneously', async () => {
    const userId = await join(database.db)
    const requested = await Promise.allSettled(
      Array.from({ length: 8 }, () => ask(userId, 'usdt-trc20', '100')),
    )
    const given = requested.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
    expect(given).toHaveLength(5)
    const half = after(0, 1_800_000)
    const many = { code: 'too_many_requests', params: { retryAfter: 1800 } }
    await expect(ask(userId, 'usdt-trc20', '100', at(half))).rejects.toMatchObject(many)
    await credit({ refillId: given[0]!, by: 'demo' }, half)
    await ask(userId, 'usdt-trc20', '100', at(half))
    // An expired request blocks no new one, whether the job has run or not.
    await ask(userId, 'usdt-trc20', '100', at(after(0, 3_600_000)))
  })

  test('an address that was never paid to is given to another investor after thirty days', async () => {
    const { db } = database
    const address = fictitiousAddress('tron', 'the only one')
    const row = { id: newId(), systemId: 'trx', address, createdAt: firstDay }
    await db.insert(receivingAddresses).values(row)
    const company = (days: number, ms = 0) => ({ ...at(after(days, ms)), demo: false })
    const [one, other, third] = [await join(db), await join(db), await join(db)]
    expect(await ask(one, 'trx', '400', company(0))).toMatchObject({ wallet: address })
    const none = { name: 'Unavailable', message: 'there is no receiving address left for trx' }
    await expect(ask(other, 'trx', '400', company(0))).rejects.toMatchObject(none)
    await db.transaction((tx) => expireRefills(tx, company(1)))
    await expect(ask(other, 'trx', '400', company(30, 3_599_999))).rejects.toMatchObject(none)
    const later = company(30, 3_600_000)
    const both = await Promise.allSettled([ask(other, 'trx', '400', later), ask(one, 'trx', '400', later)])
    const [taken] = both.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    expect(taken).toMatchObject({ wallet: address })
    expect(both.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: none }])
    await credit({ refillId: taken!.id, by: 'demo' }, after(30, 3_600_001))
    // A paid address stays with its investor.
    await expect(ask(third, 'trx', '400', company(900))).rejects.toMatchObject(none)
    expect(await ask(taken!.userId, 'trx', '400', company(900))).toMatchObject({ wallet: address })
  })

  test('a rejected request keeps its reason and is never credited', async () => {
    const userId = await join(database.db)
    const { id: refillId } = await ask(userId, 'usdt-trc20', '100')
    await database.db.transaction((tx) =>
      rejectRefill(tx, at(firstDay), { refillId, reason: 'Another network' }),
    )
    await expect(credit({ refillId, by: 'operator' })).rejects.toMatchObject({ code: 'already_decided' })
    expect(await refillOf(database.db, reader(userId), refillId)).toMatchObject({
      status: 'rejected',
      reason: 'Another network',
    })
  })

  test("another investor's top-up is not found, neither to read nor to simulate its transfer", async () => {
    const [ann, bob] = [await join(database.db), await join(database.db)]
    const { id } = await ask(ann, 'usdt-trc20', '100')
    await expect(refillOf(database.db, reader(bob), id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(credit({ refillId: id, by: 'demo', userId: bob })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('the minimum in USD rounds up in the currency', async () => {
    const userId = await join(database.db)
    // 10 / 50,000 = 0.0002
    await expect(ask(userId, 'btc', '0.00019999')).rejects.toMatchObject({
      code: 'amount_below_min',
      params: { min: '0.0002', currency: 'BTC' },
    })
    await ask(userId, 'btc', '0.0002')
  })

  test("without the demonstration only the company's own addresses are given out, each to one investor", async () => {
    const [userId, other] = [await join(database.db), await join(database.db)]
    const company = { ...at(firstDay), demo: false }
    await expect(ask(userId, 'trx', '100', company)).rejects.toThrow('no receiving address left for trx')
    const address = `own-${newId()}`
    await database.db
      .insert(receivingAddresses)
      .values({ id: newId(), systemId: 'trx', address, createdAt: firstDay })
    expect((await ask(userId, 'trx', '100', company)).wallet).toBe(address)
    expect((await ask(userId, 'trx', '200', company)).wallet).toBe(address)
    await expect(ask(other, 'trx', '100', company)).rejects.toThrow('no receiving address left for trx')
  })

  test('fifty investors with five simultaneous requests each use fifty addresses, one each', async () => {
    const { db } = database
    const investors = await Promise.all(Array.from({ length: 50 }, () => join(db)))
    await db
      .insert(receivingAddresses)
      .values(
        investors.map((id) => ({ id: newId(), systemId: 'eth', address: `own-${id}`, createdAt: firstDay })),
      )
    const company = { ...at(firstDay), demo: false }
    const requested: Awaited<ReturnType<typeof ask>>[] = []
    // Ten at a time: more would wait too long for a connection of the pool.
    for (let first = 0; first < 50; first += 10) {
      const wave = investors.slice(first, first + 10)
      const requests = wave.flatMap((userId) =>
        Array.from({ length: 5 }, () => ask(userId, 'eth', '1', company)),
      )
      requested.push(...(await Promise.all(requests)))
    }
    const ofEach = new Map<string, Set<string>>()
    for (const { userId, wallet } of requested)
      ofEach.set(userId, (ofEach.get(userId) ?? new Set()).add(wallet))
    expect([...ofEach.values()].map(({ size }) => size)).toEqual(investors.map(() => 1))
    expect(new Set(requested.map(({ wallet }) => wallet)).size).toBe(50)
    await expect(ask(await join(db), 'eth', '1', company)).rejects.toThrow(
      'no receiving address left for eth',
    )
  })

  test('accounts that have never paid get ten addresses a day from one network, paying accounts are not limited', async () => {
    await emptyStock()
    const { db } = database
    const many = await Promise.all(Array.from({ length: 12 }, () => join(db)))
    const elsewhere = many[11]!
    await db.insert(receivingAddresses).values(
      many.flatMap((id) =>
        ['btc', 'eth'].map((systemId) => ({
          ...{ id: newId(), systemId, address: `net-${systemId}-${id}`, createdAt: firstDay },
        })),
      ),
    )
    const trace = { kind: 'network', firstAt: firstDay, lastAt: firstDay } as const
    await db
      .insert(accountTraces)
      .values(many.map((userId) => ({ ...trace, userId, value: userId === elsewhere ? 'other' : 'one' })))
    const company = (days: number, ms = 0) => ({ ...at(after(days, ms)), demo: false })
    const requested = await Promise.allSettled(
      many.slice(0, 11).map((userId, n) => ask(userId, n % 2 ? 'btc' : 'eth', '1', company(0))),
    )
    const given = requested.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(given).toHaveLength(10)
    expect(requested.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'too_many_requests', params: { retryAfter: 86_400 } } },
    ])
    await ask(elsewhere, 'btc', '1', company(0))
    // A repeated request uses no address, and neither limit counts an account that has paid.
    await ask(given[0]!.userId, given[0]!.systemId, '1', company(0, 1))
    await credit({ refillId: given[0]!.id, by: 'operator' }, after(0, 1))
    await ask(given[0]!.userId, given[0]!.systemId === 'btc' ? 'eth' : 'btc', '1', company(0, 2))
    const refused = many.slice(0, 11).find((id) => !given.some(({ userId }) => userId === id))!
    await ask(refused, 'btc', '1', company(0, 2))
    await expect(ask(given[1]!.userId, 'trx', '400', company(0, 3))).rejects.toMatchObject({
      code: 'too_many_requests',
    })
  })

  test('when few are left, accounts that have never paid get a fifth of the threshold a day', async () => {
    await emptyStock()
    const { db } = database
    const stock = (count: number) =>
      db.insert(receivingAddresses).values(
        Array.from({ length: count }, () => ({
          ...{ id: newId(), systemId: 'trx', address: `few-${newId()}`, createdAt: firstDay },
        })),
      )
    await stock(12)
    const company = (days: number) => ({ ...at(after(days)), demo: false, lowAddresses: 10 })
    const askOnce = async (days: number) => ask(await join(db), 'trx', '400', company(days))
    // Twelve, eleven and ten are enough; of nine two are given out in a day, and these three count.
    for (let n = 0; n < 3; n++) await askOnce(400)
    await expect(askOnce(400)).rejects.toMatchObject({ code: 'too_many_requests' })
    const oneMore = await askOnce(401)
    const payer = await askOnce(401)
    await expect(askOnce(401)).rejects.toMatchObject({ code: 'too_many_requests' })
    await credit({ refillId: payer.id, by: 'operator' }, after(401))
    await askOnce(401)
    await expect(askOnce(401)).rejects.toMatchObject({ code: 'too_many_requests' })
    expect((await ask(oneMore.userId, 'trx', '400', company(401))).wallet).toBe(oneMore.wallet)
  })

  test('a rejected request reserves its address no longer than an expired one', async () => {
    await emptyStock()
    const { db } = database
    const [first, second] = [await join(db), await join(db)]
    const company = (days: number, ms = 0) => ({ ...at(after(days, ms)), demo: false })
    const address = `rejected-${first}`
    await db.insert(receivingAddresses).values({ id: newId(), systemId: 'btc', address, createdAt: firstDay })
    const { id: refillId } = await ask(first, 'btc', '1', company(0))
    await db.transaction((tx) => rejectRefill(tx, company(5), { refillId, reason: 'Nothing came' }))
    // The waiting period starts at the decision, since a transfer may have arrived.
    await expect(ask(second, 'btc', '1', company(34))).rejects.toThrow('no receiving address left')
    expect((await ask(second, 'btc', '1', company(35))).wallet).toBe(address)
  })

  test('an address after its waiting period is given out before a new one, and another request of its investor prolongs the wait', async () => {
    await emptyStock()
    const { db } = database
    const [idle, requester, next] = [await join(db), await join(db), await join(db)]
    const company = (days: number) => ({ ...at(after(days)), demo: false })
    const stock = (address: string) =>
      db.insert(receivingAddresses).values({ id: newId(), systemId: 'btc', address, createdAt: firstDay })
    await stock(`first-${idle}`)
    const { wallet: ofIdle } = await ask(idle, 'btc', '1', company(0))
    await stock(`second-${idle}`)
    const { wallet: ofRequester } = await ask(requester, 'btc', '1', company(0))
    await db.transaction((tx) => expireRefills(tx, company(1)))
    await ask(requester, 'btc', '1', company(25))
    await stock(`third-${idle}`)
    expect((await ask(next, 'btc', '1', company(40))).wallet).toBe(ofIdle)
    expect((await ask(requester, 'btc', '1', company(40))).wallet).toBe(ofRequester)
    // An investor who lost an unpaid address gets another.
    expect((await ask(idle, 'btc', '1', company(40))).wallet).toBe(`third-${idle}`)
  })

  test('a late transfer to a reassigned address is credited to the earlier investor, and the address can be reassigned again', async () => {
    await emptyStock()
    const { db } = database
    const [first, second, third] = [await join(db), await join(db), await join(db)]
    const company = (days: number) => ({ ...at(after(days)), demo: false })
    const address = `wandering-${first}`
    await db
      .insert(receivingAddresses)
      .values({ id: newId(), systemId: 'usdt-trc20', address, createdAt: firstDay })
    const early = await ask(first, 'usdt-trc20', '100', company(0))
    await db.transaction((tx) => expireRefills(tx, company(1)))
    const late = await ask(second, 'usdt-trc20', '100', company(31))
    expect([early.wallet, late.wallet]).toEqual([address, address])
    await credit({ refillId: early.id, by: 'operator', transactionHash: 'AA' }, after(31))
    expect(await freeUsdt(first)).toBe('100')
    // The same transfer can't be credited to another request.
    await expect(
      credit({ refillId: late.id, by: 'operator', transactionHash: 'aa' }, after(31)),
    ).rejects.toMatchObject({
      field: 'transactionHash',
      fields: { transactionHash: { code: 'transfer_known' } },
    })
    await db.transaction((tx) => expireRefills(tx, company(32)))
    expect((await ask(third, 'usdt-trc20', '100', company(62))).wallet).toBe(address)
  })

  test('one transfer to a reassigned address is credited to only one of its investors, however its hash is written', async () => {
    await emptyStock()
    const { db } = database
    const [first, second] = [await join(db), await join(db)]
    const company = (days: number) => ({ ...at(after(days)), demo: false })
    const address = `shared-${first}`
    await db
      .insert(receivingAddresses)
      .values({ id: newId(), systemId: 'usdt-trc20', address, createdAt: firstDay })
    const early = await ask(first, 'usdt-trc20', '100', company(0))
    await db.transaction((tx) => expireRefills(tx, company(1)))
    const late = await ask(second, 'usdt-trc20', '100', company(31))
    const transfer = { by: 'operator', transactionHash: '0xC0FFEE' } as const
    const { other } = await db.transaction(async (tx) => {
      await creditRefill(tx, at(after(31)), { ...transfer, refillId: early.id })
      const request = { refillId: late.id, by: 'operator', transactionHash: 'c0ffee' } as const
      const other = Promise.allSettled([credit(request, after(31))])
      expect(await until(() => isSomebodyWaiting(db), 10_000)).toBe(true)
      // Wrapped in an object, so that it is not awaited here: it waits for this very transaction.
      return { other }
    })
    expect(await other).toMatchObject([
      { status: 'rejected', reason: { fields: { transactionHash: { code: 'transfer_known' } } } },
    ])
    expect([await freeUsdt(first), await freeUsdt(second)]).toEqual(['100', '0'])
    // A hash that is not hexadecimal is case-sensitive.
    await credit({ refillId: late.id, by: 'operator', transactionHash: 'Zq' }, after(31))
    const again = await ask(second, 'usdt-trc20', '100', company(31))
    await credit({ refillId: again.id, by: 'operator', transactionHash: 'zQ' }, after(31))
  })

  test('several open requests show one address, and one transfer is credited to one of them', async () => {
    const userId = await join(database.db)
    const [one, two] = [await ask(userId, 'trx', '100'), await ask(userId, 'trx', '300')]
    expect(two.wallet).toBe(one.wallet)
    const arrived = { amount: '300', transactionHash: '0xBEEF', by: 'operator' } as const
    const both = [one, two].map(({ id }) => credit({ refillId: id, ...arrived }))
    const outcomes = await Promise.allSettled(both)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { field: 'transactionHash' } },
    ])
    expect((await balanceOf(database.db, userId, firstDay)).currencies.TRX?.balance).toBe('300')
  })

  test('the list is filtered by present state, by days of the zone, by text, and paged', async () => {
    const userId = await join(database.db)
    // 23:30 of 9 January in Vilnius, then 00:30 of 10 January
    const before = await ask(userId, 'trx', '100', at(new Date('2026-01-09T21:30:00Z')))
    const midnight = await ask(userId, 'usdt-trc20', '50', at(new Date('2026-01-09T22:30:00Z')))
    const now = new Date('2026-01-09T22:40:00Z')
    const ids = async (query: Parameters<typeof listRefills>[2], timeZone = 'Europe/Vilnius') =>
      (await listRefills(database.db, { ...reader(userId, timeZone), now }, query)).items.map(({ id }) => id)
    expect(await ids({})).toEqual([midnight.id, before.id])
    expect(await ids({ status: 'timeout_expired' })).toEqual([before.id])
    expect(await ids({ status: 'pending' })).toEqual([midnight.id])
    expect(await ids({ from: '2026-01-10' })).toEqual([midnight.id])
    expect(await ids({ to: '2026-01-09' })).toEqual([before.id])
    expect(await ids({ from: '2026-01-10' }, 'UTC')).toEqual([])
    expect(await ids({ search: 'trx' })).toEqual([before.id])
    expect(await ids({ search: '%' })).toEqual([])
    expect(await ids({ sort: 'requestAmount', sortDir: 'asc' })).toEqual([midnight.id, before.id])
    const second = await listRefills(database.db, { ...reader(userId), now }, { page: 2, limit: 1 })
    expect([second.items[0]?.id, second.total, second.page, second.limit]).toEqual([before.id, 2, 2, 1])
  })
})
