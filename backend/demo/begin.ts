import { eq, sql } from 'drizzle-orm'
import { type PasswordHasher } from '../auth/passwords'
import { type Clock, type ProductClock, createProductClock, dayMs } from '../clock'
import { type Db } from '../db/connect'
import { locks } from '../db/locks'
import { settings } from '../db/schema/settings'
import { receivingAddresses } from '../db/schema/transfers'
import { users } from '../db/schema/users'
import { defaultPaymentSystems } from '../defaults/payment-systems'
import { fictitiousAddress } from '../domain/addresses'
import { requestRefill } from '../funds/refills'
import { storedOffset } from '../jobs/demo-clock'
import { makeAccounts } from './accounts'
import { addActivity } from './activity'
import { demoSettings } from './content/company'
import { demoVacancies } from './content/vacancies'
import { History } from './history'
import { addInquiries } from './inquiries'
import { addInvestorHistory } from './investor'
import { addNews } from './news'
import { addNotifications } from './notifications'
import { addPartners } from './partners'
import { beginWalk, keepWalking, walkUntil } from './rates'
import { addWaitingTransfers } from './transfers'
import { addWaitingCases } from './waiting'

/**
 * The demonstration's beginning. Invariants: its data is made once, in one transaction, so that a kill
 * half-way leaves nothing; it is never made where there are accounts of another kind, and a backend that is no
 * demonstration never serves its made-up money.
 */

/** Next to the contract's settings, where no call reads it. */
const begunKey = 'demo.begun'
const historyDays = 124

interface Begun {
  /** The demonstration's first day, `YYYY-MM-DD`. */
  day: string
  /** That day less the day of the first start: how far the product's time is from real time before anyone moved it. */
  shiftDays: number
}

export interface DemoOptions {
  realClock: Clock
  /** `YYYY-MM-DD`; null: today. */
  demoDate: string | null
  passwords: PasswordHasher
}

/**
 * Makes the data at first start and returns the demonstration's clock.
 * @throws Error if the database holds accounts of another kind
 */
export async function beginDemo(db: Db, options: DemoOptions): Promise<ProductClock> {
  const { realClock } = options
  const { shiftDays } = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${locks.demoBegin})`)
    return (await begunOf(tx)) ?? (await begin(tx, options))
  })
  const base = { now: () => new Date(realClock.now().getTime() + shiftDays * dayMs) }
  const clock = createProductClock(await storedOffset(db), base)
  await keepWalking(db, clock)
  return clock
}

/** @throws Error where the database holds a demonstration */
export async function refuseDemoData(db: Db): Promise<void> {
  if (await begunOf(db))
    throw new Error('this database holds a demonstration: start it with DEMO=1, or use another')
}

async function begunOf(db: Db): Promise<Begun | null> {
  const [row] = await db.select().from(settings).where(eq(settings.key, begunKey))
  return (row?.value as Begun | undefined) ?? null // written below and nowhere else
}

async function begin(tx: Db, { realClock, demoDate, passwords }: DemoOptions): Promise<Begun> {
  if ((await tx.$count(users)) > 0) {
    throw new Error('DEMO=1 needs a database of its own, and this one holds accounts')
  }
  const start = realClock.now()
  const today = start.toISOString().slice(0, 10)
  const begun = { day: demoDate ?? today, shiftDays: daysBetween(today, demoDate ?? today) }
  const day = new Date(`${begun.day}T00:00:00.000Z`)

  await beginWalk(tx, new Date(day.getTime() - historyDays * dayMs))
  await walkUntil(tx, new Date(day.getTime() + dayMs))
  await stockAddresses(tx, day)
  const history = new History(tx, day)
  const { investorId, operatorId } = await makeAccounts(history, passwords)
  addInvestorHistory(history, { userId: investorId, operatorId })
  addPartners(history, { investorId, operatorId })
  addInquiries(history, operatorId)
  addWaitingCases(history)
  addWaitingTransfers(history, investorId)
  addNews(history, operatorId)
  await history.playUntil(day)
  await addNotifications(history, investorId)

  // The pending top-up expires after an hour, so it is requested at the very start.
  const now = new Date(start.getTime() + begun.shiftDays * dayMs)
  await history.playUntil(now)
  const waiting = { userId: investorId, systemId: 'usdt-trc20', amount: '250' }
  await requestRefill(tx, history.context(now), waiting)
  await addActivity(history, investorId)

  for (const [key, value] of Object.entries({
    ...demoSettings,
    vacancies: demoVacancies(day),
    [begunKey]: begun,
  })) {
    const row = { key, value, updatedAt: start }
    await tx.insert(settings).values(row).onConflictDoUpdate({ target: settings.key, set: row })
  }
  return begun
}

/**
 * A few addresses of one payment system are in stock, so that the operator pages show the warning that they run out.
 */
async function stockAddresses(tx: Db, day: Date): Promise<void> {
  const system = defaultPaymentSystems.find(({ id }) => id === 'trx')!
  const rows = Array.from({ length: 12 }, (_, n) => ({
    id: `stock-${n}`,
    systemId: system.id,
    address: fictitiousAddress(system.family, `stock ${n}`),
    createdAt: day,
  }))
  await tx.insert(receivingAddresses).values(rows)
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs)
}
