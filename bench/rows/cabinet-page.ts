import { openCabinet } from '../cabinet'
import { type Subject, pace, startYardstick } from '../children'
import { type Figure, type Row, type World, inTurn, median } from '../row'

const paths = ['/cabinet', '/cabinet/deposits', '/cabinet/operations'] as const
/** The page whose lateness and speed have budgets. */
const main = '/cabinet/deposits'
const delayMs = 20
const perSecond = 60
const connections = 32

/**
 * A separate app over an upstream that takes 20 ms and no processor time, so that only the app's own cost is measured.
 */
export const cabinetPage: Row = {
  name: `cabinet page over an upstream of ${delayMs} ms`,
  yardstick: 'node:http doing the same calls and a template',
  async measure(world) {
    const cabinet = await openCabinet(world.backendUrl, delayMs, paths)
    try {
      const figures: Figure[] = []
      for (const path of paths) {
        const calls = cabinet.calls[path]
        const given = { upstream: cabinet.upstreamUrl, calls, html: cabinet.html[path] }
        const yardstick = await startYardstick('calling-page', given)
        try {
          const subjects = { product: cabinet.app, yardstick }
          const request = { path, headers: cabinet.headers }
          if (path === main) figures.push(...(await lateness(world, subjects, request, calls.length)))
          figures.push(...(await speed(world, subjects, request)))
        } finally {
          await yardstick.stop()
        }
      }
      return figures
    } finally {
      await cabinet.stop()
    }
  },
}

type Subjects = Record<'product' | 'yardstick', Subject>

interface Request {
  path: string
  headers: Record<string, string>
}

async function lateness(
  { rounds, seconds }: World,
  { product, yardstick }: Subjects,
  request: Request,
  calls: number,
): Promise<Figure[]> {
  const late = { product: [] as number[], yardstick: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    for (const [side, subject] of Object.entries({ product, yardstick }) as [keyof Subjects, Subject][]) {
      const { p99 } = await pace(subject, { ...request, perSecond, seconds: seconds * 2 })
      if (round > 0) late[side].push(p99)
    }
  }
  return [
    {
      what: `${calls} calls, p99 at ${perSecond} requests/s`,
      product: median(late.product),
      yardstick: null,
      unit: 'ms',
      budget: { atMost: delayMs + 25 },
    },
    {
      what: `the same of ${cabinetPage.yardstick}`,
      product: median(late.yardstick),
      yardstick: null,
      unit: 'ms',
      budget: { atMost: Infinity },
    },
  ]
}

async function speed({ rounds, seconds }: World, subjects: Subjects, request: Request): Promise<Figure[]> {
  const paces = await inTurn({ rounds, seconds, connections }, subjects, {
    product: request,
    yardstick: request,
  })
  const figure = (what: string, of: 'perSecond' | 'cpuMicros', unit: string, budget: Figure['budget']) => ({
    ...{ what: `${request.path}: ${what}`, unit, budget },
    ...{ product: paces.product[of], yardstick: paces.yardstick[of] },
  })
  return [
    figure('processor a request', 'cpuMicros', 'µs', { atMost: Infinity }),
    figure(
      `requests per second at ${connections} connections`,
      'perSecond',
      '/s',
      request.path === main ? { atLeast: 0.3 } : { atLeast: 0 },
    ),
  ]
}
