import { createServer } from 'node:net'
import { once } from 'node:events'
import { createClient } from 'redis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSignals } from '~/redis/signals.server'
import { createEndedSessions } from './ended-sessions.server'
import { createSealer } from './seal.server'
import { shareEndedSessions } from './shared-ended-sessions.server'
import { createVault, newContents } from './vault.server'

const sealer = createSealer(['4f1c9a6de2b87035c4d1ee907a52b6380b7f35d9e16a28c4'])
const log = { warn: () => undefined }
const user = {
  id: 'u1',
  login: 'anna',
  role: 'investor',
  language: 'ru',
  phoneConfirmed: true,
} as const

type Client = ReturnType<typeof createClient>

/** One process of the app. */
function instance(redis: Client | null, answerWithinMs?: number) {
  const vault = createVault(sealer, 'sid', Date.now)
  const ended = createEndedSessions(60_000, Date.now)
  return shareEndedSessions({ vault, ended, redis, signals: createSignals(null), log, answerWithinMs })
}

function connected(url: string): Client {
  const client: Client = createClient({ url, disableOfflineQueue: true })
  client.on('error', () => undefined)
  void client.connect().catch(() => undefined)
  onTestFinished(() => client.destroy())
  return client
}

const session = () => newContents(Date.now(), { user, token: 'bearer' })

test('without a store each process remembers ended sessions itself', async () => {
  const { vault, ended } = instance(null)
  const contents = session()
  ended.add(contents.id)
  expect((await vault.open(await vault.seal(contents))).state).toBe('live')
  expect(ended.has(contents.id)).toBe(true)
})

const redisUrl = process.env['REDIS_URL_TEST']
test.skipIf(!redisUrl)(
  'a session that ended on one instance is ended on another that opens its cookie',
  async () => {
    const clients = [connected(String(redisUrl)), connected(String(redisUrl))] as const
    for (const client of clients) if (!client.isReady) await once(client, 'ready')
    const [one, other] = [instance(clients[0]), instance(clients[1])]
    const [left, kept] = [session(), session()]
    one.ended.add(left.id)
    expect(one.ended.has(left.id)).toBe(true)
    await clients[0].ping() // commands of one client are carried out in their order
    await other.vault.open(await other.vault.seal(left))
    await other.vault.open(await other.vault.seal(kept))
    expect(other.ended.has(left.id)).toBe(true)
    expect(other.ended.has(kept.id)).toBe(false)
  },
)

describe('an unavailable store', () => {
  test('locks no one out, and sessions that ended here stay ended here', async () => {
    const { vault, ended } = instance(connected('redis://127.0.0.1:1'))
    const [left, kept] = [session(), session()]
    ended.add(left.id)
    for (const contents of [left, kept])
      expect((await vault.open(await vault.seal(contents))).state).toBe('live')
    expect([ended.has(left.id), ended.has(kept.id)]).toEqual([true, false])
  })

  test('that never answers delays no page', async () => {
    const silent = createServer((socket) => void socket.on('data', () => undefined)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as { port: number } // the server listens on TCP
    const client: Client = createClient({ url: `redis://127.0.0.1:${port}` })
    client.on('error', () => undefined)
    void client.connect().catch(() => undefined)
    onTestFinished(() => client.destroy())
    const { vault } = instance(client, 20)
    expect((await vault.open(await vault.seal(session()))).state).toBe('live')
  })
})
