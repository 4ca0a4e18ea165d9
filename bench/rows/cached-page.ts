import { startYardstick } from '../children'
import { record } from '../recorded'
import { type Row, inTurn } from '../row'

const request = { path: '/', headers: { 'accept-encoding': 'gzip, deflate, br' } }

export const cachedPage: Row = {
  name: 'public page, from the page cache',
  yardstick: 'node:http sending the same bytes and headers',
  async measure(world) {
    const yardstick = await startYardstick('same-bytes', await record(`${world.app.url}${request.path}`))
    try {
      const subjects = { product: world.app, yardstick }
      const paces = await inTurn(world, subjects, { product: request, yardstick: request })
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
