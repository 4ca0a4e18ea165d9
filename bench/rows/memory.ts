import { load, memoryMibOf, startYardstick } from '../children'
import { type Row } from '../row'
import { notKept } from './rendered-page'

/** After the load of the rows before it and a mix of kept and rendered pages. */
export const memory: Row = {
  name: 'memory after load',
  yardstick: 'node:http (for comparison)',
  async measure({ app, seconds, connections }) {
    for (const path of ['/', notKept, '/risk?lng=en']) await load(app, { path, connections, seconds })
    const yardstick = await startYardstick('same-bytes', { headers: { 'content-length': '1' }, body: 'YQ==' })
    await load(yardstick, { path: '/', connections, seconds })
    const bare = memoryMibOf(yardstick.pid)
    await yardstick.stop()
    return [
      { what: 'app', product: memoryMibOf(app.pid), yardstick: null, unit: 'MiB', budget: { atMost: 130 } },
      { what: 'node:http', product: bare, yardstick: null, unit: 'MiB', budget: { atMost: Infinity } },
    ]
  },
}
