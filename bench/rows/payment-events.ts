import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { faultsOfAll } from '../../tests/support/ledger-faults'
import { newInvestor } from '../../tests/support/investor'
import { newHookSecret } from '../../tests/support/payment-hook'
import { makeDataDir, startProduct } from '../../tests/support/stack'
import { type SentEvent, reportEvents } from '../children'
import { type Figure, type Row, type World } from '../row'

const perSecond = 1000
/** Some events are of transfers to top-ups, each reported with every confirmation; the others are nobody's. */
const confirmations = 20

/**
 * More events than any company gets: each is accepted, stored once and taken, each top-up credited once, and the ledger adds up.
 */
export const paymentEvents: Row = {
  name: `payment events, ${perSecond} a second`,
  yardstick: 'all that were sent',
  isNamedOnly: true,
  async measure({ rounds }: World) {
    const [investors, seconds] = rounds === 1 ? [5, 1] : [50, 30]
    const dataDir = await makeDataDir()
    const secret = newHookSecret()
    const product = await startProduct(dataDir, { LOG_LEVEL: 'warn', PAYMENT_HOOK_SECRETS: secret })
    const client = new pg.Client({ host: join(dataDir, 'postgres'), user: 'app', database: 'postgres' })
    try {
      await client.connect()
      const { events, topUps } = await eventsOf(product.backendUrl, { investors, count: seconds * perSecond })
      const port = Number(new URL(product.backendUrl).port)
      const path = '/api/hooks/payments'
      const { repeats, behindMs } = await reportEvents({ port }, { path, secret, events, perSecond })
      const takenMs = await untilTaken(client)
      const faults = await faultsOfAll(client)
      if (faults.length > 0) throw new Error(`the ledger: ${faults.join('; ')}`)
      const stored = await countOf(client, 'select count(*) from payment_events')
      const credited = await countOf(
        client,
        `select count(*) from ledger_entries where type = 'refill' and reference_id = any($1::text[])`,
        [topUps],
      )
      const sent = events.length
      return [
        figure(`accepted and stored, of ${sent}`, stored, 'events', { exactly: sent }),
        figure('sent again', repeats, 'times', { atMost: Infinity }),
        figure(`credited, of ${topUps.length}`, credited, 'top-ups', { exactly: topUps.length }),
        figure('the last is accepted after it was due', behindMs, 'ms', { atMost: 1000 }),
        figure('the last is taken after it was accepted', takenMs, 'ms', { atMost: Infinity }),
      ]
    } finally {
      await client.end()
      await product.stop()
    }
  },
}

const figure = (what: string, product: number, unit: string, budget: Figure['budget']): Figure => ({
  ...{ what, product, yardstick: null, unit, budget },
})

/** The events in the order in which they are sent, and the ids of the top-ups that they are about. */
async function eventsOf(backendUrl: string, { investors, count }: { investors: number; count: number }) {
  const refills = await Promise.all(
    Array.from({ length: investors }, async () => {
      const { ask } = await newInvestor(backendUrl)
      return (await ask('POST', '/funds/refills', { system: 'usdt-trc20', amount: '100' })) as {
        id: string
        wallet: string
        network: string
      }
    }),
  )
  const reported = (address: string, network: string, transaction: string, seen: number): SentEvent => ({
    id: randomUUID(),
    data: {
      ...{ address, network, currency: 'USDT', amount: '100', transaction },
      ...{ confirmations: seen, requiredConfirmations: confirmations, final: seen === confirmations },
    },
  })
  const network = refills[0]?.network ?? ''
  const ofTopUps = Array.from({ length: confirmations + 1 }, (_, seen) =>
    refills.map((refill, place) => reported(refill.wallet, refill.network, `top-up-${place}`, seen)),
  ).flat()
  const spread = Math.floor(count / ofTopUps.length)
  const events = Array.from({ length: count }, (_, place) => {
    const other = () => reported(`nobody-${place}`, network, `other-${place}`, confirmations)
    return (place % spread === 0 && ofTopUps[place / spread]) || other()
  })
  return { events, topUps: refills.map(({ id }) => id) }
}

async function untilTaken(client: pg.Client): Promise<number> {
  const began = performance.now()
  while ((await countOf(client, 'select count(*) from payment_events where due_at is not null')) > 0)
    await delay(100)
  return performance.now() - began
}

async function countOf(client: pg.Client, query: string, values: unknown[] = []): Promise<number> {
  const { rows } = await client.query<{ count: string }>(query, values)
  return Number(rows[0]?.count)
}
