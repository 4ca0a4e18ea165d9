import { Readable } from 'node:stream'
import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../tests/support/postgres'
import { createPasswordHasher } from '../auth/passwords'
import { findByLogin } from '../auth/users'
import { type Db } from '../db/connect'
import { documentNumberOf, maskedNumber } from '../accounts/document-number'
import { inquiries } from '../db/schema/operator'
import { storedFiles, verifications } from '../db/schema/people'
import { createSeal } from '../storage/seal'
import { type FileStorage } from '../storage/storage'
import { placePapers } from './papers'
import { notifications } from '../db/schema/notifications'
import { coins } from '../db/schema/rates'
import { heldRewards } from '../db/schema/rewards'
import { users } from '../db/schema/users'
import { putDefaults } from '../defaults/put-defaults'
import { settings } from '../db/schema/settings'
import { listNews } from '../operator/published-news'
import { compare } from '../domain/decimal'
import { balanceOf } from '../funds/balance'
import { listPaymentSystems } from '../funds/payment-systems'
import { listPlans } from '../funds/plans'
import { freshRatesAt, ratesAt } from '../funds/rates'
import { subscriptionOf } from '../funds/subscriptions'
import { listDeposits } from '../funds/deposit-list'
import { listOperations } from '../funds/operations'
import { listPayments } from '../funds/payment-list'
import { listRefills } from '../funds/refill-list'
import { operationTypes } from '~/contract/words'
import { createIds } from '../ids'
import { runDueJobs } from '../jobs/due-jobs'
import { isAddress } from '../domain/addresses'
import { listAnomalies } from '../operator/anomalies'
import { listAudit } from '../operator/audit'
import { queueCounts } from '../operator/today/waiting'
import { listLinks } from '../operator/links'
import { notificationView } from '../notifications/view'
import { bonusOf } from '../partners/bonus'
import { walletsOf } from '../accounts/wallets'
import { beginDemo, refuseDemoData } from './begin'

const passwords = createPasswordHasher({ memoryKiB: 64, passes: 1 })
/** Late in the day, after everything that became due since midnight. */
const start = new Date('2026-03-10T23:40:00.000Z')
const realClock = { now: () => start }

const databases: TestDatabase[] = []
async function emptyDatabase(): Promise<Db> {
  const database = await testDatabase()
  databases.push(database)
  await putDefaults(database.db, start)
  return database.db
}
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop()
})

const begin = (db: Db, demoDate: string | null = null) => beginDemo(db, { realClock, demoDate, passwords })

/** The demonstration of `start`, which these tests read and do not change. */
let beginning:
  | Promise<{ database: TestDatabase; db: Db; clock: Awaited<ReturnType<typeof begin>> }>
  | undefined
function begun() {
  return (beginning ??= (async () => {
    const database = await testDatabase()
    await putDefaults(database.db, start)
    return { database, db: database.db, clock: await begin(database.db) }
  })())
}
afterAll(async () => (await beginning)?.database.drop())

