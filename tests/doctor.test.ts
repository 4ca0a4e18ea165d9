import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, type Server, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startEmbeddedPostgres } from '../backend/db/embedded'
import { createSeal } from '../backend/storage/seal'
import { openFolder } from '../backend/storage/folder'
import { clockFinding, skewMs } from '../scripts/doctor/clock-skew'
import { doctor } from '../scripts/doctor/command'
import { examine } from '../scripts/doctor/examine'
import { type Finding, secretsIn, withoutSecrets } from '../scripts/doctor/finding'
import { startMailServer } from './support/mail-server'
import { onDatabase } from './support/postgres-servers'
import { type TestDatabase, temporaryFolder, testDatabase, testServers } from './support/postgres'
import { freePort } from './support/program'

/** `npm run doctor`: what it finds in configurations that are right, and in each way in which they are wrong. */

const sessionSecrets = '5f0c2a9b7d1e4863a2c4f6b8d0e1f3a5c7e9b1d3f5a7c9e0b2d4f6a8c0e2f4a6'
const storageSecret = '3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs='
const redisUrl = process.env.REDIS_URL_TEST

const opened: Server[] = []
async function listen<S extends Server>(server: S): Promise<number> {
  opened.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port // it listens on TCP
}
afterEach(() => {
  for (const server of opened.splice(0)) server.close()
})

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase({ server: testServers.at(-1)! })
})
afterAll(() => database.drop())

type Variables = Record<string, string>

async function examined(variables: Variables, options: { mailTo?: string; smsTo?: string } = {}) {
  const { mailTo = null, smsTo = null } = options
  const given = { PORT: '0', DATA_DIR: temporaryFolder(), ...variables }
  return examine({ variables: given, program: 'app', mailTo, smsTo, now: Date.now })
}
const company = (variables: Variables = {}): Variables => ({
  DATABASE_URL: database.url,
  SESSION_SECRETS: sessionSecrets,
  STORAGE_SECRET: storageSecret,
  ...variables,
})
const of = (findings: Finding[], part: string) =>
  findings.filter((one) => one.part === part).map(({ outcome, text }) => `${outcome}: ${text}`)
const failures = (findings: Finding[]) => findings.filter(({ outcome }) => outcome === 'failure')

it('finds nothing wrong with no configuration at all, and leaves nothing behind', async () => {
  const folder = join(temporaryFolder(), 'not', 'yet')
  const findings = await examined({ DATA_DIR: folder })
  expect(failures(findings)).toEqual([])
  expect(of(findings, 'database')).toEqual(['ok: the embedded database is made at the first start'])
  expect(existsSync(folder)).toBe(false)
})

it('names each variable that can not be understood, and still tries the rest', async () => {
  const findings = await examined({ PORT: 'eighty', TIME_ZONE: 'Europe/Atlantis' })
  expect(of(findings, 'configuration')).toEqual([
    expect.stringMatching(/^failure: PORT /),
    expect.stringMatching(/^failure: TIME_ZONE /),
  ])
})

