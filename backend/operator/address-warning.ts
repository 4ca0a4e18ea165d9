import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { users } from '../db/schema/users'
import { type AddressSupply, addressSupply } from '../funds/receiving-addresses'
import { postMessage } from '../outbox/outbox'
import { type Services } from '../services'

/**
 * Operators learn long before the last receiving address is given out. Each run leaves a line in the log for a payment
 * system that runs low, an error if none is left; each operator with an e-mail gets one message per day and system.
 */
export async function warnOfFewAddresses({
  db,
  log,
  productClock,
  realClock,
  demo,
  lowAddresses,
  processorSystems,
}: Pick<Services, 'db' | 'productClock' | 'realClock' | 'demo' | 'lowAddresses' | 'processorSystems'> & {
  log: Pick<Services['log'], 'warn' | 'error'>
}): Promise<void> {
  const supply = await addressSupply(db, { now: productClock.now(), demo, processorSystems })
  const low = supply.filter((one) => isLow(one, lowAddresses))
  if (low.length === 0) return
  for (const { systemId, free } of low) {
    if (free === 0)
      log.error({ systemId, free }, 'no receiving address is left: new investors can not top up')
    else log.warn({ systemId, free }, 'few receiving addresses are left')
  }

  const isActive = and(eq(users.role, 'operator'), isNull(users.suspendedAt), isNull(users.erasedAt))
  const operators = await db
    .select({ id: users.id, email: users.email, language: users.language })
    .from(users)
    .where(and(isActive, isNotNull(users.email)))
  const createdAt = realClock.now()
  const day = createdAt.toISOString().slice(0, 10)
  for (const { systemId, title, free } of low) {
    for (const { id: userId, email, language } of operators) {
      // The id holds the system and the day, so that a repeated run posts no second message.
      const message = { id: `addresses-${systemId}-${day}-${userId}`, userId, createdAt }
      await postMessage(db, message, {
        channel: 'email',
        recipient: email!, // the query selects only operators with an e-mail
        kind: 'addresses_low',
        values: { title, free: String(free) },
        language,
      })
    }
  }
}

/** Whether so few are left that an operator should add some. */
export const isLow = ({ free }: Pick<AddressSupply, 'free'>, lowAddresses: number): boolean =>
  free === 0 || free < lowAddresses
