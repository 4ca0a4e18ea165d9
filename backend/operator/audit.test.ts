import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorContextOf, hire, trailOf } from '../../tests/support/operator-context'
import { after, firstDay } from '../../tests/support/funds'
import { type TestDatabase, testDatabase, serversFor } from '../../tests/support/postgres'
import { type OperatorView, listAudit, recordAudit } from './audit'

let database: TestDatabase
let ann: string
let bob: string

describe.each(serversFor('audit'))('the audit trail of decisions on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
    ann = await hire(database.db, 'Ann')
    bob = await hire(database.db, 'bob')
    const { db } = database
    await recordAudit(db, operatorContextOf(ann), { verb: 'complete', kind: 'payment', id: 'p1' })
    const rejected = {
      ...({ verb: 'reject', kind: 'refill', id: 'r1', reason: 'Nothing arrived.' } as const),
      ...{ before: { status: 'pending', amount: '5' }, after: { status: 'rejected', amount: '5' } },
    }
    const origin = { address: '192.0.2.7', device: 'Firefox' }
    await recordAudit(db, { ...operatorContextOf(bob, after(1)), origin }, rejected)
    await recordAudit(
      db,
      { ...operatorContextOf(ann, after(2)), operatorId: null },
      { verb: 'hire', kind: 'user', id: 'u1' },
    )
  })
  afterAll(() => database.drop())

  const reader: OperatorView = { now: firstDay, language: 'en', timeZone: 'Europe/Vilnius' }
  const actions = async (query: Parameters<typeof listAudit>[2]) =>
    (await listAudit(database.db, reader, query)).items.map(({ action }) => action)

  test('has who decided what and why, newest first', async () => {
    const { items, total } = await listAudit(database.db, reader, {})
    expect(total).toBe(3)
    expect(items.map(({ actor, action, subject, reason }) => [actor, action, subject, reason])).toEqual([
      [null, 'user.hire', { kind: 'user', id: 'u1' }, null],
      ['bob', 'refill.reject', { kind: 'refill', id: 'r1' }, 'Nothing arrived.'],
      ['Ann', 'payment.complete', { kind: 'payment', id: 'p1' }, null],
    ])
    expect(items[1]?.createdAt).toBe(after(1).toISOString())
  })

  test('has from where it was decided, and what was changed', async () => {
    const { items } = await listAudit(database.db, reader, {})
    expect(items.map(({ origin, changes }) => [origin, changes])).toEqual([
      [null, []],
      [
        { address: '192.0.2.7', device: 'Firefox' },
        [{ field: 'status', before: 'pending', after: 'rejected' }],
      ],
      [null, []],
    ])
  })

  test('can be searched by actor, day and text', async () => {
    expect(await actions({ actor: 'ANN' })).toEqual(['payment.complete'])
    expect(await actions({ kind: 'user' })).toEqual(['user.hire'])
    expect(await actions({ search: 'arrived' })).toEqual(['refill.reject'])
    expect(await actions({ search: 'p1' })).toEqual(['payment.complete'])
    expect(await actions({ from: '2026-01-02', to: '2026-01-02' })).toEqual(['refill.reject'])
    expect(await actions({ sortDir: 'asc', limit: 1, page: 2 })).toEqual(['refill.reject'])
  })

  test.each([
    "update audit_records set reason = 'another' where subject_id = 'r1'",
    "delete from audit_records where subject_id = 'r1'",
    'truncate audit_records cascade',
  ])("can't be changed: %s", async (statement) => {
    const before = await trailOf(database.db)
    await expect(database.pool.query(statement)).rejects.toThrow('audit_records is append-only')
    expect(await trailOf(database.db)).toEqual(before)
  })

  test('is rolled back with its decision', async () => {
    const before = await trailOf(database.db)
    const undone = database.db.transaction(async (tx) => {
      await recordAudit(tx, operatorContextOf(ann), { verb: 'suspend', kind: 'user', id: 'u2' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await trailOf(database.db)).toEqual(before)
  })

  test('says a reason of the house in the reader’s language', async () => {
    const record = { verb: 'reject', kind: 'refill', id: 'r9', reason: 'sender_not_accepted' } as const
    await recordAudit(database.db, operatorContextOf(ann, after(9)), record)
    const reasons = async (language: OperatorView['language']) =>
      (await listAudit(database.db, { ...reader, language }, { search: 'r9' })).items.map(
        ({ reason }) => reason,
      )
    expect(await reasons('ru')).toEqual([expect.stringContaining('Перевод пришёл')])
    expect(await reasons('en')).toEqual([expect.stringContaining('Arrived from an address')])
    // It is found by its words in either language, whichever the reader's is.
    for (const search of ['ПЕРЕВОД ПРИШЁЛ С АДРЕСА', 'from an address that'])
      expect(await actions({ search }), search).toEqual(['refill.reject'])
    expect(await actions({ search: 'charged twice' })).toEqual([])
  })
})
