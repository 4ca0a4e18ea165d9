import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase, testServers } from '../../tests/support/postgres'
import { type Db } from './connect'
import { placeholders, prepared } from './prepared'
import { together } from './together'

const counts = pgTable('counts', { name: text('name').primaryKey(), n: integer('n').notNull() })

describe.each(testServers)('on the %s PostgreSQL, a transaction', (server) => {
  let database: TestDatabase
  let db: Db
  beforeAll(async () => {
    database = await testDatabase({ server })
    db = database.db
    await db.execute(sql`create table counts (name text primary key, n int not null check (n >= 0))`)
  })
  afterAll(() => database.drop())

  const countOf = async (name: string) =>
    (await db.select({ n: counts.n }).from(counts).where(eq(counts.name, name)))[0]?.n
  const add = async (tx: Db, name: string, n = 1) => {
    await tx.insert(counts).values({ name, n })
  }

  it('sends in one write what is issued together, a savepoint in front of it', async () => {
    let writes = 0
    await db.transaction(async (tx) => {
      const { client } = (tx as unknown as { session: { client: pg.PoolClient } }).session
      const { stream } = client.connection as unknown as { stream: Record<'_write' | '_writev', () => void> }
      const kept = { _write: stream._write, _writev: stream._writev }
      for (const name of ['_write', '_writev'] as const)
        stream[name] = function (this: unknown, ...given: []) {
          writes += 1
          return kept[name].apply(this as never, given)
        }
      await tx.transaction((inner) => together([add(inner, 'one'), add(inner, 'two'), add(inner, 'three')]))
      const ofThree = writes
      await add(tx, 'four') // with the end of the savepoint
      Object.assign(stream, kept)
      expect([ofThree, writes]).toEqual([1, 2])
    })
    expect(await countOf('four')).toBe(1)
  })

  it('sees behind a lock what the lock has waited for', async () => {
    await add(db, 'waited for')
    let isLocked = () => {}
    const locked = new Promise<void>((resolve) => (isLocked = resolve))
    let mayEnd = () => {}
    const end = new Promise<void>((resolve) => (mayEnd = resolve))
    const row = eq(counts.name, 'waited for')
    const first = db.transaction(async (tx) => {
      await tx.update(counts).set({ n: 2 }).where(row)
      isLocked()
      await end
    })
    await locked
    const second = db.transaction((tx) =>
      together([
        tx.select().from(counts).where(row).for('update').execute(),
        tx.execute<{ n: number }>(sql`select n from counts where name = 'waited for'`).execute(),
      ]),
    )
    const isWaiting = async () =>
      (await db.execute(sql`select from pg_locks where not granted`)).rows.length > 0
    await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
    mayEnd()
    await first
    expect((await second)[1].rows).toEqual([{ n: 2 }])
  })

  it('goes on after a savepoint whose statements failed together, without their effect', async () => {
    await db.transaction(async (tx) => {
      await add(tx, 'before')
      const failing = tx.transaction((inner) =>
        together([add(inner, 'undone'), add(inner, 'negative', -1), add(inner, 'behind it')]),
      )
      await expect(failing).rejects.toThrow()
      await add(tx, 'after')
    })
    expect(await Promise.all(['before', 'undone', 'behind it', 'after'].map(countOf))).toEqual([
      1,
      undefined,
      undefined,
      1,
    ])
  })

  it('is rolled back behind the last statement of every branch', async () => {
    let goOn = () => {}
    const later = new Promise<void>((resolve) => (goOn = resolve))
    const failing = db.transaction((tx) =>
      together([
        add(tx, 'negative', -1).finally(goOn),
        (async () => {
          await later
          await new Promise(setImmediate)
          await add(tx, 'straggler')
        })(),
      ]),
    )
    await expect(failing).rejects.toThrow(/negative|insert/)
    expect(await countOf('straggler')).toBeUndefined()
  })

  it('that loses its connection at a savepoint fails with what comes next', async () => {
    const lost = db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await db.execute(sql`select pg_terminate_backend(${rows[0]!.pid})`)
      await tx.transaction((inner) => add(inner, 'never'))
    })
    await expect(lost).rejects.toThrow()
    expect(await countOf('never')).toBeUndefined()
  })

  it('runs a prepared statement on its own connection', async () => {
    const insert = prepared('insert_count', (on) => on.insert(counts).values(placeholders('name', 'n')))
    const undone = db.transaction(async (tx) => {
      await insert(tx).execute({ name: 'undone', n: 1 })
      await insert(tx).execute({ name: 'undone too', n: 1 })
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    await Promise.all(
      ['a', 'b', 'c'].map((name) => db.transaction((tx) => insert(tx).execute({ name, n: 2 }))),
    )
    await insert(db).execute({ name: 'd', n: 2 })
    expect(await Promise.all(['undone', 'undone too', 'a', 'b', 'c', 'd'].map(countOf))).toEqual([
      undefined,
      undefined,
      2,
      2,
      2,
      2,
    ])
  })
})
