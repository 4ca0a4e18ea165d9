import { expect, it } from 'vitest'
import { EnvError, readEnv } from './env'

it('needs nothing: the embedded database, as a demonstration, on a free port', () => {
  expect(readEnv({})).toEqual({
    port: 0,
    databaseUrl: null,
    dataDir: './data',
    demo: true,
    demoDate: null,
    timeZone: 'Europe/Vilnius',
    rateLimitFactor: 1,
    logLevel: 'info',
  })
})

it('is no demonstration on a database of its own, unless told so', () => {
  const DATABASE_URL = 'postgres://app@db.internal/tideline'
  expect(readEnv({ DATABASE_URL }).demo).toBe(false)
  expect(readEnv({ DATABASE_URL, DEMO: '1' }).demo).toBe(true)
})

it('counts an empty value as unset', () => {
  expect(readEnv({ DEMO: '', TIME_ZONE: ' ' })).toMatchObject({ demo: true, timeZone: 'Europe/Vilnius' })
})

it.each([
  ['DATABASE_URL', 'mysql://root:hunter2@db'],
  ['BACKEND_PORT', '70000'],
  ['DEMO', 'yes'],
  ['DEMO_DATE', '2026-02-30'],
  ['TIME_ZONE', 'Europe/Atlantis'],
  ['LOG_LEVEL', 'loud'],
])('names %s and not its value', (name, value) => {
  const read = () => readEnv({ [name]: value })
  expect(read).toThrow(EnvError)
  expect(read).toThrow(new RegExp(`^${name} `))
  expect(read).not.toThrow(value)
})
