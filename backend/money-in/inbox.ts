/**
 * Events of payment processors between their arrival and their effect. Invariants: an event that was accepted is stored,
 * so that none is lost if this process ends; its effect and the record of it are one transaction, so that it has one effect;
 * one that fails is tried again, with growing pauses and by any backend, until it succeeds or has failed for three days:
 * then it ends as what `caseOf` makes of it, in one transaction with the record that nobody tries it any more. Times are real.
 */
import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { type Clock, dayMs } from '../clock'
import { type Db } from '../db/connect'
import { deleteInBatches } from '../db/delete-in-batches'
import { type eventSources, paymentEvents } from '../db/schema/incoming'

export interface PaymentEvent {
  source: (typeof eventSources)[number]
  eventId: string
  body: unknown
}

export interface Inbox {
  /** Resolves when the event is stored: false if it was already. */
  accept(event: PaymentEvent): Promise<boolean>
  /** Takes what is due, and resolves when nothing is left of it. */
  takeDue(): Promise<void>
  /** Takes nothing more, and resolves when nothing is under way: what is held comes due again by itself. */
  close(): Promise<void>
}

export interface InboxOptions {
  db: Db
  realClock: Clock
  /** What an event causes, outside any transaction: it may ask others. What it returns is run within one. */
  effectOf: (event: PaymentEvent) => Promise<(tx: Db) => Promise<unknown>>
  /** What becomes of an event that has failed for too long: somebody has to see to it. */
  caseOf: (tx: Db, event: PaymentEvent) => Promise<unknown>
  log: { warn(details: object, message: string): void; error(details: object, message: string): void }
}

/** Events that one statement stores. */
const maxStored = 200
/** How many events are taken at a time. */
const concurrency = 4
/** Events that are held at once: all are through before the hold ends, also where each has to wait for BTCPay (8 s). */
const maxHeld = 24
const firstPauseMs = 5_000
const maxPauseMs = 15 * 60_000
/** An outage may take a weekend. Where the backend itself was down for so long, the event has its tries all the same. */
const [triedForMs, minTries] = [3 * dayMs, 10]
/** An event that is being taken is left alone by other backends for so long. */
const holdMs = 60_000

type EventRow = typeof paymentEvents.$inferSelect

interface Waiting {
  event: PaymentEvent
  stored: (isNew: boolean) => void
  failed: (error: unknown) => void
}

export function createInbox({ db, realClock, effectOf, caseOf, log }: InboxOptions): Inbox {
  let waiting: Waiting[] = []
  let storing: Promise<void> | null = null
  let taking: Promise<void> | null = null
  let isAgain = false
  let isClosing = false

  /** Those that come while a statement runs are stored together by the next one. */
  async function store(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxStored)
      waiting = waiting.slice(maxStored)
      const now = realClock.now()
      try {
        const rows = batch.map(({ event }) => ({ ...event, receivedAt: now, dueAt: now }))
        const { source, eventId } = paymentEvents
        const added = await db
          .insert(paymentEvents)
          .values(rows)
          .onConflictDoNothing()
          .returning({ source, eventId })
        const fresh = new Set(added.map(keyOf))
        // Of the same event twice in one batch the first is the new one.
        for (const { event, stored } of batch) stored(fresh.delete(keyOf(event)))
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    storing = null
  }

  async function take(): Promise<void> {
    do {
      isAgain = false
      for (;;) {
        const events = isClosing ? [] : await hold()
        if (events.length === 0) break
        const queue = [...events]
        await Promise.all(
          Array.from({ length: concurrency }, async () => {
            for (let event = queue.shift(); event && !isClosing; event = queue.shift()) await takeOne(event)
          }),
        )
      }
    } while (isAgain)
    taking = null
  }

  /** The oldest that are due, which nobody else takes meanwhile. */
  async function hold(): Promise<EventRow[]> {
    const now = realClock.now()
    const due = db
      .select({ source: paymentEvents.source, eventId: paymentEvents.eventId })
      .from(paymentEvents)
      .where(and(isNotNull(paymentEvents.dueAt), lte(paymentEvents.dueAt, now)))
      .orderBy(asc(paymentEvents.dueAt))
      .limit(maxHeld)
      .for('update', { skipLocked: true })
    return db
      .update(paymentEvents)
      .set({ dueAt: new Date(now.getTime() + holdMs), attempts: sql`${paymentEvents.attempts} + 1` })
      .where(sql`(${paymentEvents.source}, ${paymentEvents.eventId}) in ${due}`)
      .returning()
  }

  async function takeOne(row: EventRow): Promise<void> {
    const { source, attempts } = row
    try {
      await finish(row, await effectOf(row))
    } catch (error) {
      const failedForMs = realClock.now().getTime() - row.receivedAt.getTime()
      const isOver = attempts >= minTries && failedForMs >= triedForMs
      const end = isOver ? 'is left to an operator' : 'will be tried again'
      log.error({ err: error, source, attempts }, `an event of a payment processor failed and ${end}`)
      if (!isOver || !(await leaveToOperators(row))) await postpone(row)
    }
  }

  /** Locked and marked in the transaction of its effect: of two that take it the second finds it done. */
  async function finish(row: EventRow, effect: (tx: Db) => Promise<unknown>): Promise<void> {
    await db.transaction(async (tx) => {
      const done = await tx
        .update(paymentEvents)
        .set({ dueAt: null })
        .where(isOpen(row))
        .returning({ source: paymentEvents.source })
      if (done.length > 0) await effect(tx)
    })
  }

  /** @returns whether they have it */
  async function leaveToOperators(row: EventRow): Promise<boolean> {
    try {
      await finish(row, (tx) => caseOf(tx, row))
      return true
    } catch (error) {
      log.error({ err: error, source: row.source }, 'an event that failed could not be left to an operator')
      return false
    }
  }

  async function postpone(row: EventRow): Promise<void> {
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(row.attempts, 20))
    const dueAt = new Date(realClock.now().getTime() + pauseMs)
    try {
      await db.update(paymentEvents).set({ dueAt }).where(isOpen(row))
    } catch (error) {
      // It is due again when the hold ends.
      log.error({ err: error, source: row.source }, 'an event that failed could not be postponed')
    }
  }

  function takeDue(): Promise<void> {
    isAgain = true
    return (taking ??= take().catch((error: unknown) => {
      taking = null
      log.error({ err: error }, 'events of payment processors could not be taken')
    }))
  }

  return {
    async accept(event) {
      const isNew = await new Promise<boolean>((stored, failed) => {
        waiting.push({ event, stored, failed })
        storing ??= store()
      })
      if (isNew) void takeDue()
      return isNew
    },
    takeDue,
    async close() {
      isClosing = true
      await storing
      await taking
    },
  }
}

const isOpen = ({ source, eventId }: PaymentEvent) =>
  and(eq(paymentEvents.source, source), eq(paymentEvents.eventId, eventId), isNotNull(paymentEvents.dueAt))

const keyOf = ({ source, eventId }: Pick<PaymentEvent, 'source' | 'eventId'>) => `${source} ${eventId}`

/** Longer than any sender repeats an event. */
const keptDays = 90

/** Forgets events that are long done: their transfers are kept. */
export async function forgetEvents(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * dayMs)
  const isDone = sql`${lte(paymentEvents.receivedAt, before)} and ${paymentEvents.dueAt} is null`
  await deleteInBatches(db, paymentEvents, isDone)
}
