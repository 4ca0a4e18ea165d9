import { type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Logger } from 'pino'
import { createPasswordHasher } from './accounts/passwords'
import { randomCode } from './accounts/phone-codes'
import { buildBackend } from './app'
import { createProductClock, realClock } from './clock'
import { type Database, connect } from './db/connect'
import { migrate } from './db/migrate'
import { putDefaults } from './defaults/put-defaults'
import { demoCode } from './demo/accounts'
import { beginDemo, refuseDemoData } from './demo/begin'
import { keepWalking } from './demo/rates'
import { type BackendEnv } from './env'
import { createLimits } from './http/limits'
import { forgetExpired } from './idempotency/answer-once'
import { createIds } from './ids'
import { startJobs } from './jobs/schedule'
import { diskCarrier } from './messages/carrier'
import { createOutbox } from './messages/outbox'
import { type Running } from './process'
import { startRealtime } from './realtime/start'
import { type Services } from './services'
import { openFolder } from './storage/folder'
import { createSeal } from './storage/seal'
import { storageSecretOf } from './storage/secret'

const hourMs = 3_600_000

/** Starts the backend: database, schema, data, jobs, and last of all the port. What was started is ended on failure. */
export async function startBackend(env: BackendEnv, log: Logger): Promise<Running> {
  const { databaseUrl, dataDir } = env
  const database = await connect({ log, ...(databaseUrl === null ? { dataDir } : { databaseUrl }) })
  try {
    return await serve(env, log, database)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function serve(env: BackendEnv, log: Logger, database: Database): Promise<Running> {
  const { db, pool } = database
  await migrate(pool)
  await putDefaults(db, realClock.now())
  const services = await createServices(env, log, database)
  const app = buildBackend(services)
  const realtime = await startRealtime(app.server, services, { pool, redisUrl: env.redisUrl })
  const jobs = startJobs({ ...services, clock: services.productClock })
  const upkeep = setInterval(() => void keepUp(services), hourMs).unref()
  try {
    await app.listen({ host: '127.0.0.1', port: env.port })
  } catch (error) {
    clearInterval(upkeep)
    await realtime.close()
    await jobs.stop()
    throw error
  }
  const { port } = app.server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      clearInterval(upkeep)
      await realtime.close()
      await app.close()
      await jobs.stop()
      await database.close()
    },
  }
}

async function createServices(env: BackendEnv, log: Logger, { db }: Database): Promise<Services> {
  const { demo, demoDate, dataDir, storageDir, timeZone } = env
  const storageSecret = await storageSecretOf(env)
  const passwords = createPasswordHasher()
  if (!demo) await refuseDemoData(db)
  const productClock = demo ? await beginDemo(db, { realClock, demoDate, passwords }) : createProductClock()
  const newId = createIds(realClock)
  return {
    db,
    productClock,
    realClock,
    newId,
    passwords,
    timeZone,
    demo,
    log,
    newCode: demo ? () => demoCode : randomCode,
    outbox: createOutbox({
      carrier: diskCarrier(join(dataDir, 'outbox.jsonl')),
      clock: realClock,
      newId,
      log,
    }),
    storage: await openFolder(storageDir, storageSecret),
    seal: createSeal(storageSecret),
    limits: createLimits(env.rateLimitFactor),
  }
}

/** What time asks for apart from money: answers that are forgotten, rates of the days to come. */
async function keepUp({ db, realClock, productClock, demo, log }: Services): Promise<void> {
  try {
    await forgetExpired(db, realClock.now())
    if (demo) await keepWalking(db, productClock)
  } catch (error) {
    log.error({ err: error }, 'the hourly upkeep failed and will be tried again')
  }
}
