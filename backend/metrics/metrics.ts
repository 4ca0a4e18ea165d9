import { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { sql } from 'drizzle-orm'
import { type Reading, type Registry } from '~/telemetry/registry.server'
import { addGauge, durationBuckets, kept, newRegistry } from '~/telemetry/registry.server'
import { dayMs } from '../clock'
import { transferProblems } from '../db/schema/incoming'
import { currencies } from '../domain/currencies'
import { addressSupply } from '../funds/receiving-addresses'
import { type LateJob, lateJobs } from '../jobs/job-runs'
import { readBooks } from '../operator/today/books'
import { isWaiting } from '../operator/waiting-transfers'
import { type Services } from '../services'

/** The numbers of the backend: its calls as they are answered, and its state when the numbers are asked for. */

export interface MetricsSources {
  pool: pg.Pool
  realtime: { sockets: () => number; isListening: () => boolean }
  services: Pick<Services, 'db' | 'productClock' | 'realClock' | 'demo' | 'processorSystems'>
}

/** State of the database is read at most this often, and the books, for which each account is read, once a minute. */
const [stateKeptMs, booksKeptMs] = [5_000, 60_000]
/** A transfer that is not final by then never will be: nobody is called for it any more. */
const unconfirmedDays = 14

export const createBackendMetrics = (): Promise<Registry> => newRegistry('backend')

/** Counts the calls of a server that does not listen yet. */
export function countCalls(app: FastifyInstance, { prom, registry }: Registry): void {
  const calls = new prom.Counter({
    name: 'tideline_backend_calls_total',
    help: 'Answered calls by the contract name of the call and by status; none: no call of the contract.',
    labelNames: ['call', 'status'],
    registers: [registry],
  })
  const seconds = new prom.Histogram({
    name: 'tideline_backend_call_duration_seconds',
    help: 'From the head of a request to the end of its answer.',
    labelNames: ['call'],
    buckets: durationBuckets,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const call = request.routeOptions.config.call ?? 'none'
    calls.inc({ call, status: String(reply.statusCode) })
    seconds.observe({ call }, reply.elapsedTime / 1000)
    done()
  })
}

/** What is read when the numbers are asked for. */
export function addReadings(own: Registry, { pool, realtime, services }: MetricsSources): void {
  const { db, productClock, realClock, demo, processorSystems } = services
  const one = (value: number): Reading[] => [{ labels: {}, value }]
  addGauge(own, {
    name: 'tideline_database_connections',
    help: 'Connections of the pool, and statements that wait for one.',
    labelNames: ['state'],
    read: () => [
      { labels: { state: 'used' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'waiting' }, value: pool.waitingCount },
    ],
  })
  addGauge(own, {
    name: 'tideline_database_up',
    help: '1 if the database answers.',
    read: () =>
      pool.query('select 1').then(
        () => one(1),
        () => one(0),
      ),
  })
  addGauge(own, {
    name: 'tideline_backend_sockets',
    help: 'Open sockets of clients, which are instances of the app.',
    read: () => one(realtime.sockets()),
  })
  addGauge(own, {
    name: 'tideline_listening',
    help: '1 if announcements of the database are heard; without them sockets are closed.',
    read: () => one(realtime.isListening() ? 1 : 0),
  })
  addGauge(own, {
    name: 'tideline_job_lateness_seconds',
    help: 'For how long the work of a job has been due, by the product clock; 0: it is not late.',
    labelNames: ['job'],
    read: kept(stateKeptMs, async () => {
      const now = productClock.now()
      const late = await lateJobs(db, { now, realNow: realClock.now() })
      // A job that has never run is as late as can be told: since this database is looked at.
      const lateness = new Map(
        late.map(({ job, since }) => [job, since ? (now.getTime() - since.getTime()) / 1000 : 1]),
      )
      return jobs.map((job) => ({ labels: { job }, value: lateness.get(job) ?? 0 }))
    }),
  })
  addGauge(own, {
    name: 'tideline_backup_age_seconds',
    help: 'For how long the last backup by `npm run db:backup` has been there; left out where there is none.',
    read: kept(stateKeptMs, async () => {
      const { rows } = await db.execute<{ taken: string }>(
        sql`select succeeded_at as taken from job_runs where job = 'backup'`,
      )
      return rows.map(({ taken }) => ({
        labels: {},
        value: Math.max(0, (realClock.now().getTime() - Date.parse(taken)) / 1000),
      }))
    }),
  })
  addGauge(own, {
    name: 'tideline_outbox_messages',
    help: 'Messages that are not sent yet: new, and failed at least once.',
    labelNames: ['channel', 'state'],
    read: kept(stateKeptMs, () => unsentIn(services)),
  })
  addGauge(own, {
    name: 'tideline_outbox_oldest_seconds',
    help: 'The age of the oldest message that is not sent yet; 0: there is none.',
    read: kept(stateKeptMs, async () => {
      const { rows } = await db.execute<{ oldest: string | null }>(
        sql`select min(created_at) as oldest from outbox where next_attempt_at is not null and sent_at is null and given_up_at is null`,
      )
      const oldest = rows[0]?.oldest
      return one(oldest ? Math.max(0, (realClock.now().getTime() - Date.parse(oldest)) / 1000) : 0)
    }),
  })
  addGauge(own, {
    name: 'tideline_outbox_recipients_failed',
    help: 'Recipients of messages of the last hour that were tried in vain, codes included; 0 while others of the channel are sent.',
    labelNames: ['channel'],
    read: kept(stateKeptMs, () => recipientsFailedIn(services)),
  })
  addGauge(own, {
    name: 'tideline_payment_events_waiting',
    help: 'Events of payment processors whose effect is still to come.',
    read: kept(stateKeptMs, async () => {
      const { rows } = await db.execute<{ waiting: number }>(
        sql`select count(*)::int as waiting from payment_events where due_at is not null`,
      )
      return one(rows[0]?.waiting ?? 0)
    }),
  })
  addGauge(own, {
    name: 'tideline_transfers_waiting',
    help: 'Transfers that no top-up took and that wait for an operator, by why.',
    labelNames: ['problem'],
    read: kept(stateKeptMs, async () => {
      const { rows } = await db.execute<{ problem: string; waiting: number }>(
        sql`select problem, count(*)::int as waiting from incoming_transfers where ${isWaiting} group by problem`,
      )
      const counts = new Map(rows.map(({ problem, waiting }) => [problem, waiting]))
      return transferProblems.map((problem) => ({ labels: { problem }, value: counts.get(problem) ?? 0 }))
    }),
  })
  addGauge(own, {
    name: 'tideline_transfers_oldest_seconds',
    help: 'For how long the oldest of them has waited, by the product clock; 0: there is none.',
    read: kept(stateKeptMs, async () => {
      const { rows } = await db.execute<{ oldest: string | null }>(
        sql`select min(waits_since) as oldest from incoming_transfers where ${isWaiting}`,
      )
      const oldest = rows[0]?.oldest
      return one(oldest ? Math.max(0, (productClock.now().getTime() - Date.parse(oldest)) / 1000) : 0)
    }),
  })
  addGauge(own, {
    name: 'tideline_transfers_unconfirmed_oldest_seconds',
    help: 'Since when the network has shown a transfer that is neither final nor dropped, by the product clock; 0: there is none of the last two weeks.',
    read: kept(stateKeptMs, async () => {
      const now = productClock.now()
      const { rows } = await db.execute<{ oldest: string | null }>(sql`
        select min(seen_at) as oldest from incoming_transfers
        where state = 'seen' and credited_at is null and closed_at is null and waits_since is null
          and not exists (select from refills where id = refill_id and status = 'topped_up')
          and seen_at > ${new Date(now.getTime() - unconfirmedDays * dayMs).toISOString()}::timestamptz`)
      const oldest = rows[0]?.oldest
      return one(oldest ? Math.max(0, (now.getTime() - Date.parse(oldest)) / 1000) : 0)
    }),
  })
  addGauge(own, {
    name: 'tideline_receiving_addresses_free',
    help: 'Receiving addresses of a payment system that can be given to an investor.',
    labelNames: ['system'],
    read: kept(stateKeptMs, async () => {
      const supply = await addressSupply(db, { now: productClock.now(), demo, processorSystems })
      return supply.map(({ systemId, free }) => ({ labels: { system: systemId }, value: free }))
    }),
  })
  addGauge(own, {
    name: 'tideline_ledger_imbalance',
    help: 'The sum of all accounts of a currency, which is 0 while the books are right.',
    labelNames: ['currency'],
    read: kept(booksKeptMs, async () => {
      // Also of a currency without accounts yet: an alert tells books that can't be read from books that are empty.
      const { off } = await readBooks(db, productClock.now())
      const amounts = new Map(off.map(({ currency, amount }) => [currency, Number(amount)]))
      return currencies.map((currency) => ({ labels: { currency }, value: amounts.get(currency) ?? 0 }))
    }),
  })
}

const jobs: LateJob['job'][] = [
  ...(['dues', 'outbox', 'cleanup'] as const),
  ...(['accruals', 'refills', 'subscriptions', 'rests', 'files'] as const),
]

/**
 * A mailbox may be full, and then its message waits for days: that is nobody's fault. Several that fail while nothing is sent are the
 * mail server's or the gateway's. A code is given up after ten minutes, so what was given up counts too.
 */
async function recipientsFailedIn({ db, realClock }: Pick<Services, 'db' | 'realClock'>): Promise<Reading[]> {
  const ago = (minutes: number) =>
    sql`${new Date(realClock.now().getTime() - minutes * 60_000).toISOString()}::timestamptz`
  const { rows } = await db.execute<{ channel: string; failed: number }>(sql`
    select channel, count(distinct recipient)::int as failed from outbox
    where created_at > ${ago(60)} and sent_at is null and attempts > 0
      and not exists (
        select from outbox sent
        where sent.channel = outbox.channel and sent.created_at > ${ago(60)} and sent.sent_at > ${ago(10)})
    group by channel`)
  return ['email', 'sms'].map((channel) => ({
    labels: { channel },
    value: rows.find((row) => row.channel === channel)?.failed ?? 0,
  }))
}

async function unsentIn({ db }: Pick<Services, 'db'>): Promise<Reading[]> {
  const { rows } = await db.execute<{ channel: string; fresh: number; failed: number }>(sql`
    select channel, count(*) filter (where attempts = 0)::int as fresh, count(*) filter (where attempts > 0)::int as failed
    from outbox where next_attempt_at is not null and sent_at is null and given_up_at is null group by channel`)
  return ['email', 'sms'].flatMap((channel) => {
    const row = rows.find((one) => one.channel === channel)
    return [
      { labels: { channel, state: 'new' }, value: row?.fresh ?? 0 },
      { labels: { channel, state: 'failed' }, value: row?.failed ?? 0 },
    ]
  })
}
