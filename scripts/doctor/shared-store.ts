import { randomBytes } from 'node:crypto'
import { createClient } from 'redis'
import { clockFinding } from './clock-skew'
import { type Finding, findingsOf, reasonOf, within } from './finding'

const limitMs = 3_000
const found = findingsOf('redis')

/** Tries what the app does with its shared store: keys that run out, a script, and messages between instances. */
export async function examineRedis(url: string, now: () => number): Promise<Finding[]> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: limitMs, reconnectStrategy: false },
  })
  client.on('error', () => undefined)
  const listener = client.duplicate()
  listener.on('error', () => undefined)
  try {
    await within(limitMs, client.connect())
    return await within(4 * limitMs, examine(client, listener, now))
  } catch (error) {
    return [found.failure(`it can't be used: ${reasonOf(error)}`)]
  } finally {
    if (client.isOpen) client.destroy()
    if (listener.isOpen) listener.destroy()
  }
}

type Client = ReturnType<typeof createClient>

async function examine(client: Client, listener: Client, now: () => number): Promise<Finding[]> {
  const key = `tideline:doctor:${randomBytes(6).toString('hex')}`
  await client.set(key, 'here', { expiration: { type: 'PX', value: 10_000 } })
  const kept = await client.eval(`local v = redis.call('get', KEYS[1]) redis.call('del', KEYS[1]) return v`, {
    keys: [key],
  })
  if (kept !== 'here') return [found.failure('what was written to it can not be read back')]
  await listener.connect()
  const arrived = new Promise<void>((resolve, reject) => {
    listener
      .subscribe(key, () => resolve())
      .then(() => client.publish(key, 'here'))
      .catch(reject)
  })
  await within(limitMs, arrived)
  const askedAtMs = now()
  const [seconds, micros] = await client.sendCommand<[string, string]>(['TIME'])
  const theirsMs = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
  const clock = clockFinding({ of: 'redis', askedAtMs, answeredAtMs: now(), theirsMs, exactToMs: 1 })
  return [
    found.ok('it keeps keys, runs scripts and passes messages on'),
    ...(await evictionOf(client)),
    clock,
  ]
}

/** Submissions that are thrown out before their time would be asked for once more. */
async function evictionOf(client: Client): Promise<Finding[]> {
  try {
    const { 'maxmemory-policy': policy = 'noeviction' } = await client.configGet('maxmemory-policy')
    if (policy === 'noeviction') return []
    return [found.warning(`maxmemory-policy is ${policy}: with noeviction no key is lost before its time`)]
  } catch {
    return [found.skipped('it does not say its maxmemory-policy; noeviction loses no key before its time')]
  }
}
