import { type Call, openCabinet } from '../cabinet'
import { cpuMsOf } from '../children'
import { type Figure, type Row, type World, inTurn, median } from '../row'

const path = '/cabinet'
const delayMs = 20
const connections = 8
/** How often the backend is sent the calls of the page, each round. */
const pages = 40

/**
 * The overview of the cabinet over an upstream that answers it in one call, and over one that does not: the same build, and the
 * same answers. The backend's part of it is measured by itself, since that upstream costs nothing.
 */
export const overview: Row = {
  name: `overview in one call, over an upstream of ${delayMs} ms`,
  yardstick: 'the same page by a call for each of its parts',
  async measure(world) {
    const inOne = await openCabinet(world.backendUrl, delayMs, [path])
    try {
      const inMany = await openCabinet(world.backendUrl, delayMs, [path], { lacks: 'overview' })
      try {
        const figure = (what: string, product: number, yardstick: number, unit: string): Figure => ({
          ...{ what, product, yardstick, unit, budget: { atMost: 1 } },
        })
        const [one, many] = [inOne.calls[path], inMany.calls[path]]
        const { product, yardstick } = await inTurn(
          { ...world, connections },
          { product: inOne.app, yardstick: inMany.app },
          { product: { path, headers: inOne.headers }, yardstick: { path, headers: inMany.headers } },
        )
        const backend = await backendMicros(world, { product: one, yardstick: many })
        return [
          figure(`${path}: calls of the upstream`, one.length, many.length, 'calls'),
          figure(`${path}: processor of the app a request`, product.cpuMicros, yardstick.cpuMicros, 'µs'),
          figure(`${path}: processor of the backend a request`, backend.product, backend.yardstick, 'µs'),
        ]
      } finally {
        await inMany.stop()
      }
    } finally {
      await inOne.stop()
    }
  },
}

/** The backend's processor for the calls of one page, sent as the page sends them: all at once. */
async function backendMicros<Side extends string>(
  { rounds, backendUrl, backendPid }: World,
  calls: Record<Side, Call[]>,
): Promise<Record<Side, number>> {
  const sides = Object.entries(calls) as [Side, Call[]][]
  const found = new Map<Side, number[]>(sides.map(([side]) => [side, []]))
  for (let round = 0; round <= rounds; round += 1)
    for (const [side, requests] of sides) {
      const before = cpuMsOf(backendPid)
      for (let page = 0; page < pages; page += 1)
        await Promise.all(requests.map((call) => sendTo(backendUrl, call)))
      if (round > 0) found.get(side)?.push(((cpuMsOf(backendPid) - before) * 1000) / pages)
    }
  return Object.fromEntries(sides.map(([side]) => [side, median(found.get(side) ?? [])])) as Record<
    Side,
    number
  >
}

async function sendTo(backendUrl: string, call: Call): Promise<void> {
  const response = await fetch(backendUrl + call.path, { headers: call.headers })
  if (!response.ok) throw new Error(`${call.path}: ${response.status}`)
  await response.arrayBuffer()
}
