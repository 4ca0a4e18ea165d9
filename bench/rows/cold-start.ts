import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, runProgram } from '../../tests/support/program'
import { testSecret } from '../../tests/support/stack'
import { type Figure, type Row, median } from '../row'

/** The app alone: its upstream is somewhere else, and a start does not wait for it. */
const deployed = { UPSTREAM_URL: 'http://127.0.0.1:9', SESSION_SECRETS: testSecret, DEMO: '0' }

export const coldStart: Row = {
  name: 'cold start to the first 200, app alone',
  yardstick: 'node:http',
  async measure({ rounds }) {
    const taken = { first: [] as number[], later: [] as number[], yardstick: [] as number[] }
    const folder = await mkdtemp(join(tmpdir(), 'tideline-compiled-'))
    try {
      for (let round = 0; round <= rounds; round += 1) {
        const first = await startAndEnd('build/index.js', deployed)
        const later = await startAndEnd('build/index.js', { ...deployed, NODE_COMPILE_CACHE: folder })
        const yardstick = await startAndEnd('bench/yardsticks/plain.mjs', {})
        // The files are in the page cache from here on, and what Node has compiled in its folder.
        if (round === 0) continue
        taken.first.push(first)
        taken.later.push(later)
        taken.yardstick.push(yardstick)
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    const yardstick = median(taken.yardstick)
    const figure = (what: string, product: number): Figure => ({
      ...{ what, product, yardstick, unit: 'ms', budget: { atMost: 2 } },
    })
    return [
      figure('time, nothing compiled before', median(taken.first)),
      figure('time, with what Node has compiled before, as `npm start` keeps it', median(taken.later)),
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
    // Node keeps what it has compiled at its end.
    await program.stop()
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
