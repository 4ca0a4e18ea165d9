import { type Rate } from '~/contract/user'
import { compare } from '~/money/decimal'

/** Leaders of growth and decline (docs/rules.md): nothing but the rates' own figures. */
export interface Leaders {
  growth: Leader[]
  decline: Leader[]
  /** When the oldest of them was received. */
  asOf: string | null
}

export interface Leader {
  coin: string
  /** Null where it has no name but its code. */
  title: string | null
  /** In USDT. */
  rate: string
  /** In percent. */
  change24h: string
}

const maxLeaders = 5

/**
 * @param rates null if they could not be read
 * @returns null then; undefined if the upstream does not provide their changes, and the section is omitted
 */
export function leadersIn(rates: readonly Rate[] | null): Leaders | null | undefined {
  if (rates === null) return null
  return rates.length === 0 || rates.some(({ change24h }) => change24h !== null)
    ? leadersOf(rates)
    : undefined
}

/** A coin that has not moved is no leader. */
export function leadersOf(rates: readonly Rate[]): Leaders {
  const moved = rates.flatMap(({ change24h, ...rate }) =>
    change24h === null ? [] : [{ ...rate, change24h }],
  )
  const byGrowth = moved.sort((one, other) => compare(other.change24h, one.change24h))
  const growth = byGrowth.filter(({ change24h }) => compare(change24h, '0') > 0).slice(0, maxLeaders)
  const decline = byGrowth
    .filter(({ change24h }) => compare(change24h, '0') < 0)
    .slice(-maxLeaders)
    .reverse()
  const updateTimes = [...growth, ...decline].flatMap(({ updatedAt }) => updatedAt ?? []).sort()
  return { growth: growth.map(shown), decline: decline.map(shown), asOf: updateTimes[0] ?? null }
}

const shown = ({ coin, title, rate, change24h }: Leader): Leader => ({ coin, title, rate, change24h })
