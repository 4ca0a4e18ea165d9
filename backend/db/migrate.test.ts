import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder, testDatabase, testServers } from '../../tests/support/postgres'
import { migrate } from './migrate'

describe.each(testServers)('on the %s PostgreSQL', (server) => {
  test('backends that start at once on a database migrate it once, and a later start changes nothing', async () => {
    const { pool, drop } = await testDatabase({ server })
    onTestFinished(drop)
    const folder = migrations(
      'create table made_once (n int); --> statement-breakpoint insert into made_once values (1);',
    )

    await Promise.all([migrate(pool, folder), migrate(pool, folder), migrate(pool, folder)])
    await migrate(pool, folder)

    expect((await pool.query('select n from made_once')).rows).toEqual([{ n: 1 }])
  })

  test('a failed migration is reported, rolled back completely, and releases the lock', async () => {
    const { pool, drop } = await testDatabase({ server })
    onTestFinished(drop)
    const broken = migrations(
      'create table half (n int); --> statement-breakpoint select no_such_function();',
    )

    await expect(migrate(pool, broken)).rejects.toThrow()
    expect((await pool.query(`select to_regclass('half') as half`)).rows).toEqual([{ half: null }])

    await migrate(pool, migrations('create table half (n int);'))
    expect((await pool.query('select n from half')).rows).toEqual([])
  })
})

/** A folder with one migration, as drizzle-kit writes it, later than those of the product. */
function migrations(sql: string): string {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const entry = { idx: 0, version: '7', when: Date.UTC(2999, 0, 1), tag: '0000_test', breakpoints: true }
  mkdirSync(join(folder, 'meta'))
  writeFileSync(
    join(folder, 'meta', '_journal.json'),
    JSON.stringify({ dialect: 'postgresql', entries: [entry] }),
  )
  writeFileSync(join(folder, '0000_test.sql'), sql)
  return folder
}
