import { rm } from 'node:fs/promises'
import { setInterval } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerFaults } from '../backend/backup/tables'
import { built } from './support/built'
import { type Investor, newInvestor, topUp, tronWallet } from './support/investor'
import { type TestDatabase, testDatabase } from './support/postgres'
import {
  type Program,
  appEntry,
  backendEntry,
  freePort,
  runProgram,
  until,
  untilReady,
} from './support/program'
import { isFull } from './support/reading-modes'
import { type ReadyBalancer, startReadyBalancer } from './support/ready-balancer'
import { makeDataDir, testSecret } from './support/stack'
import { stepUp } from './support/step-up'
import { newTab } from './support/tabs'
import { type Answer, type Visitor, signedIn } from './support/visitor'

/**
 * A restart of each program in turn, two apps and two backends behind a balancer each, while readers load pages and
 * investors send forms: nobody sees a failure, and no form moves money twice.
 */

const [databaseUrl, redisUrl] = [process.env['DATABASE_URL_TEST'], process.env['REDIS_URL_TEST']]
/** Readers of five pages a second each, beside two senders of forms. */
const [readerCount, pauseMs] = [12, 200]
const perSecond = 50
/** In a short run five pages of six are public ones, which cost a small machine little. */
const pages = isFull
  ? ['/', '/faq', '/cabinet', '/cabinet/deposits', '/cabinet/operations', '/risk?lng=en']
  : [
      ...['/cabinet', '/', '/faq', '/risk?lng=en', '/', '/faq'],
      ...['/cabinet/deposits', '/', '/faq', '/', '/risk?lng=en', '/faq'],
    ]
/** Long enough for the balancer to see, on any machine, that a program is not ready. */
const shutdownDelayMs = 2_000

