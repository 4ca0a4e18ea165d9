import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { freePort, runProgram, untilReady } from '../../tests/support/program'
import { testSecret } from '../../tests/support/stack'
import { newSession } from '../../tests/support/tabs'
import { memoryMibOf } from '../children'
import { type Figure, type Row } from '../row'

/**
 * The cost of a tab that waits for notifications: the app with its relay, five tabs a session, against a bare socket.io
 * server with as many sockets and a bare client for each session. Both serve one session before the measurement, so
 * that the cost of the first socket is not counted, and both idle for a minute, which is two pings. Then each session
 * receives one notification.
 */
const tabs = 5
const standsMs = 60_000
const letGo = `--import=${pathToFileURL('bench/let-go.mjs').href}`

export const idleSockets: Row = {
  name: 'idle notification sockets, 5 a session',
  yardstick: 'bare socket.io: as many sockets, a client a session',
  async measure({ rounds }) {
    const isBrief = rounds === 1
    const cookies = await cookiesOf(isBrief ? 20 : 1_000)
    const idleMs = isBrief ? 0 : standsMs
    const count = cookies.length * tabs
    const upstream = await startChild('yardsticks/socket-upstream.mjs')
    try {
      const bare = await measureBare(upstream, cookies, idleMs)
      const product = await measureProduct(upstream, cookies, idleMs)
      return [
        {
          what: 'memory of one',
          product: product.kib,
          yardstick: bare.kib,
          unit: 'KiB',
          budget: { atMost: 1.15 },
        },
        ofAll(`sockets that stand after a minute, of ${count}`, product.connected, count),
        ofAll(`sockets that heard a notification, of ${count}`, product.received, count),
        {
          what: 'all have heard after',
          product: product.ms,
          yardstick: null,
          unit: 'ms',
          budget: { atMost: 2_000 },
        },
      ]
    } finally {
      upstream.stop()
    }
  },
}

const ofAll = (what: string, product: number, all: number): Figure => ({
  what,
  product,
  yardstick: null,
  unit: '',
  budget: { atLeast: all },
})

const cookiesOf = (sessionCount: number): Promise<string[]> =>
  Promise.all(
    Array.from(
      { length: sessionCount },
      async (_, place) => (await newSession({ login: `bench-${place}` })).cookie,
    ),
  )

async function measureBare(upstream: Child, cookies: string[], idleMs: number) {
  const server = await startChild('yardsticks/sockets.mjs')
  const browsers = startBrowsers()
  async function open(some: string[], clients: number): Promise<void> {
    await browsers.ask({ url: server.url, cookies: some, tabs })
    await server.ask({ upstream: upstream.url, clients })
  }
  try {
    return await kibOfOne(server.pid, cookies, idleMs, open)
  } finally {
    browsers.stop()
    server.stop()
  }
}

async function measureProduct(upstream: Child, cookies: string[], idleMs: number) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const deployed = { UPSTREAM_URL: upstream.url, SESSION_SECRETS: testSecret, DEMO: '0' }
  const own = { PORT: String(port), RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'warn', NODE_OPTIONS: letGo }
  const app = runProgram('build/index.js', { ...deployed, ...own })
  const browsers = startBrowsers()
  const open = (some: string[]) => browsers.ask({ url, cookies: some, tabs })
  try {
    await untilReady(app, `${url}/healthz`)
    const { kib } = await kibOfOne(app.pid, cookies, idleMs, open)
    const { connected = 0 } = await browsers.ask('count')
    const toldAt = performance.now()
    upstream.send('tell')
    let received = 0
    while (received < cookies.length * tabs && performance.now() - toldAt < 30_000)
      ({ received = 0 } = await browsers.ask('count'))
    return { kib, connected, received, ms: performance.now() - toldAt }
  } finally {
    browsers.stop()
    await app.kill()
  }
}

/** @param open opens the tabs of some sessions; `sessions` is how many there are then */
async function kibOfOne(
  pid: number,
  [first = '', ...others]: string[],
  idleMs: number,
  open: (cookies: string[], sessions: number) => Promise<unknown>,
): Promise<{ kib: number }> {
  await open([first], 1)
  const before = await settledKib(pid)
  await open(others, 1 + others.length)
  await delay(idleMs)
  return { kib: ((await settledKib(pid)) - before) / (others.length * tabs) }
}

type Answer = Record<string, number | undefined>

interface Child {
  pid: number
  url: string
  send(word: string): void
  ask(request: unknown): Promise<Answer>
  stop(): void
}

const inBench = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

async function startChild(path: string): Promise<Child> {
  const child = fork(inBench(path), {
    execArgv: [letGo],
    env: { NODE_ENV: 'production', PATH: process.env['PATH'] },
  })
  const { port } = await answerOf(child)
  return { ...controls(child), url: `http://localhost:${port}` }
}

function startBrowsers() {
  return controls(fork(inBench('sockets-child.mjs'), { execArgv: [] }))
}

function controls(child: ChildProcess) {
  return {
    pid: child.pid as number, // it has been started
    send: (word: string) => void child.send(word),
    ask(request: unknown) {
      child.send(request as object)
      return answerOf(child)
    },
    stop: () => void child.kill('SIGKILL'),
  }
}

async function answerOf(child: ChildProcess): Promise<Answer> {
  const [answer] = (await once(child, 'message')) as [Answer]
  return answer
}

/** The memory of a process after garbage collection: the minimum of a few measurements. */
async function settledKib(pid: number): Promise<number> {
  const samples: number[] = []
  for (let round = 0; round < 4; round += 1) {
    process.kill(pid, 'SIGUSR2')
    await delay(500)
    samples.push(memoryMibOf(pid) * 1024)
  }
  return Math.min(...samples)
}