describe('the demonstration', () => {
  it(
    'has one withdrawal that a rule holds, under review until an operator decides',
    { timeout: 180_000 },
    async () => {
      const { db, clock } = await begun()
      const view = { now: clock.now(), language: 'en', timeZone: 'Europe/Vilnius' } as const
      const { items, total } = await listAnomalies(db, view, { status: 'open' })
      expect([total, items.map(({ found }) => found)]).toEqual([1, [[{ rule: 'takeover', percent: '84.5' }]]])
      const user = (await findByLogin(db, 'investor'))!
      const own = await listPayments(db, { ...view, userId: user.id }, {})
      const held = own.items.filter(({ status }) => status === 'under_review')
      expect(held.map(({ id }) => id)).toEqual(items.map(({ payment }) => payment.id))
      expect(JSON.stringify(held)).not.toContain('takeover')
    },
  )

  it('shows every state on the first page of its list', { timeout: 180_000 }, async () => {
    const { db, clock } = await begun()
    const user = (await findByLogin(db, 'investor'))!
    const reader = { userId: user.id, now: clock.now(), language: 'en', timeZone: 'Europe/Vilnius' } as const

    const deposits = (await listDeposits(db, reader, {})).items
    const courses = deposits.map(({ status, term, canClose }) =>
      `${status} ${term} ${canClose ? 'closable' : ''}`.trim(),
    )
    expect(courses).toEqual(
      expect.arrayContaining([
        'in_progress 1',
        'in_progress 2 closable',
        'awaiting_completion 2 closable',
        'closed 2',
      ]),
    )
    const refills = (await listRefills(db, reader, {})).items
    expect(wordsOf(refills)).toEqual(['pending', 'rejected', 'timeout_expired', 'topped_up'])
    const payments = (await listPayments(db, reader, {})).items
    expect(wordsOf(payments)).toEqual(['completed', 'pending', 'rejected', 'under_review'])
    // The house's reasons are shown in the reader's language.
    const russian = { ...reader, language: 'ru' } as const
    for (const of of [reader, russian]) {
      const reasons = [...(await listRefills(db, of, {})).items, ...(await listPayments(db, of, {})).items]
        .flatMap(({ reason }) => reason ?? [])
        .filter(
          (reason) => /\p{Script=Cyrillic}/u.test(reason) === (of.language === 'ru') && reason.includes(' '),
        )
      expect(reasons).toHaveLength(2)
    }
    const operations = (await listOperations(db, reader, {})).items
    expect([...new Set(operations.map(({ type }) => type))].sort()).toEqual([...operationTypes].sort())

    expect(await notificationsOf(db, user.id)).toEqual({
      types: ['bonus', 'long_login', 'mailing', 'other', 'refill'],
      pictured: ['mailing'],
    })
    // With a picture and with visible markup.
    const stored = await db.select().from(notifications).where(isNotNull(notifications.image))
    const pictured = stored.map((row) => notificationView(row, 'en', 'http://127.0.0.1:4000'))
    expect(pictured.map(({ message }) => /<(p|strong|em|a)\b[^>]*>[^<]+<\/\1>/.test(message))).toEqual([true])
    // Each decision has its author.
    const operator = { now: clock.now(), language: 'en', timeZone: 'Europe/Vilnius' } as const
    const trail = (await listAudit(db, operator, {})).items
    const decided = trail.filter(({ action }) => action !== 'news.create')
    expect(trail.length - decided.length).toBe(6)
    expect(decided.map(({ actor, action }) => `${action} by ${actor}`)).toEqual([
      'payment.reject by operator',
      'correction.credit by operator',
      'payment.review by operator',
      'reward.take_back by operator',
      'refill.reject by operator',
      'inquiry.complete by operator',
      'payment.complete by operator',
      'payment.complete by operator',
    ])
    // Something waits in each queue of operators.
    const waiting = await queueCounts(db, clock.now())
    expect(waiting).toMatchObject({
      ...{ refills: 1, transfers: 2, verifications: 2, inquiries: 2, applications: 2 },
    })
    expect(waiting.payments).toBeGreaterThan(0)
    // No one can pay to the shown addresses.
    for (const { system, wallet } of refills) {
      expect(isAddress(system === 'btc' ? 'bitcoin' : system === 'eth' ? 'ethereum' : 'tron', wallet)).toBe(
        true,
      )
    }

    const balance = await balanceOf(db, user.id, clock.now())
    expect(Number(balance.balance)).toBeGreaterThanOrEqual(6000)
    for (const coin of ['BTC', 'ETH', 'TRX'])
      expect(Number(balance.currencies[coin]?.balance)).toBeGreaterThan(0)
    expect(await partnersOf(db, user.id)).toEqual([
      { level: 1, partners: 12 },
      { level: 2, partners: 20 },
      { level: 3, partners: 9 },
    ])
    expect(user).toMatchObject({ verification: 'none', rank: 'monarch', turnover: '50500' })
    // Some rewards are available, others are held, the first of those until tomorrow.
    const rewards = await db.select().from(heldRewards).where(eq(heldRewards.userId, user.id))
    expect(wordsOf(rewards)).toEqual(['held', 'released'])
    const { held } = await bonusOf(db, user.id)
    expect(held!.count).toBe(38)
    expect(held!.items[0]!.releasesAt).toBe('2026-03-11T09:00:00.000Z')
    const links = (await listLinks(db, {})).items
    expect(
      links.map(({ level, held, takenBack, shared }) => [
        level,
        held !== '0',
        takenBack !== null,
        shared.length,
      ]),
    ).toEqual([
      [1, true, false, 3],
      [1, false, true, 2],
    ])
    const requests = await db.select().from(inquiries).where(eq(inquiries.kind, 'message'))
    expect(wordsOf(requests)).toEqual(['done', 'open'])
    expect((await walletsOf(db, user.id)).map(({ system }) => system)).toEqual(['usdt-trc20'])
    expect(user.phoneConfirmedAt).not.toBeNull()
    expect(await passwords.verify(user.passwordHash!, 'Demo-investor-1')).toBe(true)
  })

  it('is the same each time for the same day, and begins only once', { timeout: 180_000 }, async () => {
    const [one, other] = [await emptyDatabase(), await emptyDatabase()]
    const clock = await begin(one, '2026-06-01')
    // Whatever the day of its start.
    const years = { now: () => new Date('2027-02-17T23:40:00.000Z') }
    await beginDemo(other, { realClock: years, demoDate: '2026-06-01', passwords })
    expect(clock.now()).toEqual(new Date('2026-06-01T23:40:00.000Z'))
    expect(clock.offsetDays).toBe(0)
    const first = await everything(one)
    expect(first.lines.length).toBeGreaterThan(1000)
    expect(await everything(other)).toEqual(first)

    const again = await begin(one, '2027-01-01')
    expect(again.now()).toEqual(clock.now())
    expect(await everything(one)).toEqual(first)
    await expect(refuseDemoData(one)).rejects.toThrow('DEMO=1')
  })

  it('is the same whatever the hour of its start', { timeout: 180_000 }, async () => {
    const [morning, evening] = [new Date('2026-03-10T05:10:00.000Z'), start]
    const early = await emptyDatabase()
    await beginDemo(early, { realClock: { now: () => morning }, demoDate: null, passwords })
    const { db: late } = await begun()
    // The early start has what the late one has up to the morning; the open top-up is requested at the start.
    const upTo = (column: string) => `${column} <= '${morning.toISOString()}'`
    const at = async (db: Db) => ({
      people: await rowsOf(
        db,
        'select id, login, inviter_id, rank, turnover, registered_at from users order by id',
      ),
      lines: await rowsOf(
        db,
        `select entry_id, n, account_id, amount, balance_after from ledger_lines where ${upTo('occurred_at')} order by occurred_at, entry_id, n`,
      ),
      refills: await rowsOf(db, "select * from refills where status <> 'pending' order by id"),
      payments: await rowsOf(db, 'select * from payments order by id'),
      rates: await rowsOf(db, 'select * from rates order by coin, at'),
      news: await rowsOf(db, 'select * from news order by id'),
      notified: await rowsOf(db, `select * from notifications where ${upTo('created_at')} order by id`),
      audit: await rowsOf(db, 'select * from audit_records order by id'),
    })
    const first = await at(early)
    expect(first.lines.length).toBeGreaterThan(1000)
    expect(await at(late)).toEqual(first)

    // At the evening, the morning's history equals the evening's.
    await runDueJobs(early, {
      now: evening,
      realNow: evening,
      newId: createIds({ now: () => evening }),
      demo: true,
    })
    const balances = 'select id, balance from ledger_accounts order by id'
    expect(await rowsOf(early, balances)).toEqual(await rowsOf(late, balances))
    const waiting = "select request_amount, system_id, created_at::text from refills where status = 'pending'"
    expect(await rowsOf(late, waiting)).toMatchObject([{ system_id: 'usdt-trc20' }])
  })

  it('can begin on a past day', { timeout: 180_000 }, async () => {
    const clock = await begin(await emptyDatabase(), '2025-11-01')
    expect(clock.now()).toEqual(new Date('2025-11-01T23:40:00.000Z'))
  })

  it('has everything that a visitor expects: news, vacancies, a company without false claims, coins that rose and fell', async () => {
    const { db, clock } = await begun()
    const now = clock.now()
    for (const language of ['ru', 'en'] as const) {
      const { items } = await listNews(db, { now, language }, {})
      expect(items.filter(({ top }) => top)).toHaveLength(1)
      expect(items).toHaveLength(6)
      const cyrillic = items.filter(({ title, summary }) => /\p{Script=Cyrillic}/u.test(title + summary))
      expect(cyrillic).toHaveLength(language === 'ru' ? 6 : 0)
    }
    const user = (await findByLogin(db, 'investor'))!
    const subscription = await subscriptionOf(db, { userId: user.id, now, language: 'en' })
    expect(subscription).toMatchObject({ optionId: 'day', status: 'expired' })
    const stored = new Map((await db.select().from(settings)).map(({ key, value }) => [key, value]))
    expect(stored.get('vacancies')).toHaveLength(3)
    expect(stored.get('company')).toMatchObject({ country: { en: 'Lithuania' }, licence: null, code: null })
    expect(stored.get('disclosures')).toMatchObject({ guarantee: null, insurance: null })
    expect(stored.get('contacts')).toHaveProperty('messenger.name')

    const systems = await listPaymentSystems(db, { now, isFree: false })
    expect(systems.map(({ id, network, payment }) => [id, network, payment.fee, payment.requires])).toEqual([
      ['usdt-trc20', 'TRC-20', '1', ['refill']],
      ['btc', 'Bitcoin', '0.0001', ['refill', 'deposit']],
      ['eth', 'Ethereum', '0.001', ['refill', 'deposit']],
      ['trx', 'TRON', '2', ['refill']],
    ])
    expect((await listPlans(db, { now, language: 'en' })).map(({ id }) => id)).toEqual([
      'breeze',
      'depth',
      'tsunami',
    ])
    const [today, yesterday] = [
      await ratesAt(db, now),
      await ratesAt(db, new Date(now.getTime() - 86_400_000)),
    ]
    const moves = [...today].map(([coin, rate]) => compare(rate, yesterday.get(coin)!))
    expect(moves.length).toBeGreaterThanOrEqual(12)
    expect(moves.filter((move) => move > 0).length).toBeGreaterThanOrEqual(5)
    expect(moves.filter((move) => move < 0).length).toBeGreaterThanOrEqual(5)
    // All exchangeable coins can be exchanged at any hour.
    expect((await freshRatesAt(db, now)).size).toBe(today.size)
    const exchangeable = await db.select().from(coins).where(eq(coins.exchangeable, true))
    expect(exchangeable.map(({ coin }) => coin).sort()).toEqual(['BTC', 'ETH', 'TRX', 'USDT'])
  })

  it('is never mixed with other accounts', async () => {
    const db = await emptyDatabase()
    await db.insert(users).values({ id: 'u1', login: 'marta', registeredAt: start })
    await expect(begin(db)).rejects.toThrow('DEMO=1 needs a database of its own')
    await refuseDemoData(db)
    expect(await db.$count(users)).toBe(1)
  })
})