describe.skipIf(!databaseUrl || !redisUrl)('a rolling restart', () => {
  let database: TestDatabase
  let dataDir: string
  const balancers: ReadyBalancer[] = []
  const instances: Instance[] = []
  let [apps, backends] = [[] as Instance[], [] as Instance[]]
  let [url, backendUrl] = ['', '']

  beforeAll(async () => {
    await built()
    database = await testDatabase({ server: 'machine' })
    dataDir = await makeDataDir()
    const common = {
      ...{ DATA_DIR: dataDir, DATABASE_URL: database.url, REDIS_URL: redisUrl!, DEMO: '1' },
      ...{ RATE_LIMIT_FACTOR: '1000', SESSION_SECRETS: testSecret, LOG_LEVEL: 'warn' },
      SHUTDOWN_DELAY_MS: String(shutdownDelayMs),
      BACKEND_SHUTDOWN_DELAY_MS: String(shutdownDelayMs),
    }
    const pair = async (entry: string, envOf: (port: string) => Record<string, string>) => {
      const made = [await freePort(), await freePort()].map((port) =>
        newInstance(entry, port, () => ({ ...common, ...envOf(String(port)) })),
      )
      instances.push(...made)
      const balancer = await startReadyBalancer(made.map((one) => one.url))
      balancers.push(balancer)
      return [made, balancer.url] as const
    }
    ;[backends, backendUrl] = await pair(backendEntry, (port) => ({ BACKEND_PORT: port }))
    ;[apps, url] = await pair(appEntry, (port) => ({ PORT: port, UPSTREAM_URL: backendUrl, PUBLIC_URL: url }))
    // The first one makes the demonstration's data and the secrets of the folder.
    for (const one of backends) await one.start()
    await Promise.all(apps.map((one) => one.start()))
    await Promise.all(instances.map(seenReady))
  })
  afterAll(async () => {
    for (const one of instances) await one.program?.kill()
    for (const balancer of balancers) await balancer.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('fails no request, doubles no form, and brings sockets back', async () => {
    const investors = await Promise.all(
      [1, 2].map(async () => {
        const investor = await newInvestor(backendUrl, { usdt: '100000' })
        const visitor = await signedIn(url, investor, 'en')
        await stepUp(visitor)
        return { investor, visitor }
      }),
    )
    const [{ investor, visitor }] = investors as [(typeof investors)[number]]
    const tab = newTab(url, { id: '', cookie: visitor.cookie() }, { reconnection: true })
    let connected = 0
    tab.socket.on('connect', () => (connected += 1))
    tab.socket.connect()
    await until('the tab is connected', () => tab.socket.connected)

    const failed: string[] = []
    const ending = new AbortController()
    let lastedMs = Infinity
    /** Runs the work again and again at a pace, until all have been restarted. @returns how often */
    async function repeatedly(
      what: string,
      { everyTurnMs, makesUp }: { everyTurnMs: number; makesUp: boolean },
      work: (turn: number) => Promise<string | null>,
    ) {
      let turns = 0
      // Turns that came due meanwhile follow at once, so that a slow machine does as many, later.
      for await (const _ of setInterval(everyTurnMs)) {
        if (ending.signal.aborted && (!makesUp || turns * everyTurnMs >= lastedMs)) break
        const problem = await work(turns++).catch((error: unknown) => causeOf(error))
        if (problem !== null) failed.push(`${what}: ${problem}`)
      }
      return turns
    }
    const began = performance.now()
    const [, front] = balancers
    const takenBefore = front!.taken()
    const readers = Array.from({ length: readerCount }, (_, place) =>
      repeatedly('a page', { everyTurnMs: pauseMs, makesUp: true }, async (turn) => {
        const { visitor: reader } = investors[place % investors.length]!
        const { status, url: at } = await reader.visit(pages[(turn + place) % pages.length]!)
        return status === 200 ? null : `${status} ${at.pathname}`
      }),
    )
    const senders = investors.map((one) =>
      repeatedly('a form', { everyTurnMs: 300, makesUp: false }, (turn) => send(one, turn)),
    )

    await Promise.all([restartInTurn(backends), restartInTurn(apps)])
    const wasConnected = connected
    lastedMs = performance.now() - began
    ending.abort()
    const sent = await Promise.all(senders)
    await Promise.all(readers)
    const requests = front!.taken() - takenBefore
    const tookMs = performance.now() - began
    process.stdout.write(
      `rolling restart: ${requests} requests for ${(lastedMs / 1000).toFixed(0)} s, made in ${(tookMs / 1000).toFixed(0)} s\n`,
    )
    expect(failed).toEqual([])
    expect(requests).toBeGreaterThanOrEqual((perSecond * lastedMs) / 1000)
    expect(Math.min(...sent)).toBeGreaterThan(forms.length)

    for (const [place, { investor: owner }] of investors.entries()) {
      const turns = Array.from({ length: sent[place]! }, (_, turn) => turn)
      const made = forms.map((_, at) => turns.filter((turn) => turn % forms.length === at))
      const total = async (path: string) => (await owner.ask('GET', path))['total']
      // The first top-up is the investor's own from before.
      const found = [await total('/funds/deposits'), await total('/funds/payments')]
      expect([...found, await total('/funds/refills')]).toEqual([
        ...made.slice(0, 2).map(({ length }) => length),
        made[2]!.length + 1,
      ])
      const moved = made.map((ofForm) => ofForm.reduce((sum, turn) => sum + amountOf(turn), 0))
      const { balance } = await owner.ask('GET', '/user/balance')
      expect(Number(balance)).toBe(100_000 - moved[0]! - moved[1]! + moved[2]!)
    }
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    expect(await ledgerFaults(client)).toEqual([])
    await client.end()

    // The app that had it was restarted, so it has come back, and hears what happens now.
    expect(wasConnected).toBeGreaterThan(1)
    await until('the tab is back', () => tab.socket.connected)
    const before = tab.notifications.length
    await topUp(investor, '70')
    await until('the tab hears of the top-up', () => tab.notifications.length > before)
    tab.close()
  })

  async function restartInTurn(pair: Instance[]): Promise<void> {
    for (const one of pair) await restart(one)
  }

  /** Stops one as an orchestrator does, and starts it again. */
  async function restart(instance: Instance): Promise<void> {
    const stopped = instance.program!.stop()
    let first = 200
    await until('it is not ready', async () => {
      first = (await fetch(`${instance.url}/readyz`)).status
      return first !== 200
    })
    const alive = await fetch(`${instance.url}/healthz`)
    expect([first, alive.status, alive.headers.get('connection')]).toEqual([503, 200, 'close'])
    await stopped
    expect(await instance.program!.exited, instance.program!.output().slice(-2_000)).toBe(0)
    await instance.start()
    await seenReady(instance)
  }

  const seenReady = ({ url: target }: Instance) =>
    balancers.find((balancer) => balancer.has(target))!.untilReady(target)
})

interface Instance {
  url: string
  program: Program | null
  start(): Promise<void>
}

function newInstance(entry: string, port: number, envOf: () => Record<string, string>): Instance {
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    program: null,
    async start() {
      this.program = runProgram(entry, envOf())
      await untilReady(this.program, `${url}/readyz`)
    },
  }
}

interface Sender {
  investor: Investor
  visitor: Visitor
}

/** Another one each time: the product has doubts about the same form twice. */
const amountOf = (turn: number) => 100 + turn

/** Each sends one form, and gives back where its reader stands then. */
const forms: ((sender: Sender, amount: string) => Promise<Answer>)[] = [
  async ({ visitor }, amount) => {
    const page = await visitor.visit('/cabinet/deposits/new')
    const opening = { planId: 'breeze', currency: 'USDT', amount }
    return visitor.press(await visitor.submit(page, 'name="amount"', opening), 'id="confirm"')
  },
  async ({ visitor }, amount) => {
    const page = await visitor.visit('/cabinet/withdrawals/new')
    const request = { system: 'usdt-trc20', amount, wallet: tronWallet }
    return visitor.press(await visitor.submit(page, 'name="wallet"', request), 'id="confirm"')
  },
  async ({ investor, visitor }, amount) => {
    const page = await visitor.visit('/cabinet/top-up')
    const made = await visitor.submit(page, 'name="submission"', { system: 'usdt-trc20', amount })
    const id = entry.exec(made.url.pathname)?.[2]
    if (id) await investor.ask('POST', `/ext/demo/refills/${id}/pay`, {})
    return made
  },
]
const entry = /^\/cabinet\/(deposits|withdrawals|top-up)\/(?!new)([^/]+)$/

/** @returns what is wrong, if anything is */
async function send(sender: Sender, turn: number): Promise<string | null> {
  const { status, url, refused } = await forms[turn % forms.length]!(sender, String(amountOf(turn)))
  if (status === 200 && entry.test(url.pathname)) return null
  return `${status} ${url.pathname} ${refused.problems.join(' ')}`
}

const causeOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`
    : String(error)
