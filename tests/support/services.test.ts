import { expect, test } from 'vitest'
import { testDatabase } from './postgres'
import { type TestServer } from './postgres-servers'
import { embeddedVersion, findServices, isOtherRelease } from './services'

/** The PostgreSQL servers of the other tests: they are of two releases, as `npm test` reports. */

const majorOf = (version: string) => Number.parseInt(version, 10)

async function versionOf(server: TestServer): Promise<string> {
  const { pool, drop } = await testDatabase({ server })
  const { rows } = await pool.query<{ server_version: string }>('show server_version')
  await drop()
  return rows[0]!.server_version.split(' ')[0]! // there is always one row
}

test('the embedded PostgreSQL is version 18', async () => {
  const version = await versionOf('embedded')
  expect(majorOf(version)).toBe(18)
  expect(embeddedVersion()).toBe(version)
})

test.runIf(process.env.DATABASE_URL_TEST)(
  'the machine’s is of another major version, 15 or newer',
  async () => {
    const version = await versionOf('machine')
    expect(majorOf(version)).not.toBe(majorOf(await versionOf('embedded')))
    expect(majorOf(version)).toBeGreaterThanOrEqual(15)
    expect((await findServices()).database?.version).toBe(version)
  },
)

test.each([
  ['15.19', true],
  ['16.4', true],
  ['14.12', false],
  [embeddedVersion() ?? '18.0', false],
])('a machine with PostgreSQL %s is tested on: %s', (version, isFit) => {
  expect(isOtherRelease(version)).toBe(isFit)
})
