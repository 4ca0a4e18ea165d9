import { expect, it } from 'vitest'
import { EnvError, readEnv } from './env'
import { defaultQuotas } from './outbox/quotas'
import { defaultUploadMib } from './accounts/upload-quotas'

const STORAGE_SECRET = '3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs='

it('needs no configuration: the embedded database, as a demonstration, on a free port', () => {
  expect(readEnv({})).toEqual({
    host: '127.0.0.1',
    port: 0,
    shutdownDelayMs: 0,
    trustedProxies: ['loopback'],
    databaseUrl: null,
    dataDir: './data',
    storage: { kind: 'folder', folder: 'data/files' },
    storageSecret: null,
    uploadMib: defaultUploadMib,
    mail: null,
    sms: null,
    quotas: defaultQuotas,
    telegramBotToken: null,
    demo: true,
    demoDate: null,
    timeZone: 'Europe/Vilnius',
    publicUrl: null,
    ratesUrl: null,
    hookSecrets: [],
    btcpay: null,
    lowAddresses: 50,
    rateLimitFactor: 1,
    logLevel: 'info',
    metrics: null,
    sentryDsn: null,
    tracesEndpoint: null,
  })
})

it('is no demonstration on a configured database, unless requested', () => {
  const DATABASE_URL = 'postgres://app@db.internal/tideline'
  expect(readEnv({ DATABASE_URL, STORAGE_SECRET }).demo).toBe(false)
  expect(readEnv({ DATABASE_URL, DEMO: '1' }).demo).toBe(true)
})

it('generates no secret for stored files if they are real and may be shared', () => {
  const DATABASE_URL = 'postgres://app@db.internal/tideline'
  expect(() => readEnv({ DATABASE_URL })).toThrow(/^STORAGE_SECRET is required/)
  expect(readEnv({ DATABASE_URL, DEMO: '1' }).storageSecret).toBeNull()
  expect(readEnv({ DEMO: '0' }).storageSecret).toBeNull()
  expect(readEnv({ DATABASE_URL, STORAGE_SECRET }).storageSecret).toHaveLength(32)
})

it('stores files in the configured folder', () => {
  const folderOf = (env: Record<string, string>) => readEnv(env).storage
  expect(folderOf({ DATA_DIR: '/data' })).toEqual({ kind: 'folder', folder: '/data/files' })
  expect(folderOf({ STORAGE_URL: 'file:///var/lib/files' })).toEqual({
    kind: 'folder',
    folder: '/var/lib/files',
  })
})

it('stores files in the configured bucket', () => {
  const bucket = { kind: 's3', bucket: 'papers', prefix: '', region: 'us-east-1', pathStyle: false }
  const storageOf = (STORAGE_URL: string) => readEnv({ STORAGE_URL }).storage
  expect(storageOf('s3://papers')).toEqual({ ...bucket, endpoint: null })
  expect(storageOf('s3://papers/of/people/?region=eu-north-1')).toEqual({
    ...{ ...bucket, endpoint: null },
    ...{ prefix: 'of/people/', region: 'eu-north-1' },
  })
  const endpoint = 'https://objects.example:9000'
  expect(storageOf(`s3://papers?endpoint=${encodeURIComponent(endpoint)}&path-style=1`)).toEqual({
    ...{ ...bucket, endpoint, pathStyle: true },
  })
})

it('sends mail and SMS by the configured providers', () => {
  const SMTP_URL = 'smtps://app:hunter2@mail.internal'
  expect(() => readEnv({ SMTP_URL })).toThrow(/^MAIL_FROM is required/)
  const MAIL_FROM = 'Tideline <no-reply@tideline.example>'
  expect(readEnv({ SMTP_URL, MAIL_FROM }).mail).toEqual({ url: SMTP_URL, from: MAIL_FROM })
  const SMS_URL = 'https://sms.example/send'
  expect(readEnv({ SMS_URL, SMS_TOKEN: 'hunter2' }).sms).toEqual({ url: SMS_URL, token: 'hunter2' })
})

