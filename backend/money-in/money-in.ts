import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { type Clock } from '../clock'
import { type Db } from '../db/connect'
import { refills } from '../db/schema/transfers'
import { type FundsContext } from '../funds/context'
import { type Btcpay } from './btcpay'
import { type Inbox, type PaymentEvent, createInbox } from './inbox'
import { HookEvent, type Sighting, sightingOf } from './sighting'
import { takeSighting } from './take-sighting'

/** Money that arrives by itself: what payment processors report, and what becomes of it. */
export interface MoneyIn {
  inbox: Inbox
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

export function createMoneyIn({ db, realClock, context, hookSecrets, btcpay, log }: MoneyInOptions): MoneyIn {
  const sightingsOf = ({ source, body }: PaymentEvent): Promise<Sighting[]> =>
    source === 'hook'
      ? ofHook(db, HookEvent.parse(body))
      : (btcpay?.sightingsOf(z.object({ invoiceId: z.string() }).parse(body).invoiceId) ??
        Promise.resolve([]))
  const effectOf = async (event: PaymentEvent) => {
    const sightings = await sightingsOf(event)
    return async (tx: Db) => {
      for (const sighting of sightings) {
        const outcome = await takeSighting(tx, context(), sighting)
        if (outcome === 'waits') log.warn({ outcome }, 'a transfer waits for an operator')
      }
    }
  }
  return { inbox: createInbox({ db, realClock, effectOf, log }), hookSecrets, btcpay }
}

/** A reference that is no top-up's is an address of nobody. */
async function ofHook(db: Db, event: HookEvent): Promise<Sighting[]> {
  const { address, reference } = event.data
  if (address !== undefined) return [sightingOf(event, address)]
  const [refill] = await db.select({ wallet: refills.wallet }).from(refills).where(eq(refills.id, reference!)) // one of the two is there
  return [sightingOf(event, refill?.wallet ?? reference!)]
}
