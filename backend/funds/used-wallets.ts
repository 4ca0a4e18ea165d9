import { and, eq, sql } from 'drizzle-orm'
import { isSameAddress } from '~/formats/wallet-address.server'
import { type Db } from '../db/connect'
import { paymentSystems } from '../db/schema/settings'
import { payments } from '../db/schema/transfers'
import { type NetworkFamily } from '../domain/addresses'

/**
 * Whether a completed withdrawal of this investor went to the address, on any system of its network. A requested one
 * does not count: after passing the password once, a thief would not need it for that address again.
 */
export async function isUsedWallet(
  db: Db,
  { userId, family, address }: { userId: string; family: NetworkFamily; address: string },
): Promise<boolean> {
  const rows = await db
    .selectDistinct({ wallet: payments.wallet })
    .from(payments)
    .innerJoin(paymentSystems, eq(paymentSystems.id, payments.systemId))
    .where(
      and(
        eq(payments.userId, userId),
        eq(payments.status, 'completed'),
        eq(paymentSystems.family, family),
        eq(sql`lower(${payments.wallet})`, address.toLowerCase()),
      ),
    )
  return rows.some(({ wallet }) => isSameAddress(wallet, address))
}
