import { freePort, runProgram, untilReady } from '../../tests/support/program'
import { testSecret } from '../../tests/support/stack'
import { signedIn } from '../../tests/support/visitor'
import { type Subject, pace, startYardstick } from '../children'
import { type Figure, type Row, type World, inTurn, median } from '../row'

const path = '/cabinet/deposits'
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
    const upstream = await startYardstick('slow-upstream', { backend: world.backendUrl, delayMs })
    const upstreamUrl = `http://127.0.0.1:${upstream.port}`
    const app = await startApp(upstreamUrl)
    try {
      const headers = { cookie: await cookieOf(app.url) }
      const page = await fetch(app.url + path, { headers }) // from here on the upstream knows the answers
      await upstream.ask('what has been asked so far is not of this page alone')
      const html = await (await fetch(app.url + path, { headers })).text()
      const { requests: calls } = await upstream.ask<{ requests: object[] }>('what does the page ask?')
      if (page.url !== app.url + path || calls.length === 0)
        throw new Error(`no page of an investor: ${page.url}`)
      const yardstick = await startYardstick('calling-page', { upstream: upstreamUrl, calls, html })
      try {
        return await compare(world, { product: app, yardstick }, { path, headers }, calls.length)
      } finally {
        await yardstick.stop()
      }
    } finally {
      await app.stop()
      await upstream.stop()
    }
  },
}

type Subjects = Record<'product' | 'yardstick', Subject>

async function compare(
  { rounds, seconds, ...world }: World,
  { product, yardstick }: Subjects,
  request: { path: string; headers: Record<string, string> },
  calls: number,
): Promise<Figure[]> {
  const late = { product: [] as number[], yardstick: [] as number[] }
  for (let round = 0; round <= rounds; round += 1) {
    for (const [side, subject] of Object.entries({ product, yardstick }) as [keyof Subjects, Subject][]) {
      const { p99 } = await pace(subject, { ...request, perSecond, seconds: seconds * 2 })
      if (round > 0) late[side].push(p99)
    }
  }
  const paces = await inTurn(
    { ...world, rounds, seconds, connections },
    { product, yardstick },
    { product: request, yardstick: request },
  )
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
    {
      what: `requests per second at ${connections} connections`,
      product: paces.product.perSecond,
      yardstick: paces.yardstick.perSecond,
      unit: '/s',
      budget: { atLeast: 0.3 },
    },
  ]
}

async function startApp(upstreamUrl: string): Promise<Subject & { url: string }> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const program = runProgram('build/index.js', {
    PORT: String(port),
    UPSTREAM_URL: upstreamUrl,
    SESSION_SECRETS: testSecret,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
  })
  await untilReady(program, `${url}/readyz`)
  return { pid: program.pid, port, url, stop: () => program.stop() }
}

async function cookieOf(url: string): Promise<string> {
  const visitor = await signedIn(url, { login: 'investor', password: 'Demo-investor-1' })
  return visitor.cookie()
}
