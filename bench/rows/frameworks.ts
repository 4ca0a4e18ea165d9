import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../tests/support/program'
import { openCabinet } from '../cabinet'
import { type Subject, load, pace, startYardstick } from '../children'
import { moduleOf } from '../markup'
import { type Figure, type Row, type World, inTurn, median } from '../row'

const folder = fileURLToPath(new URL('../frameworks', import.meta.url))
const delayMs = 20
const connections = 32
const stockRemix = 'stock Remix 2, remix-serve'
const perSecond = 60

/** Pages, with the least of what they must reach of stock Remix's requests per second. */
const pages = {
  '/cabinet': 0.9,
  '/cabinet/deposits': 1,
  '/cabinet/operations': 1,
  '/cabinet/deposits/new': 1,
}
type Path = keyof typeof pages
const paths = Object.keys(pages) as Path[]

/**
 * Pages of the cabinet beside other servers that send the very same elements over the same calls of an upstream. It
 * installs packages of its own, so that it runs only when it is named.
 */
export const frameworks: Row = {
  name: 'frameworks',
  yardstick: 'stock applications with the same elements',
  isNamedOnly: true,
  async measure(world) {
    const cabinet = await openCabinet(world.backendUrl, delayMs, paths)
    const others: Server[] = []
    try {
      build(cabinet.html)
      const given = { UPSTREAM_URL: cabinet.upstreamUrl, CALLS: JSON.stringify(cabinet.calls) }
      for (const [name, cwd, ...args] of applications) others.push(await startServer(name, cwd, args, given))
      const figures: Figure[] = []
      for (const path of paths) {
        const plain = await startYardstick('calling-page', {
          upstream: cabinet.upstreamUrl,
          calls: cabinet.calls[path],
          html: cabinet.html[path],
        })
        try {
          const servers = [...others, { ...plain, name: 'node:http, bytes ready' }]
          const product = { ...cabinet.app, name: 'product' }
          figures.push(...(await compare(world, path, cabinet.headers, product, servers)))
        } finally {
          await plain.stop()
        }
      }
      return figures
    } finally {
      for (const other of others) await other.stop()
      await cabinet.stop()
    }
  },
}

/** Their names, their folders, and the program of each with its arguments. */
const applications = [
  [stockRemix, 'remix', 'node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js'],
  ['Next 15', 'next', 'node_modules/next/dist/bin/next', 'start'],
  ['Express, renderToString', '.', 'express.mjs'],
] as const

interface Server extends Subject {
  name: string
}

async function compare(
  world: World,
  path: Path,
  headers: Record<string, string>,
  product: Server,
  others: Server[],
): Promise<Figure[]> {
  const servers = [product, ...others]
  const byName = <Value>(value: (server: Server) => Value) =>
    Object.fromEntries(servers.map((server) => [server.name, value(server)])) as Record<string, Value>
  const request = { path, headers }
  const warm = { ...request, connections, seconds: world.seconds * 2 }
  for (const server of servers) await load(server, warm)
  const paces = await inTurn(
    { ...world, connections },
    byName((server) => server),
    byName(() => request),
  )
  const late = byName(() => ({ p50: [] as number[], p99: [] as number[] }))
  for (let round = 0; round < world.rounds; round += 1)
    for (const server of servers) {
      const { p50, p99 } = await pace(server, { ...request, perSecond, seconds: world.seconds * 2 })
      late[server.name]?.p50.push(p50)
      late[server.name]?.p99.push(p99)
    }
  const writes = byName(() => ({ calls: 0, bytes: 0 }))
  for (const server of servers) writes[server.name] = await writesOf(server, request)
  const figure = (
    what: string,
    unit: string,
    valueOf: (name: string) => number,
    against: string,
    budget: Figure['budget'] = { atMost: Infinity },
  ): Figure => ({
    what: `${path}: ${what}`,
    product: valueOf(product.name),
    yardstick: valueOf(against),
    against,
    unit,
    budget,
  })
  return others.flatMap(({ name }) => [
    figure(
      'requests per second',
      '/s',
      (of) => paces[of]?.perSecond ?? 0,
      name,
      name === stockRemix ? { atLeast: pages[path] } : undefined,
    ),
    figure('processor a request', 'µs', (of) => paces[of]?.cpuMicros ?? 0, name),
    figure(`p50 at ${perSecond} requests/s`, 'ms', (of) => median(late[of]?.p50 ?? []), name),
    figure(`p99 at ${perSecond} requests/s`, 'ms', (of) => median(late[of]?.p99 ?? []), name),
    figure('bytes written a request', 'bytes', (of) => writes[of]?.bytes ?? 0, name),
    figure('writes a request', '', (of) => writes[of]?.calls ?? 0, name),
  ])
}

/** How often a server writes for a page, to its reader and to the upstream, and how much. */
async function writesOf(server: Server, request: { path: string; headers: Record<string, string> }) {
  const before = writtenBy(server.pid)
  const { requests } = await load(server, { ...request, connections: 1, seconds: 1 })
  const after = writtenBy(server.pid)
  return { calls: (after.calls - before.calls) / requests, bytes: (after.bytes - before.bytes) / requests }
}

function writtenBy(pid: number): { calls: number; bytes: number } {
  const io = readFileSync(`/proc/${pid}/io`, 'utf8')
  const numberOf = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(io)?.[1])
  return { calls: numberOf('syscw'), bytes: numberOf('wchar') }
}

/** Writes the elements of our pages into each application, and builds those that are built. */
function build(html: Record<string, string>): void {
  const names = Object.keys(html).map((path) => [path, path.slice(1).replaceAll('/', '-')] as const)
  for (const target of ['remix/app', 'next/app', '.']) {
    const generated = `${folder}/${target}/generated`
    mkdirSync(generated, { recursive: true })
    for (const [path, name] of names) writeFileSync(`${generated}/${name}.js`, moduleOf(html[path] ?? ''))
    writeFileSync(`${generated}/pages.js`, listOf(names))
  }
  for (const [application, args] of [
    ['remix', ['node_modules/@remix-run/dev/dist/cli.js', 'vite:build']],
    ['next', ['node_modules/next/dist/bin/next', 'build']],
  ] as const) {
    const cwd = `${folder}/${application}`
    const run = (command: string, given: readonly string[], mode: 'development' | 'production') =>
      execFileSync(command, given, {
        cwd,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, NODE_ENV: mode, NEXT_TELEMETRY_DISABLED: '1' },
      })
    if (!existsSync(`${cwd}/node_modules`)) run('npm', ['ci'], 'development')
    run(process.execPath, args, 'production')
  }
}

/** The module of all pages, by their addresses. */
const listOf = (names: readonly (readonly [path: string, name: string])[]): string =>
  [
    ...names.map(([, name], index) => `import * as page${index} from './${name}.js'`),
    `export const pages = { ${names.map(([path], index) => `'${path}': page${index}`).join(', ')} }`,
    '',
  ].join('\n')

async function startServer(
  name: string,
  cwd: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<Server> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [...args], {
    cwd: `${folder}/${cwd}`,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: String(port),
      ...environment,
    },
  })
  const deadline = Date.now() + 60_000
  while (
    !(await fetch(`http://127.0.0.1:${port}${paths[0]}`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${name} does not answer`)
    await delay(100)
  }
  return {
    name,
    pid: child.pid as number, // it has just answered
    port,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
