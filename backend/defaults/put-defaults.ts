import { type Db } from '../db/connect'
import { coins } from '../db/schema/rates'
import { paymentSystems, plans, settings, subscriptionOptions } from '../db/schema/settings'
import { defaultCoins } from './coins'
import { defaultPaymentSystems } from './payment-systems'
import { defaultPlans, defaultSubscriptions } from './plans'
import { defaultSettings } from './settings'

/** Inserts what a new database needs before anyone can invest. Existing rows are the company's and stay. */
export async function putDefaults(db: Db, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(plans).values(defaultPlans).onConflictDoNothing()
    await tx.insert(subscriptionOptions).values(defaultSubscriptions).onConflictDoNothing()
    await tx.insert(paymentSystems).values(defaultPaymentSystems).onConflictDoNothing()
    await tx.insert(coins).values(defaultCoins).onConflictDoNothing()
    await putSettings(tx, defaultSettings, now)
  })
}

/** Sets the settings that are not there yet. */
async function putSettings(tx: Db, values: Record<string, unknown>, now: Date): Promise<void> {
  const rows = Object.entries(values).map(([key, value]) => ({ key, value, updatedAt: now }))
  await tx.insert(settings).values(rows).onConflictDoNothing()
}
