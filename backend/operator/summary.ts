import { LRUCache } from 'lru-cache'
import { contract } from '~/contract'
import { type CallOutput } from '~/contract/call'
import { type OperatorRole, mayCall } from '~/contract/operator-roles'
import { type Db } from '../db/connect'
import { users } from '../db/schema/users'
import { addressSupply } from '../funds/receiving-addresses'
import { ratesAt } from '../funds/rates'
import { lateJobs } from '../jobs/job-runs'
import { unsentMessages } from '../outbox/unsent'
import { type Services } from '../services'
import { type FlowOfDay, moneyFlow } from '../statistics/money-flow'
import { isLow } from './address-warning'
import { activeOperators, fourEyesOf } from './four-eyes'
import { type Books, readBooks } from './today/books'
import { type QueueName, duePayments, readQueues } from './today/waiting'

/**
 * What an operator begins the day with. Invariants: each role is shown what it may read in the lists too, and nothing of
 * the company's money where it decides on none; what many rows go into is read at most once a minute.
 */

type Summary = CallOutput<typeof contract.operator.summary>

/** The days of the chart, today included. */
const flowDays = 30

/** For so long the books, the money of each day and the number of users are not read again. */
const keptMs = 60_000

interface Figures {
  books: Books
  flow: FlowOfDay[]
  users: number
}

/** Figures by the day of the product's time. */
export type SummaryFigures = Pick<LRUCache<string, Figures>, 'forceFetch'>

/** The figures that are kept for a minute, by this process. Readers at the same time wait for the same reading. */
export function summaryFigures({
  db,
  productClock,
  realClock,
  timeZone,
}: Pick<Services, 'db' | 'productClock' | 'realClock' | 'timeZone'>): SummaryFigures {
  const read = async (): Promise<Figures> => {
    const now = productClock.now()
    const [books, flow, count] = await Promise.all([
      readBooks(db, now),
      moneyFlow(db, { now, timeZone, days: flowDays }),
      db.$count(users),
    ])
    return { books, flow, users: count }
  }
  return new LRUCache<string, Figures>({
    max: 1,
    ttl: keptMs,
    ttlResolution: 0,
    perf: { now: () => realClock.now().getTime() },
    fetchMethod: read,
  })
}

export interface SummaryOptions {
  /** Of the reader. */
  role: OperatorRole
  /** The product's time, and real time. */
  now: Date
  realNow: Date
  demo: boolean
  /** Fewer receiving addresses of a payment system than these are too few. */
  lowAddresses: number
  /** Ids of the payment systems that need no stock of addresses. */
  processorSystems?: readonly string[]
  figures: SummaryFigures
}

/** The summary as a role may see it. */
export async function operatorSummary(db: Db, options: SummaryOptions): Promise<Summary> {
  const { now, realNow, role, figures } = options
  const may = (call: 'decidePayment' | Exclude<QueueName, 'payouts'>) =>
    mayCall(role, contract.operator[call])
  const mayRead = (queue: QueueName) => may(queue === 'payouts' ? 'payments' : queue)
  // Rates of another day, and so of another position of the demonstration's clock, are not today's.
  const day = now.toISOString().slice(0, 10)
  const [queues, due, kept, money, late, unsent, fourEyes, operators] = await Promise.all([
    ratesAt(db, now).then((rates) => readQueues(db, { now, rates })),
    may('payments') ? duePayments(db, { realNow }) : undefined,
    figures.forceFetch(day),
    may('decidePayment') ? addressesOf(db, options) : undefined,
    lateJobs(db, { now, realNow }),
    unsentMessages(db, realNow),
    fourEyesOf(db),
    activeOperators(db),
  ])
  const waiting = queues.waiting.filter(({ queue }) => mayRead(queue))
  return {
    queues: Object.fromEntries(
      waiting.filter(({ queue }) => queue !== 'payouts').map(({ queue, count }) => [queue, count]),
    ),
    ...(may('payments') && { overdue: queues.overdue, due }),
    fourEyes: fourEyes.on,
    admins: operators.filter((one) => one.role === 'admin').length,
    waiting,
    ...(money && { addresses: money, ...ofMoney(kept) }),
    lateJobs: late.map(({ job, since }) => ({ job, since: since && since.toISOString() })),
    unsent: unsent.map(({ since, ...rest }) => ({
      ...rest,
      // The page reads in the product's time.
      since: new Date(since.getTime() + now.getTime() - realNow.getTime()).toISOString(),
    })),
    users: kept.users,
  }
}

/** What only a role that decides on money is shown. */
function ofMoney({ books, flow }: Figures): Pick<Summary, 'flow' | 'ledger' | 'accounts'> {
  return { flow, ledger: { at: books.at.toISOString(), off: books.off }, accounts: books.accounts }
}

async function addressesOf(
  db: Db,
  {
    now,
    demo,
    lowAddresses,
    processorSystems,
  }: Pick<SummaryOptions, 'now' | 'demo' | 'lowAddresses' | 'processorSystems'>,
): Promise<NonNullable<Summary['addresses']>> {
  const supply = await addressSupply(db, { now, demo, processorSystems })
  return supply.map((one) => ({
    system: one.systemId,
    title: one.title,
    free: one.free,
    isLow: isLow(one, lowAddresses),
  }))
}
