import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase, testServers } from '../../tests/support/postgres'
import { openPool } from '../db/connect'
import { locks } from '../db/locks'
import { runAlone, runInTurn } from './run-alone'

let database: TestDatabase

/** A gate at which a run waits until the test opens it. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

describe.each(testServers)('one runner at a time on the %s PostgreSQL', (server) => {
  beforeAll(async () => {
    database = await testDatabase({ server })
  })
  afterAll(() => database.drop())

  test('a second one gives up, or waits for its turn', async () => {
    const { db } = database
    const course: string[] = []
    const first = gate()
    const begun = gate()
    const running = runAlone(db, locks.jobs, async () => {
      course.push('first begins')
      begun.open()
      await first.opened
      course.push('first ends')
    })
    await begun.opened
    expect(await runAlone(db, locks.jobs, () => Promise.reject(new Error('ran beside another')))).toBe(false)
    // More waiting runners than the pool has connections: none of them holds one while it waits.
    const waiting = Array.from({ length: 30 }, (_, n) =>
      runInTurn(db, locks.jobs, () => {
        course.push(`waiting ${n}`)
        return Promise.resolve()
      }),
    )
    expect(await db.execute('select 1')).toMatchObject({ rowCount: 1 })
    first.open()
    expect(await running).toBe(true)
    await Promise.all(waiting)
    expect(course.slice(0, 2)).toEqual(['first begins', 'first ends'])
    expect(course).toHaveLength(32)
  })

  test('a run that takes longer than a transaction may be idle keeps its lock', async () => {
    const strict = openPool(
      { connectionString: database.url, idle_in_transaction_session_timeout: 2_000, max: 1 },
      { ...console, debug() {} },
    )
    const { db } = database
    const ran = await runAlone(
      strict.db,
      locks.jobs,
      async () => {
        await db.execute('select pg_sleep(3)')
        expect(await runAlone(db, locks.jobs, () => Promise.resolve())).toBe(false)
      },
      100,
    )
    expect(ran).toBe(true)
    await strict.end()
  })

  test('a failed runner lets the next one run', async () => {
    const broken = runAlone(database.db, locks.jobs, () => Promise.reject(new Error('killed half-way')))
    await expect(broken).rejects.toThrow('killed half-way')
    expect(await runAlone(database.db, locks.jobs, () => Promise.resolve())).toBe(true)
  })
})
