import { asc } from 'drizzle-orm'
import { type Complete } from '~/contract/reading'
import { type Plan, Tariff } from '~/contract/settings'
import { type Db } from '../db/connect'
import { plans } from '../db/schema/settings'
import { boundsAt } from '../domain/bounds'
import { isCurrency } from '../domain/currencies'
import { type Decimal } from '../domain/decimal'
import { type Language } from '~/contract/languages'
import { ratesAt } from './rates'

/** Tariff plans in the company's order, their bounds in each currency at the present rates (docs/rules.md). */
export async function listPlans(
  db: Db,
  { now, language }: { now: Date; language: Language },
): Promise<Complete<typeof Plan>[]> {
  const rates = await ratesAt(db, now)
  const rows = await db.select().from(plans).orderBy(asc(plans.position), asc(plans.id))
  return rows.map((plan) => planView(plan, rates, language))
}

/** A plan as the contract shows it. @param rates the present ones by coin, as `ratesAt` gives them */
export function planView(
  plan: typeof plans.$inferSelect,
  rates: ReadonlyMap<string, Decimal>,
  language: Language,
): Complete<typeof Plan> {
  const bounds = plan.currencies.filter(isCurrency).flatMap((currency) => {
    const rate = rates.get(currency)
    return rate === undefined ? [] : [[currency, boundsAt(plan, currency, rate)] as const]
  })
  return {
    id: plan.id,
    tariff: Tariff.parse(plan.tariff),
    title: plan.title[language],
    currencies: bounds.map(([currency]) => currency),
    min: plan.min,
    max: plan.max,
    bounds: Object.fromEntries(bounds),
    dailyPercent: plan.dailyPercent,
    termDays: plan.termDays,
    extension: { days: plan.extensionDays, multiplier: plan.extensionMultiplier },
    available: plan.available && bounds.length > 0,
  }
}
