import { type Investor, newInvestor } from '../../tests/support/investor'
import { openCabinet } from '../cabinet'
import { type Subject, cpuMsOf, load } from '../children'
import { type Figure, type Row, type World, median } from '../row'

const page = '/cabinet/deposits'
const statement = '/cabinet/operations'
const delayMs = 20
const usualConnections = 32

/** A page of the cabinet as its readers, an investor's entries and the time of the upstream become more. */
export const scaling: Row = {
  name: 'page of the cabinet as it grows',
  yardstick: 'for comparison',
  isNamedOnly: true,
  measure: async (world) => [
    ...(await byConnections(world)),
    ...(await byEntries(world)),
    ...(await byDelay(world)),
  ],
}

/** Two processes of the app that share a Redis, each on a port of its own, and one of them alone. */
export const processes: Row = {
  name: `two processes of the app over an upstream of ${delayMs} ms`,
  yardstick: 'one process',
  isNamedOnly: true,
  async measure(world) {
    const redisUrl = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379'
    const cabinet = await openCabinet(world.backendUrl, delayMs, [page], { redisUrl })
    try {
      const request = { path: page, headers: cabinet.headers, connections: usualConnections }
      const both = [cabinet.app, await cabinet.startAnother()]
      const [one, two] = await inTurns(world, [
        (seconds) => loaded([cabinet.app], { ...request, seconds }),
        (seconds) => loaded(both, { ...request, seconds }),
      ])
      const compared = (of: keyof Measures, budget: Figure['budget'] = { atMost: Infinity }): Figure => ({
        ...{ what: `${page}: ${measures[of].what}`, unit: measures[of].unit, budget },
        ...{ product: two![of], yardstick: one![of] },
      })
      return [compared('perSecond', { atLeast: 1.8 }), compared('cpuMicros'), compared('p99')]
    } finally {
      await cabinet.stop()
    }
  },
}

const measures = {
  perSecond: { what: 'requests per second', unit: '/s' },
  cpuMicros: { what: 'processor a request', unit: 'µs' },
  p99: { what: 'p99', unit: 'ms' },
}
type Measures = Record<keyof typeof measures, number>

async function byConnections(world: World): Promise<Figure[]> {
  const cabinet = await openCabinet(world.backendUrl, delayMs, [page])
  try {
    const counts = [1, 8, 32, 128]
    const found = await inTurns(
      world,
      counts.map(
        (connections) => (seconds: number) =>
          loaded([cabinet.app], { path: page, headers: cabinet.headers, connections, seconds }),
      ),
    )
    return found.flatMap((one, index) => figuresOf(`${page}, ${counts[index]} connections`, one))
  } finally {
    await cabinet.stop()
  }
}

/** A statement shows a page of its entries, however many there are. */
async function byEntries(world: World): Promise<Figure[]> {
  const figures: Figure[] = []
  // A deposit has an entry for each of its days.
  for (const [deposits, days] of [
    [1, 10],
    [1, 100],
    [10, 100],
  ] as const) {
    const who = await investorWith(world.backendUrl, deposits, days)
    const cabinet = await openCabinet(world.backendUrl, delayMs, [statement], { who })
    try {
      const request = { path: statement, headers: cabinet.headers, connections: usualConnections }
      const [one] = await inTurns(world, [(seconds) => loaded([cabinet.app], { ...request, seconds })])
      figures.push(...figuresOf(`${statement}, ${deposits * days} entries`, one!))
    } finally {
      await cabinet.stop()
    }
  }
  return figures
}

async function byDelay(world: World): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const delay of [5, 20, 100, 500]) {
    const cabinet = await openCabinet(world.backendUrl, delay, [page])
    try {
      const request = { path: page, headers: cabinet.headers, connections: usualConnections }
      const [one] = await inTurns(world, [(seconds) => loaded([cabinet.app], { ...request, seconds })])
      figures.push(...figuresOf(`${page}, an upstream of ${delay} ms`, one!))
    } finally {
      await cabinet.stop()
    }
  }
  return figures
}

async function investorWith(backendUrl: string, deposits: number, days: number): Promise<Investor> {
  const investor = await newInvestor(backendUrl, { usdt: String(300 * deposits + 100) })
  for (let count = 0; count < deposits; count += 1)
    await investor.ask('POST', '/funds/deposits', { planId: 'breeze', currency: 'USDT', amount: '300' })
  await investor.ask('POST', '/ext/demo/clock', { days })
  return investor
}

/** Loads all of them at once: what they answer together, what a request costs, and the worst of their p99. */
async function loaded(subjects: readonly Subject[], given: Parameters<typeof load>[1]): Promise<Measures> {
  const before = subjects.map(({ pid }) => cpuMsOf(pid))
  const all = await Promise.all(subjects.map((subject) => load(subject, given)))
  const cpuMs = subjects.reduce((sum, { pid }, index) => sum + cpuMsOf(pid) - before[index]!, 0)
  const requests = all.reduce((sum, one) => sum + one.requests, 0)
  return {
    perSecond: all.reduce((sum, one) => sum + one.requests / one.seconds, 0),
    cpuMicros: (cpuMs * 1000) / requests,
    p99: Math.max(...all.map((one) => one.p99)),
  }
}

/** Medians of short rounds in turn; the first round warms up and is not counted. */
async function inTurns(
  { rounds, seconds }: World,
  given: readonly ((seconds: number) => Promise<Measures>)[],
): Promise<Measures[]> {
  const found = given.map((): Measures[] => [])
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, run] of given.entries()) {
      const one = await run(seconds)
      if (round > 0) found[index]?.push(one)
    }
  return found.map((all) => ({
    perSecond: median(all.map(({ perSecond }) => perSecond)),
    cpuMicros: median(all.map(({ cpuMicros }) => cpuMicros)),
    p99: median(all.map(({ p99 }) => p99)),
  }))
}

const figuresOf = (what: string, found: Measures): Figure[] =>
  (Object.keys(measures) as (keyof Measures)[]).map((name) => ({
    what: `${what}: ${measures[name].what}`,
    product: found[name],
    yardstick: null,
    unit: measures[name].unit,
    budget: { atMost: Infinity },
  }))
