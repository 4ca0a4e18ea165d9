import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, runProgram } from '../../tests/support/program'
import { testSecret } from '../../tests/support/stack'
import { type Row, median } from '../row'

/** The app alone: its upstream is somewhere else, and a start does not wait for it. */
const deployed = { UPSTREAM_URL: 'http://127.0.0.1:9', SESSION_SECRETS: testSecret, DEMO: '0' }

export const coldStart: Row = {
  name: 'cold start to the first 200, app alone',
  yardstick: 'node:http',
  async measure({ rounds }) {
    const taken = { product: [] as number[], yardstick: [] as number[] }
    for (let round = 0; round <= rounds; round += 1) {
      const product = await startAndEnd('build/index.js', deployed)
      const yardstick = await startAndEnd('bench/yardsticks/plain.mjs', {})
      if (round === 0) continue // the files are in the page cache from here on
      taken.product.push(product)
      taken.yardstick.push(yardstick)
    }
    return [
      {
        what: 'time',
        product: median(taken.product),
        yardstick: median(taken.yardstick),
        unit: 'ms',
        budget: { atMost: 2 },
      },
    ]
  },
}

async function startAndEnd(entry: string, env: Record<string, string>): Promise<number> {
  const port = await freePort()
  const began = performance.now()
  const program = runProgram(entry, { PORT: String(port), ...env })
  try {
    while (!(await answers(port))) {
      if (!program.running) throw new Error(`${entry} ended at its start:\n${program.output()}`)
      await delay(2)
    }
    return performance.now() - began
  } finally {
    await program.kill()
  }
}

/** One raw request on a new connection, without a client that would need a warm-up. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () =>
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
    )
    socket.once('data', (answer: Buffer) => {
      socket.destroy()
      resolve(answer.toString('latin1').startsWith('HTTP/1.1 200'))
    })
    socket.once('error', () => resolve(false))
  })
}