it('sends up to the configured number of messages', () => {
  const given = {
    SMS_PER_DAY: '100',
    SMS_PER_NETWORK: '7',
    SMS_PER_WIDE_NETWORK: '30',
    MAIL_PER_ADDRESS: '2',
  }
  expect(readEnv(given).quotas).toEqual({
    ...defaultQuotas,
    smsPerDay: 100,
    smsPerNetwork: 7,
    smsPerWideNetwork: 30,
    mailPerAddress: 2,
  })
  expect(() => readEnv({ SMS_PER_NUMBER: '0' })).toThrow(/^SMS_PER_NUMBER/)
})

it('trusts the configured proxies', () => {
  const BACKEND_TRUSTED_PROXIES = 'loopback, 10.0.0.0/8,2001:db8::1'
  expect(readEnv({ BACKEND_TRUSTED_PROXIES }).trustedProxies).toEqual([
    'loopback',
    '10.0.0.0/8',
    '2001:db8::1',
  ])
})

it.each(['10.0.0.0/99', '0.0.0.0/0', '::/0'])('does not trust all of %s as proxies', (range) => {
  expect(() => readEnv({ BACKEND_TRUSTED_PROXIES: range })).toThrow(
    /^BACKEND_TRUSTED_PROXIES takes addresses/,
  )
})

it.each([
  ['RESUMES_MIB_PER_NETWORK', '4', '5'],
  ['RESUMES_MIB_PER_DAY', '0', '5'],
  ['RESUMES_MIB_KEPT', '4', '5'],
  ['DOCUMENTS_MIB_PER_INVESTOR', '29', '30'],
  ['DOCUMENTS_MIB_KEPT', '29', '30'],
])('%s allows one form, or the start says what it needs', (name, tooFew, fewest) => {
  expect(() => readEnv({ [name]: tooFew })).toThrow(`${name} must be ${fewest} at least`)
  expect(Object.values(readEnv({ [name]: fewest }).uploadMib)).toContain(Number(fewest))
})

it('requests rates from a configured source', () => {
  for (const RATES_URL of ['https://rates.example/usdt', 'http://127.0.0.1:8080/usdt'])
    expect(readEnv({ RATES_URL }).ratesUrl).toBe(RATES_URL)
})

it('treats an empty value as unset', () => {
  expect(readEnv({ DEMO: '', TIME_ZONE: ' ' })).toMatchObject({ demo: true, timeZone: 'Europe/Vilnius' })
})

it.each([
  ['DATABASE_URL', 'mysql://root:hunter2@db'],
  ['BACKEND_PORT', '70000'],
  ['BACKEND_TRUSTED_PROXIES', 'proxy.example'],
  ['DEMO', 'yes'],
  ['DEMO_DATE', '2026-02-30'],
  ['TIME_ZONE', 'Europe/Atlantis'],
  ['LOG_LEVEL', 'loud'],
  ['SMTP_URL', 'http://mail.internal'],
  ['MAIL_FROM', 'a@b.example\r\nBcc: c@d.example'],
  ['SMS_URL', 'http://sms.example/send'],
  ['TELEGRAM_BOT_TOKEN', 'hunter2'],
  ['RATES_URL', 'file:///etc/rates.json'],
  ['RATES_URL', 'rates.example'],
  ['RATES_URL', 'http://rates.example/usdt'],
  ['STORAGE_URL', 's3:///papers'],
  ['STORAGE_URL', 's3://Bucket_/files'],
  ['STORAGE_URL', 's3://key:hunter2@bucket/files'],
  ['STORAGE_URL', 's3://bucket/files?regoin=eu-north-1'],
  ['STORAGE_URL', 's3://bucket/files?path-style=yes'],
  ['STORAGE_URL', 's3://bucket/files?endpoint=http://objects.example'],
  ['STORAGE_URL', 's3://bucket/a%2f..%2fb'],
  ['STORAGE_URL', '/var/lib/files'],
  ['STORAGE_URL', 'file://other-host/files'],
  ['STORAGE_SECRET', 'dG9vIHNob3J0'],
  ['STORAGE_SECRET', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='],
])('names %s and not its value', (name, value) => {
  const read = () => readEnv({ [name]: value })
  expect(read).toThrow(EnvError)
  expect(read).toThrow(new RegExp(`^${name} `))
  expect(read).not.toThrow(value)
})