const wordsOf = (items: { status: string }[]) => [...new Set(items.map(({ status }) => status))].sort()

/** Of the first page: the types, and which of them have a picture. At least two are unread. */
describe('the files of the demonstration', () => {
  it(
    'are put in the storage once, each as its row says, and documents have their numbers',
    { timeout: 180_000 },
    async () => {
      const { db, clock: productClock } = await begun()
      const { files, storage } = emptyStorage()
      const seal = createSeal(Buffer.alloc(32, 7))
      const services = { db, storage, seal, productClock }
      await placePapers(services)
      const rows = await db.select().from(storedFiles)
      expect(new Map([...files].map(([id, { length }]) => [id, length]))).toEqual(
        new Map(rows.map(({ id, bytes }) => [id, bytes])),
      )
      for (const { id, mediaType } of rows)
        expect(files.get(id)!.toString('latin1', 0, 8)).toMatch(
          mediaType === 'application/pdf' ? /^%PDF-1\.4/ : /^\x89PNG/,
        )
      const numbers = await db
        .select({ id: verifications.id, shown: verifications.documentNumberMasked })
        .from(verifications)
      for (const { id, shown } of numbers) {
        const number = await documentNumberOf(services, id)
        expect(maskedNumber(number)).toBe(shown)
      }
      // A second start writes nothing again, and what was erased stays so.
      files.delete('demo-resume-1')
      await db.update(storedFiles).set({ erasedAt: start }).where(eq(storedFiles.id, 'demo-resume-1'))
      const before = new Map(files)
      await placePapers(services)
      expect(files).toEqual(before)
    },
  )
})