describe('a database', () => {
  it('that is right is found to be: version, rights, schema, LISTEN and clock', async () => {
    const findings = await examined(company())
    expect(failures(findings)).toEqual([])
    expect(of(findings, 'database')).toEqual([
      expect.stringMatching(/^ok: PostgreSQL \d+/),
      ...(testServers.length > 1 ? [] : [expect.stringContaining('is off') as string]),
      'ok: its role may do what migrations do',
      'ok: its schema is that of this release',
      'ok: LISTEN hears what another connection announces',
    ])
    expect(of(findings, 'clocks')).toEqual(['ok: the clock of the database goes with the one here'])
    const { rows } = await database.pool.query(
      `select relname from pg_class where relname like 'tideline_doctor%'`,
    )
    expect(rows).toEqual([])
  })

  it('of an older release is known by the migrations that are to come', async () => {
    const older = await testDatabase()
    onTestFinished(() => older.drop())
    await older.pool.query(
      `delete from drizzle.__drizzle_migrations
       where id in (select id from drizzle.__drizzle_migrations order by created_at desc limit 2)`,
    )
    const findings = await examined(company({ DATABASE_URL: older.url }))
    expect(of(findings, 'database')).toContain(
      'ok: 2 migrations run at the next start: take a backup before it',
    )
  })

  it('whose role may make nothing, or to which tables of another role belong, is a failure', async () => {
    const role = `doctor_${randomBytes(4).toString('hex')}`
    await database.pool.query(`create role ${role} login`)
    onTestFinished(async () => {
      await database.pool.query(`drop owned by ${role}`)
      await database.pool.query(`drop role ${role}`)
    })
    const url = new URL(database.url)
    url.username = role
    const others = await examined(company({ DATABASE_URL: url.href }))
    expect(of(others, 'database')).toContainEqual(expect.stringContaining('tables of another role'))

    const empty = `${new URL(database.url).pathname.slice(1)}_empty`
    await database.pool.query(`create database ${empty}`)
    onTestFinished(async () => {
      await database.pool.query(`drop database ${empty} with (force)`)
    })
    url.pathname = empty
    const findings = await examined(company({ DATABASE_URL: url.href }))
    expect(of(findings, 'database')).toContainEqual(
      expect.stringMatching(/^failure: its role may not do what migrations do: permission denied/),
    )
  })

  it('that holds somebody else’s tables, or cannot be reached, is a failure', async () => {
    const other = `${new URL(database.url).pathname.slice(1)}_other`
    await database.pool.query(`create database ${other}`)
    onTestFinished(async () => {
      await database.pool.query(`drop database ${other} with (force)`)
    })
    const url = new URL(database.url)
    url.pathname = other
    await onDatabase(url.href, (client) => client.query('create table orders (id int)'))
    const findings = await examined(company({ DATABASE_URL: url.href }))
    expect(of(findings, 'database')).toContainEqual(expect.stringContaining('tables of something else'))

    const gone = await examined(company({ DATABASE_URL: 'postgres://app:hunter2-Q@127.0.0.1:1/none' }))
    expect(of(gone, 'database')).toEqual([
      expect.stringMatching(/^failure: it can't be reached: .*ECONNREFUSED/),
    ])
    expect(JSON.stringify(gone)).not.toContain('hunter2')
  })

  it('behind a pooler that delivers no announcement is a failure', async () => {
    const findings = await examined(company({ DATABASE_URL: await withoutAnnouncements(database.url) }))
    expect(of(findings, 'database')).toContainEqual(expect.stringMatching(/^failure: LISTEN hears nothing/))
    expect(failures(findings)).toHaveLength(1)
  })

  it('that holds a demonstration is not for a company, and one with accounts is for no demonstration', async () => {
    const demonstration = await testDatabase({ filled: true })
    onTestFinished(() => demonstration.drop())
    const findings = await examined(company({ DATABASE_URL: demonstration.url }))
    if ((await demonstration.pool.query('select from users')).rowCount === 0) return // this run has no copy to give
    expect(of(findings, 'database')).toContainEqual(
      expect.stringMatching(/^failure: .*holds a demonstration/),
    )
  })
})

it('an embedded database is examined whether the product runs on it or not', async () => {
  const dataDir = temporaryFolder()
  const quiet = { debug() {}, info() {}, warn() {}, error() {} }
  const embedded = await startEmbeddedPostgres({ dataDir, log: quiet, settings: { fsync: 'off' } })
  onTestFinished(() => embedded.stop())
  const running = await examined({ DATA_DIR: dataDir })
  expect(of(running, 'database').slice(0, 2)).toEqual([
    expect.stringMatching(/^ok: PostgreSQL 18/),
    'warning: what was acknowledged may be lost in a crash: fsync is off',
  ])
  expect(failures(running)).toEqual([])
  await embedded.stop()
  const stopped = await examined({ DATA_DIR: dataDir })
  expect(of(stopped, 'database')).toEqual([
    expect.stringMatching(/^ok: PostgreSQL 18/),
    'ok: its role may do what migrations do',
    'ok: it is empty: the first start makes the schema',
    'ok: LISTEN hears what another connection announces',
  ])
})

describe('mail', () => {
  const from = { MAIL_FROM: 'Tideline <no-reply@tideline.example>' }

  it('is tried by signing in, and nothing is sent unless it is wished for', async () => {
    const server = await startMailServer()
    onTestFinished(server.close)
    const quiet = await examined({ SMTP_URL: server.url, ...from })
    expect(of(quiet, 'mail')).toEqual([
      'ok: the mail server takes us',
      expect.stringMatching(/^skipped: no mail was sent/),
    ])
    expect(server.mails).toEqual([])
    const sent = await examined({ SMTP_URL: server.url, ...from }, { mailTo: 'anna@example.org' })
    expect(failures(sent)).toEqual([])
    expect(server.mails).toEqual([
      expect.objectContaining({ from: 'no-reply@tideline.example', to: ['anna@example.org'] }),
    ])
    expect(server.mails[0]!.raw).toMatch(/^Subject: A trial of sending/m)
  })

  it('with a wrong password, a refused sender, or no TLS to another machine is a failure', async () => {
    const server = await startMailServer({
      onMailFrom: (_address, _session, callback) => callback(new Error('not your domain')),
    })
    onTestFinished(server.close)
    const wrong = server.url.replace('seven-Boats-7', 'eight-Boats-8')
    const refused = await examined({ SMTP_URL: wrong, ...from })
    expect(of(refused, 'mail')).toEqual([expect.stringMatching(/^failure: .*Invalid username or password/)])
    expect(JSON.stringify(refused)).not.toContain('eight-Boats-8')
    const sender = await examined({ SMTP_URL: server.url, ...from }, { mailTo: 'anna@example.org' })
    expect(of(sender, 'mail')[1]).toMatch(/^failure: a mail was not taken: .*not your domain/)
    // The same server under a name that is not known to be this machine.
    const elsewhere = await examined({ SMTP_URL: server.url.replace('127.0.0.1', '127.1'), ...from })
    expect(failures(elsewhere)).toHaveLength(1)
  })

  it('that reaches nobody is a warning for a company', async () => {
    const findings = await examined(company())
    expect(of(findings, 'mail')).toEqual([expect.stringMatching(/^warning: SMTP_URL is not set/)])
    expect(of(findings, 'sms')).toEqual([expect.stringMatching(/^warning: SMS_URL is not set/)])
  })
})

it('an SMS gateway is reached without an SMS, and one that refuses the bearer is a failure', async () => {
  const requests: string[] = []
  const port = await listen(
    createHttpServer((request, response) => {
      requests.push(`${request.method} ${request.headers.authorization}`)
      response.writeHead(request.headers.authorization === 'Bearer right-Token' ? 204 : 401).end()
    }),
  )
  const url = `http://127.0.0.1:${port}/send`
  const right = await examined({ SMS_URL: url, SMS_TOKEN: 'right-Token' })
  expect(of(right, 'sms')[0]).toBe('ok: the gateway is reached')
  expect(requests).toEqual(['OPTIONS Bearer right-Token'])
  const wrong = await examined({ SMS_URL: url, SMS_TOKEN: 'wrong-Token' })
  expect(of(wrong, 'sms')).toEqual(['failure: the gateway refuses the bearer (401)'])
  const sent = await examined({ SMS_URL: url, SMS_TOKEN: 'right-Token' }, { smsTo: '+37061234567' })
  expect(of(sent, 'sms')).toEqual(['ok: an SMS is on its way: see that it arrives'])
  expect(requests.at(-1)).toBe('POST Bearer right-Token')
})

it('BTCPay is asked for the payment methods of its store', async () => {
  const store = [
    { paymentMethodId: 'BTC-CHAIN', enabled: true },
    { paymentMethodId: 'BTC-LN', enabled: false },
  ]
  const port = await listen(
    createHttpServer((request, response) => {
      const key = request.headers.authorization
      const status = key === 'token right-Key1' ? 200 : key === 'token invoices-Key' ? 403 : 401
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(store))
    }),
  )
  const examinedWith = async (key: string, methods: string) =>
    of(
      await examined({
        ...{ BTCPAY_URL: `http://127.0.0.1:${port}`, BTCPAY_STORE_ID: 'store1', BTCPAY_API_KEY: key },
        ...{ BTCPAY_WEBHOOK_SECRETS: 'a-secret-of-the-webhook', BTCPAY_METHODS: methods },
      }),
      'btcpay',
    )
  expect(await examinedWith('right-Key1', 'btc=BTC-CHAIN')).toEqual(['ok: it answers, for btc'])
  expect(await examinedWith('right-Key1', 'btc=BTC-CHIAN')).toEqual([
    'failure: its store has no BTC-CHIAN, which BTCPAY_METHODS names',
  ])
  expect(await examinedWith('right-Key1', 'btc=BTC-LN')).toEqual([
    expect.stringMatching(/^failure: .*BTC-LN/),
  ])
  expect(await examinedWith('invoices-Key', 'btc=BTC-CHAIN')).toEqual([expect.stringMatching(/^skipped: /)])
  expect(await examinedWith('wrong-Key', 'btc=BTC-CHAIN')).toEqual(['failure: it refuses BTCPAY_API_KEY'])
})

