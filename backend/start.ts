import { type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Logger } from 'pino'
import { leakedPasswords } from './auth/leaked-passwords'
import { createPasswordHasher } from './auth/passwords'
import { randomCode } from './auth/phone-codes'
import { buildBackend } from './app'
import { createProductClock, realClock } from './clock'
import { type Database, connect } from './db/connect'
import { migrate } from './db/migrate'
import { putDefaults } from './defaults/put-defaults'
import { demoCode } from './demo/accounts'
import { beginDemo, refuseDemoData } from './demo/begin'
import { placePapers } from './demo/papers'
import { keepWalking } from './demo/rates'
import { warnOfFewAddresses } from './operator/address-warning'
import { type BackendEnv } from './env'
import { createAfterAnswer } from './api/after-answer'
import { createLimits } from './api/limits'
import { createIds } from './ids'
import { repeat } from './jobs/repeat'
import { jobIntervalsMs } from './jobs/job-runs'
import { createBtcpay } from './money-in/btcpay'
import { addReadings, countCalls, createBackendMetrics } from './metrics/metrics'
import { type MetricsServer, serveMetrics } from '~/telemetry/serve-metrics.server'
import { traceCalls } from './api/trace-calls'
import { type Tracing, startTracing } from '~/telemetry/tracing.server'
import { createMoneyIn } from './money-in/money-in'
import { contextOf } from './api/calls/funds-context'
import { startJobs, startOutboxWorker, startHourlyCleanup } from './jobs/schedule'
import { transportOf } from './outbox/transport-of'
import { createOutbox } from './outbox/outbox'
import { scaleQuotas } from './outbox/quotas'
import { createInquiryQuotas } from './accounts/inquiry-quotas'
import { createUploadQuotas } from './accounts/upload-quotas'
import { type Running } from './process'
import { listenToRates } from './rates/listen'
import { startRealtime } from './realtime/start'
import { type Services } from './services'
import { replaceDueContacts } from './auth/replace-contacts'
import { createSeal } from './storage/seal'
import { storageSecretOf } from './storage/secret'
import { storageOf } from './storage/storage-of'

/**
 * Starts the backend: database, schema, data, jobs, and last of all the port. On failure the started parts are stopped.
 */
export async function startBackend(env: BackendEnv, log: Logger): Promise<Running> {
  const { databaseUrl, dataDir } = env
  const tracing = env.tracesEndpoint === null ? null : await startTracing('backend', env.tracesEndpoint)
  let database: Database | undefined
  try {
    database = await connect({ log, tracing, ...(databaseUrl === null ? { dataDir } : { databaseUrl }) })
    const running = await serve(env, log, { ...database, tracing })
    const stop: Running['stop'] = async (how) => {
      await running.stop(how)
      await tracing?.close()
    }
    return { ...running, stop }
  } catch (error) {
    await database?.close()
    await tracing?.close()
    throw error
  }
}

async function serve(
  env: BackendEnv,
  log: Logger,
  database: Database & { tracing: Tracing | null },
): Promise<Running> {
  const { db, pool, tracing } = database
  // Reading the list blocks this process for about a second, so it is read before the port opens.
  await Promise.all([migrate(pool), leakedPasswords()])
  await putDefaults(db, realClock.now())
  const btcpay = env.btcpay && createBtcpay(env.btcpay, realClock)
  const services = {
    ...(await createServices(env, log, database)),
    makeInvoice: btcpay?.makeInvoice,
    processorSystems: [...(env.btcpay?.methods.keys() ?? [])],
  }
  if (services.demo) await placePapers(services)
  const moneyIn = createMoneyIn({ ...services, context: () => contextOf(services), ...env, btcpay })
  let isDraining = false
  const app = buildBackend(services, { ...env, moneyIn, isDraining: () => isDraining })
  const metrics = env.metrics && (await createBackendMetrics())
  if (metrics) countCalls(app, metrics)
  if (tracing) traceCalls(app, tracing, env)
  const realtime = await startRealtime(app.server, services, { pool })
  if (metrics) addReadings(metrics, { pool, realtime, services })
  const jobs = startJobs({
    ...{ ...services, clock: services.productClock },
    also: () => replaceDueContacts(services),
  })
  const worker = startOutboxWorker(db, services)
  const rates =
    env.ratesUrl && !env.demo
      ? listenToRates({ ...services, clock: services.productClock, url: env.ratesUrl })
      : null
  const moreCleanup = () =>
    services.demo ? keepWalking(db, services.productClock) : warnOfFewAddresses(services)
  const { inbox, invoices } = moneyIn
  const events = repeat(() => inbox.takeDue(), {
    ...{ what: 'taking the events of payment processors', intervalMs: jobIntervalsMs.dues, log },
  })
  const questions = invoices
    ? repeat(() => invoices.askDue(), {
        ...{ what: 'asking BTCPay about invoices', intervalMs: jobIntervalsMs.dues, log },
      })
    : null
  const cleanup = startHourlyCleanup(db, { ...services, also: moreCleanup })
  const repeated = [jobs, worker, events, cleanup, rates, questions].filter((one) => one !== null)
  const stopJobs = async () => {
    invoices?.close()
    await Promise.all([inbox.close(), ...repeated.map((one) => one.stop())])
  }
  let served: MetricsServer | undefined
  try {
    served = await serveMetrics(metrics, env.metrics)
    await app.listen({ host: env.host, port: env.port })
  } catch (error) {
    await served?.close()
    await realtime.close()
    await app.close()
    await stopJobs()
    throw error
  }
  const { port } = app.server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    async stop({ isAsked }) {
      isDraining = true
      // An error that nothing caught, or an app that is gone, waits for no balancer.
      if (isAsked) await delay(env.shutdownDelayMs)
      await realtime.close()
      await app.close()
      await stopJobs()
      await served.close()
      await database.close()
    },
  }
}

async function createServices(env: BackendEnv, log: Logger, { db }: Database): Promise<Services> {
  const { demo, demoDate, timeZone, telegramBotToken, publicUrl } = env
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
    publicUrl,
    timeZone,
    demo,
    lowAddresses: env.lowAddresses,
    telegramBotToken,
    log,
    afterAnswer: createAfterAnswer(log),
    newCode: demo ? () => demoCode : randomCode,
    outbox: createOutbox({
      transport: transportOf(env, log),
      clock: realClock,
      newId,
      quotas: scaleQuotas(env.quotas, env.rateLimitFactor),
      log,
    }),
    storage: await storageOf(env.storage, storageSecret),
    uploadQuotas: createUploadQuotas(env.uploadMib, env.rateLimitFactor),
    inquiryQuotas: createInquiryQuotas(env.rateLimitFactor),
    seal: createSeal(storageSecret),
    limits: createLimits(env.rateLimitFactor),
  }
}
