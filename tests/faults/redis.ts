import { createClient } from 'redis'
import { findServices } from '../support/services'
import { layWire } from '../support/wire'

/** The Redis of the tests, in a database of its own, behind a connection that fails on request. */

export type RedisFault = 'gone' | 'silent' | 'connections break' | 'emptied'

export interface FaultyRedis {
  url: string
  fail(how: RedisFault): Promise<void>
  heal(): void
  close(): Promise<void>
}

/** No other test uses this one. */
const database = 9

/** @throws where no Redis answers */
export async function startFaultyRedis(): Promise<FaultyRedis> {
  const { redisUrl } = await findServices()
  if (!redisUrl) throw new Error('no Redis answers at REDIS_URL_TEST')
  const own = new URL(redisUrl)
  own.pathname = `/${database}`
  const wire = await layWire(() => Number(own.port || 6379))
  const near = Object.assign(new URL(own), { hostname: '127.0.0.1', port: wire.port })
  const direct = createClient({ url: own.href })
  await direct.connect()
  return {
    url: near.href,
    async fail(how) {
      if (how === 'gone') wire.unplug()
      else if (how === 'silent') wire.cut()
      else if (how === 'connections break') wire.drop()
      else await direct.flushDb()
    },
    heal: () => wire.mend(),
    async close() {
      wire.close()
      await direct.flushDb()
      direct.destroy()
    },
  }
}
