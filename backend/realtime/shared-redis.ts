/**
 * What several backends share through Redis or Valkey: the sockets' adapter, and which of them sends what all have
 * heard. What must stay true: with the store away nothing fails, and each backend serves its own sockets.
 */
import { createAdapter } from '@socket.io/redis-adapter'
import { createClient } from 'redis'

export interface SharedRedis {
  adapter: ReturnType<typeof createAdapter>
  /**
   * Whether this backend is the one that sends: `mine`, or another is (`taken`), or the store can't say (`away`).
   * @param id the same in every backend
   */
  claim(id: string): Promise<'mine' | 'taken' | 'away'>
  close(): void
}

interface Log {
  warn(details: object, message: string): void
}

/** All hear an announcement at one moment; the longest that one of them may lag behind. */
const claimLivesMs = 10 * 60_000
const answerWithinMs = 1_000

/**
 * Connects in the background and goes on trying.
 * @param options.lost what others send to all is no longer heard here
 */
export function shareThroughRedis(url: string, { lost, log }: { lost: () => void; log: Log }): SharedRedis {
  const connect = (disableOfflineQueue: boolean) => {
    const client = createClient({
      url,
      disableOfflineQueue,
      commandOptions: { timeout: answerWithinMs },
      socket: { connectTimeout: 3_000 },
    })
    client.on('error', (error: NodeJS.ErrnoException) =>
      log.warn({ error: error.code ?? error.name }, 'the store that backends share is out of reach'),
    )
    client.connect().catch(() => undefined)
    return client
  }
  const commands = connect(true)
  // Waits with its subscriptions until it is connected.
  const subscriber = connect(false)
  let subscribed = false
  subscriber.on('ready', () => (subscribed = true))
  subscriber.on('error', () => {
    if (!subscribed) return
    subscribed = false
    lost()
  })

  return {
    adapter: createAdapter(neverFailing(commands), neverFailing(subscriber), { key: 'tideline:sockets' }),
    async claim(id) {
      // Without its ear this backend would send to all and not hear what others send.
      if (!commands.isReady || !subscribed) return 'away'
      try {
        const expiration = { type: 'PX', value: claimLivesMs } as const
        const taken = await commands.set(`tideline:announced:${id}`, '1', { condition: 'NX', expiration })
        return taken === null ? 'taken' : 'mine'
      } catch {
        // Whether it was claimed is not known: told twice is better than not at all, and a client knows it by its id.
        return 'mine'
      }
    },
    close() {
      commands.destroy()
      subscriber.destroy()
    },
  }
}

/** The adapter leaves the promises of its commands alone; one that fails would end the process. */
function neverFailing(client: object): object {
  const quiet = new Set(['publish', 'subscribe', 'pSubscribe', 'unsubscribe', 'pUnsubscribe'])
  return new Proxy(client, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name)
      if (typeof value !== 'function') return value
      const method = value.bind(target) as (...given: unknown[]) => unknown
      if (!quiet.has(String(name))) return method
      return (...given: unknown[]) => Promise.resolve(method(...given)).catch(() => undefined)
    },
  })
}
