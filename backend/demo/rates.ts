import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Clock, dayMs } from '../clock'
import { type Db } from '../db/connect'
import { rates } from '../db/schema/rates'
import { type Decimal, compare, multiply, quotient, truncate } from '../domain/decimal'

/**
 * The demonstration's rates: a random walk by day that is the same for everyone who walks it from the same day. Each
 * day's middle step is taken out of all steps, so that half of the coins rise and half of them fall on any day; a coin
 * that strays far is drawn back, so that a clock moved on by a year still shows sensible figures.
 */

interface Walker {
  coin: string
  /** In USDT, where its walk begins and what it is drawn back to. */
  home: Decimal
  /** Decimals of its rate. */
  decimals: number
  /** The longest step of a day, in hundredths of a percent. */
  stride: number
}

const walkers: Walker[] = [
  { coin: 'BTC', home: '96000', decimals: 2, stride: 280 },
  { coin: 'ETH', home: '3400', decimals: 2, stride: 360 },
  { coin: 'TRX', home: '0.26', decimals: 5, stride: 340 },
  { coin: 'BNB', home: '640', decimals: 2, stride: 330 },
  { coin: 'SOL', home: '185', decimals: 3, stride: 470 },
  { coin: 'XRP', home: '2.3', decimals: 4, stride: 430 },
  { coin: 'ADA', home: '0.82', decimals: 5, stride: 460 },
  { coin: 'DOGE', home: '0.24', decimals: 5, stride: 520 },
  { coin: 'AVAX', home: '31', decimals: 3, stride: 480 },
  { coin: 'DOT', home: '5.9', decimals: 4, stride: 450 },
  { coin: 'LINK', home: '17.5', decimals: 3, stride: 460 },
  { coin: 'LTC', home: '104', decimals: 2, stride: 380 },
  { coin: 'TON', home: '4.6', decimals: 4, stride: 420 },
]

/** Sets each coin out on its walk, on the day on which the history begins. */
export async function beginWalk(db: Db, day: Date): Promise<void> {
  await db.insert(rates).values(walkers.map(({ coin, home }) => rateOf(coin, day, home)))
}

/** Adds the rates of the days to come, ahead of time. */
export async function keepWalking(db: Db, clock: Clock): Promise<void> {
  await walkUntil(db, new Date(clock.now().getTime() + 2 * dayMs))
}

/** Adds the days that are missing up to `until`; a second call adds nothing. Rates change at midnight UTC. */
export async function walkUntil(db: Db, until: Date): Promise<void> {
  const { rows } = await db.execute<{ coin: string; at: string; rate: string }>(
    sql`select distinct on (coin) coin, at, rate from rates order by coin, at desc`,
  )
  const present = new Map(rows.map(({ coin, rate }) => [coin, rate]))
  const reached = Math.max(...rows.map(({ at }) => new Date(at).getTime()))
  const days: (typeof rates.$inferInsert)[] = []
  for (let day = reached + dayMs; day <= until.getTime(); day += dayMs) {
    for (const { coin, rate } of nextDay(present, new Date(day))) {
      present.set(coin, rate)
      days.push(rateOf(coin, new Date(day), rate))
    }
  }
  for (let at = 0; at < days.length; at += 1000) {
    await db
      .insert(rates)
      .values(days.slice(at, at + 1000))
      .onConflictDoNothing()
  }
}

/** A rate of the walk is valid until the next step. */
const rateOf = (coin: string, at: Date, rate: Decimal) => ({
  coin,
  at,
  rate,
  confirmedUntil: new Date(at.getTime() + dayMs),
})

/** The rates of a day from those of the day before. */
export function nextDay(present: ReadonlyMap<string, Decimal>, day: Date): { coin: string; rate: Decimal }[] {
  const steps = walkers.map((walker) => stepOf(walker, present.get(walker.coin) ?? walker.home, day))
  const middle = [...steps].sort((a, b) => a - b)[(steps.length - 1) / 2] ?? 0
  return walkers.map(({ coin, home, decimals, stride }, at) => {
    const moved = (step: number) =>
      truncate(quotient(multiply(present.get(coin) ?? home, String(10_000 + step)), '10000', 18), decimals)
    const rate = moved(steps[at]! - middle) // one step a walker
    // Taking the middle step out undoes what draws coins back where most of them stray together, down to nothing.
    if (compare(rate, multiply(home, '0.75')) < 0) return { coin, rate: moved(stride) }
    if (compare(rate, multiply(home, '1.35')) > 0) return { coin, rate: moved(-stride) }
    return { coin, rate }
  })
}

/** In hundredths of a percent. */
function stepOf({ coin, home, stride }: Walker, rate: Decimal, day: Date): number {
  const chance = createHash('sha256')
    .update(`${coin} ${day.toISOString().slice(0, 10)}`)
    .digest()
    .readUInt32BE()
  const step = (chance % (2 * stride + 1)) - stride
  if (compare(rate, multiply(home, '1.25')) > 0) return step - stride
  if (compare(rate, multiply(home, '0.8')) < 0) return step + stride
  return step
}
