import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '~/contract'
import { operatorContextOf, hire } from '../../tests/support/operator-context'
import { after, at, firstDay, join, newId, openCompany, topUp, wallets } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { inquiries } from '../db/schema/operator'
import { storedFiles, verifications } from '../db/schema/people'
import { users } from '../db/schema/users'
import { openDeposit } from '../funds/deposits'
import { cancelPayment } from '../funds/payment-decisions'
import { listPayments } from '../funds/payment-list'
import { requestPayment } from '../funds/payments'
import { requestRefill } from '../funds/refills'
import { buySubscription } from '../funds/subscriptions'
import { type OperatorView } from './audit'
import { listAllDeposits } from './deposits'
import { listInquiries } from './inquiries'
import { decidePayment, listAllPayments } from './payments'
import { listAllRefills } from './refills'
import { queueCounts } from './today/waiting'
import { decideUser, listUsers } from './users'
import { listVerifications } from './verifications'

let database: TestDatabase
let operatorId: string
const ids = { ann: '', bob: '', early: '', late: '', deposit: '', waiting: '' }
const reader: OperatorView = { now: after(5), language: 'en', timeZone: 'Europe/Vilnius' }

describe.each(serversFor('lists'))('the operator’s lists on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    const { db } = database
    await openCompany(db)
    operatorId = await hire(db, 'olga')
    ids.ann = await join(db)
    ids.bob = await join(db, ids.ann)
    for (const [id, login] of [
      [ids.ann, 'ann'],
      [ids.bob, 'bob'],
    ] as const) {
      await db
        .update(users)
        .set({ login, email: `${login}@example.org` })
        .where(eq(users.id, id))
      await topUp(db, { userId: id, amount: '1000' })
    }
    // 22:30 in UTC is the next day in Vilnius.
    ids.early = await withdrawal(ids.ann, '100', new Date('2026-01-02T22:30:00.000Z'))
    ids.late = await withdrawal(ids.bob, '40', after(4))
    await database.db.transaction(async (tx) => {
      const opening = { userId: ids.bob, planId: 'breeze', currency: 'USDT', amount: '300' }
      ids.deposit = (await openDeposit(tx, at(after(1)), opening)).id
      await buySubscription(tx, at(after(1)), { userId: ids.bob, optionId: 'month' })
      const request = { userId: ids.ann, systemId: 'trx', amount: '500' }
      ids.waiting = (await requestRefill(tx, at(after(5, -60_000)), request)).id
    })
  })
  afterAll(() => database.drop())

  const withdrawal = (userId: string, amount: string, now: Date) =>
    database.db.transaction(async (tx) => {
      const request = { userId, systemId: 'usdt-trc20', amount, wallet: wallets['usdt-trc20'] }
      return (await requestPayment(tx, at(now), request)).id
    })
  const idsOf = (found: { items: { id: string }[] }) => found.items.map(({ id }) => id)

  test('withdrawals of all investors have their owners, and are found by login, day, state and amount', async () => {
    const list = async (query: Parameters<typeof listAllPayments>[2]) =>
      contract.operator.payments.output.encode(await listAllPayments(database.db, reader, query))
    const all = await list({})
    expect(all.items.map(({ owner }) => owner)).toEqual([
      { id: ids.bob, login: 'bob' },
      { id: ids.ann, login: 'ann' },
    ])
    expect(idsOf(await list({ search: 'ANN' }))).toEqual([ids.early])
    expect(idsOf(await list({ search: 'an' }))).toEqual([ids.early])
    expect(idsOf(await list({ search: 'nn' }))).toEqual([])
    expect(await list({ search: wallets['usdt-trc20'].slice(0, 12) })).toMatchObject({ total: 2 })
    expect(await list({ search: '%' })).toMatchObject({ total: 0 })
    expect(idsOf(await list({ search: ids.late }))).toEqual([ids.late])
    expect(idsOf(await list({ from: '2026-01-03', to: '2026-01-03' }))).toEqual([ids.early])
    expect(idsOf(await list({ to: '2026-01-02' }))).toEqual([])
    expect(idsOf(await list({ sort: 'amount' }))).toEqual([ids.late, ids.early])
    expect(idsOf(await list({ status: 'completed' }))).toEqual([])
    expect(await list({ limit: 1, page: 2 })).toMatchObject({ total: 2, page: 2, items: [{ id: ids.early }] })
  })

  test('a login does not match an investor’s own search', async () => {
    const found = await listPayments(database.db, { userId: ids.ann, language: 'en' }, { search: 'ann' })
    expect(found.total).toBe(0)
  })

  test('a transfer is found by its hash, and the actor of a cancellation is shown', async () => {
    const { db } = database
    const [paid, taken] = [
      await withdrawal(ids.bob, '30', after(3)),
      await withdrawal(ids.bob, '31', after(3)),
    ]
    await db.transaction(async (tx) => {
      const complete = { id: paid, decision: 'complete', transactionHash: 'ffee0102' } as const
      await decidePayment(tx, operatorContextOf(operatorId, after(3)), complete)
      await cancelPayment(tx, at(after(3)), { paymentId: taken, userId: ids.bob })
    })
    expect(idsOf(await listAllPayments(db, reader, { search: 'FFEE01' }))).toEqual([paid])
    const [cancelled] = (await listAllPayments(db, reader, { search: taken })).items
    expect(cancelled).toMatchObject({ status: 'rejected', reason: 'Cancelled by the investor' })
  })

  test('top-ups of all investors: an expired one is shown as expired', async () => {
    const list = async (query: Parameters<typeof listAllRefills>[2], now = reader.now) =>
      contract.operator.refills.output.encode(await listAllRefills(database.db, { ...reader, now }, query))
    expect(idsOf(await list({ status: 'pending' }))).toEqual([ids.waiting])
    expect(idsOf(await list({ status: 'timeout_expired' }, after(6)))).toEqual([ids.waiting])
    expect((await list({ search: 'bob' })).items.map(({ owner }) => owner.login)).toEqual(['bob'])
    expect((await list({ status: 'topped_up', to: '2026-01-01' })).total).toBe(2)
  })

  test('deposits of all investors', async () => {
    const list = async (query: Parameters<typeof listAllDeposits>[2]) =>
      contract.operator.deposits.output.encode(await listAllDeposits(database.db, reader, query))
    expect((await list({ search: 'bob' })).items).toMatchObject([
      { id: ids.deposit, owner: { id: ids.bob, login: 'bob' }, amount: '300' },
    ])
    expect((await list({ search: 'ann' })).total).toBe(0)
    expect((await list({ status: 'closed' })).total).toBe(0)
  })

  test('users, with their inviter, their subscription and whether they are suspended', async () => {
    const list = async (query: Parameters<typeof listUsers>[2]) =>
      contract.operator.users.output.encode(await listUsers(database.db, reader, query))
    const logins = async (query: Parameters<typeof listUsers>[2]) =>
      (await list(query)).items.map(({ login }) => login)
    expect(await logins({ sort: 'login' })).toEqual(['ann', 'bob', 'olga'])
    expect(await logins({ search: 'BOB@' })).toEqual(['bob'])
    const [bob] = (await list({ search: 'bob' })).items
    expect(bob).toMatchObject({ inviter: 'ann', suspended: null, role: 'investor' })
    expect(bob?.subscription).toMatchObject({ optionId: 'month', title: 'Month', status: 'active' })

    const suspension = { id: ids.ann, decision: 'suspend', reason: 'Asked for.' } as const
    await database.db.transaction((tx) => decideUser(tx, operatorContextOf(operatorId), suspension))
    expect(await logins({ suspended: 'true' })).toEqual(['ann'])
    expect(await logins({ suspended: 'false', sort: 'login' })).toEqual(['bob', 'olga'])
  })

  test('all users and deposits are counted to a thousand, and found by how a login begins', async () => {
    const { db } = database
    const before = { users: (await listUsers(db, reader, {})).total!, deposits: 1 }
    const many = (from: number, to: number) =>
      db.execute(sql`
        with made as (
          insert into users (id, login, email, phone, registered_at)
          select 'crowd-' || n, 'Crowd-' || n, 'crowd-' || n || '@example.org', '+3707' || (1000000 + n),
            ${firstDay.toISOString()}::timestamptz + n * interval '1 second'
          from generate_series(${from}::int, ${to}::int) as n returning id, registered_at
        )
        insert into deposits (id, user_id, plan_id, tariff, plan_title, currency, amount, min, worth_usdt, daily_percent,
          term_days, extension_days, extension_multiplier, started_at)
        select 'deposit-' || made.id, made.id, plans.id, tariff, title, 'USDT', 100, 100, 100, daily_percent, term_days,
          extension_days, extension_multiplier, registered_at from made, plans where plans.id = 'breeze'`)
    const deposits = (query: Parameters<typeof listAllDeposits>[2]) => listAllDeposits(db, reader, query)
    const people = (query: Parameters<typeof listUsers>[2]) => listUsers(db, reader, query)
    await many(1, 1_000 - before.users)
    expect(await people({})).toMatchObject({ total: 1_000 })
    await many(1_001 - before.users, 2_500)
    expect(await people({})).toMatchObject({ total: null, moreThan: 1_000 })
    expect(await deposits({})).toMatchObject({ total: null, moreThan: 1_000 })
    expect((await deposits({ page: 125 })).items).toHaveLength(20)
    expect(await deposits({ status: 'closed' })).toMatchObject({ total: 0 })

    const named = (kind: string, from: number, to: number) =>
      Array.from({ length: from - to + 1 }, (_, at) => `${kind}${from - at}`)
    // Of more owners than are each looked up, and of fewer.
    for (const [search, newest] of [
      ['CROWD', 2_500],
      ['crowd-1', 1_999],
    ] as const) {
      expect(idsOf(await deposits({ search })), search).toEqual(named('deposit-crowd-', newest, newest - 19))
      expect(await deposits({ search }), search).toMatchObject({ total: null, moreThan: 200 })
      expect(idsOf(await people({ search })), search).toEqual(named('crowd-', newest, newest - 19))
    }
    expect(idsOf(await deposits({ search: 'crowd-1', page: 30 }))).toEqual(
      named('deposit-crowd-', 1_419, 1_400),
    )
    expect(await deposits({ search: 'deposit-crowd-77' })).toMatchObject({ total: 1 })
    expect(await deposits({ search: 'rowd' })).toMatchObject({ total: 0 })
    expect(idsOf(await people({ search: 'crowd-77@' }))).toEqual(['crowd-77'])
    expect(idsOf(await people({ search: '+370 7 1000 077' }))).toEqual(['crowd-77'])
    expect(idsOf(await people({ search: 'crowd-2499', suspended: 'false' }))).toEqual(['crowd-2499'])
    await db.execute(sql`delete from deposits where id like 'deposit-crowd-%'`)
    await db.execute(sql`delete from users where id like 'crowd-%'`)
  })

  test('documents as submitted, with the files that are still stored', async () => {
    const { db } = database
    const id = newId()
    await db.insert(verifications).values({
      id,
      userId: ids.bob,
      fullName: 'Robert Rannik',
      birthDate: '1990-02-03',
      maritalStatus: 'married',
      documentNumberMasked: '••••4321',
      submittedAt: firstDay,
    })
    const file = { owner: 'verification', ownerId: id, mediaType: 'image/png', bytes: 3 } as const
    const kept = { storedAt: firstDay, eraseAfter: after(365) }
    await db.insert(storedFiles).values([
      { ...file, ...kept, id: newId(), field: 'photoDocument' },
      { ...file, ...kept, id: newId(), field: 'photoLogin', erasedAt: after(2) },
    ])
    const list = async (query: Parameters<typeof listVerifications>[1]) =>
      contract.operator.verifications.output.encode(await listVerifications(db, query))
    expect((await list({ status: 'in_process', search: 'rannik' })).items).toMatchObject([
      {
        id,
        owner: { login: 'bob' },
        status: 'in_process',
        person: { fullName: 'Robert Rannik', maritalStatus: 'married' },
        documentNumberMasked: '••••4321',
        documents: [{ field: 'photoDocument', mediaType: 'image/png' }],
      },
    ])
    expect((await list({ status: 'successful' })).total).toBe(0)
  })

  test('inquiries, with the investor who sent them, if known', async () => {
    const { db } = database
    const said = { id: newId(), kind: 'message', email: 'kai@example.org', message: 'When?' } as const
    const request = { id: newId(), kind: 'deletion', userId: ids.bob } as const
    await db.insert(inquiries).values([
      { ...said, createdAt: firstDay },
      { ...request, createdAt: after(1) },
      { id: newId(), kind: 'application', vacancyId: 'lawyer', name: 'When', createdAt: after(1) },
    ])
    const list = async (query: Parameters<typeof listInquiries>[1]) =>
      contract.operator.inquiries.output.encode(await listInquiries(db, query))
    expect((await list({})).items.map(({ kind, owner }) => [kind, owner])).toEqual([
      ['deletion', { id: ids.bob, login: 'bob' }],
      ['message', null],
    ])
    expect(idsOf(await list({ kind: 'message' }))).toEqual([said.id])
    expect(idsOf(await list({ search: 'when' }))).toEqual([said.id])
    // By whole words, in any order and case, and by the beginning of an e-mail.
    expect(idsOf(await list({ search: 'KAI@exam' }))).toEqual([said.id])
    expect(idsOf(await list({ search: 'whe' }))).toEqual([])
    expect(idsOf(await list({ search: '&|!:*()' }))).toEqual([])
    const russian = {
      id: newId(),
      kind: 'message',
      name: 'Марина',
      message: '«Когда» придёт доход?',
    } as const
    await db.insert(inquiries).values({ ...russian, createdAt: after(2) })
    for (const search of ['когда', 'доход МАРИНА', '«Когда»', "доход'; --"])
      expect(idsOf(await list({ search })), search).toEqual([russian.id])
    await db.delete(inquiries).where(eq(inquiries.id, russian.id))
    expect(idsOf(await list({ status: 'done' }))).toEqual([])
  })

  test('nothing is counted past a thousand, and no search past two hundred; both are in the order of the list', async () => {
    const { db } = database
    const many = (from: number, to: number) =>
      db.execute(sql`
        insert into inquiries (id, kind, email, name, phone, message, created_at)
        select 'many-' || n, 'message', 'fog-' || n || '@example.org', 'Kai ' || n, '+3706' || (1000000 + n), 'Fog.',
          ${firstDay.toISOString()}::timestamptz + n * interval '1 minute'
        from generate_series(${from}::int, ${to}::int) as n`)
    const list = (query: Parameters<typeof listInquiries>[1]) => listInquiries(db, query)
    const before = (await list({})).total!
    const last = 1_000 - before
    await many(1, last)
    expect(await list({})).toMatchObject({ total: 1_000 })
    expect(await queueCounts(db, after(5))).toMatchObject({ inquiries: 1_000 })
    await many(last + 1, last + 1)
    expect(await list({})).toMatchObject({ total: null, moreThan: 1_000 })
    expect(await queueCounts(db, after(5))).toMatchObject({ inquiries: 1_000 })
    expect((await list({ page: 51 })).items).toHaveLength(1)

    const named = (from: number, to: number) =>
      Array.from({ length: Math.abs(to - from) + 1 }, (_, at) => `many-${from + Math.sign(to - from) * at}`)
    for (const search of ['fog', 'FOG-', '+370 6']) {
      const found = await list({ search, sort: 'createdAt', sortDir: 'desc' })
      expect(found, search).toMatchObject({ total: null, moreThan: 200, page: 1 })
      expect(idsOf(found), search).toEqual(named(last + 1, last - 18))
      const thirteenth = { search, sort: 'createdAt', sortDir: 'asc', page: 13 } as const
      expect(idsOf(await list(thirteenth)), search).toEqual(named(241, 260))
    }
    expect(await list({ search: 'fog 77' })).toMatchObject({ total: 1, items: [{ id: 'many-77' }] })
    expect(await list({ search: 'Fog-77@example.org' })).toMatchObject({ total: 1 })
    expect(await list({ search: '+370 (6) 10-000-77' })).toMatchObject({
      total: 1,
      items: [{ id: 'many-77' }],
    })
    expect(await list({ search: 'example.org' })).toMatchObject({ total: 0 })
    expect(await list({ search: 'fog', page: 60 })).toMatchObject({ items: [] })
    await db.execute(
      sql`delete from inquiries where id like 'many-%' and id not in (select id from inquiries where id like 'many-%' limit 200)`,
    )
    expect((await list({ search: 'fog' })).total).toBe(200)
  })
})
