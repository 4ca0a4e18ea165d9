import { type Load, type Subject, cpuMsOf, load } from './children'

/** What every row is given. */
export interface World {
  /** The built product with its own backend and the demonstration's data; `pid` is that of the app alone. */
  app: Subject & { url: string }
  /** The address of the product's backend, its process, and the folder of its embedded database. */
  backendUrl: string
  backendPid: number
  dataDir: string
  rounds: number
  seconds: number
  connections: number
  /** Of the lists' sizes: the addresses of a small and a large database that are filled already. */
  databases?: string[]
}

/** One figure against its yardstick. */
export interface Figure {
  what: string
  product: number
  /** Null if the budget is an absolute figure. */
  yardstick: number | null
  /** What it is compared with, where the row has several yardsticks. */
  against?: string
  unit: string
  /** Of the ratio, or of the product's figure where there is no yardstick. */
  budget: { atMost: number } | { atLeast: number } | { exactly: number }
}

/** A row of the bench: a file in `bench/rows`, listed in `bench/run.ts`. */
export interface Row {
  name: string
  yardstick: string
  /** It takes what the others do not, and runs only when it is named. */
  isNamedOnly?: boolean
  measure(world: World): Promise<Figure[]>
}

/** The value below which so large a part of them lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
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
 * Loads all subjects in turn, in short rounds, so that other work of the machine affects each; the first round warms them
 * up and is not counted.
 */
export async function inTurn<Name extends string>(
  { rounds, seconds, connections }: Pick<World, 'rounds' | 'seconds' | 'connections'>,
  subjects: Record<Name, Subject>,
  given: Record<Name, Pick<Load, 'path' | 'headers'>>,
): Promise<Record<Name, Pace>> {
  const names = Object.keys(subjects) as Name[]
  const paces = new Map<Name, Pace[]>(names.map((name) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const subject = subjects[name]
      const before = cpuMsOf(subject.pid)
      const { requests, seconds: took } = await load(subject, { ...given[name], connections, seconds })
      const cpuMicros = ((cpuMsOf(subject.pid) - before) * 1000) / requests
      if (round > 0) paces.get(name)?.push({ perSecond: requests / took, cpuMicros })
    }
  }
  const middle = (of: Pace[]): Pace => ({
    perSecond: median(of.map(({ perSecond }) => perSecond)),
    cpuMicros: median(of.map(({ cpuMicros }) => cpuMicros)),
  })
  return Object.fromEntries(names.map((name) => [name, middle(paces.get(name) ?? [])])) as Record<Name, Pace>
}
