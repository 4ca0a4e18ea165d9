import { type Rate } from '~/contract/user'
import { compare } from '~/money/decimal'

/** Leaders of growth and decline (docs/rules.md): nothing but the rates' own figures. */
export interface Leaders {
  growth: Leader[]
  decline: Leader[]
  /** When the oldest of them was heard. */
  asOf: string | null
}

export interface Leader {
  coin: string
  title: string
  /** In USDT. */
  rate: string
  /** In percent. */
  change24h: string
}

const most = 5

/** What has not moved leads nothing. */
export function leadersOf(rates: readonly Rate[]): Leaders {
  const byGrowth = [...rates].sort((one, other) => compare(other.change24h, one.change24h))
  const growth = byGrowth.filter(({ change24h }) => compare(change24h, '0') > 0).slice(0, most)
  const decline = byGrowth
    .filter(({ change24h }) => compare(change24h, '0') < 0)
    .slice(-most)
    .reverse()
  const heard = [...growth, ...decline].map(({ updatedAt }) => updatedAt).sort()
  return { growth: growth.map(shown), decline: decline.map(shown), asOf: heard[0] ?? null }
}

const shown = ({ coin, title, rate, change24h }: Rate): Leader => ({ coin, title, rate, change24h })
