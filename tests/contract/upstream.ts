import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { type AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { buildBackend } from '../../backend/app'
import { type Clock, createProductClock, realClock } from '../../backend/clock'
import { type Db } from '../../backend/db/connect'
import { putDefaults } from '../../backend/defaults/put-defaults'
import { demoCode, makeAccounts } from '../../backend/demo/accounts'
import { beginDemo } from '../../backend/demo/begin'
import { placePapers } from '../../backend/demo/papers'
import { History } from '../../backend/demo/history'
import { beginWalk, keepWalking } from '../../backend/demo/rates'
import { contextOf } from '../../backend/api/calls/funds-context'
import { type Inbox } from '../../backend/money-in/inbox'
import { type BtcpayOptions, createBtcpay } from '../../backend/money-in/btcpay'
import { createMoneyIn } from '../../backend/money-in/money-in'
import { createAfterAnswer } from '../../backend/api/after-answer'
import { createLimits } from '../../backend/api/limits'
import { logOptions } from '../../backend/api/request-log'
import { createIds } from '../../backend/ids'
import { type Message } from '../../backend/outbox/transport'
import { type Outbox, createOutbox } from '../../backend/outbox/outbox'
import { type MessageQuotas, defaultQuotas, scaleQuotas } from '../../backend/outbox/quotas'
import { createInquiryQuotas } from '../../backend/accounts/inquiry-quotas'
import { type UploadQuotas, createUploadQuotas, defaultUploadMib } from '../../backend/accounts/upload-quotas'
import { openFolder } from '../../backend/storage/folder'
import { createSeal } from '../../backend/storage/seal'
import { startRealtime } from '../../backend/realtime/start'
import { type TestServer } from '../support/postgres-servers'
import { temporaryFolder, testDatabase, serversFor } from '../support/postgres'
import { cheapPasswords } from '../support/demonstration'
import { testBotToken } from '../support/telegram'

/**
 * The upstream under test, reached over HTTP alone: the backend of this repository on each PostgreSQL of the
 * run, or the upstream named by UPSTREAM_URL, which has to run as a demonstration.
 */
export interface TestUpstream {
  /** Base URL of the upstream, without `/api`. */
  url: string
  /** What only a backend in this process offers; null for a remote one. */
  here: {
    db: Db
    /** The address of its database. */
    databaseUrl: string
    messages: Message[]
    transportFails: { next: boolean }
    /** The folder of submitted files. */
    filesDir: string
    /** Upload quotas; a test may change them and restores them. */
    uploadQuotas: UploadQuotas
    /** Message quotas; a test may change them and restores them. */
    quotas: MessageQuotas
    log(): string
    /** Resolves when the work that follows an answer is done. */
    answered(): Promise<void>
    outbox: Outbox
    /** Events of payment processors; a test waits for their effects. */
    inbox: Inbox
  } | null
  close(): Promise<void>
}

export type Where = TestServer | 'named'

/** `describe.each(upstreamsFor('access'))('… of %s', (where) => …)`, as `serversFor` */
export const upstreamsFor = (suite: string): Where[] =>
  process.env.UPSTREAM_URL ? ['named'] : serversFor(suite)

/** For tests that do not depend on the PostgreSQL. */
export const anyUpstream: Where = process.env.UPSTREAM_URL ? 'named' : 'embedded'

export interface UpstreamOptions {
  /** With the demonstration's four months of history; otherwise only its two accounts, rates and settings. */
  history?: boolean
  limitFactor?: number
  /** Whether it gives out addresses without an owner, and simulates transfers. */
  demo?: boolean
  /** Signs the data of Telegram's widget; null disables sign-in with Telegram. */
  telegramBotToken?: string | null
  /** Whether some changes need a second operator; off by default, so that one operator can play the company. */
  fourEyes?: boolean
  /** Whether money for an address that is new rests for a day; off by default, since most tests name one. */
  newWalletsRest?: boolean
  /** Where browsers find the app. */
  publicUrl?: string | null
  /** Proxies whose `X-Forwarded-For` counts; this machine by default. */
  trustedProxies?: string[]
  /** What payment processors sign with. */
  hookSecrets?: string[]
  /** What sessions, codes and links run out by, for a test that waits for days; the machine's own time by default. */
  clock?: Clock
  /** The company's BTCPay Server. */
  btcpay?: BtcpayOptions | null
  /** Its connections to the database at most. */
  poolSize?: number
  /** The lowest level that is logged; `debug` by default. */
  logLevel?: string
}

/** The app's address, which the upstream of the suite is told. */
export const appOrigin = 'https://tideline.example'

export async function openUpstream(where: Where, options: UpstreamOptions = {}): Promise<TestUpstream> {
  if (where === 'named') return { url: process.env.UPSTREAM_URL!, here: null, close: async () => {} } // implied by `upstreams`
  return startHere(where, options)
}

async function startHere(
  server: TestServer,
  {
    history = false,
    limitFactor = 1000,
    demo = true,
    telegramBotToken = testBotToken,
    fourEyes = false,
    newWalletsRest = false,
    publicUrl = appOrigin,
    trustedProxies,
    hookSecrets = [],
    clock = realClock,
    btcpay: btcpayOptions = null,
    poolSize,
    logLevel = 'debug',
  }: UpstreamOptions,
): Promise<TestUpstream> {
  const database = await testDatabase({ server, filled: history, poolSize })
  const { db } = database
  const passwords = cheapPasswords()
  await putDefaults(db, realClock.now())
  // The suite's investors all name one wallet.
  await db.execute(
    sql`update settings set value = jsonb_set(value, '{sharedWallet}', 'null') where key = 'anomalies'`,
  )
  const productClock = history
    ? await beginDemo(db, { realClock, demoDate: null, passwords })
    : await beginBare(db)
  if (!newWalletsRest)
    await db.execute(
      sql`update settings set value = jsonb_set(value, '{rest,walletHours}', '0') where key = 'limits'`,
    )
  if (!fourEyes)
    await db.execute(
      sql`update settings set value = jsonb_set(value, '{on}', 'false') where key = 'fourEyes'`,
    )
  const lines: string[] = []
  const log = pino(logOptions(logLevel), { write: (line: string) => void lines.push(line) })
  const newId = createIds(realClock)
  const messages: Message[] = []
  const transportFails = { next: false }
  const deliver = (message: Message) => {
    if (!transportFails.next) return Promise.resolve(void messages.push(message))
    transportFails.next = false
    return Promise.reject(new Error('the transport is out of order'))
  }
  const [filesDir, storageSecret] = [temporaryFolder(), randomBytes(32)]
  const afterAnswer = createAfterAnswer(log)
  const quotas = scaleQuotas(defaultQuotas, limitFactor)
  const outbox = createOutbox({ transport: { deliver }, clock: realClock, newId, quotas, log })
  const uploadQuotas = createUploadQuotas({ ...defaultUploadMib, minFree: 0 }, limitFactor)
  const btcpay = btcpayOptions && createBtcpay(btcpayOptions, realClock)
  const services = {
    db,
    productClock,
    realClock: clock,
    newId,
    newCode: () => demoCode,
    passwords,
    outbox,
    storage: await openFolder(filesDir, storageSecret),
    seal: createSeal(storageSecret),
    limits: createLimits(limitFactor),
    uploadQuotas,
    inquiryQuotas: createInquiryQuotas(limitFactor),
    afterAnswer,
    telegramBotToken,
    publicUrl,
    timeZone: 'Europe/Vilnius',
    demo,
    lowAddresses: 50,
    makeInvoice: btcpay?.makeInvoice,
    log,
  }
  if (history) await placePapers(services)
  const moneyIn = createMoneyIn({ ...services, context: () => contextOf(services), hookSecrets, btcpay })
  const app = buildBackend(services, { trustedProxies, moneyIn })
  const realtime = await startRealtime(app.server, services, { pool: database.pool })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo // the server listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    here: {
      databaseUrl: database.url,
      ...{ db, messages, transportFails, filesDir, outbox, uploadQuotas, quotas },
      inbox: moneyIn.inbox,
      log: () => lines.join(''),
      answered: () => afterAnswer.done(),
    },
    async close() {
      await realtime.close()
      await app.close()
      await moneyIn.inbox.close()
      await database.drop()
      await rm(filesDir, { recursive: true, force: true })
    },
  }

  async function beginBare(bare: Db) {
    const clock = createProductClock()
    const today = new Date(new Date().toISOString().slice(0, 10))
    await bare.transaction(async (tx) => {
      await makeAccounts(new History(tx, today), passwords)
      await beginWalk(tx, today)
    })
    await keepWalking(bare, clock)
    return clock
  }
}
