import { type RequestListener, type Server, createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { operatorContextOf, hire } from '../../tests/support/operator-context'
import { after, openCompany } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { type Db } from '../db/connect'
import { locks } from '../db/locks'
import { rates } from '../db/schema/rates'
import { setRate } from '../operator/rates'
import { freshRatesAt, ratesAt } from '../funds/rates'
import { listenToRates } from './listen'
import { askProvider } from './provider'
import { shownRates } from './shown-rates'
import { takeRates } from './take-rates'

const servers: Server[] = []
/** A source with this answer; returns its address, which contains a secret. */
async function source(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates?key=secret`
}
const said = (rate: unknown = '96000.12', at = '2026-01-01T09:00:00.000Z') => ({
  base: 'USDT',
  rates: [{ coin: 'BTC', rate, at }],
})
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

describe('a source of rates', () => {
  test('is read in its documented shape', async () => {
    const url = await source((_, response) => response.end(JSON.stringify(said())))
    expect(await askProvider(url)).toEqual([
      { coin: 'BTC', rate: '96000.12', at: new Date('2026-01-01T09:00:00.000Z') },
    ])
  })

  const limits = { ms: 300, bytes: 2000 }
  const broken: [string, RequestListener, RegExp][] = [
    ['late', () => {}, /within 300 ms/],
    ['late in the middle', (_, response) => void response.write('{"base":'), /within 300 ms/],
    ['large', (_, response) => response.end(' '.repeat(3000)), /more than 2000 bytes/],
    ['an error', (_, response) => response.writeHead(503).end('{}'), /answered 503/],
    ['elsewhere', (_, response) => response.writeHead(302, { location: '/other' }).end(), /answered 302/],
    ['no JSON', (_, response) => response.end('<html>'), /no JSON/],
    ['a number', (_, response) => response.end(JSON.stringify(said(96000))), /shape: rates.0.rate/],
    ['negative', (_, response) => response.end(JSON.stringify(said('-1'))), /shape: rates.0.rate/],
    ['no time', (_, response) => response.end(JSON.stringify(said('1', 'now'))), /shape: rates.0.at/],
    ['of dollars', (_, response) => response.end(JSON.stringify({ ...said(), base: 'USD' })), /shape: base/],
    ['gone', (request) => request.socket.destroy(), /could not be reached/],
  ]
  test.each(broken)('that is %s gives none, and its address is not logged', async (_, answer, why) => {
    const input = askProvider(await source(answer), limits)
    await expect(input).rejects.toThrow(why)
    await expect(input).rejects.not.toThrow(/secret|127/)
  })
})

describe.each(serversFor('rates'))('rates on the %s PostgreSQL', (server) => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await testDatabase({ server })
    await openCompany(database.db)
    // As if each had been set by hand a day before.
    await database.db.update(rates).set({ confirmedUntil: null })
  })
  afterAll(() => database.drop())

  const bitcoin = async (now: Date) => [
    (await ratesAt(database.db, now)).get('BTC'),
    (await freshRatesAt(database.db, now)).get('BTC'),
  ]
  const minute = (count: number) => after(0, count * 60_000)
  const clockAt = (now: Date) => ({ now: () => now })
  const receive = (rate: string, saidAt: number, receivedAt: number) =>
    takeRates(database.db, [{ coin: 'BTC', rate, at: minute(saidAt) }], clockAt(minute(receivedAt)))

  test('apply from when they were received, and are fresh by when they were stated', async () => {
    expect(await bitcoin(minute(0))).toEqual(['50000', undefined])
    expect(await receive('51000', 1, 2)).toEqual({ taken: ['BTC'], refused: [] })
    expect(await bitcoin(minute(1))).toEqual(['50000', undefined])
    expect(await bitcoin(minute(16))).toEqual(['51000', '51000'])
    expect(await bitcoin(minute(17))).toEqual(['51000', undefined])
    // A confirmed rate is the same rate for longer.
    await receive('51000', 10, 11)
    await receive('51000.00', 12, 13)
    expect(await bitcoin(minute(27))).toEqual(['51000', '51000'])
    const { rows } = await database.db.execute(
      sql`select count(*)::int as rows from rates where coin = 'BTC'`,
    )
    expect(rows).toEqual([{ rows: 2 }])
    // An older statement changes nothing.
    expect(await receive('49000', 11, 20)).toEqual({ taken: [], refused: [] })
    expect(await bitcoin(minute(20))).toEqual(['51000', '51000'])
  })

  test('that are no longer confirmed are shown, and not offered for an exchange', async () => {
    const offered = async (now: Date) => {
      const shown = await shownRates(
        database.db,
        now,
        Object.fromEntries(await freshRatesAt(database.db, now)),
      )
      const bitcoin = shown.find(({ coin }) => coin === 'BTC')
      return [bitcoin?.rate, bitcoin?.exchangeable]
    }
    expect(await offered(minute(27))).toEqual(['51000', true])
    expect(await offered(minute(28))).toEqual(['51000', false])
  })

  test('that jump too far, or are of the future, are left out until an operator sets them', async () => {
    for (const wild of ['25499', '76501', '0']) {
      expect(await receive(wild, 30, 30)).toEqual({ taken: [], refused: ['BTC'] })
    }
    expect(await receive('51000', 33, 31)).toEqual({ taken: [], refused: ['BTC'] })
    const others = [
      { coin: 'BTC', rate: '510000', at: minute(31) },
      { coin: 'ETH', rate: '2600', at: minute(31) },
      { coin: 'NOSUCH', rate: '1', at: minute(31) },
      { coin: 'USDT', rate: '0.98', at: minute(31) },
    ]
    expect(await takeRates(database.db, others, clockAt(minute(31)))).toEqual({
      taken: ['ETH'],
      refused: ['BTC'],
    })
    expect((await ratesAt(database.db, minute(31))).get('USDT')).toBe('1')
    const operator = { ...operatorContextOf(await hire(database.db), minute(32)), demo: false }
    await setRate(database.db, operator, { coin: 'BTC', rate: '100000' })
    expect(await bitcoin(minute(47))).toEqual(['100000', '100000'])
    expect(await bitcoin(minute(48))).toEqual(['100000', undefined])
    expect(await receive('101000', 49, 49)).toEqual({ taken: ['BTC'], refused: [] })
  })

  test('apply from when their turn came, not from when they began to wait', async () => {
    const { db } = database
    let now = minute(50)
    const waited = { coin: 'BTC', rate: '101500', at: minute(50) }
    const taking = await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${locks.rates})`)
      // A hanging mail server blocks only the outbox worker's own lock.
      await tx.execute(sql`select pg_advisory_xact_lock(${locks.outboxWorker})`)
      const waiting = takeRates(db, [waited], { now: () => now })
      await untilWaiting(db)
      now = minute(55)
      return { waiting }
    })
    expect(await taking.waiting).toEqual({ taken: ['BTC'], refused: [] })
    expect((await ratesAt(db, minute(54))).get('BTC')).toBe('101000')
    expect((await ratesAt(db, minute(55))).get('BTC')).toBe('101500')
  })

  test('are requested repeatedly, whatever happened before', async () => {
    let requestCount = 0
    const answered = new Promise<void>((done) => {
      void source((_, response) => {
        requestCount++
        if (requestCount === 1) return response.writeHead(500).end()
        response.end(JSON.stringify(said('102000', minute(60).toISOString())))
        if (requestCount === 3) done()
      }).then((url) => {
        const log = {
          warn: (details: object) => lines.push(JSON.stringify(details)),
          error: () => expect.unreachable(),
        }
        listening = listenToRates({
          url,
          db: database.db,
          clock: { now: () => minute(60) },
          log,
          intervalMs: 1,
        })
      })
    })
    const lines: string[] = []
    let listening: ReturnType<typeof listenToRates> | undefined
    await answered
    await listening?.stop()
    expect(await bitcoin(minute(60))).toEqual(['102000', '102000'])
    expect(lines).toEqual(['{"why":"answered 500"}'])
  })
})

/** Waits until a transaction waits for an advisory lock of this database. */
async function untilWaiting(db: Db): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await db.execute(sql`
        select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`)
      return rows.length
    })
    .toBe(1)
}