it('the collector of traces is reached, also by an app over an upstream', async () => {
  const requests: string[] = []
  const port = await listen(
    createHttpServer((request, response) => {
      requests.push(request.url ?? '')
      response.writeHead(requests.length > 1 ? 401 : 200).end()
    }),
  )
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` }
  expect(of(await examined(variables), 'traces')).toEqual(['ok: the collector takes them'])
  const over = { ...variables, UPSTREAM_URL: 'http://127.0.0.1:1', SESSION_SECRETS: sessionSecrets }
  expect(of(await examined(over), 'traces')).toEqual([expect.stringMatching(/^skipped: .*wants a key/)])
  expect(requests).toEqual(['/v1/traces', '/v1/traces'])
})

it('the receiver of error reports is reached, makes no event, and its key is not printed', async () => {
  const bodies: string[] = []
  const port = await listen(
    createHttpServer((request, response) => {
      void text(request).then((body) => {
        bodies.push(body)
        const isKnown = request.url === '/api/7/envelope/?sentry_version=7&sentry_key=rightKey1'
        response.writeHead(isKnown ? 200 : 403).end('{}')
      })
    }),
  )
  const found = async (key: string, at = port) => {
    const findings = await examined({ SENTRY_DSN: `http://${key}@127.0.0.1:${at}/7` })
    expect(JSON.stringify(findings)).not.toContain(key)
    return of(findings, 'reports')
  }
  expect(await found('rightKey1')).toEqual(['ok: the receiver of error reports takes them'])
  expect(bodies).toEqual(['{}\n'])
  expect(await found('wrongKey2')).toEqual([expect.stringMatching(/^warning: .* answers 403/)])
  expect(await found('rightKey1', 1)).toEqual([expect.stringMatching(/^warning: .* can't be reached/)])
})

describe('storage', () => {
  it('is written to, read and erased, and nothing stays', async () => {
    const folder = join(temporaryFolder(), 'files')
    await openFolder(folder, randomBytes(32))
    const findings = await examined(company({ STORAGE_URL: `file://${folder}` }))
    expect(of(findings, 'storage')[0]).toBe('ok: a file can be written, read and erased')
    expect(readdirSync(folder)).toEqual([])
  })

  it('with little room is a warning, and one that is a file is a failure', async () => {
    const folder = join(temporaryFolder(), 'files')
    await openFolder(folder, randomBytes(32))
    const full = { STORAGE_URL: `file://${folder}`, STORAGE_MIN_FREE_MIB: '99999999' }
    expect(of(await examined(full), 'storage')).toContainEqual(
      expect.stringContaining('below STORAGE_MIN_FREE_MIB no files are taken'),
    )
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    const findings = await examined({ STORAGE_URL: `file://${file}/files` })
    expect(of(findings, 'storage')).toEqual([expect.stringMatching(/^failure: .*is no folder/)])
  })

  it('that the secret does not open, or whose files are gone, is a failure', async () => {
    const folder = join(temporaryFolder(), 'files')
    const storage = await openFolder(folder, Buffer.from(storageSecret, 'base64'))
    const own = await testDatabase()
    onTestFinished(() => own.drop())
    const content = randomBytes(100_000)
    await storage.write('f1', Readable.from([content]))
    await own.pool.query(
      `insert into stored_files (id, owner, owner_id, field, media_type, bytes, charged_bytes, stored_at, received_at, erase_after)
       values ('f1', 'verification', 'v1', 'front', 'image/png', ${content.length}, ${content.length}, now(), now(), now())`,
    )
    const variables = company({ DATABASE_URL: own.url, STORAGE_URL: `file://${folder}` })
    expect(of(await examined(variables), 'storage')).toContain(
      'ok: STORAGE_SECRET opens the newest stored file',
    )
    const other = randomBytes(32).toString('base64')
    const wrong = await examined({ ...variables, STORAGE_SECRET: other })
    expect(of(wrong, 'storage')).toContainEqual(
      expect.stringMatching(/^failure: STORAGE_SECRET does not open what is stored/),
    )
    expect(JSON.stringify(wrong)).not.toContain(other)
    await storage.erase('f1')
    const gone = await examined(variables)
    expect(of(gone, 'storage')).toContain('failure: the newest stored file, f1, is not there')
  })

  it('an authenticator app that the secret does not open is a failure', async () => {
    const own = await testDatabase()
    onTestFinished(() => own.drop())
    const sealed = createSeal(Buffer.from(storageSecret, 'base64')).seal('otpauth secret', 'f1')
    await own.pool.query(
      `insert into users (id, login, password_hash, role, registered_at) values ('u1', 'u1', 'x', 'investor', now())`,
    )
    await own.pool.query(
      `insert into second_factors (id, user_id, kind, name, secret_sealed, created_at, confirmed_at)
       values ('f1', 'u1', 'totp', 'App', $1, now(), now())`,
      [sealed],
    )
    const variables = company({ DATABASE_URL: own.url })
    expect(of(await examined(variables), 'storage')).toContain(
      'ok: STORAGE_SECRET opens the authenticator apps',
    )
    const other = randomBytes(32).toString('base64')
    expect(of(await examined({ ...variables, STORAGE_SECRET: other }), 'storage')).toContainEqual(
      expect.stringMatching(/^failure: STORAGE_SECRET does not open the authenticator apps/),
    )
  })
})

it.skipIf(!redisUrl)('Redis is tried with keys, scripts and messages', async () => {
  const findings = await examined({ REDIS_URL: redisUrl! })
  expect(of(findings, 'redis')[0]).toBe('ok: it keeps keys, runs scripts and passes messages on')
  expect(of(findings, 'clocks')).toContain('ok: the clock of the redis goes with the one here')
})

it('a Redis that is away, or is none, is a failure', async () => {
  const away = await examined({ REDIS_URL: 'redis://:hunter2-Q@127.0.0.1:1' })
  expect(of(away, 'redis')).toEqual([expect.stringMatching(/^failure: it can't be used: /)])
  expect(JSON.stringify(away)).not.toContain('hunter2')
  const silent = await listen(createServer(() => undefined))
  const findings = await examined({ REDIS_URL: `redis://127.0.0.1:${silent}` })
  expect(of(findings, 'redis')).toEqual([expect.stringMatching(/^failure: /)])
})

describe('an upstream', () => {
  const ownUpstream = (port: number, variables: Variables = {}) => ({
    UPSTREAM_URL: `http://127.0.0.1:${port}`,
    SESSION_SECRETS: sessionSecrets,
    ...variables,
  })

  it('that answers is asked for its time, and no backend is tried', async () => {
    const port = await listen(
      createHttpServer((_request, response) => {
        response.setHeader('date', new Date(Date.now() - 300_000).toUTCString())
        response.writeHead(200, { 'content-type': 'application/json' }).end('[]')
      }),
    )
    const findings = await examined(ownUpstream(port))
    expect(of(findings, 'upstream')).toEqual([expect.stringMatching(/^ok: it answers/)])
    expect(of(findings, 'clocks')).toEqual([expect.stringMatching(/^warning: .*5 min behind/)])
    expect(of(findings, 'database')).toEqual([])
  })

  it('behind a gateway without one, away, or with a broken dialect, is a failure', async () => {
    const port = await listen(createHttpServer((_request, response) => response.writeHead(502).end()))
    expect(of(await examined(ownUpstream(port)), 'upstream')).toEqual([
      expect.stringMatching(/^failure: it does not answer: status 502/),
    ])
    expect(of(await examined(ownUpstream(1)), 'upstream')).toEqual([expect.stringMatching(/^failure: /)])
    const dialect = join(temporaryFolder(), 'dialect.yaml')
    writeFileSync(dialect, 'nonsense: [')
    expect(of(await examined(ownUpstream(port, { UPSTREAM_DIALECT: dialect })), 'upstream')).toEqual([
      expect.stringMatching(/^failure: the dialect .* has mistakes/),
    ])
  })
})

it('a port that is taken is a failure', async () => {
  const taken = await listen(createServer())
  const findings = await examined({ BACKEND_PORT: String(taken), PORT: String(await freePort()) })
  expect(of(findings, 'ports')).toEqual([expect.stringMatching(/^failure: BACKEND_PORT: .*EADDRINUSE/)])
})

it('a port that the product listens on already is none', async () => {
  const lives = await listen(createHttpServer((_request, response) => response.end('ok')))
  const other = await listen(createHttpServer((_request, response) => response.end('something else')))
  const findings = await examined({ BACKEND_PORT: String(lives), METRICS_PORT: String(other) })
  expect(of(findings, 'ports')).toEqual([
    expect.stringMatching(/^failure: METRICS_PORT: /),
    'skipped: BACKEND_PORT: Tideline listens there already',
  ])
})

it('https without a trusted proxy is a warning', async () => {
  const behind = { PUBLIC_URL: 'https://tideline.example' }
  expect(of(await examined(behind), 'app')[0]).toMatch(/^warning: .*TRUSTED_PROXIES/)
  const named = await examined({ ...behind, TRUSTED_PROXIES: '10.0.0.0/8' })
  expect(of(named, 'app')[0]).toBe('ok: browsers find it at https://tideline.example')
})

describe('clocks', () => {
  const reading = (theirsMs: number, exactToMs = 1) =>
    ({ of: 'database', askedAtMs: 10_000, answeredAtMs: 10_500, theirsMs, exactToMs }) as const

  it.each([
    [10_000, 0],
    [10_250, 0],
    [10_500, 0],
    [11_500, 1_000],
    [9_000, -999],
  ])('at %i between a question and its answer are %i ms apart at least', (theirs, skew) => {
    expect(skewMs(reading(theirs))).toBe(skew)
  })

  it('of whole seconds are given the benefit of them', () => {
    expect(skewMs(reading(9_000, 1_000))).toBe(0)
    expect(skewMs(reading(8_000, 1_000))).toBe(-1_000)
  })

  it('that differ by seconds are a warning, and by half a minute a failure', () => {
    expect(clockFinding(reading(12_499)).outcome).toBe('ok')
    expect(clockFinding(reading(12_500)).outcome).toBe('warning')
    expect(clockFinding(reading(40_500))).toMatchObject({
      outcome: 'failure',
      text: expect.stringContaining('30.0 s ahead of') as string,
    })
    expect(clockFinding(reading(-86_400_000)).text).toContain('24 h behind')
  })
})

it('no secret of a configuration is shown, in whatever form a library quotes it', () => {
  const secrets = secretsIn({
    DATABASE_URL: 'postgres://app:p%40ss-Word@db/x',
    SMS_URL: 'https://t0ken-X@gateway.example/send?key=k3y-Q',
    SESSION_SECRETS: 'first-Secret, second-Secret',
    PORT: '3000',
  })
  const text = 'p%40ss-Word p@ss-Word t0ken-X key=k3y-Q first-Secret second-Secret app db 3000'
  expect(withoutSecrets(text, secrets)).toBe('… … … … … … app db 3000')
})

describe('the command', () => {
  async function command(args: string[], variables: Variables = {}) {
    const written = { out: '', error: '' }
    const into = (name: keyof typeof written) => ({
      write: (text: string | Uint8Array) => Boolean((written[name] += String(text))),
    })
    const code = await doctor(args, {
      variables: { PORT: '0', ...variables },
      ...{ stdout: into('out'), stderr: into('error') },
    })
    return { ...written, code }
  }

  it('reads a file of variables, and its code says whether something failed', async () => {
    const file = join(temporaryFolder(), 'tideline.env')
    const rows = Object.entries(company()).map(([name, value]) => `${name}=${value}`)
    writeFileSync(file, `# of a company\n${rows.join('\n')}\n`)
    const right = await command(['--config', file, '--json'])
    expect(right.code).toBe(0)
    expect((JSON.parse(right.out) as Finding[]).map(({ part }) => part)).toContain('database')
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(/^STORAGE_SECRET.*$/m, 'REDIS_URL=redis://127.0.0.1:1'),
    )
    const wrong = await command(['--config', file])
    expect(wrong.code).toBe(1)
    expect(wrong.out).toMatch(/^FAILURE {2}configuration +STORAGE_SECRET is required/m)
    expect(wrong.out).toMatch(/^FAILURE {2}redis/m)
  })

  it('refuses arguments that it does not know, and repeats none of them', async () => {
    const { code, out, error } = await command(['--password=hunter2'])
    expect([code, out]).toEqual([2, ''])
    expect(error).toContain('npm run doctor')
    expect(error).not.toContain('hunter2')
    expect((await command(['--program', 'neither'])).code).toBe(2)
    expect((await command(['--config', '/nowhere'])).code).toBe(2)
  })
})

/** The address of a database whose announcements are taken out on their way, as by a pooler of transactions. */
async function withoutAnnouncements(url: string): Promise<string> {
  const target = new URL(url)
  const path = decodeURIComponent(target.hostname)
  const port = Number(target.port || 5432)
  const server = createServer((client) => {
    const upstream = path.startsWith('/')
      ? connect(join(path, `.s.PGSQL.${port}`))
      : connect(port, target.hostname)
    let waiting = Buffer.alloc(0)
    client.on('data', (chunk) => upstream.write(chunk))
    upstream.on('data', (chunk) => {
      waiting = Buffer.concat([waiting, chunk])
      while (waiting.length >= 5 && waiting.length >= waiting.readInt32BE(1) + 1) {
        const size = waiting.readInt32BE(1) + 1
        if (waiting[0] !== 0x41) client.write(waiting.subarray(0, size)) // A: NotificationResponse
        waiting = waiting.subarray(size)
      }
    })
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  const proxied = new URL(url)
  const proxyPort = await listen(server)
  return `postgres://${proxied.username}${proxied.password && `:${proxied.password}`}@127.0.0.1:${proxyPort}${proxied.pathname}`
}
