import { pbkdf2Sync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { createLimits } from '~/session/limits.server'
import { connectRedis } from '~/redis/connect.server'
import { createSealer } from '~/session/seal.server'
import { type WorkFields, openProofOfWork, slowPathMs } from './proof-of-work.server'

const sealer = createSealer(['0123456789abcdef'.repeat(4)])
const startedAt = Date.parse('2026-03-01T08:00:10.000Z')

let limits: ReturnType<typeof createLimits>
let at: number
beforeEach(() => {
  limits = createLimits({ factor: 1, redis: null })
  at = startedAt
})

const open = (address: string, fields: Record<string, string> = {}) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return openProofOfWork({ sealer, limits, address, form, now: () => at })
}
const send = (address: string, fields: Record<string, string> = {}) =>
  open(address, fields).verify({ isRegistration: true })
/** Uses up the forms that a network may send without a proof. */
async function useUp(address: string) {
  for (let sent = 0; sent < 3; sent++) expect(await send(address)).toMatchObject({ passed: true })
}
function solve({ due }: WorkFields): string {
  const { salt, iterations, bits } = due!.puzzle
  for (let tried = 0; ; tried++) {
    const first = pbkdf2Sync(String(tried), salt, iterations, 4, 'sha256').readUInt32BE()
    if (first >>> (32 - bits) === 0) return String(tried)
  }
}

it('is required only after a network has sent three forms within an hour', async () => {
  expect((await open('192.0.2.1').fields()).due).toBeNull()
  await useUp('192.0.2.1')
  expect((await open('192.0.2.1').fields()).due).toMatchObject({ from: '2026-03-01T08:02:00.000Z' })
  expect((await open('192.0.2.2').fields()).due).toBeNull()
  expect(await send('192.0.2.1')).toMatchObject({ passed: false })
})

it('lets only the allowed number of simultaneous forms through', async () => {
  const results = await Promise.all(Array.from({ length: 12 }, () => send('192.0.2.1')))
  expect(results.filter(({ passed }) => passed)).toHaveLength(3)
})

it('is required of all networks once registrations surge: forty from forty networks', async () => {
  const results = await Promise.all(Array.from({ length: 40 }, (_, one) => send(`192.0.2.${one}`)))
  expect(results.filter(({ passed }) => passed)).toHaveLength(20)
  expect((await open('198.51.100.1').fields()).due).not.toBeNull()
})

it(
  'accepts a solution at once, once, and from the network that it was made for',
  { timeout: 60_000 },
  async () => {
    await useUp('192.0.2.1')
    const fields = await open('192.0.2.1').fields()
    const solved = { workTicket: fields.ticket, workSolution: solve(fields) }
    await useUp('192.0.2.2')
    expect(await send('192.0.2.2', solved)).toMatchObject({ passed: false })
    expect(await send('192.0.2.1', { ...solved, workSolution: 'x' })).toMatchObject({ passed: false })
    expect(await send('192.0.2.1', solved)).toMatchObject({ passed: true })
    expect(await send('192.0.2.1', solved)).toMatchObject({ passed: false })
  },
)

it('accepts a ticket without a solution once it is a minute old, and three of a network in ten minutes', async () => {
  await useUp('192.0.2.1')
  const tickets = await Promise.all(Array.from({ length: 5 }, () => open('192.0.2.1').fields()))
  const [first] = tickets.map(({ ticket }) => ({ workTicket: ticket }))
  at += slowPathMs - 1_000
  expect(await send('192.0.2.1', first)).toMatchObject({ passed: false, retryAfterS: 1 })
  // A form that comes back keeps its ticket, so the waiting time counts.
  const again = await open('192.0.2.1', first).fields()
  expect(again.due).toEqual(tickets[0]?.due)
  at += 1_000
  const passed = []
  for (const { ticket } of tickets) passed.push((await send('192.0.2.1', { workTicket: ticket })).passed)
  expect(passed).toEqual([true, true, true, false, false])
})

it('counts no form that caused no message', async () => {
  for (let sent = 0; sent < 9; sent++) {
    const result = await send('192.0.2.1')
    expect(result.passed).toBe(true)
    if (result.passed) await result.giveBack()
  }
  expect((await open('192.0.2.1').fields()).due).toBeNull()
})

it('refuses a ticket that it has not sealed, and one that is an hour old', async () => {
  await useUp('192.0.2.1')
  const { ticket } = await open('192.0.2.1').fields()
  at += 61 * 60_000
  for (const workTicket of ['', 'x', ticket])
    expect(await send('192.0.2.1', { workTicket })).toMatchObject({ passed: false })
})

const redisUrl = process.env.REDIS_URL_TEST
describe.skipIf(!redisUrl)('instances that share a store', () => {
  it("share a network's count and the used proofs", { timeout: 60_000 }, async () => {
    const log = pino({ level: 'silent' })
    const connect = () => connectRedis(String(redisUrl), log)
    const clients = await Promise.all([connect(), connect()])
    for (const client of clients) if (!client.isReady) await once(client, 'ready')
    const [one, other] = clients.map((redis) => createLimits({ factor: 1, redis }))
    // The store outlives the test, so the network is different in each run.
    const address = randomUUID()
    const sendTo = (instance: typeof limits, fields: Record<string, string> = {}) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      const work = openProofOfWork({ sealer, limits: instance, address, form, now: () => at })
      return work.verify({ isRegistration: false })
    }
    try {
      expect(await sendTo(one!)).toMatchObject({ passed: true })
      expect(await sendTo(other!)).toMatchObject({ passed: true })
      expect(await sendTo(one!)).toMatchObject({ passed: true })
      expect(await sendTo(other!)).toMatchObject({ passed: false })
      const form = new FormData()
      const fields = await openProofOfWork({ sealer, limits: one!, address, form, now: () => at }).fields()
      const solved = { workTicket: fields.ticket, workSolution: solve(fields) }
      const both = await Promise.all([sendTo(one!, solved), sendTo(other!, solved)])
      expect(both.filter(({ passed }) => passed)).toHaveLength(1)
      expect(await sendTo(one!, solved)).toMatchObject({ passed: false })
      expect(await sendTo(other!, solved)).toMatchObject({ passed: false })
    } finally {
      await Promise.all(clients.map((client) => client.close()))
    }
  })
})
