import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { backendEnvNames } from '../backend/env'
import { EnvError, backendEnv, envNames, parseEnv } from './env.server'

const key = 'c4d1ee907a52b6380b7f35d9e16a28c493d05ae7c81b4f62'
const otherKey = '93d05ae7c81b4f62c4d1ee907a52b6380b7f35d9e16a28c4'
const deployed = {
  PUBLIC_URL: 'https://tideline.example',
  UPSTREAM_URL: 'https://api.example/v1/',
  SESSION_SECRETS: key,
}

/** The error message for the operator who starts the app. */
function complaint(source: Record<string, string>): string {
  try {
    parseEnv(source)
  } catch (error) {
    if (error instanceof EnvError) return error.message
    throw error
  }
  return ''
}

describe('parseEnv', () => {
  it('needs no configuration: a demonstration on this machine', () => {
    expect(parseEnv({})).toMatchObject({
      mode: 'production',
      port: 3000,
      host: '127.0.0.1',
      publicUrl: new URL('http://localhost:3000'),
      allowedHosts: ['localhost', 'localhost', '127.0.0.1'],
      upstreamUrl: null,
      sessionSecrets: null,
      demo: true,
      timeZone: 'Europe/Vilnius',
      timeouts: { connectMs: 3_000, getMs: 10_000, moneyMs: 30_000, uploadMs: 100_000, partMs: 1_500 },
    })
  })

  it('reads a deployment, which is a demonstration only on request', () => {
    const env = parseEnv({
      ...deployed,
      SESSION_SECRETS: `${key}, ${otherKey}`,
      TRUSTED_PROXIES: '10.0.0.0/8,::1',
    })
    expect(env).toMatchObject({
      upstreamUrl: 'https://api.example/v1',
      sessionSecrets: [key, otherKey],
      trustedProxies: ['10.0.0.0/8', '::1'],
      allowedHosts: ['tideline.example', 'localhost', '127.0.0.1'],
      demo: false,
    })
    expect(parseEnv({ ...deployed, DEMO: '1' }).demo).toBe(true)
  })

  it('treats an empty value as unset', () => {
    expect(parseEnv({ PORT: '', PUBLIC_URL: ' ', UPSTREAM_URL: '' }).upstreamUrl).toBeNull()
  })

  it.each([
    ['PORT', '70000'],
    ['PUBLIC_URL', 'http://tideline.example'],
    ['PUBLIC_URL', 'http://10.0.0.5:3000'],
    ['PUBLIC_URL', 'https://tideline.example/app'],
    ['PUBLIC_URL', 'ftp://tideline.example'],
    ['UPSTREAM_URL', 'api.example'],
    ['UPSTREAM_URL', 'file:///etc/passwd'],
    ['TRUSTED_PROXIES', '10.0.0.0/99'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '0.0.0.0/0'],
    ['TRUSTED_PROXIES', '10.0.0.0/8,::/0'],
    ['SESSION_SECRETS', 'short-but-not-an-obvious-one'],
    ['SESSION_SECRETS', `${key},${key}`],
    ['SESSION_SECRETS', 'example-example-example-example-1234'],
    ['SESSION_SECRETS', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['REDIS_URL', 'http://127.0.0.1:6379'],
    ['TIME_ZONE', 'Europe/Atlantis'],
    ['DEMO', 'yes'],
    ['TELEGRAM_BOT', '@tideline_bot'],
    ['IMAGE_ORIGINS', 'http://img.example'],
    ['IMAGE_ORIGINS', 'https://img.example/path'],
    ['UPSTREAM_TIMEOUT_GET_MS', '-1'],
  ])('refuses %s=%s by name, and does not repeat the value', (name, value) => {
    const words = complaint({ ...deployed, [name]: value })
    expect(words).toContain(name)
    expect(words).not.toContain(value)
  })

  it('explains why a range of all addresses is not a list of proxies', () => {
    expect(complaint({ ...deployed, TRUSTED_PROXIES: '0.0.0.0/0' })).toMatch(
      /^TRUSTED_PROXIES takes .*no range of all addresses, which would let anybody say any$/,
    )
  })

  it('refuses a deployment without secrets', () => {
    const { SESSION_SECRETS: _none, ...rest } = deployed
    expect(complaint(rest)).toMatch(/^SESSION_SECRETS is required/)
    expect(complaint({ ...rest, NODE_ENV: 'development' })).toBe('')
  })

  it('reports all errors together', () => {
    expect(complaint({ ...deployed, PORT: 'x', TIME_ZONE: 'y' }).split('\n')).toHaveLength(2)
  })

  it.each(['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:3000', 'https://tideline.example'])(
    'accepts %s as PUBLIC_URL',
    (PUBLIC_URL) => expect(complaint({ ...deployed, PUBLIC_URL })).toBe(''),
  )
})

it('gives the backend its variables, and no secret of the sessions', () => {
  const given = {
    ...deployed,
    DATABASE_URL: 'postgres://db/app',
    STORAGE_SECRET: 'x',
    NODE_ENV: 'production',
  } as const
  const env = backendEnv(parseEnv({ SESSION_SECRETS: key, DATA_DIR: '/data' }), given)
  expect(env).toMatchObject({ DATABASE_URL: 'postgres://db/app', STORAGE_SECRET: 'x', DATA_DIR: '/data' })
  expect(JSON.stringify(env)).not.toContain(key)
})

describe('.env.example', () => {
  it('names every variable that either program reads, and no other', () => {
    const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
    const named = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name)
    expect([...named].sort()).toEqual([...new Set([...envNames, ...backendEnvNames])].sort())
  })
})

describe('the inventory of what is protected', () => {
  it('has each variable that is a secret or an address that the product connects to', () => {
    const inventory = readFileSync(new URL('../docs/security/inventory.md', import.meta.url), 'utf8')
    const isListed = /_(URL|SECRETS?|TOKEN|KEY|DSN|ENDPOINT)$/
    const names = [...new Set([...envNames, ...backendEnvNames])].filter((name) => isListed.test(name))
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !inventory.includes(`\`${name}\``))).toEqual([])
  })
})
