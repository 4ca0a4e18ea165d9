import { setTimeout as delay } from 'node:timers/promises'
import { freePort, runProgram, untilReady } from '../../tests/support/program'
import { testSecret } from '../../tests/support/stack'
import { newInvestor } from '../../tests/support/investor'
import { signedIn } from '../../tests/support/visitor'
import { load } from '../children'
import { type Row, median } from '../row'

const connections = 16
/** Each address is another answer of the calculator, so each is rendered while the visitor is within the limit. */
const calculator = '/?plan=tsunami&coin=USDT&unit=month&amount=3{n}0000'
/** Another network than the one that signs in. */
const headers = { 'x-forwarded-for': '203.0.113.7' }

/** A separate app with the deployed limits: those of rendered pages are measured. */
export const signIn: Row = {
  name: `sign-in beside ${connections} connections on the calculator`,
  yardstick: 'the same sign-in on a quiet app',
  async measure({ rounds, seconds, backendUrl }) {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const app = runProgram('build/index.js', {
      PORT: String(port),
      PUBLIC_URL: url,
      UPSTREAM_URL: backendUrl,
      SESSION_SECRETS: testSecret,
      TRUSTED_PROXIES: '127.0.0.0/8,::1/128',
      LOG_LEVEL: 'warn',
    })
    try {
      await untilReady(app, `${url}/readyz`)
      const taken = { quiet: [] as number[], beside: [] as number[] }
      for (let round = 0; round <= rounds; round += 1) {
        // One login may sign in five times a minute.
        const investor = await newInvestor(backendUrl)
        const quiet = await timeOf(() => signedIn(url, investor))
        const given = { path: calculator, headers, connections, seconds: seconds + 1, limited: true }
        const busy = delay(500) // by then the connections are open
        const [beside] = await Promise.all([
          busy.then(() => timeOf(() => signedIn(url, investor))),
          load({ port }, given),
        ])
        if (round === 0) continue
        taken.quiet.push(quiet)
        taken.beside.push(beside)
      }
      return [
        {
          what: 'page, form and answer',
          product: median(taken.beside),
          yardstick: median(taken.quiet),
          unit: 'ms',
          budget: { atMost: 3 },
        },
      ]
    } finally {
      await app.stop()
    }
  },
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
