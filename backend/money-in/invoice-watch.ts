/**
 * Invoices that may still be paid. BTCPay says by a webhook that one has changed, and sends a webhook only so often: what happens
 * while nothing of ours answers, or while the webhook is set up wrongly, is learned by asking. Each invoice is asked about from its
 * top-up on until BTCPay watches its address no more, at first often and then seldom. Invariants: an invoice is asked about by one
 * backend at a time; what an answer causes is what an event with the same news would have, once; none is left before BTCPay has
 * answered for the last time. Times are real.
 */
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { type Clock, dayMs } from '../clock'
import { type Db } from '../db/connect'
import { incomingTransfers, watchedInvoices } from '../db/schema/incoming'
import { refills } from '../db/schema/transfers'
import { type FundsContext } from '../funds/context'
import { type Btcpay, NoAnswer, NoInvoice } from './btcpay'
import { leaveReport } from './leave-report'
import { type Sighting } from './sighting'
import { type Outcome, takeSighting } from './take-sighting'

export interface InvoiceWatch {
  /** Asks about the invoices that are due, and resolves when none is left, or when BTCPay does not answer. */
  askDue(): Promise<void>
  /** Asks about no more. */
  close(): void
}

export interface InvoiceWatchOptions {
  db: Db
  realClock: Clock
  /** The surroundings of a use case of money that runs now. */
  context: () => FundsContext
  btcpay: Pick<Btcpay, 'sightingsOf'>
  log: { warn(details: object, message: string): void; error(details: object, message: string): void }
}

/** How many invoices are asked about at a time: what top-ups and webhooks ask meanwhile is more urgent. */
const concurrency = 4
const minuteMs = 60_000
/** An invoice that is being asked about is left alone by other backends for so long: longer than BTCPay is waited for. */
const holdMs = minuteMs
/** The pause is a quarter of the age: some fifty questions in the two weeks of an invoice. */
const [minPauseMs, maxPauseMs] = [5 * minuteMs, 12 * 60 * minuteMs]
/** A payment that is neither final nor invalid when BTCPay watches no more is asked about for so much longer. */
const unfinishedMs = 14 * dayMs

type InvoiceRow = typeof watchedInvoices.$inferSelect

/** What an event had told already, had it come. */
const news: ReadonlySet<Outcome> = new Set(['credited', 'dropped', 'waits'])

export function createInvoiceWatch({
  db,
  realClock,
  context,
  btcpay,
  log,
}: InvoiceWatchOptions): InvoiceWatch {
  let isClosing = false
  const nowMs = () => realClock.now().getTime()

  async function hold(): Promise<InvoiceRow[]> {
    const due = db
      .select({ id: watchedInvoices.id })
      .from(watchedInvoices)
      .where(lte(watchedInvoices.dueAt, realClock.now()))
      .orderBy(asc(watchedInvoices.dueAt))
      .limit(concurrency)
      .for('update', { skipLocked: true })
    return db
      .update(watchedInvoices)
      .set({ dueAt: new Date(nowMs() + holdMs) })
      .where(inArray(watchedInvoices.id, due))
      .returning()
  }

  /** @returns whether BTCPay has answered */
  async function ask(row: InvoiceRow): Promise<boolean> {
    try {
      await take(row, await btcpay.sightingsOf(row.id, true))
      return true
    } catch (error) {
      const isSilent = error instanceof NoAnswer
      if (isSilent) await postpone(db, row, minPauseMs)
      else await leaveForLater(row, error)
      return !isSilent
    }
  }

  async function take(row: InvoiceRow, sightings: readonly Sighting[]): Promise<void> {
    const outcomes = await db.transaction(async (tx) => {
      const taken: Outcome[] = []
      for (const sighting of sightings) taken.push(await takeSighting(tx, context(), sighting))
      const lastMs = row.watchedUntil.getTime() + (sightings.some(isUnfinished) ? unfinishedMs : 0)
      await (nowMs() < lastMs ? postpone(tx, row, pauseOf(row, lastMs)) : end(tx, row))
      return taken
    })
    const unreported = outcomes.filter((outcome) => news.has(outcome))
    if (unreported.length > 0)
      log.warn({ unreported, refillId: row.refillId }, 'BTCPay told of a transfer only when asked')
  }

  /** What BTCPay has answered can't be taken: it is asked again, and in the end an operator has to look, unless there is no invoice. */
  async function leaveForLater(row: InvoiceRow, error: unknown): Promise<void> {
    const { id, refillId } = row
    // What was seen at its address may still become final.
    const isGone = error instanceof NoInvoice
    const lastMs = row.watchedUntil.getTime() + (!isGone && (await hasUnfinished(db, row)) ? unfinishedMs : 0)
    const isLast = nowMs() >= lastMs
    const what = isLast ? 'is not tried again' : 'will be tried again'
    log.error({ err: error, refillId }, `the answer about an invoice could not be taken and ${what}`)
    if (!isLast) return postpone(db, row, pauseOf(row, lastMs))
    await db.transaction(async (tx) => {
      const body = { invoiceId: id, orderId: refillId }
      if (!isGone) await leaveReport(tx, context(), { source: 'btcpay', eventId: `invoice ${id}`, body })
      await end(tx, row)
    })
  }

  /** A quarter of its age, and not beyond the last question. */
  function pauseOf({ createdAt }: InvoiceRow, lastMs: number): number {
    const pauseMs = Math.min(maxPauseMs, Math.max(minPauseMs, (nowMs() - createdAt.getTime()) / 4))
    return Math.min(pauseMs, Math.max(0, lastMs - nowMs()))
  }

  async function postpone(tx: Db, { id }: InvoiceRow, pauseMs: number): Promise<void> {
    const dueAt = new Date(nowMs() + pauseMs)
    await tx.update(watchedInvoices).set({ dueAt }).where(eq(watchedInvoices.id, id))
  }

  return {
    async askDue() {
      while (!isClosing) {
        const rows = await hold()
        if (rows.length === 0) break
        const answers = await Promise.all(rows.map(ask))
        if (answers.includes(true)) continue
        // The rest would only wait for the same.
        log.warn({ invoices: rows.length }, 'BTCPay does not answer and will be asked again')
        break
      }
    },
    close: () => void (isClosing = true),
  }
}

const isUnfinished = ({ state }: Sighting): boolean => state === 'seen'

/** Whether a payment of it was seen that was neither final nor invalid when BTCPay was understood for the last time. */
async function hasUnfinished(db: Db, { refillId }: InvoiceRow): Promise<boolean> {
  const [found] = await db
    .select({ id: incomingTransfers.id })
    .from(incomingTransfers)
    .innerJoin(refills, eq(sql`lower(${refills.wallet})`, incomingTransfers.addressKey))
    // A report that nobody could take holds no transfer.
    .where(
      and(eq(refills.id, refillId), eq(incomingTransfers.state, 'seen'), isNull(incomingTransfers.report)),
    )
    .limit(1)
  return found !== undefined
}

async function end(tx: Db, { id }: InvoiceRow): Promise<void> {
  await tx.delete(watchedInvoices).where(eq(watchedInvoices.id, id))
}
