import { type Load, type Subject, cpuMsOf, load } from './children'

/** What every row is given. */
export interface World {
  /** The built product with its own backend and the demonstration's data; `pid` is that of the app alone. */
  app: Subject & { url: string }
  /** The address of the product's backend, and the folder of its embedded database. */
  backendUrl: string
  dataDir: string
  rounds: number
  seconds: number
  connections: number
}

/** One figure against its yardstick. */
export interface Figure {
  what: string
  product: number
  /** Null if the budget is an absolute figure. */
  yardstick: number | null
  unit: string
  /** Of the ratio, or of the product's figure where there is no yardstick. */
  budget: { atMost: number } | { atLeast: number }
}

/** A row of the bench: a file in `bench/rows`, listed in `bench/run.ts`. */
export interface Row {
  name: string
  yardstick: string
  measure(world: World): Promise<Figure[]>
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = 0, high = 0] = [sorted[sorted.length % 2 ? middle : middle - 1], sorted[middle]]
  return (low + high) / 2
}

interface Pace {
  perSecond: number
  cpuMicros: number
}

/**
 * Loads both in turn, in short rounds, so that other work of the machine affects both; the first round warms them up
 * and is not counted.
 */
export async function inTurn(
  { rounds, seconds, connections }: World,
  subjects: { product: Subject; yardstick: Subject },
  given: { product: Pick<Load, 'path' | 'headers'>; yardstick: Pick<Load, 'path' | 'headers'> },
): Promise<{ product: Pace; yardstick: Pace }> {
  const paces = { product: [] as Pace[], yardstick: [] as Pace[] }
  for (let round = 0; round <= rounds; round += 1) {
    for (const side of ['product', 'yardstick'] as const) {
      const subject = subjects[side]
      const before = cpuMsOf(subject.pid)
      const { requests, seconds: took } = await load(subject, { ...given[side], connections, seconds })
      const cpuMicros = ((cpuMsOf(subject.pid) - before) * 1000) / requests
      if (round > 0) paces[side].push({ perSecond: requests / took, cpuMicros })
    }
  }
  const middle = (of: Pace[]): Pace => ({
    perSecond: median(of.map(({ perSecond }) => perSecond)),
    cpuMicros: median(of.map(({ cpuMicros }) => cpuMicros)),
  })
  return { product: middle(paces.product), yardstick: middle(paces.yardstick) }
}
