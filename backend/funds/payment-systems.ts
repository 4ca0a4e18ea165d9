import { asc, eq } from 'drizzle-orm'
import { type Complete } from '~/contract/reading'
import { type PaymentSystem } from '~/contract/settings'
import { type Db } from '../db/connect'
import { paymentSystems } from '../db/schema/settings'
import { type NetworkFamily } from '../domain/addresses'
import { type Bounds, minimumAt } from '../domain/bounds'
import { isCurrency, scaleOf } from '../domain/currencies'
import { type Decimal } from '../domain/decimal'
import { Refusal } from '../domain/refusal'
import { withdrawalBounds } from '../domain/withdrawal'
import { ratesAt } from './rates'
import { type SystemRow } from './receiving-addresses'

/** Networks for top-ups and withdrawals with their bounds at the present rates. */

/** A system by its id. @throws Refusal of the field `system` */
export async function systemOf(db: Db, id: string): Promise<SystemRow> {
  const [system] = await db.select().from(paymentSystems).where(eq(paymentSystems.id, id))
  if (!system) throw Refusal.ofField('system', 'invalid')
  return system
}

/** The network of a system's addresses; null without such a system. */
export async function familyOfSystem(db: Db, id: string): Promise<NetworkFamily | null> {
  const [system] = await db.select().from(paymentSystems).where(eq(paymentSystems.id, id))
  return system?.family ?? null
}

/** Bounds of a top-up in the system's currency. */
export const refillBounds = ({ currency, refillMinUsd, refillMax }: SystemRow, rate: Decimal): Bounds => ({
  min: minimumAt(refillMinUsd, currency, rate),
  max: refillMax,
})

/** Bounds of a withdrawal in the system's currency. @param fee the fee of this investor */
export const paymentBounds = (system: SystemRow, rate: Decimal, fee: Decimal): Bounds =>
  withdrawalBounds(
    { currency: system.currency, minUsd: system.paymentMinUsd, max: system.paymentMax, fee },
    rate,
  )

/**
 * All systems in the company's order. A system whose currency has no rate yet is left out.
 * @param request.isFree whether the reader's subscription waives the withdrawal fee
 */
export async function listPaymentSystems(
  db: Db,
  { now, isFree }: { now: Date; isFree: boolean },
): Promise<Complete<typeof PaymentSystem>[]> {
  const rates = await ratesAt(db, now)
  const rows = await db
    .select()
    .from(paymentSystems)
    .orderBy(asc(paymentSystems.position), asc(paymentSystems.id))
  return rows.flatMap((system) => {
    const rate = rates.get(system.currency)
    return rate === undefined || !isCurrency(system.currency) ? [] : [systemView(system, rate, isFree)]
  })
}

function systemView(system: SystemRow, rate: Decimal, isFree: boolean): Complete<typeof PaymentSystem> {
  const fee = isFree ? '0' : system.paymentFee
  return {
    id: system.id,
    title: system.title,
    currency: system.currency,
    network: system.network,
    decimals: scaleOf(system.currency),
    explorer: system.explorer,
    refill: {
      enabled: system.refillEnabled,
      ...refillBounds(system, rate),
      timeoutMinutes: system.refillTimeoutMinutes,
    },
    payment: {
      enabled: system.paymentEnabled,
      ...paymentBounds(system, rate, fee),
      fee,
      hours: system.paymentHours,
      requires: system.paymentRequires,
    },
  }
}
