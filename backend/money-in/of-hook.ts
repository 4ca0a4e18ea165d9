import { eq } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { refills } from '../db/schema/transfers'
import { type HookEvent, type Sighting, sightingOf } from './sighting'

/** What an event of the signed call reports. A reference that is no top-up's is an address of nobody. */
export async function ofHook(db: Db, event: HookEvent): Promise<Sighting[]> {
  const { address, reference } = event.data
  if (address !== undefined) return [sightingOf(event, address)]
  const [refill] = await db.select({ wallet: refills.wallet }).from(refills).where(eq(refills.id, reference!)) // one of the two is there
  return [sightingOf(event, refill?.wallet ?? reference!)]
}
