/**
 * Quotes: the rates that a reader was shown, to act on for two minutes of real time. What must stay true: a quote never
 * changes, and one that has run out, or was never given, is as good as none; so is a rate in it that has become old, or
 * that was when the quote was given.
 */
import { and, desc, eq, gt, lte } from 'drizzle-orm'
import { type Db } from '../db/connect'
import { rateQuotes } from '../db/schema/rates'
import { currencies } from '../domain/currencies'
import { type Decimal } from '../domain/decimal'
import { type FundsContext } from './context'
import { freshRatesAt } from './rates'

/** How long a reader may act on it (money.md 10). */
const quoteMs = 120_000
/** Readers who ask within it and find the same rates share a quote, and each of them has the whole time. */
const sharedMs = 5_000
/** How long a quote stays in the database once it has run out. */
const keptMs = 86_400_000

export interface Quote {
  id: string
  expiresAt: Date
  /** By currency; of those that investors hold and that have a fresh rate. */
  rates: Record<string, Decimal>
}

/** The present rates, quoted. */
export async function quoteRates(db: Db, { now, realNow, newId }: FundsContext): Promise<Quote> {
  const all = await freshRatesAt(db, now)
  const rates = Object.fromEntries(currencies.flatMap((currency) => entryOf(all, currency)))
  const [newest] = await db
    .select()
    .from(rateQuotes)
    .where(gt(rateQuotes.issuedAt, new Date(realNow.getTime() - sharedMs)))
    .orderBy(desc(rateQuotes.issuedAt))
    .limit(1)
  const expiresAt = new Date(realNow.getTime() + quoteMs)
  if (newest && newest.issuedAt <= realNow && sameRates(newest.rates, rates)) return { ...newest, expiresAt }

  const quote = { id: newId(), rates, issuedAt: realNow }
  const last = new Date(expiresAt.getTime() + sharedMs)
  await db.insert(rateQuotes).values({ ...quote, expiresAt: last })
  return { ...quote, expiresAt }
}

/** Deletes quotes that have run out for a day; may run twice. */
export async function forgetQuotes(db: Db, realNow: Date): Promise<void> {
  await db.delete(rateQuotes).where(lte(rateQuotes.expiresAt, new Date(realNow.getTime() - keptMs)))
}

/** The quote that a request acts on, or null when there is no such quote any more. */
export async function findQuote(
  db: Db,
  { now, realNow }: Pick<FundsContext, 'now' | 'realNow'>,
  id: string,
): Promise<Quote | null> {
  const [quote] = await db
    .select()
    .from(rateQuotes)
    .where(and(eq(rateQuotes.id, id), gt(rateQuotes.expiresAt, realNow)))
  if (!quote) return null
  const fresh = await freshRatesAt(db, now)
  const rates = Object.fromEntries(Object.entries(quote.rates).filter(([coin]) => fresh.has(coin)))
  return { ...quote, rates }
}

const entryOf = (rates: Map<string, Decimal>, currency: string): [string, Decimal][] => {
  const rate = rates.get(currency)
  return rate === undefined ? [] : [[currency, rate]]
}

const sameRates = (a: Record<string, Decimal>, b: Record<string, Decimal>): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([coin, rate]) => b[coin] === rate)
