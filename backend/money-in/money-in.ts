import { eq } from 'drizzle-orm'
import { type Clock } from '../clock'
import { type Db } from '../db/connect'
import { refills } from '../db/schema/transfers'
import { type FundsContext } from '../funds/context'
import { type Btcpay, InvoiceChange } from './btcpay'
import { type InvoiceWatch, createInvoiceWatch } from './invoice-watch'
import { type Inbox, type PaymentEvent, createInbox } from './inbox'
import { leaveReport } from './leave-report'
import { ofHook } from './of-hook'
import { HookEvent, type Sighting } from './sighting'
import { takeSighting } from './take-sighting'

/** Money that arrives by itself: what payment processors report, and what becomes of it. */
export interface MoneyIn {
  inbox: Inbox
  /** Asks BTCPay about the invoices of which an event may have been lost; null where there is none. */
  invoices: InvoiceWatch | null
  /** Secrets of the signed call, the newest first; none: it is not there. */
  hookSecrets: readonly string[]
  /** The company's BTCPay Server; null: it has none. */
  btcpay: Btcpay | null
}

export interface MoneyInOptions {
  db: Db
  realClock: Clock
  /** The surroundings of a use case of money that runs now. */
  context: () => FundsContext
  hookSecrets: readonly string[]
  btcpay: Btcpay | null
  log: { warn(details: object, message: string): void; error(details: object, message: string): void }
}

const isRefill = async (db: Db, id: string): Promise<boolean> =>
  (await db.$count(refills, eq(refills.id, id))) > 0

export function createMoneyIn({ db, realClock, context, hookSecrets, btcpay, log }: MoneyInOptions): MoneyIn {
  const sightingsOf = async ({ source, body }: PaymentEvent): Promise<Sighting[]> => {
    if (source === 'hook') return ofHook(db, HookEvent.parse(body))
    // Another backend has accepted it, which is configured otherwise: it is tried again, there or here.
    if (!btcpay) throw new Error('BTCPay is not configured here')
    const { invoiceId, orderId } = InvoiceChange.parse(body)
    return btcpay.sightingsOf(invoiceId, orderId !== undefined && (await isRefill(db, orderId)))
  }
  const effectOf = async (event: PaymentEvent) => {
    const sightings = await sightingsOf(event)
    return async (tx: Db) => {
      for (const sighting of sightings) {
        const outcome = await takeSighting(tx, context(), sighting)
        if (outcome === 'waits') log.warn({ outcome }, 'a transfer waits for an operator')
      }
    }
  }
  const caseOf = (tx: Db, event: PaymentEvent) => leaveReport(tx, context(), event)
  return {
    inbox: createInbox({ db, realClock, effectOf, caseOf, log }),
    invoices: btcpay && createInvoiceWatch({ db, realClock, context, btcpay, log }),
    ...{ hookSecrets, btcpay },
  }
}
