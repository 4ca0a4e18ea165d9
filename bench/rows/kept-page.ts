import { request } from 'undici'
import { startYardstick } from '../children'
import { type Row, inTurn } from '../row'

const asked = { path: '/', headers: { 'accept-encoding': 'gzip, deflate, br' } }

export const keptPage: Row = {
  name: 'public page, from the page cache',
  yardstick: 'node:http sending the same bytes and headers',
  async measure(world) {
    const yardstick = await startYardstick('same-bytes', await answerOf(`${world.app.url}${asked.path}`))
    try {
      const subjects = { product: world.app, yardstick }
      const paces = await inTurn(world, subjects, { product: asked, yardstick: asked })
      return [
        {
          what: 'CPU per request',
          product: paces.product.cpuMicros,
          yardstick: paces.yardstick.cpuMicros,
          unit: 'µs',
          budget: { atMost: 1.6 },
        },
        {
          what: 'requests per second',
          product: paces.product.perSecond,
          yardstick: paces.yardstick.perSecond,
          unit: '/s',
          budget: { atLeast: 0.75 },
        },
      ]
    } finally {
      await yardstick.stop()
    }
  },
}

/** The answer as it stands on the wire, packed: undici's own call does not unpack it as `fetch` would. */
async function answerOf(url: string): Promise<{ headers: Record<string, string>; body: string }> {
  const { headers, body } = await request(url, { headers: asked.headers })
  const own = ['date', 'connection', 'keep-alive']
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    own.includes(name) || value === undefined ? [] : [[name, String(value)] as const],
  )
  return {
    headers: Object.fromEntries(sent),
    body: Buffer.from(await body.arrayBuffer()).toString('base64'),
  }
}