async function notificationsOf(db: Db, userId: string) {
  const { rows } = await db.execute<{ type: string; image: string | null; read_at: string | null }>(
    sql`select type, image, read_at from notifications where user_id = ${userId} order by created_at desc limit 20`,
  )
  expect(rows.filter((row) => row.read_at === null).length).toBeGreaterThanOrEqual(2)
  return {
    types: [...new Set(rows.map(({ type }) => type))].sort(),
    pictured: rows.filter(({ image }) => image !== null).map(({ type }) => type),
  }
}

/** A storage in memory. */
function emptyStorage() {
  const files = new Map<string, Buffer>()
  const storage: FileStorage = {
    async write(id, pieces) {
      const kept: Uint8Array[] = []
      for await (const piece of pieces) kept.push(piece)
      const bytes = Buffer.concat(kept)
      files.set(id, bytes)
      return bytes.length
    },
    read: (id) => Promise.resolve(files.has(id) ? Readable.from([files.get(id)!]) : null),
    readSealed: () => Promise.resolve(null),
    writeSealed: () => Promise.reject(new Error('it takes no sealed bytes')),
    erase: (id) => Promise.resolve(void files.delete(id)),
    freeBytes: () => Promise.resolve(0),
  }
  return { files, storage }
}

async function partnersOf(db: Db, userId: string) {
  const { rows } = await db.execute(sql`
    with recursive tree as (
      select id, 0 as level from users where id = ${userId}
      union all select users.id, level + 1 from users join tree on users.inviter_id = tree.id
    )
    select level, count(*)::int as partners from tree join users using (id)
    where level > 0 and own_turnover > 0 group by level order by level`)
  return rows
}

const rowsOf = async (db: Db, query: string) => (await db.execute(sql.raw(query))).rows

/** The contents of a history, including ids; password hashes are salted and left out. */
async function everything(db: Db) {
  const all = (query: string) => rowsOf(db, query)
  return {
    users: await all('select id, login, inviter_id, rank, turnover from users order by id'),
    lines: await all(
      'select entry_id, n, account_id, amount, balance_after, occurred_at from ledger_lines order by seq',
    ),
    deposits: await all('select * from deposits order by id'),
    refills: await all('select * from refills order by id'),
    payments: await all('select * from payments order by id'),
    rates: await all('select * from rates order by coin, at'),
    notifications: await all('select * from notifications order by id'),
    audit: await all('select * from audit_records order by id'),
    wallets: await all('select * from wallets order by user_id, system_id'),
    inquiries: await all('select * from inquiries order by id'),
    verifications: await all('select * from verifications order by id'),
    files: await all('select * from stored_files order by id'),
    news: await all('select * from news order by id'),
    settings: await all("select key, value from settings where key <> 'demo.begun' order by key"),
    subscriptions: await all('select * from subscriptions order by id'),
  }
}
