import { type Deposit } from '~/contract/funds'
import { dayMs } from '~/investments/term-progress.server'
import { multiply, sum } from '~/money/decimal'

/** What running deposits will credit in the next seven days, as far as it is known today. */
export interface Week {
  days: WeekDay[]
  /** Of all days, in USDT; null if a rate is missing. */
  worth: string | null
  /** How many running deposits are counted, where there are more. */
  onlyOf: number | null
}

export interface WeekDay {
  /** A calendar date. */
  date: string
  /** Of all its credits, in USDT; null if a rate is missing. */
  worth: string | null
  credits: Credit[]
  /** How many there are besides. */
  more: number
  /** Deposits whose present term ends. */
  ends: (OfDeposit & { term: 1 | 2 | null })[]
}

type OfDeposit = Pick<Deposit, 'id' | 'currency' | 'amount'> & Pick<Deposit['plan'], 'title' | 'tariff'>

export interface Credit extends OfDeposit {
  at: string
  /** In the deposit's currency. */
  credit: string
  /** In USDT; null if the rate is missing. */
  worth: string | null
}

const weekDays = 7
/** A day lists at most so many credits and counts the others. */
const maxCredits = 6

interface WeekOptions {
  /** The upstream's clock, which accruals run by. */
  now: Date
  /** USDT for one of a currency; undefined if it is not known. */
  rateOf: (currency: string) => string | undefined
  /** The calendar date of a moment. */
  dateOf: (iso: string) => string
}

/**
 * Each deposit earns the amount of its next accrual every 24 hours until its term ends. What the second term will pay
 * is not a part of the deposit before then, so a term's end is an event of its day.
 * @param running in the order in which they earn; of `total`, which may be more
 */
export function weekOf(
  { items, total }: { items: readonly Deposit[]; total: number | null },
  { now, rateOf, dateOf }: WeekOptions,
): Week {
  // The upstream's clock is known to whole seconds, and the accrual of this very second would be missed.
  const end = now.getTime() + weekDays * dayMs + 1000
  const credits = items.flatMap((deposit) => creditsOf(deposit, end, rateOf))
  const ends = items.flatMap((deposit) =>
    deposit.endsAt !== null && isBetween(deposit.endsAt, now.getTime(), end)
      ? [{ ...ofDeposit(deposit), term: deposit.term, date: dateOf(deposit.endsAt) }]
      : [],
  )
  const creditsByDate = new Map<string, Credit[]>()
  for (const credit of credits) {
    const date = dateOf(credit.at)
    creditsByDate.set(date, [...(creditsByDate.get(date) ?? []), credit])
  }
  const dates = [...new Set([...creditsByDate.keys(), ...ends.map(({ date }) => date)])].sort()
  return {
    days: dates.map((date) => {
      const ofDay = (creditsByDate.get(date) ?? []).sort((one, other) => (one.at < other.at ? -1 : 1))
      return {
        date,
        worth: sumOf(ofDay),
        credits: ofDay.slice(0, maxCredits),
        more: Math.max(0, ofDay.length - maxCredits),
        ends: ends.filter((ending) => ending.date === date).map(({ date: _date, ...ending }) => ending),
      }
    }),
    worth: sumOf(credits),
    onlyOf: total === null || total > items.length ? items.length : null,
  }
}

function creditsOf(deposit: Deposit, end: number, rateOf: WeekOptions['rateOf']): Credit[] {
  const { nextAccrual: credit, nextAccrualAt, endsAt, currency } = deposit
  if (credit === null || nextAccrualAt === null) return []
  const rate = currency === 'USDT' ? '1' : rateOf(currency)
  const next = Date.parse(nextAccrualAt)
  // Without a known end only the next one is certain.
  const last = endsAt === null ? next : Date.parse(endsAt)
  return Array.from({ length: weekDays }, (_, day) => next + day * dayMs)
    .filter((at) => at < end && at <= last)
    .map((at) => ({
      ...ofDeposit(deposit),
      at: new Date(at).toISOString(),
      credit,
      worth: rate === undefined ? null : multiply(credit, rate),
    }))
}

const ofDeposit = ({ id, currency, amount, plan }: Deposit): OfDeposit => ({
  id,
  currency,
  amount,
  title: plan.title,
  tariff: plan.tariff,
})

const isBetween = (iso: string, start: number, end: number) =>
  Date.parse(iso) >= start && Date.parse(iso) < end

function sumOf(credits: readonly Credit[]): string | null {
  const worths = credits.flatMap(({ worth }) => worth ?? [])
  return worths.length === credits.length ? sum(worths) : null
}
