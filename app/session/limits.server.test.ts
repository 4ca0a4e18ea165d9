import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createLimits } from './limits.server'
import { connectRedis } from '~/redis/connect.server'

const times = async (count: number, attempt: () => Promise<number | null>) => {
  const waits: (number | null)[] = []
  for (let at = 0; at < count; at++) waits.push(await attempt())
  return waits
}

describe('createLimits', () => {
  it('allows five sign-ins a minute of one address and login, and then gives the time to wait', async () => {
    const limits = createLimits({ factor: 1, redis: null })
    const waits = await times(6, () => limits.take('signIn', '198.51.100.7', 'anna'))
    expect(waits.slice(0, 5)).toEqual([null, null, null, null, null])
    expect(waits[5]).toBeGreaterThan(0)
    expect(waits[5]).toBeLessThanOrEqual(60)
  })

  it('counts each address and each login separately, ignoring case', async () => {
    const limits = createLimits({ factor: 1, redis: null })
    await times(5, () => limits.take('signIn', '198.51.100.7', 'anna'))
    expect(await limits.take('signIn', '198.51.100.8', 'anna')).toBeNull()
    expect(await limits.take('signIn', '198.51.100.7', 'boris')).toBeNull()
    expect(await limits.take('signIn', '198.51.100.7', ' ANNA ')).not.toBeNull()
  })

  it('counts an IPv6 address as its /64: another address of it is the same visitor', async () => {
    const limits = createLimits({ factor: 1, redis: null })
    for (const end of ['1', '2', '3', '4', '5']) await limits.take('registration', `2001:db8:1:2::${end}`)
    expect(await limits.take('registration', '2001:db8:1:2:ffff::1')).not.toBeNull()
    expect(await limits.take('registration', '2001:db8:1:3::1')).toBeNull()
    for (const end of ['1', '2', '3'])
      expect(await limits.countMessageForm(`2001:db8:1:2::${end}`, false)).toBe(false)
    expect(await limits.isWorkDue('2001:db8:1:2:ffff::1')).toBe(true)
    expect(await limits.countMessageForm('2001:db8:1:2:ffff::1', false)).toBe(true)
    expect(await limits.isWorkDue('2001:db8:1:3::1')).toBe(false)
  })

  it('counts the /64 networks of one IPv6 site together as well, up to eight times as many', async () => {
    const limits = createLimits({ factor: 1, redis: null })
    const join = (network: number) => limits.take('registration', `2001:db8:1:${network.toString(16)}::1`)
    for (let network = 0; network < 40; network++) expect(await join(network)).toBeNull()
    expect(await join(40)).toBeGreaterThan(0)
    for (const network of [1, 2]) await limits.giveBack('registration', `2001:db8:1:${network}::1`)
    expect(await join(41)).toBeNull()
    expect(await join(42)).toBeGreaterThan(0)
    expect(await limits.take('registration', '2001:db8:2::1')).toBeNull()

    const guess = (network: number, login: string) =>
      limits.take('signIn', `2001:db8:3:${network.toString(16)}::1`, login)
    for (let network = 0; network < 40; network++) expect(await guess(network, 'anna')).toBeNull()
    expect(await guess(40, 'anna')).toBeGreaterThan(0)
    expect(await guess(40, 'boris')).toBeNull()
  })

  it('requires a proof of work of a site after eight times as many messages as of a network', async () => {
    const limits = createLimits({ factor: 1, redis: null })
    const addressOf = (network: number) => `2001:db8:1:${network.toString(16)}::1`
    for (let network = 0; network < 24; network++) {
      expect(await limits.isWorkDue(addressOf(network))).toBe(false)
      expect(await limits.countMessageForm(addressOf(network), false)).toBe(false)
    }
    expect(await limits.isWorkDue(addressOf(24))).toBe(true)
    expect(await limits.countMessageForm(addressOf(24), false)).toBe(true)
    for (const network of [24, 1]) await limits.forgiveMessageForm(addressOf(network), false)
    expect(await limits.isWorkDue(addressOf(25))).toBe(false)
  })

  it('counts adjacent IPv4 addresses separately', async () => {
    const limits = createLimits({ factor: 1, redis: null })
    for (let at = 0; at < 100; at++) expect(await limits.take('registration', `198.51.100.${at}`)).toBeNull()
  })

  it('multiplies every limit by the factor', async () => {
    const limits = createLimits({ factor: 2, redis: null })
    const waits = await times(3, () => limits.take('phoneResend', 'u1'))
    expect(waits.map((wait) => wait === null)).toEqual([true, true, false])
  })

  it('delays a login after failures, twice as long each time up to eight seconds, and never refuses it', async () => {
    const limits = createLimits({ factor: 1, redis: null })
    const delays: number[] = []
    for (let failures = 0; failures <= 11; failures++) {
      delays.push(await limits.signInDelayMs('anna'))
      await limits.signInFailed('anna')
    }
    expect(delays).toEqual([0, 0, 0, 0, 0, 500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000])
    expect(await limits.signInDelayMs('boris')).toBe(0)
    await limits.signInSucceeded('anna')
    expect(await limits.signInDelayMs('anna')).toBe(0)
  })
})

const redisUrl = process.env.REDIS_URL_TEST
describe.skipIf(!redisUrl)('limits that instances share', () => {
  it('hold over all of them', async () => {
    const log = pino({ level: 'silent' })
    const clients = await Promise.all([
      connectRedis(String(redisUrl), log),
      connectRedis(String(redisUrl), log),
    ])
    const [one, other] = clients.map((redis) => createLimits({ factor: 1, redis }))
    for (const client of clients) if (!client.isReady) await once(client, 'ready')
    const address = randomUUID()
    await times(3, () => one!.take('registration', address))
    const waits = await times(3, () => other!.take('registration', address))
    expect(waits.map((wait) => wait === null)).toEqual([true, true, false])
    await Promise.all(clients.map((client) => client.close()))
  })
})

describe('limits without their store', () => {
  it('continue in this process', async () => {
    const redis = await connectRedis('redis://127.0.0.1:1', pino({ level: 'silent' }))
    const limits = createLimits({ factor: 1, redis })
    const waits = await times(2, () => limits.take('phoneResend', 'u1'))
    expect(waits.map((wait) => wait === null)).toEqual([true, false])
    redis.destroy()
  })
})
