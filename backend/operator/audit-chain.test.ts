import { readFileSync, readdirSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { after } from '../../tests/support/funds'
import { hire, operatorContextOf } from '../../tests/support/operator-context'
import { type TestDatabase, serversFor, testDatabase } from '../../tests/support/postgres'
import { locks } from '../db/locks'
import { recordAudit } from './audit'
import { checkAuditChain, isInChain } from './audit-chain'

let database: TestDatabase
let operatorId: string

describe.each(serversFor('audit-chain'))("the audit trail's chain on the %s PostgreSQL", (server) => {
  beforeEach(async () => {
    database = await testDatabase({ server })
    operatorId = await hire(database.db, 'Ann')
  })
  afterEach(() => database.drop())

  const decide = (id: string, days = 0) =>
    database.db.transaction((tx) =>
      recordAudit(tx, operatorContextOf(operatorId, after(days)), {
        ...{ verb: 'review', kind: 'payment', id, reason: 'Größe – ждём' },
        ...{
          before: { status: 'pending', since: after(0) },
          after: { status: 'under_review', since: after(0) },
        },
      }),
    )
  const check = () => checkAuditChain(database.db)
  const recordOf = async (subject: string) => {
    const found = await database.pool.query<{ id: string }>(
      'select id from audit_records where subject_id = $1',
      [subject],
    )
    return found.rows[0]!.id
  }
  /** As somebody who owns the database can: without its triggers. */
  const tamper = async (...statements: string[]) => {
    const client = await database.pool.connect()
    try {
      for (const statement of ["set session_replication_role = 'replica'", ...statements])
        await client.query(statement)
    } finally {
      client.release(true)
    }
  }

  test('is empty before the first record', async () => {
    expect(await check()).toEqual({ checked: 0, head: null, broken: null })
  })

  test('has no gap and no fork when many decide at once, and nothing of what was rolled back', async () => {
    const undone = database.db.transaction(async (tx) => {
      await recordAudit(tx, operatorContextOf(operatorId), { verb: 'look', kind: 'document', id: 'never' })
      throw new Error('undone')
    })
    const made = await Promise.allSettled([
      undone,
      ...Array.from({ length: 40 }, (_, n) => decide(`p${n}`, n % 3)),
    ])
    expect(made.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    const { checked, head, broken } = await check()
    expect([checked, head?.position, broken]).toEqual([40, 40, null])
    expect(head?.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('takes several records of one transaction in their order', async () => {
    await database.db.transaction(async (tx) => {
      for (const id of ['first', 'second', 'third'])
        await recordAudit(tx, operatorContextOf(operatorId), { verb: 'look', kind: 'document', id })
    })
    const { rows } = await database.pool.query<{ subject_id: string }>(
      'select subject_id from audit_chain join audit_records on id = record_id order by position',
    )
    expect(rows.map(({ subject_id }) => subject_id)).toEqual(['first', 'second', 'third'])
  })

  test('holds no lock before the commit: a decision that takes its time keeps nobody waiting', async () => {
    await database.db.transaction(async (slow) => {
      await recordAudit(slow, operatorContextOf(operatorId), { verb: 'look', kind: 'document', id: 'slow' })
      await decide('quick')
    })
    const { rows } = await database.pool.query<{ subject_id: string }>(
      'select subject_id from audit_chain join audit_records on id = record_id order by position',
    )
    expect(rows.map(({ subject_id }) => subject_id)).toEqual(['quick', 'slow'])
    expect((await check()).broken).toBeNull()
  })

  test.each([
    ["update audit_records set reason = 'Another.' where subject_id = 'p2'"],
    ['update audit_records set after = \'{"status": "completed"}\' where subject_id = \'p2\''],
    ["update audit_records set before = null where subject_id = 'p2'"],
    ["update audit_records set actor_id = null where subject_id = 'p2'"],
    ["update audit_records set created_at = created_at + interval '1 millisecond' where subject_id = 'p2'"],
    ["update audit_records set address = '192.0.2.1' where subject_id = 'p2'"],
    ["update audit_chain set hash = repeat('0', 64) where position = 2"],
  ])('reports a record that was changed: %s', async (statement) => {
    for (const id of ['p1', 'p2', 'p3']) await decide(id)
    await tamper(statement)
    expect(await check()).toMatchObject({
      checked: 1,
      broken: { why: 'changed', position: 2, recordId: await recordOf('p2') },
    })
  })

  test('reports a record that was removed, with its link and without it', async () => {
    for (const id of ['p1', 'p2', 'p3']) await decide(id)
    const recordId = await recordOf('p2')
    await tamper(`delete from audit_records where id = '${recordId}'`)
    expect((await check()).broken).toEqual({ why: 'missing', position: 2, recordId })
    await tamper('delete from audit_chain where position = 2')
    expect((await check()).broken).toEqual({ why: 'missing', position: 2, recordId: null })
    // Closing the gap breaks the hash, which is over the position and the hash before it.
    await tamper('update audit_chain set position = 2 where position = 3')
    expect((await check()).broken).toMatchObject({ why: 'changed', position: 2 })
  })

  test('reports a record that was written past the trigger', async () => {
    await decide('p1')
    await tamper(
      "insert into audit_records (id, action, created_at) values ('x', 'payment.complete', '2026-01-01Z')",
    )
    expect((await check()).broken).toEqual({ why: 'unchained', position: null, recordId: 'x' })
  })

  test('no longer has a head from before its end was cut off', async () => {
    for (const id of ['p1', 'p2']) await decide(id)
    const { head } = await check()
    expect(await isInChain(database.db, head!)).toBe(true)
    await tamper(
      'delete from audit_chain where position = 2',
      "delete from audit_records where subject_id = 'p2'",
    )
    expect(await check()).toMatchObject({ checked: 1, broken: null })
    expect(await isInChain(database.db, head!)).toBe(false)
    await decide('p2')
    expect(await isInChain(database.db, head!)).toBe(false)
  })

  test.each(["update audit_chain set hash = ''", 'delete from audit_chain', 'truncate audit_chain'])(
    "can't be changed: %s",
    async (statement) => {
      await decide('p1')
      await expect(database.pool.query(statement)).rejects.toThrow('audit_chain is append-only')
    },
  )
})

test('the trigger takes the lock of the list', () => {
  const folder = new URL('../db/migrations/', import.meta.url)
  const name = readdirSync(folder).find((file) => file.endsWith('_audit_chain.sql'))!
  expect(readFileSync(new URL(name, folder), 'utf8')).toContain(`pg_advisory_xact_lock(${locks.auditChain})`)
})
