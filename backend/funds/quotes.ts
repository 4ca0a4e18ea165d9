/**
 * Quotes: the rates that an investor was shown, to act on for two minutes of real time. Invariants: an investor has at
 * most one quote, and can use only their own; a quote shown to an anonymous reader can't be used; rates that differ
 * from those of the quote replace it. Whether a quote still counts after the market has moved is decided where it is
 * used.
 */
import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { rateQuotes } from '../db/schema/rates'
import { currencies } from '../domain/currencies'
import { type Decimal, plain } from '../domain/decimal'
import { type FundsContext } from './context'
import { freshRatesAt } from './rates'
import { exchangeSpread } from './rules'

/** How long an investor may act on it. */
const ttlMs = 120_000
/** How long a quote stays in the database once it has run out. */
const retentionMs = 86_400_000

export interface Quote {
  id: string
  expiresAt: Date
  /** USDT for one coin, without the spread; of the currencies that investors hold and that have a fresh rate. */
  rates: Record<string, Decimal>
  /** The percentage by which the house pays less than these rates. */
  spreadPercent: Decimal
}

/**
 * The present rates, quoted. While rates and spread are the same, a repeated request keeps the quote's id and extends
 * it by two minutes; otherwise the quote is replaced. One statement does it, so that two tabs get one quote.
 * @param userId the owner of the quote; null for an anonymous reader: it is not stored and can't be used
 */
export async function quoteRates(
  db: Db,
  { now, realNow, newId }: Pick<FundsContext, 'now' | 'realNow' | 'newId'>,
  userId: string | null,
): Promise<Quote> {
  const present = await freshRatesAt(db, now)
  const rates = Object.fromEntries(currencies.flatMap((currency) => entryOf(present, currency)))
  const spreadPercent = await exchangeSpread(db)
  const quote = { id: newId(), rates, spreadPercent, expiresAt: new Date(realNow.getTime() + ttlMs) }
  if (userId === null) return quote

  const unchanged = sql`${rateQuotes.rates} = excluded.rates and ${rateQuotes.spreadPercent} = excluded.spread_percent`
  const [stored] = await db
    .insert(rateQuotes)
    .values({ ...quote, userId })
    .onConflictDoUpdate({
      target: rateQuotes.userId,
      set: {
        id: sql`case when ${unchanged} then ${rateQuotes.id} else excluded.id end`,
        rates: sql`excluded.rates`,
        spreadPercent: sql`excluded.spread_percent`,
        expiresAt: sql`case when ${unchanged} then greatest(${rateQuotes.expiresAt}, excluded.expires_at) else excluded.expires_at end`,
      },
    })
    .returning()
  return quoteOf(stored!)
}

/** Deletes quotes that have run out for a day; may run twice. */
export async function forgetQuotes(db: Db, realNow: Date): Promise<void> {
  await db.delete(rateQuotes).where(lte(rateQuotes.expiresAt, new Date(realNow.getTime() - retentionMs)))
}

/** The investor's own quote, or null when it has run out, was replaced, or never was that investor's. */
export async function findQuote(
  db: Db,
  { realNow }: Pick<FundsContext, 'realNow'>,
  { id, userId }: { id: string; userId: string },
): Promise<Quote | null> {
  const own = and(eq(rateQuotes.userId, userId), eq(rateQuotes.id, id), gt(rateQuotes.expiresAt, realNow))
  const [stored] = await db.select().from(rateQuotes).where(own)
  return stored ? quoteOf(stored) : null
}

const quoteOf = ({ id, rates, spreadPercent, expiresAt }: typeof rateQuotes.$inferSelect): Quote => ({
  id,
  rates,
  spreadPercent: plain(spreadPercent),
  expiresAt,
})

const entryOf = (rates: Map<string, Decimal>, currency: string): [string, Decimal][] => {
  const rate = rates.get(currency)
  return rate === undefined ? [] : [[currency, rate]]
}
